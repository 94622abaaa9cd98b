import ArgumentParser
import Configuration
import Gestures
import Overview
import Program
import Screen
import Text
import TouchInput
import Trials

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows what a configuration's gestures look like: as text, a page or a picture.",
    discussion: """
      Each screen to scale with its views; for each gesture a pictogram, the movement in words, what it does, in which \
      modes, what it waits for, and the warnings of tickle check. Without --output it prints this as text. Needs neither a \
      panel nor the daemon: without a size in the configuration and without a panel of the screen, the size is assumed.

      Examples:
        tickle show kiosk.toml
        tickle show kiosk.toml --output gestures.html
      """)

  @OptionGroup var file: ConfigurationFile
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Writes a page (.html) or a picture (.svg) instead, for a browser, for paper or as a wallpaper.",
      valueName: "file"))
  var output: String?
  @Option(name: .shortAndLong, help: "text, or json: one object per line for each gesture on each of its views.")
  var format = OutputFormat.text

  func validate() throws {
    guard let output else { return }
    if format != .text { throw ValidationError("--format is about the text: leave out --output or --format.") }
    if !output.hasSuffix(".html") && !output.hasSuffix(".svg") {
      throw ValidationError("--output must name a file that ends with .html or .svg, not '\(output.printable)'.")
    }
  }

  func run() throws {
    let path = Configuration.path(option: file.config)
    let (configuration, remarks) = try Configuration.remarks(path: path, from: Reach.remarks(besideConfiguration: path))
    let overview = Overview(configuration, remarks, sizes: Self.sizes(of: configuration))
    guard let output else {
      switch format {
      case .text: return try Answer.say(OverviewText(overview).text.printableLines)
      case .json: return try OverviewText(overview).jsonLines.forEach { try Answer.say($0) }
      }
    }
    let bytes = output.hasSuffix(".svg") ? OverviewPicture(overview).bytes : OverviewPage(overview).bytes
    try FileChange.save(bytes, to: FilePlace(output), limit: InputFile(path).permissions)
  }

  /// The sizes of the connected panels that this user may read, by the names of their screens.
  private static func sizes(of configuration: Configuration) -> [String: Size] {
    var sizes: [String: Size] = [:]
    for found in (try? DeviceDiscovery().enumerate()) ?? [] {
      guard let panel = try? PanelSource.open(found, configuration), let screen = configuration.screen(for: panel),
        sizes[screen.name] == nil
      else { continue }
      let geometry = screen.geometry(of: panel.facts)
      if geometry.sizeSource != .assumed { sizes[screen.name] = geometry.size }
    }
    return sizes
  }
}

extension String {
  /// The text with its newlines, everything else safe to print.
  fileprivate var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }.joined(separator: "\n")
  }
}
