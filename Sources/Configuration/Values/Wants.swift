import TouchInput
extension Configuration {
  package var wantedCodes: Set<EventCode> { [] }
  package var wantsMotion: Bool { false }
}
