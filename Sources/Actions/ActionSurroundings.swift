/// Where actions find what they need, and how long they wait for it. Tests have their own.
package struct ActionSurroundings: Sendable {
  /// How long the `ended` of a gesture waits for what its changes still have to do.
  package var patience: Duration = .seconds(10)

  package init() {}
}
