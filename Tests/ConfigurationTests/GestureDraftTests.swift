import Gestures
import Testing

@testable import Configuration

/// Gestures whose keys a program sets one by one.
@Suite("Drafts of gestures")
struct GestureDraftTests {
  private func swipe(hasPixels: Bool = false) -> GestureDraft { GestureDraft(.swipe, hasPixels: hasPixels) }

  @Test("take numbers in the unit of each key, texts in any, flags and lists")
  func values() throws {
    var draft = swipe()
    #expect(draft.set("min_distance", to: .number(12)) == nil)
    #expect(draft.set("max_duration", to: .number(250)) == nil)
    #expect(draft.set("max_angle", to: .text("0.5rad")) == nil)
    #expect(draft.set("fingers", to: .number(3)) == nil)
    #expect(draft.set("direction", to: .texts(["up", "30deg"])) == nil)
    #expect(draft.set("cancels_touches", to: .flag(false)) == nil)
    #expect(draft.set("starts_at", to: .text("left")) == nil)
    let settings = try draft.settings(named: "a").get()
    guard case .swipe(let swipe) = settings.kind else { throw Wrong() }
    #expect(swipe.minDistance == .millimetres(12))
    #expect(swipe.maxDuration.value(in: .hand) == .milliseconds(250))
    #expect(swipe.fingers == 3)
    #expect(swipe.directions == [.up, SwipeDirection(angle: .pi / 6)])
    #expect(!settings.cancelsTouches)
    #expect(settings.startsAt?.segments.map { $0.edge } == [.left])
  }

  private struct Wrong: Error {}

  @Test("take a text for a number, a flag and a choice, as a program's configuration may have nothing else")
  func texts() throws {
    var draft = swipe()
    #expect(draft.set("fingers", to: .text("2+")) == nil)
    #expect(draft.set("straightness", to: .text("0.5")) == nil)
    #expect(draft.set("fail_early", to: .text("false")) == nil)
    #expect(draft.set("max_distance", to: .text("none")) == nil)
    #expect(draft.set("decide", to: .text("lift")) == nil)
    var tap = GestureDraft(.tap, hasPixels: false)
    #expect(tap.set("taps", to: .text("2")) == nil)
    guard case .tap(let settings) = try tap.settings(named: "a").get().kind else { throw Wrong() }
    #expect(settings.taps == 2)
  }

  @Test("refuse what is wrong with the sentences of configurations, and keep what they had")
  func refusals() throws {
    var draft = swipe()
    #expect(draft.set("min_distance", to: .number(9)) == nil)
    #expect(
      draft.set("min_distanse", to: .number(12)) == "unknown key \"min_distanse\"; did you mean \"min_distance\"?")
    #expect(draft.set("taps", to: .number(2)) == "\"taps\" is a parameter of tap and long-press, not of swipe")
    #expect(draft.set("min_distance", to: .text("12"))?.contains("has no unit") == true)
    #expect(draft.set("min_distance", to: .number(-1)) == "\"min_distance\" must be 0 or more, not \"-1mm\"")
    #expect(draft.set("min_distance", to: .number(.nan))?.hasPrefix("\"min_distance\" takes a length") == true)
    #expect(draft.set("fingers", to: .number(2.5))?.hasPrefix("\"fingers\" takes a whole number") == true)
    #expect(
      draft.set("min_distance", to: .text("20px")) == "\"min_distance\" is given in pixels, but the screen has none")
    for key in ["view", "action", "name", "requires_failure_of", "ignores_touches_in", "steps"] {
      #expect(draft.set(key, to: .text("a")) != nil, "\(key)")
    }
    guard case .swipe(let swipe) = try draft.settings(named: "a").get().kind else { throw Wrong() }
    #expect(swipe.minDistance == .millimetres(9))
    var other = self.swipe(hasPixels: true)
    #expect(other.set("min_distance", to: .text("20px")) == nil)
  }

  @Test("check keys that must go together at the end, in whatever order they were set")
  func combinations() {
    var draft = GestureDraft(.tap, hasPixels: false)
    #expect(draft.set("min_interval", to: .number(400)) == nil)
    #expect(draft.set("held_side", to: .text("left")) == nil)
    guard case .failure(let refusal) = draft.settings(named: "a") else { return #expect(Bool(false), "not refused") }
    #expect(
      refusal.sentence.hasPrefix("\"min_interval\" must be less than")
        || refusal.sentence.hasPrefix("\"held_side\" needs"))
    #expect(draft.set("max_interval", to: .number(800)) == nil)
    #expect(draft.set("held", to: .number(1)) == nil)
    guard case .success = draft.settings(named: "a") else { return #expect(Bool(false), "refused") }
  }

  @Test("have each key of their kind, with a unit, its values and a default", arguments: GestureKind.Name.allCases)
  func keys(_ kind: GestureKind.Name) {
    for key in kind.draftKeys {
      #expect(!key.values.isEmpty, "\(key.name)")
      var draft = GestureDraft(kind, hasPixels: true)
      guard let standard = key.key.standard, standard.hasPrefix("\"") else { continue }
      #expect(
        draft.set(key.name, to: .text(String(standard.dropFirst().dropLast()))) == nil, "\(key.name) = \(standard)")
    }
  }
}
