/// What a replay prints, and how fast it goes.
package struct ReplayOptions: Sendable {
  package var format = OutputFormat.text
  /// Whether the lines say which actions are set off.
  package var showsActions = true
  /// As slowly as it was recorded, instead of as fast as it goes.
  package var isRealTime = false
  /// For people who watch: of a gesture that changes only so many lines a second, by their time. `nil`: all.
  package var changesPerSecond: Int?
  package var session = Session.Options()

  package init() {}
}
