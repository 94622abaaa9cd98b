// The functions of tickle.h on recognizers, their keys and relations.
import CTickle
import Configuration
import Gestures

@c @implementation
public func tickle_recognizer_new(
  _ handle: OpaquePointer!, _ kind: UnsafePointer<CChar>!, _ name: UnsafePointer<CChar>!
) -> OpaquePointer! {
  guard let engine = knownEngine(handle) else { return nil }
  guard let word = String(kind), let kind = kinds.first(where: { $0.rawValue == word }) else {
    _ = refused(TICKLE_INVALID, "a kind is one of \(kinds.map { $0.rawValue }.listed(joinedBy: "or"))")
    return nil
  }
  let new = Recognizer(kind, named: String(name) ?? kind.rawValue, in: engine)
  guard engine.add(new) else {
    return nil
  }
  return new.handle
}

@c @implementation
public func tickle_recognizer_free(_ handle: OpaquePointer!) -> tickle_status {
  guard let recognizer = knownRecognizer(handle) else { return TICKLE_GONE }
  recognizer.engine.remove(recognizer)
  return TICKLE_OK
}

// MARK: Keys

@c @implementation
public func tickle_recognizer_set(
  _ handle: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ text: UnsafePointer<CChar>!
) -> tickle_status {
  set(handle, key, String(text).map { .text($0) })
}

@c @implementation
public func tickle_recognizer_set_number(
  _ handle: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ number: Double
) -> tickle_status { set(handle, key, .number(number)) }

@c @implementation
public func tickle_recognizer_set_flag(
  _ handle: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ flag: Bool
) -> tickle_status { set(handle, key, .flag(flag)) }

@c @implementation
public func tickle_recognizer_set_list(
  _ handle: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ texts: UnsafePointer<UnsafePointer<CChar>?>!, _ count: Int
) -> tickle_status {
  guard let texts, (0...100).contains(count) else { return set(handle, key, nil) }
  let all = (0..<count).compactMap { String(texts[$0]) }
  return set(handle, key, all.count == count ? .texts(all) : nil)
}

private func set(_ handle: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ value: GestureDraft.Value?) -> tickle_status
{
  guard let recognizer = knownRecognizer(handle) else { return TICKLE_GONE }
  guard recognizer.recognizer == nil else { return late }
  guard let key = String(key), let value else {
    return refused(TICKLE_INVALID, "a key and a value must be given, of at most 1,000 characters and 100 texts")
  }
  return recognizer.draft.set(key, to: value).map { refused(TICKLE_SETTING, $0) } ?? TICKLE_OK
}

@c @implementation
public func tickle_recognizer_add_example(
  _ handle: OpaquePointer!, _ shape: UnsafePointer<CChar>!, _ places: UnsafePointer<Double>!, _ count: Int
) -> tickle_status {
  guard let recognizer = knownRecognizer(handle) else { return TICKLE_GONE }
  guard recognizer.recognizer == nil else { return late }
  guard recognizer.draft.kind == .stroke, let shape = String(shape), let places, recognizer.mayHaveMoreExamples,
    (2...StrokeTemplate.Limits.points).contains(count)
  else {
    return refused(TICKLE_INVALID, "an example is a stroke's, and has from 2 to \(StrokeTemplate.Limits.points) places")
  }
  recognizer.addExample(of: shape, (0..<count).map { Point(x: places[2 * $0], y: places[2 * $0 + 1]) })
  return TICKLE_OK
}

@c @implementation
public func tickle_recognizer_add_step(_ handle: OpaquePointer!, _ step: OpaquePointer!) -> tickle_status {
  guard let sequence = knownRecognizer(handle), let step = knownRecognizer(step) else { return TICKLE_GONE }
  guard sequence.recognizer == nil, step.recognizer != nil else {
    return refused(
      TICKLE_ORDER, "a step is added to a view before it is added to a sequence, and the sequence after it")
  }
  guard sequence.draft.kind == .sequence, step.draft.kind != .sequence, sequence.engine === step.engine,
    sequence.steps.count < 20
  else {
    return refused(TICKLE_INVALID, "a sequence has at most 20 steps, which are other gestures of the same engine")
  }
  sequence.steps.append(step)
  return TICKLE_OK
}

// MARK: Views and relations

@c @implementation
public func tickle_recognizer_add(_ handle: OpaquePointer!, _ view: OpaquePointer!) -> tickle_status {
  guard let recognizer = knownRecognizer(handle), let view = knownView(view) else { return TICKLE_GONE }
  guard recognizer.recognizer == nil else { return late }
  guard recognizer.engine === view.engine else { return otherEngine }
  return recognizer.add(to: view).map { refused(TICKLE_SETTING, $0) } ?? TICKLE_OK
}

