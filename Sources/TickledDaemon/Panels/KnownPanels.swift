import Gestures
import Program
import Queues
import Text
import TouchInput

/// What was measured of panels, in the service's state directory: a panel is known from the first touch after a start. A JSON object per panel
/// and line, the latest one last.
///
/// A line that this version cannot read is left out, and so is what does not fit the panel (`PanelModel.init`).
final class KnownPanels {
  /// The panels that are kept; those before are forgotten.
  private static let most = 32
  private static let sizeLimit = 64 << 10

  /// The marks of a panel: two of the same model at two places have their own noise.
  fileprivate struct Key: Hashable {
    var vendor: Int
    var product: Int
    var version: Int
    var path: String
  }

  fileprivate struct Row {
    let key: Key
    var model: PanelModel.Summary
  }

  private var rows: [Row] = []
  private let file: String
  private let log: Log
  private let queue = SerialQueue(label: "known panels")

  /// - Parameter folder: `nil`: nothing is kept, as the service manager provides no state directory.
  init?(in folder: String?, log: Log) {
    guard let folder else { return nil }
    file = folder + "/panels.jsonl"
    self.log = log
    guard let bytes = try? SmallFiles.contents(of: file, limit: Self.sizeLimit) else { return }
    rows = bytes.split(separator: UInt8(ascii: "\n")).compactMap { Row(JSONValue(parsing: $0)) }.suffix(Self.most)
  }

  /// Returns what is known of a panel; nothing, if it is new.
  func model(of panel: PanelSource) -> PanelModel.Summary {
    rows.last { $0.key == Key(panel) }?.model ?? PanelModel.Summary()
  }

  /// Keeps what was measured of a panel.
  /// - Parameter inUse: whether more will be measured: then it is written only if touches would be handled in another way.
  func keep(_ model: PanelModel.Summary, of panel: PanelSource, inUse: Bool) {
    let key = Key(panel), old = rows.last { $0.key == key }?.model ?? PanelModel.Summary()
    let differs = old.breaks != model.breaks || old.steadied != model.steadied
    guard model.touches > 0, inUse ? differs : old != model else { return }
    rows.removeAll { $0.key == key }
    rows.append(Row(key: key, model: model))
    rows.removeFirst(max(0, rows.count - Self.most))
    let bytes = Array(rows.map { $0.line + "\n" }.joined().utf8)
    queue.async { [file, log] in
      do throws(SaveFailure) {
        try FileChange.save(bytes, to: FilePlace(file), limit: 0o600)
        log.fixed("model")
      } catch {
        log.trouble(about: "model", "what was measured of panels was not saved: \(error)")
      }
    }
  }

  /// Waits until all is written.
  func close() { queue.sync {} }
}

extension KnownPanels.Key {
  fileprivate init(_ panel: PanelSource) {
    let description = panel.device.description
    self.init(
      vendor: Int(description.vendor), product: Int(description.product), version: Int(description.version),
      path: panel.found.path.isEmpty ? description.printableName : panel.found.path.printable)
  }
}

extension KnownPanels.Row {
  fileprivate var line: String {
    JSONWriter.text { writer in
      writer.member("vendor", key.vendor)
      writer.member("product", key.product)
      writer.member("version", key.version)
      writer.member("path", key.path)
      writer.object("model") { model.write(to: &$0) }
    }
  }

  fileprivate init?(_ json: JSONValue?) {
    func number(_ name: String) -> Int? { json?[name]?.number.flatMap { Int(exactly: $0) } }
    guard let vendor = number("vendor"), let product = number("product"), let version = number("version"),
      let path = json?["path"]?.string, let model = PanelModel.Summary(json?["model"])
    else { return nil }
    self.init(key: KnownPanels.Key(vendor: vendor, product: product, version: version, path: path), model: model)
  }
}
