import Actions
import Configuration
import Gestures
import Text

/// Writes JSON Lines: one object for each record. The names are part of the program's public interface.
///
/// Lengths and angles have six decimals (a nanometre, a microradian), speeds have three, and times are precise to the microsecond.
package struct RecordJSON: ~Copyable {
  private var writer = JSONWriter()
  private let screen: String

  package init(screen: String) { self.screen = screen }

  /// Returns the line of a record.
  ///
  /// - Parameters:
  ///   - origin: the time that corresponds to 0.
  ///   - isDetailed: includes what an action does, as the command that it runs, and where a gesture was made.
  ///   - step: +1 or -1 if the line is one of a gesture's steps.
  /// - Returns: one line with its newline.
  package mutating func line(
    _ record: SessionRecord, since origin: Timestamp, isDetailed: Bool = true, step: Int = 0
  ) -> [UInt8] {
    write(record, since: origin, isDetailed: isDetailed, step: step)
    return writer.bytes
  }

  /// Like `line(_:since:isDetailed:step:)`, for callers on the per-frame path: calls `body` with the line, whose bytes are valid only
  /// while it runs.
  package mutating func withLine<Result>(
    _ record: SessionRecord, since origin: Timestamp, step: Int = 0, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    write(record, since: origin, isDetailed: true, step: step)
    return writer.withBytes(body)
  }

  private mutating func write(_ record: SessionRecord, since origin: Timestamp, isDetailed: Bool, step: Int) {
    writer.removeAll()
    writer.object { writer in
      switch record {
      case .gesture(let event, let gesture):
        Self.write(event, gesture, origin, isDetailed, to: &writer)
        if let value = gesture.sliderValue(of: event) { writer.member("value", value, decimals: 6) }
        if step != 0 { writer.member("step", step) }
      case .touch(let event): Self.write(event, screen, origin, to: &writer)
      case .action(let action, let event, let gesture):
        writer.member("type", "action")
        writer.time(event.time, since: origin)
        writer.member("screen", screen)
        writer.member("view", gesture.view)
        writer.member("gesture", gesture.settings.name)
        Self.write(action, isDetailed, to: &writer)
      case .stateAction(let event):
        writer.member("type", "action")
        writer.time(event.time, since: origin)
        writer.member(event.subject.member, event.name)
        writer.member("state", event.word)
        Self.write(event.action, isDetailed, to: &writer)
      case .attempt(let event, let gesture): Self.write(event, gesture, screen, origin, to: &writer)
      }
    }
    writer.newline()
  }

  /// Returns the line of a touch as applications get it of an intercepted panel.
  func line(_ contact: TouchFrame.Contact, since origin: Timestamp, at time: Timestamp) -> [UInt8] {
    JSONWriter.line { writer in
      writer.member("type", "application")
      writer.time(time, since: origin)
      writer.member("screen", screen)
      writer.member("id", Int(clamping: contact.id))
      writer.member("phase", contact.phase.description)
      writer.point("location", contact.location)
    }
  }

  /// Returns the line of what happens besides the gestures. Only a change of a panel has a screen; all else applies to all of them.
  package static func line(_ announcement: Announcement, since origin: Timestamp, at time: Timestamp) -> [UInt8] {
    JSONWriter.line { writer in
      writer.member("type", announcement.type)
      writer.time(time, since: origin)
      switch announcement {
      case .device(let change, let screen):
        writer.member("screen", screen)
        writer.member("change", change.word)
        switch change {
        case .added(let node, let name), .removed(let node, let name):
          writer.member("node", node)
          writer.member("name", name)
        case .dropped: break
        }
      case .mode(let name): writer.member("mode", name)
      case .configuration(_, let hash):
        writer.member("change", announcement.word)
        writer.member("hash", hash)
      case .pause(let isPaused): writer.member("paused", isPaused)
      case .idle(.idle(let step)):
        writer.member("idle", step.name)
        writer.member("after", step.after.seconds, decimals: 6)
      case .idle(.active(let names, let idle)):
        writer.member("idle", names)
        writer.member("after", idle.seconds, decimals: 6)
      }
    }
  }

  private static func write(
    _ event: GestureEvent, _ gesture: Scene.Gesture, _ origin: Timestamp, _ isDetailed: Bool,
    to writer: inout JSONWriter
  ) {
    writer.members("\"type\":\"gesture\"")
    writer.time(event.time, since: origin)
    writer.members(gesture.writtenMembers)
    writer.members(event.state.writtenMember)
    if gesture.isOnScreen {
      writer.member("touches", event.numberOfTouches)
      if isDetailed {
        writer.point("location", event.location)
        writer.point("location_in_view", event.locationInView)
      }
    }
    event.values.forEachMeasure { name, measure in
      switch measure {
      case .count(let count): writer.member(name, count)
      case .duration(let duration): writer.member(name, duration.seconds, decimals: 6)
      case .displacement(let vector): writer.vector(name, vector, decimals: 6)
      case .velocity(let vector): writer.vector(name, vector, decimals: 3)
      case .ratio(let value), .radians(let value), .share(let value): writer.member(name, value, decimals: 6)
      case .rate(let value): writer.member(name, value, decimals: 3)
      case .word(let word): writer.member(name, event.values.written(word))
      }
    }
  }

  /// Returns the members that are the same for all events of a gesture.
  static func members(of gesture: Scene.Gesture, on screen: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.member("screen", screen)
    writer.member("view", gesture.view)
    writer.member("gesture", gesture.settings.name)
    writer.member("kind", gesture.kind)
    return writer.bytes
  }

  private static func write(_ action: Action, _ isDetailed: Bool, to writer: inout JSONWriter) {
    writer.member("action", action.keyword)
    if !isDetailed { return }
    writer.key("value")
    if action.isList {
      writer.array { writer in for argument in action.arguments { writer.string(argument) } }
    } else {
      writer.string(action.arguments.first ?? "")
    }
  }

  private static func write(
    _ event: AttemptEvent, _ gesture: Scene.Gesture, _ screen: String, _ origin: Timestamp, to writer: inout JSONWriter
  ) {
    writer.member("type", "attempt")
    writer.time(event.time, since: origin)
    writer.member("screen", screen)
    writer.member("view", gesture.view)
    writer.member("gesture", gesture.settings.name)
    writer.member("kind", gesture.kind)
    writer.member("change", event.change.word)
    guard let reason = event.change.reason else { return }
    let partner = gesture.partner(in: reason)
    let explanation = Explanation(reason, of: gesture.settings, other: partner)
    writer.member("reason", reason.kind.rawValue)
    writer.member("measured", reason.measured, decimals: 6)
    writer.member("limit", reason.limit, decimals: 6)
    if let partner { writer.member("other", partner) }
    if let rule = explanation.rule { writer.member("rule", rule) }
    writer.member("keys", explanation.keys)
    writer.member("text", explanation.recordText)
  }

  private static func write(_ event: TouchEvent, _ screen: String, _ origin: Timestamp, to writer: inout JSONWriter) {
    writer.member("type", "touch")
    writer.time(event.time, since: origin)
    writer.member("screen", screen)
    writer.member("view", event.touch.view?.name ?? "")
    writer.member("id", Int(clamping: event.touch.id))
    writer.member("phase", event.phase.description)
    writer.member("tap_count", event.touch.tapCount)
    writer.point("location", event.location)
    writer.point("previous_location", event.previousLocation)
    if event.imprint.isEmpty { return }
    if let force = event.imprint.force { writer.member("force", force, decimals: 3) }
    if let radius = event.imprint.majorRadius { writer.member("major_radius", radius, decimals: 3) }
    if let radius = event.imprint.minorRadius { writer.member("minor_radius", radius, decimals: 3) }
  }
}

