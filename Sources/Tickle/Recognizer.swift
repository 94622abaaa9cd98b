import CTickle
import Configuration
import Gestures

/// A program's function that answers questions.
public typealias Answer = @convention(c) (UnsafePointer<tickle_asked>?, UnsafeMutableRawPointer?) -> Bool

/// A recognizer with a handle: first its keys, then, on a view, the recognizer made of them.
final class Recognizer: GestureRecognizerDelegate {
  let engine: Engine
  let kind: CText
  let name: CText
  var handle: OpaquePointer?
  var tag = 0
  var data: UnsafeMutableRawPointer?
  var draft: GestureDraft
  var steps: [Recognizer] = []
  private var examples: [(shape: String, places: [Point])] = []
  private let words: String
  /// Set when the recognizer is added to a view. Its name, and those in it, are tags, as names of the program's may be equal.
  private var settings: GestureSettings?
  private(set) var recognizer: GestureRecognizer?
  private var answer: (function: Answer, data: UnsafeMutableRawPointer?)?

  init(_ kind: GestureKind.Name, named name: String, in engine: Engine) {
    self.engine = engine
    self.kind = CText(kind.rawValue)
    self.name = CText(name)
    words = name
    draft = GestureDraft(kind, hasPixels: engine.screen.pixels != nil)
  }

  /// - Returns: a sentence if its keys or its shapes do not go together; nothing is added then.
  func add(to view: ScreenView) -> String? {
    var settings: GestureSettings
    switch draft.settings(named: "\(tag)") {
    case .failure(let refusal): return refusal.sentence
    case .success(let read): settings = read
    }
    if case .stroke(var stroke) = settings.kind {
      do throws(StrokeTemplateError) { stroke.learned = try templates() } catch {
        return "an example is empty, straight or too long"
      }
      if stroke.learned.isEmpty { return "this stroke has no examples" }
      settings.kind = .stroke(stroke)
    }
    if case .sequence = settings.kind, !(2...20).contains(steps.count) {
      return "a sequence has from 2 to 20 steps, not \(steps.count)"
    }
    let made = settings.makeRecognizer(view: view.view.frame.size, on: engine.metrics)
    (made.delaysTouchesBegan, made.delayLimit) = settings.holding(on: engine.screen)
    made.name = words
    made.tag = tag
    (made as? SequenceGestureRecognizer)?.steps = steps.map { $0.recognizer.map { [$0] } ?? [] }
    self.settings = settings
    recognizer = made
    if answer != nil { made.delegate = self }
    engine.perform { view.view.addGestureRecognizer(made) }
    engine.settleLater(self)
    return nil
  }

  /// Called when the recognizer is freed.
  func leave() {
    recognizer?.isEnabled = false
    if let recognizer { recognizer.view?.removeGestureRecognizer(recognizer) }
    letGo()
  }

  /// Recognizers keep their delegates alive, and sequences their steps, which may wait for their failure.
  func letGo() {
    ask(nil, nil)
    steps = []
    (recognizer as? SequenceGestureRecognizer)?.steps = []
  }

  // MARK: Shapes

  func addExample(of shape: String, _ places: [Point]) { examples.append((shape, places)) }

  var mayHaveMoreExamples: Bool { examples.count < 1000 }

  /// The examples by their shapes, in the order of their first ones.
  private func templates() throws(StrokeTemplateError) -> [StrokeTemplate] {
    var shapes: [String] = []
    for example in examples where !shapes.contains(example.shape) { shapes.append(example.shape) }
    var templates: [StrokeTemplate] = []
    for shape in shapes {
      templates.append(
        try StrokeTemplate(name: shape, examples: examples.filter { $0.shape == shape }.map { [$0.places] }))
    }
    return templates
  }

  // MARK: Relations

  /// - Returns: `false` if both would wait for each other.
  func require(_ other: Recognizer) -> Bool {
    guard let mine = recognizer, let others = other.recognizer, let settings, let othersSettings = other.settings else {
      return true
    }
    if settings.yields(toAwaited: othersSettings, in: engine.screen.recognition) {
      mine.yield(to: others)
      return true
    }
    return mine.require(toFail: others) == nil
  }

  func allowBoth(_ other: Recognizer) {
    if let others = other.recognizer { recognizer?.simultaneousRecognizers.insert(others) }
    settings?.simultaneousWith.insert("\(other.tag)")
  }

  func spare(_ other: Recognizer) {
    if let others = other.recognizer { recognizer?.recognizersNotPrevented.insert(others) }
    settings?.doesNotPrevent.insert("\(other.tag)")
  }

  /// - Returns: `false` if the gesture is over when it is recognized, so that it cannot be taken back.
  func yield(_ other: Recognizer) -> Bool {
    guard settings?.kind.isDiscrete == false else { return false }
    if let others = other.recognizer { recognizer?.yield(to: others) }
    return true
  }

  /// Yields to a gesture for more fingers, as hands mean it (ARB-14).
  func giveWay(to other: Recognizer, in recognition: Recognition) {
    guard let settings, let othersSettings = other.settings, let others = other.recognizer else { return }
    if settings.givesWay(to: othersSettings, in: recognition) { recognizer?.yield(to: others) }
  }

  // MARK: Questions

  func ask(_ function: Answer?, _ data: UnsafeMutableRawPointer?) {
    answer = function.map { ($0, data) }
    recognizer?.delegate = function == nil ? nil : self
  }

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    ask(TICKLE_SHOULD_BEGIN, recognizer.view, recognizer.location(in: nil))
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    ask(TICKLE_SHOULD_RECEIVE, touch.view, touch.location)
  }

  private func ask(_ question: tickle_question, _ view: View?, _ place: Point) -> Bool {
    guard let answer else { return true }
    var asked = tickle_asked()
    asked.size = MemoryLayout<tickle_asked>.size
    asked.question = question
    asked.recognizer = handle
    asked.view = engine[view]?.handle
    asked.x = place.x
    asked.y = place.y
    return withUnsafePointer(to: asked) { answer.function($0, answer.data) }
  }
}

extension NameSet {
  fileprivate mutating func insert(_ name: String) {
    if case .names(let names) = self { self = .names(names + [name]) }
  }
}
