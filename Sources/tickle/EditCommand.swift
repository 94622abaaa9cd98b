import ArgumentParser

/// Starts `tickle-edit`, as git starts its commands: only that program needs the library that speaks HTTP.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edits a configuration in the browser: views, gestures, thresholds, and hands to try them.",
    usage: "tickle edit [FILE] [--recordings RECORDING ...] [--panel WxHmm] [--port PORT]",
    discussion: """
      Prints an address for a browser on this machine. It works once, for the browser that opens it first. The page shows the \
      screen in millimetres: views are moved and resized on it, gestures are added from cards, and a hand that is drawn with the \
      mouse says which gesture recognizes it, and why the others do not. A threshold that moves shows at once what becomes of the \
      recordings and of the cases in NAME.test.toml. Saving shows the difference first; comments and the order of the file stay.

      It ends with Ctrl-C, with Done on the page, and after ten minutes without an open page. Needs the package tickled-edit.

      Examples:
        tickle edit
        tickle edit kiosk.toml --recordings swipe.evemu
      """)

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Recordings whose outcome the page shows.", valueName: "recording"), completion: .file())
  var recordings: [String] = []
  @Option(
    help: ArgumentHelp(
      "The size of the screen, if the configuration does not say it (default: 217x136mm).", valueName: "WxHmm"))
  var panel: PanelSize?
  @Option(help: ArgumentHelp("The port on 127.0.0.1 (default: any that is free).", valueName: "port"))
  var port: UInt16 = 0
  @Argument(
    help: ArgumentHelp("The configuration (default: as for --config).", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var file: String?

  func validate() throws {
    if (recordings + [file].compactMap { $0 }).contains("-") {
      throw ValidationError("`tickle edit` reads files, not standard input.")
    }
  }

  func run() throws {
    var words = ["tickle-edit"]
    if let file { words.append(file.hasPrefix("-") ? "./\(file)" : file) }
    if !recordings.isEmpty { words += ["--recordings"] + recordings.map { $0.hasPrefix("-") ? "./\($0)" : $0 } }
    if let panel { words += ["--panel", "\(panel.size.width)x\(panel.size.height)mm"] }
    words += ["--port", "\(port)"]
    throw ExitCode(NeighbourProgram("tickle-edit", package: "tickled-edit").execute(words))
  }
}
