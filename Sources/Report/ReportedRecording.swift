/// The contents of a page about one recording.
package struct ReportedRecording: Sendable {
  package var recording: String
  /// The replay's results; `nil` if the recording has no frames.
  package var report: ReplayReport?
  package var device: DeviceFacts
  package var warnings: [String] = []

  package init(recording: String, report: ReplayReport?, device: DeviceFacts, warnings: [String] = []) {
    self.recording = recording
    self.report = report
    self.device = device
    self.warnings = warnings
  }
}
