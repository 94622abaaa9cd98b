import Testing

@testable import Gestures

/// What a recognizer knows of others, without an engine.
struct RelationsTests {
  private let a = makeTap("a")
  private let b = makeTap("b")
  private let c = makeTap("c")

  @Test func `A requirement counts once, and beside others (REQ-1)`() {
    var relations = Relations()
    for recognizer in [a, b, a, c, b] { relations.require(recognizer) }
    #expect(relations.requirements.map(\.name) == ["a", "b", "c"])
  }

  @Test func `A gesture yields to those that are named, and to no other (REQ-10)`() {
    var relations = Relations()
    #expect(!relations.mayYield && !relations.yields(to: a))
    relations.yield(to: a)
    relations.yield(to: b)
    relations.yield(to: a)
    #expect(relations.mayYield && relations.yields(to: a) && relations.yields(to: b) && !relations.yields(to: c))
  }

  @Test func `A step belongs to its sequences until it leaves each of them (SEQ-1)`() {
    let (one, two) = (SequenceGestureRecognizer(name: "one"), SequenceGestureRecognizer(name: "two"))
    var relations = Relations()
    #expect(!relations.isStep)
    for sequence in [one, two, one] { relations.join(sequence) }
    #expect(relations.sequences.map(\.name) == ["one", "two"] && relations.isStep)
    relations.leave(one)
    #expect(relations.sequences.map(\.name) == ["two"] && relations.isStep)
    relations.leave(one)
    #expect(relations.isStep)
    relations.leave(two)
    #expect(relations.sequences.isEmpty && !relations.isStep)
    var alone: SequenceGestureRecognizer? = SequenceGestureRecognizer(name: "alone")
    relations.join(alone!)
    alone = nil
    relations.leave(one)
    #expect(!relations.isStep, "one that is gone has no steps")
  }

  @Test func `A set of recognizers has its members, all of them or none`() {
    #expect(RecognizerSet.all.contains(a) && !RecognizerSet.none.contains(a))
    let some = RecognizerSet.some([a, b])
    #expect(some.contains(a) && some.contains(b) && !some.contains(c) && !some.isAll)
  }
}
