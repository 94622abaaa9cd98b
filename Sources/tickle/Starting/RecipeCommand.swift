import ArgumentParser
import Screen
import Text

struct RecipeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recipe", abstract: "Lists the shipped recipes, or prints one of them.",
    discussion: """
      A recipe is a whole configuration for one kind of machine. Copy one with --output and change it, or copy parts of it \
      into your own configuration.

      Examples:
        tickle recipe
        tickle recipe kiosk-exit --output kiosk.toml
      """)

  @Option(name: .shortAndLong, help: "text, or json: one object per line.")
  var format = OutputFormat.text
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; a file that exists is not overwritten.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var output: String?
  @Argument(
    help: "The recipe to print; without a name, all recipes are listed.",
    completion: .custom { ShippedConfigurations.recipes.names(beginning: $2) })
  var name: String?

  func validate() throws {
    guard output != nil else { return }
    if name == nil { throw ValidationError("Name the recipe to write: tickle recipe NAME --output FILE") }
    if format == .json { throw ValidationError("--output writes the recipe itself: leave out --format json.") }
  }

  func run() throws {
    let recipes = ShippedConfigurations.recipes
    guard let name else { return try recipes.list(format) }
    let recipe = try recipes.entry(name)
    guard let output, output != "-" else { return try recipes.show(recipe, format, withText: true) }
    try NewFile(path: output).write(recipe.text)
    Diagnostics.say("Wrote \(output.printable)")
  }
}
