import Foundation
import Testing

@Suite("check --schema", .startsPrograms)
struct EditorSchemaTests {
  private static let hasValidator: Bool = {
    guard let child = try? Child(["python3", "-c", "import jsonschema, tomllib"], environment: [:], output: nil) else {
      return false
    }
    for _ in 0..<2_000 {
      if let outcome = try? child.outcome() { return outcome.end == .status(0) }
      usleep(5_000)
    }
    return false
  }()

  @Test(.enabled(if: hasValidator, "python3-jsonschema is not installed"))
  func `A validator of others accepts it, and with it the recipes and not a misspelled key`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.tickle.run(["check", "--schema"])
    #expect(outcome.end == .status(0))
    let schema = try folder.write(outcome.output, to: "schema.json")
    let wrong = try folder.write("[[gesture]]\nname = \"a\"\nkind = \"tap\"\nfinger = 2\n", to: "wrong.toml")
    let script = """
      import glob, json, sys, tomllib, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft7Validator.check_schema(schema)
      validator = jsonschema.Draft7Validator(schema)
      valid = lambda path: validator.is_valid(tomllib.load(open(path, "rb")))
      recipes = glob.glob(sys.argv[3] + "/config/**/*.toml", recursive=True)
      recipes = [path for path in recipes if "/strokes/" not in path and ".test." not in path]
      print(len(recipes) > 15, all(map(valid, recipes)), valid(sys.argv[2]))
      """
    let child = try Child(["python3", "-c", script, schema, wrong, Files.checkout], environment: [:], output: nil)
    let checked = try await child.ended()
    #expect(checked.output == "True True False\n", "\(checked.errors)")
  }

  @Test(arguments: [["--schema", "x"], ["--schema", "--strict"], ["--schema", "--effective"]])
  func `It takes neither a file nor other options`(arguments: [String]) throws {
    #expect(try Program.tickle.run(["check"] + arguments).end == .status(64))
  }
}
