import ArgumentParser
import TouchInput

/// The option of the commands that play recordings for what is known of the panel.
struct PanelModelOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The panel model to begin with, from a recording or from JSON, instead of the recording's own; none: nothing is known.",
      valueName: "file"), completion: .file())
  var panelModel: String?

  /// Reads the model; `nil`: the recording's own. A file without a model ends the command.
  func load() throws -> PanelModel.Summary? {
    guard let panelModel else { return nil }
    if panelModel == "none" { return PanelModel.Summary() }
    return try PanelModel.Summary(file: panelModel)
  }
}
