import ArgumentParser
import Configuration
import Glibc
import Program
import TouchInput

/// The configuration that a command reads and may change.
struct EditedFile {
  let path: String
  let configuration: Configuration
  private let bytes: [UInt8]?

  /// Reads the file. One that is invalid ends the command; one that does not exist is an empty configuration.
  init(_ option: ConfigurationOption) throws {
    path = Configuration.path(option: option.config)
    do throws(ConfigurationError) {
      let bytes = try contents(path: path)
      let (configuration, diagnostics) = Configuration.parse(bytes: bytes, path: path)
      guard let configuration else { throw .unusable(diagnostics) }
      self.configuration = configuration
      self.bytes = bytes
    } catch {
      guard case .missing = error else {
        Diagnostics.say("\(error)")
        throw ExitCode(error.exitStatus)
      }
      configuration = Configuration(path: path)
      bytes = nil
    }
  }

  /// Returns the values of keys of a `[[gesture]]` as they are written.
  func values(ofGesture name: String) -> [String: String] {
    ConfigurationEdit.values(ofGesture: name, in: bytes ?? [], path: path)
  }

  /// Changes the file: all of it or nothing. A file that was changed since it was read stays as it is.
  func change(_ edit: (inout ConfigurationEdit) throws(ConfigurationEdit.Refusal) -> Void) throws {
    var changed = ConfigurationEdit(bytes ?? [], of: configuration)
    do {
      try edit(&changed)
    } catch {
      Diagnostics.say("tickle: \(error) (copy the lines above into it)")
      throw ExitCode(.configuration)
    }
    guard (try? contents(path: path)) == bytes else {
      Diagnostics.say("tickle: \(path.printable) was changed meanwhile (copy the lines above into it)")
      throw ExitCode(.ioError)
    }
    guard bytes != nil else {
      let file = NewFile(path: path)
      try file.makeParents()
      return try file.write(String(decoding: changed.bytes, as: UTF8.self))
    }
    do {
      try AtomicFile(path: path).write(changed.bytes)
    } catch {
      Diagnostics.say("tickle: \(error) (copy the lines above into a file of your own, or run this as its owner)")
      throw ExitCode(access(path, W_OK) == 0 ? .ioError : .noPermission)
    }
  }
}
