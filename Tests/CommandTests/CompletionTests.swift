import Foundation
import Testing

@Suite("Completion of names", .startsPrograms)
struct CompletionTests {
  private static let configuration = """
    [[screen]]
    name = "wall"
    [[view]]
    name = "menu"
    [[gesture]]
    name = "next"
    kind = "swipe"
    [[gesture]]
    name = "nearer"
    kind = "pinch"
    [mode.night]
    disable = "next"

    """

  /// What bash offers for a command line whose last word is being typed.
  private func offers(_ words: [String], in folder: TemporaryFolder) async throws -> [String] {
    let script = try Program.tickle.run(["--generate-completion-script", "bash"]).output
    let line = (["tickle"] + words).map { "'\($0)'" }.joined(separator: " ")
    let test = """
      \(script)
      PATH=\(Program.folder):$PATH
      COMP_WORDS=(\(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
      _tickle tickle "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let path = try folder.write(test, to: "complete.bash")
    let child = try Child(["bash", path], environment: [:], output: nil)
    let outcome = try await child.ended()
    return outcome.output.split(separator: "\n").map { String($0).trimmingCharacters(in: .whitespaces) }
  }

  @Test(arguments: [
    (["explain", "--gesture", "n"], ["next", "nearer"]), (["explain", "--gesture", "ne"], ["next", "nearer"]),
    (["explain", "--gesture", "nex"], ["next"]), (["set", "gesture", "n"], ["next", "nearer"]),
    (["set", "view", "m"], ["menu"]), (["set", "mode", "n"], ["night"]), (["set", "mode", "d"], ["default"]),
    (["rotate", "w"], ["wall"]),
  ])
  func `Names of the configuration are offered where they belong`(words: [String], names: [String]) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.configuration, to: "c.toml")
    let line = [words[0], "--config", path] + words.dropFirst()
    #expect(try await offers(line, in: folder).sorted() == names.sorted())
  }

  @Test func `A configuration that is an argument has the names`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.configuration, to: "c.toml")
    #expect(try await offers(["explain", path, "--gesture", "nex"], in: folder) == ["next"])
  }

  @Test func `The numbers of rules are offered`() async throws {
    let folder = try TemporaryFolder()
    #expect(try await offers(["explain", "--rule", "TAP-1"], in: folder).contains("TAP-11"))
  }

  @Test func `An invalid configuration, and one from standard input, have no names and no errors`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[[gesture]]\n", to: "c.toml")
    #expect(try await offers(["set", "--config", path, "gesture", "n"], in: folder).isEmpty)
    #expect(try await offers(["set", "--config", "-", "gesture", "n"], in: folder).isEmpty)
  }
}
