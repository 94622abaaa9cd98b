/// Where actions find what they need, and how long they wait for it. Tests have their own.
package struct ActionSurroundings: Sendable {
  /// How long the `ended` of a gesture waits for what its changes still have to do.
  package var patience: Duration = .seconds(10)
  /// How long a stream's program that died stays away: at first, and doubled each time up to the longest.
  package var firstPause: Duration = .milliseconds(100)
  package var longestPause: Duration = .seconds(30)
  /// How long a stream's program that no action names any more may go on after its standard input has ended.
  package var streamGrace: Duration = .seconds(2)

  package init() {}
}