extension GestureRecognizer.State {
  /// The state as a member of a record.
  fileprivate var writtenMember: StaticString {
    switch self {
    case .possible: "\"state\":\"possible\""
    case .began: "\"state\":\"began\""
    case .changed: "\"state\":\"changed\""
    case .ended: "\"state\":\"ended\""
    case .cancelled: "\"state\":\"cancelled\""
    case .failed: "\"state\":\"failed\""
    }
  }
}

extension JSONWriter {
  mutating func time(_ time: Timestamp, since origin: Timestamp) {
    member("time", Double(time - origin) / 1e6, decimals: 6)
  }

  mutating func point(_ name: StaticString, _ point: Point) {
    member(name, x: point.x, y: point.y, decimals: 6)
  }

  mutating func vector(_ name: StaticString, _ vector: Vector, decimals: Int) {
    member(name, x: vector.x, y: vector.y, decimals: decimals)
  }
}

extension Explanation {
  /// The member `text` of a record. Programs may compare it, so its format stays fixed even if `text` changes.
  fileprivate var recordText: String {
    let sources = [rule, keys.isEmpty ? nil : keys.map { "`\($0)`" }.joined(separator: ", ")].compactMap { $0 }
    return sources.isEmpty ? sentence : "\(sentence) (\(sources.joined(separator: "; ")))"
  }
}