@c @implementation
public func tickle_recognizer_set_enabled(_ handle: OpaquePointer!, _ enabled: Bool) -> tickle_status {
  guard let recognizer = knownRecognizer(handle) else { return TICKLE_GONE }
  guard let made = recognizer.recognizer else { return early }
  if made.isEnabled != enabled { recognizer.engine.perform { made.isEnabled = enabled } }
  return TICKLE_OK
}

@c @implementation
public func tickle_recognizer_set_data(_ handle: OpaquePointer!, _ data: UnsafeMutableRawPointer!) -> tickle_status {
  guard let recognizer = knownRecognizer(handle) else { return TICKLE_GONE }
  recognizer.data = data
  return TICKLE_OK
}

@c @implementation
public func tickle_recognizer_data(_ handle: OpaquePointer!) -> UnsafeMutableRawPointer! {
  knownRecognizer(handle)?.data
}

@c @implementation
public func tickle_recognizer_require_failure(_ handle: OpaquePointer!, _ other: OpaquePointer!) -> tickle_status {
  relate(handle, other) {
    $0.require($1) ? TICKLE_OK : refused(TICKLE_CYCLE, "these recognizers would wait for each other")
  }
}

@c @implementation
public func tickle_recognizer_allow_both(_ handle: OpaquePointer!, _ other: OpaquePointer!) -> tickle_status {
  relate(handle, other) {
    $0.allowBoth($1)
    return TICKLE_OK
  }
}

@c @implementation
public func tickle_recognizer_spare(_ handle: OpaquePointer!, _ other: OpaquePointer!) -> tickle_status {
  relate(handle, other) {
    $0.spare($1)
    return TICKLE_OK
  }
}

@c @implementation
public func tickle_recognizer_yield(_ handle: OpaquePointer!, _ other: OpaquePointer!) -> tickle_status {
  relate(handle, other) {
    $0.yield($1)
      ? TICKLE_OK : refused(TICKLE_INVALID, "a gesture that is over when it is recognized cannot be taken back")
  }
}

@c @implementation
public func tickle_recognizer_ask(
  _ handle: OpaquePointer!, _ answer: Answer!, _ data: UnsafeMutableRawPointer!
) -> tickle_status {
  guard let recognizer = knownRecognizer(handle) else { return TICKLE_GONE }
  recognizer.ask(answer, data)
  return TICKLE_OK
}

private func relate(
  _ handle: OpaquePointer?, _ other: OpaquePointer?, _ relate: (Recognizer, Recognizer) -> tickle_status
) -> tickle_status {
  guard let recognizer = knownRecognizer(handle), let other = knownRecognizer(other) else { return TICKLE_GONE }
  guard recognizer.recognizer != nil, other.recognizer != nil else { return early }
  guard recognizer.engine === other.engine else { return otherEngine }
  guard recognizer !== other else { return refused(TICKLE_INVALID, "these are one and the same recognizer") }
  return relate(recognizer, other)
}

private var late: tickle_status { refused(TICKLE_ORDER, "the recognizer has been added to a view") }
private var early: tickle_status { refused(TICKLE_ORDER, "the recognizer has not been added to a view") }
private var otherEngine: tickle_status { refused(TICKLE_INVALID, "these are objects of two engines") }

// MARK: What there is to set

/// The kinds of gestures that fingers make on a screen.
private let kinds: [GestureKind.Name] = [
  .tap, .longPress, .pan, .swipe, .pinch, .rotation, .transform, .edgePan, .tickle, .stroke, .sequence,
]

/// The texts of a key, for good.
private struct KeyTexts: Sendable {
  let name, unit, values, standard, summary: CText

  init(_ key: DraftKey) {
    name = CText(key.name)
    unit = CText(key.unit)
    values = CText(key.values)
    standard = CText(key.standard)
    summary = CText(key.summary)
  }
}

private let texts = kinds.map { (kind: CText($0.rawValue), keys: $0.draftKeys.map { KeyTexts($0) }) }

@c @implementation
public func tickle_kind(_ index: Int) -> UnsafePointer<CChar>! {
  kinds.indices.contains(index) ? texts[index].kind.pointer : nil
}

@c @implementation
public func tickle_key(_ kind: UnsafePointer<CChar>!, _ index: Int, _ key: UnsafeMutablePointer<tickle_key>!) -> Bool {
  guard let word = String(kind), let place = kinds.firstIndex(where: { $0.rawValue == word }), let key,
    texts[place].keys.indices.contains(index), key.pointee.size >= MemoryLayout<Int>.size
  else { return false }
  let found = texts[place].keys[index]
  let size = key.pointee.size
  let all = CTickle.tickle_key(
    size: size, name: found.name.pointer, unit: found.unit.pointer, values: found.values.pointer,
    standard: found.standard.pointer, summary: found.summary.pointer)
  withUnsafeBytes(of: all) {
    UnsafeMutableRawPointer(key).copyMemory(from: $0.baseAddress!, byteCount: min(size, $0.count))
  }
  return true
}
