import CLinux
import Configuration
import Program
import Queues
import Screen
import Synchronization

/// Reads and checks the configuration, and makes its scenes, on a queue of its own, as a long one takes longer than the time between two
/// frames.
///
/// Requests that come while a file is being read share the next reading.
final class ConfigurationLoader {
  struct Result: Sendable {
    let number: Int
    /// Requested by a client or a signal, rather than because the file has changed.
    let isRequested: Bool
    let outcome: Swift.Result<LoadedConfiguration, ConfigurationError>
  }

  /// Readable when a result is available.
  let fileDescriptor: Int32
  private let path: String
  private let copy: LastGoodConfiguration?
  private let log: Log
  private let queue = SerialQueue(label: "configuration")
  private let result = Slot()
  /// The latest configuration without errors.
  private let latest: QueueBound<Configuration>
  /// The number of the latest reading.
  private var number = 0
  private var isReading = false
  /// Whether the reading that follows this one was requested; `nil` if none follows.
  private var following: Bool?

  /// - Parameter configuration: the one that is active at the start.
  /// - Returns: `nil` if the system has no more descriptors.
  init?(path: String, _ configuration: Configuration, log: Log) {
    self.path = path
    self.log = log
    latest = QueueBound(queue: queue) { configuration }
    copy = LastGoodConfiguration(of: path)
    fileDescriptor = linux_eventfd()
    if fileDescriptor < 0 { return nil }
  }

  deinit { Descriptor.close(fileDescriptor) }

  /// - Parameter panels: the open panels, for which scenes are made.
  /// - Returns: the number of the reading that answers the request.
  func request(isRequested: Bool, for panels: [PanelFacts]) -> Int {
    if isReading {
      following = (following ?? false) || isRequested
      return number + 1
    }
    read(isRequested: isRequested, for: panels)
    return number
  }

  /// Takes the result, once the descriptor is readable, and starts the reading that follows.
  func takeResult(for panels: [PanelFacts]) -> Result? {
    guard linux_eventfd_clear(fileDescriptor) == 0, let taken = result.take() else { return nil }
    isReading = false
    if let following {
      self.following = nil
      read(isRequested: following, for: panels)
    }
    return taken
  }

  /// Saves the text of the configuration that is active now, for a start with a broken file.
  func save(_ text: ConfigurationText) {
    guard let copy else { return }
    queue.async { [log] in
      do throws(SaveFailure) {
        try copy.save(text)
        log.fixed("copy")
      } catch {
        log.trouble(
          about: "copy",
          "the copy of the last valid configuration, last-good.toml in the state directory, was not saved: "
            + "\(error)")
      }
    }
  }

  /// Frees scenes that are no longer used, and returns their memory to the system: each thread of the queue would keep it for itself.
  func discard(_ scenes: [HandedOver<Scene>]) {
    queue.async {
      for scene in scenes { _ = scene.take() }
      linux_release_freed_memory()
    }
  }

  private func read(isRequested: Bool, for panels: [PanelFacts]) {
    number += 1
    isReading = true
    latest.async { [path, result, number, fileDescriptor] latest in
      let outcome = Swift.Result { () throws(ConfigurationError) in
        var file = try ConfigurationFile(path: path)
        file.learnQuirks()
        let isSame = file.configuration.isSame(as: latest)
        latest = file.configuration
        return LoadedConfiguration(file, isSame: isSame, for: panels)
      }
      result.put(Result(number: number, isRequested: isRequested, outcome: outcome))
      _ = linux_eventfd_raise(fileDescriptor)
    }
  }
}

/// Holds one result that one queue hands to another.
private final class Slot: Sendable {
  private let result = Mutex<ConfigurationLoader.Result?>(nil)

  func put(_ new: ConfigurationLoader.Result) { result.withLock { $0 = new } }

  func take() -> ConfigurationLoader.Result? { result.withLock { $0.take() } }
}
