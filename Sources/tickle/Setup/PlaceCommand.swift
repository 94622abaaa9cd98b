import ArgumentParser
import Configuration
import Gestures
import Program
import Screen
import Text
import TouchInput

struct PlaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "place", abstract: "Gives a view its frame by touching two of its corners.",
    discussion: """
      Asks you to touch two opposite corners of the view, and prints the [[view]], or writes its frame with --write. A touch \
      within 5 mm of the edge of the screen, or of the view's parent, means the edge. Ctrl-C ends it, and nothing is changed.

      Examples:
        tickle place menu
        tickle place menu --unit percent --write
      """)

  @OptionGroup var answers: AnswerOptions
  @Option(
    name: .shortAndLong,
    help: "mm, percent or px (default: the unit of the view's frame, else of other frames, else mm).")
  var unit: ViewPlacing.Unit?
  @Flag(
    name: .shortAndLong,
    help: "Writes the frame into the configuration, and leaves everything else in it as it is, with the comments.")
  var write = false
  @Option(name: .shortAndLong, help: "text: the [[view]] in TOML; or json: one object, in millimetres.")
  var format = OutputFormat.text
  @Argument(help: "The view, which need not exist yet.")
  var name: String
  @OptionGroup var file: ConfigurationFile

  func validate() throws {
    if name.isEmpty || !name.unicodeScalars.allSatisfy(\.isPrintable) {
      throw ValidationError("A view's name must not be empty, nor contain control characters.")
    }
  }

  func run() throws {
    let file = try EditedFile(self.file.option)
    let configuration = file.configuration
    let source = try AnswerSource(answers, configuration)
    let screen = try screen(of: source, file)
    let view = configuration.views.first { $0.name == name }
    if view == nil { introduce(configuration) }
    let geometry = source.geometry(with: screen)
    if let warning = geometry.warning { Diagnostics.warn("\(source.name): \(warning)") }
    guard let parent = configuration.parent(of: name, on: screen, size: geometry.size) else {
      throw Diagnostics.failure("tickle: the parent of \(name.quoted) has no size on this screen", .configuration)
    }
    let unit = unit ?? configuration.unit(of: name)
    let pixels = screen.pixelsPerMillimetre(geometry.size)
    if unit == .px && pixels == nil {
      throw Diagnostics.failure(
        "tickle: the screen \(screen.name.quoted) has no `pixels`: choose --unit mm or percent", .usage)
    }
    let placing = try ask(source, geometry, ViewPlacing(name, in: parent, unit: unit, pixelsPerMillimetre: pixels))
    guard let frame = placing.frame, let place = placing.place else { return }
    let onScreen = view == nil && configuration.screens.count > 1 ? screen.name : nil
    let keys =
      [(key: "name", value: name.tomlText)] + (onScreen.map { [(key: "screen", value: $0.tomlText)] } ?? [])
      + [(key: "frame", value: frame)]
    let toml = ConfigurationEdit.text("view", keys)
    try Answer.say(format == .json ? json(place, screen.name, toml) : toml)
    guard write else {
      return Diagnostics.say(
        "Copy these lines to \(file.path(of: ("view", name)).printable). With --write, they are written there.")
    }
    let written = try file.change(("view", name)) { edit throws(ConfigurationEdit.Refusal) in
      try edit.setView(name, frame: frame, screen: onScreen)
    }
    Diagnostics.say("Wrote \(written). `tickle reload` applies it.")
  }

  private func screen(of source: AnswerSource, _ file: EditedFile) throws -> ScreenSettings {
    guard let screen = source.screen(in: file.configuration) else {
      throw Diagnostics.failure(
        "tickle: no [[screen]] of \(file.path.printable) matches \(source.name) (add one with `tickle setup --write`)",
        .configuration)
    }
    if file.configuration.screens.contains(where: { $0.name == name }) || name == screen.name {
      throw Diagnostics.failure("tickle: \(name.quoted) is a screen: its view always covers it", .usage)
    }
    if let other = file.configuration.views.first(where: { $0.name == name })?.screen, other != screen.name {
      throw Diagnostics.failure(
        "tickle: the view \(name.quoted) is on the screen \(other.quoted), and \(source.name) is \(screen.name.quoted)",
        .usage)
    }
    return screen
  }

  private func introduce(_ configuration: Configuration) {
    let suggestion = configuration.views.map(\.name).closest(to: name)
    Diagnostics.say("\(name.quoted) is a new view\(suggestion.map { " (did you mean \($0.quoted)?)" } ?? "").")
  }

  private func ask(_ source: AnswerSource, _ geometry: PanelGeometry, _ start: ViewPlacing) throws -> ViewPlacing {
    var placing = start
    Diagnostics.say("Touch \(source.name) as asked; Ctrl-C ends this, and nothing is changed.\n\(placing.question)")
    try source.run(geometry: geometry, tolerance: 5) { touch in
      if let objection = placing.take(touch) { Diagnostics.say(objection) }
      if !placing.isDone { Diagnostics.say(placing.question) }
      return !placing.isDone
    }
    return placing
  }

  private func json(_ place: Rect, _ screen: String, _ toml: String) -> String {
    JSONWriter.text { writer in
      writer.member("type", "place")
      writer.member("view", name)
      writer.member("screen", screen)
      writer.object("frame") { writer in
        writer.member("x", place.origin.x, decimals: 3)
        writer.member("y", place.origin.y, decimals: 3)
        writer.member("width", place.size.width, decimals: 3)
        writer.member("height", place.size.height, decimals: 3)
      }
      writer.member("toml", toml)
    }
  }
}

extension ViewPlacing.Unit: ExpressibleByArgument {}
