import Configuration
import Editor
import Text

/// Gives the editor arbitrary requests, one a line. Each answer is JSON; no request but a text makes a valid configuration invalid, and
/// comments above the first table stay.
func fuzzEdits(_ bytes: [UInt8]) {
  let comment = "# the hall\n"
  let start = """
    [[view]]
    name = "a"
    frame = { x = "5%", width = "40%" } # room

    [[gesture]]
    name = "next"
    kind = "swipe" # a flick
    view = "a"
    """
  var editor = Editor(
    EditedDocument(ConfigurationText(bytes: Array((comment + start).utf8), path: "c.toml")), Editor.Material())
  for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(20) {
    let wasValid = editor.document.isValid
    let request = try? EditRequest(Array(line))
    let (answer, effect) = editor.answer(Array(line))
    guard JSONValue(parsing: answer) != nil else { fatalError("an answer that is not JSON") }
    if case .save = effect { _ = editor.wasSaved() }
    switch request {
    case .text: return
    case nil, .undo, .redo: break
    default: if wasValid && !editor.document.isValid { fatalError("an edit made the configuration invalid") }
    }
    guard editor.document.text.parts[0].bytes.starts(with: comment.utf8) else { fatalError("a comment is lost") }
  }
}
