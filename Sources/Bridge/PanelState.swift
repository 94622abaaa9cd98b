import Control
import Text
import TouchInput

/// What a panel reports about itself: the message on its state topic, which the broker keeps.
package struct PanelState: Equatable, Sendable {
  /// What was not sent, or not followed, since the bridge started.
  package struct Counts: Equatable, Sendable {
    /// Events that reached the broker.
    package var events: Count = 0
    /// Events that were dropped because they waited longer than `max_age`, or were too many.
    package var dropped: Count = 0
    /// Events that were on their way when the connection to the broker ended: they may have arrived.
    package var unconfirmed: Count = 0
    /// Lines that the daemon could not hand over, as this process did not read them in time.
    package var missed: Count = 0
    /// Messages that would have changed something, and were not followed.
    package var refused: Count = 0
    /// Messages that a newer one to the same topic replaced before their turn, or whose daemon went before that.
    package var skipped: Count = 0
    /// How often the connection to the broker was lost.
    package var reconnects: Count = 0

    package init() {}
  }

  package struct Screen: Equatable, Sendable {
    package var screen: String
    package var name: String
    package var width: Double
    package var height: Double
    package var frames: Count
    package var lost: Count
    package var filtered: Count
    /// In millimetres.
    package var noise: Double?
    package var kernelBugs: Count
  }

  package var version: String
  package var configuration: String
  package var hash: String
  package var mode: String
  package var isPaused: Bool
  package var isDisplayOn: Bool?
  /// The orientations of the screens, by their names.
  package var orientations: [DaemonDescription.Screen]
  /// Seconds since 1970; `nil`: there was no touch yet.
  package var lastTouch: Double?
  /// The gesture that was published last.
  package var lastGesture: String?
  package var lastError: String?
  package var screens: [Screen]
  package var counts = Counts()

  package init(_ status: DaemonStatus, _ description: DaemonDescription, at moment: Moment) {
    version = status.version
    configuration = status.configuration
    hash = description.hash
    mode = status.mode
    isPaused = status.isPaused
    isDisplayOn = description.isDisplayOn
    orientations = description.screens
    // Whole seconds, so that it stays the same until the next touch.
    lastTouch = status.lastTouch.map { (moment.unix - $0).rounded() }
    lastError = status.configurationErrors.first
    screens = status.panels.map { panel in
      let filtered = panel.filtered
      return Screen(
        screen: panel.screen, name: panel.name, width: panel.width, height: panel.height, frames: Count(panel.frames),
        lost: Count(panel.dropped),
        filtered: Count.sum([filtered.repeatedTaps, filtered.bursts, filtered.stale, filtered.ghosts]),
        noise: panel.model?.noise, kernelBugs: Count.sum(panel.kernelBugs.values))
    }
  }

  package var lost: Count { screens.map(\.lost).reduce(0, +) }
  package var filtered: Count { screens.map(\.filtered).reduce(0, +) }
  package var noise: Double? { screens.compactMap(\.noise).max() }

  /// The message.
  package func payload(at moment: Moment) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("version", version)
      writer.member("config", configuration)
      writer.member("hash", hash)
      writer.member("mode", mode)
      writer.member("paused", isPaused)
      if let isDisplayOn { writer.member("display", isDisplayOn) }
      writer.object("orientations") { writer in
        for screen in orientations {
          writer.key(screen.name)
          writer.string(screen.orientation)
        }
      }
      if let lastTouch {
        writer.member("last_touch", ISOTime.text(lastTouch))
        writer.member("idle", max(0, moment.unix - lastTouch), decimals: 0)
      }
      if let lastGesture { writer.member("last_gesture", lastGesture) }
      if let lastError { writer.member("last_error", lastError) }
      writer.member("lost", lost)
      writer.member("filtered", filtered)
      if let noise { writer.member("noise", noise, decimals: 3) }
      writer.member("events", counts.events)
      writer.member("dropped", counts.dropped)
      writer.member("unconfirmed", counts.unconfirmed)
      writer.member("missed", counts.missed)
      writer.member("refused", counts.refused)
      writer.member("skipped", counts.skipped)
      writer.member("reconnects", counts.reconnects)
      writer.objects("screens", screens) { screen, writer in
        writer.member("screen", screen.screen)
        writer.member("name", screen.name)
        writer.member("width", screen.width, decimals: 1)
        writer.member("height", screen.height, decimals: 1)
        writer.member("frames", screen.frames)
        writer.member("lost", screen.lost)
        writer.member("filtered", screen.filtered)
        if let noise = screen.noise { writer.member("noise", noise, decimals: 3) }
        writer.member("kernel_bugs", screen.kernelBugs)
      }
      writer.member("updated", ISOTime.text(moment.unix))
    }
  }
}
