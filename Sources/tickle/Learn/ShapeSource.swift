import ArgumentParser
import Configuration
import Gestures
import Program
import Screen
import TouchInput

/// The source of shapes: recordings, or fingers on touchscreens.
struct ShapeSource {
  let recordings: [String]
  let device: String?
  let strokes: Int
  let configuration: Configuration

  var isLive: Bool { recordings.isEmpty }

  /// Calls `wantsMore` with each shape. Ends the command if nothing can be read.
  /// - Parameters:
  ///   - begin: called once with the names of the panels that are read; not for recordings.
  ///   - wantsMore: called with each shape; false ends the run.
  /// - Returns: whether a signal ended the run.
  func run(begin: ([String]) -> Void, wantsMore: @escaping ([[StrokePoint]]) -> Bool) throws -> Bool {
    guard isLive else {
      try play(wantsMore)
      return false
    }
    do throws(DeviceError) {
      var listener = try StrokeListener(device: device, strokes: strokes, configuration: configuration)
      begin(listener.names)
      switch try listener.run(wantsMore) {
      case .enough: return false
      case .interrupted: return true
      case .gone: Diagnostics.say("tickle: the touchscreen is gone")
      }
    } catch {
      throw Diagnostics.failure(
        error.isMissing && device == nil
          ? "tickle: no touchscreen found (plug one in, or learn from a --recording)" : "tickle: \(error)",
        error.exitStatus)
    }
    throw ExitCode(.unavailable)
  }

  private func play(_ wantsMore: @escaping ([[StrokePoint]]) -> Bool) throws {
    for path in recordings {
      let recording = try Recording(file: path)
      let (screen, _) = configuration.screen(forRecordingOf: recording.description)
      var isOpen = true
      StrokeCollector.collect(recording, strokes: strokes, screen: screen) { shape in
        if isOpen { isOpen = wantsMore(shape) }
      }
    }
  }
}
