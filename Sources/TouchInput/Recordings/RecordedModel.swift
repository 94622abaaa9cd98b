import Program
import Text

// The model of a panel in the head of its recording: what the daemon had measured when the recording began. It is a comment, which other
// programs ignore.
//
//     # Panel model 1: {"unit":0.05,"rate":60.0,"noise":0.214,"steadied":0.2,"touches":412,"ghosts":3}

private let mark = "# Panel model "

extension PanelModel.Summary {
  /// The line, without `# ` and its end.
  var remark: String { "\(mark.dropFirst(2))1: \(JSONWriter.text { write(to: &$0) })" }

  /// Reads the model in a recording's head, or a file with only the object.
  package init(file: String) throws(RecordingError) {
    let bytes: [UInt8]
    do { bytes = try SmallFiles.contents(of: file, limit: Recording.sizeLimit) } catch {
      throw RecordingError(file: file, error)
    }
    var device = RecordedDevice()
    var lines = TextLines(bytes, file: file)
    do throws(LineProblem) {
      while device.model == nil, let line = lines.next() { try device.readComment(line) }
    } catch { throw lines.error(error) }
    guard let model = device.model ?? PanelModel.Summary(JSONValue(parsing: bytes)) else {
      let remark = device.warnings.first ?? "`tickle record` and `tickle status` write one"
      throw RecordingError(file: file, problem: "has no panel model (\(remark))")
    }
    self = model
  }
}

extension RecordedDevice {
  /// Reads a comment, which may be the panel's model.
  mutating func readComment(_ text: ArraySlice<UInt8>) throws(LineProblem) {
    guard text.starts(with: mark.utf8) else { return }
    var fields = Fields(text.dropFirst(mark.utf8.count), separator: UInt8(ascii: ":"))
    guard let version = fields.number(digits: 6) else { return }
    if version != 1 {
      warnings.append("the panel model has version \(version), which is not supported: it is not used")
    } else if let known = PanelModel.Summary(JSONValue(parsing: text[fields.at...])) {
      model = known
    } else {
      throw LineProblem("is not a panel model: \(excerpt(text))")
    }
  }
}
