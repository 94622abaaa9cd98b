/// What a page says of one recording.
package struct ReportedRecording: Sendable {
  package var recording: String
  /// `nil`: it has no frame.
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
