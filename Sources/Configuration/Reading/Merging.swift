/// Joins the tables of a configuration's files.
extension ConfigurationReader {
  /// Returns one document for several: lists of tables and named tables are added; the keys of other tables are put together.
  func merged(_ documents: [TOMLTable]) -> TOMLTable {
    var root = documents[0]
    for document in documents.dropFirst() {
      for entry in document.entries { add(entry, to: &root) }
    }
    return root
  }

  private func add(_ entry: TOMLTable.Entry, to root: inout TOMLTable) {
    guard let index = root.entries.firstIndex(where: { $0.key == entry.key }) else { return root.entries.append(entry) }
    switch (root.entries[index].value.content, entry.value.content) {
    case (.array(let first), .array(let second)): root.entries[index].value.content = .array(first + second)
    case (.table(var table), .table(let other)):
      // Names that are declared twice are reported where they are read.
      if ["mode", "actions"].contains(entry.key) {
        table.entries += other.entries
      } else if entry.key == "profile" {
        for kind in other.entries { addProfile(kind, to: &table) }
      } else {
        for key in other.entries { add(key, to: &table, of: entry.key) }
      }
      root.entries[index].value.content = .table(table)
    default:
      // Whichever is of the wrong type is reported where it is read, if it comes first.
      report(
        "\(entry.key.quoted) is \(entry.value.kindOfTable) here, and \(root.entries[index].value.kindOfTable) "
          + findings.location(of: root.entries[index].keyPlace, from: entry.keyPlace), at: entry.keyPlace)
    }
  }

  /// Adds the keys of a kind's profile.
  private func addProfile(_ entry: TOMLTable.Entry, to table: inout TOMLTable) {
    guard let index = table.entries.firstIndex(where: { $0.key == entry.key }),
      case .table(var first) = table.entries[index].value.content, case .table(let other) = entry.value.content
    else { return add(entry, to: &table, of: "profile") }
    for key in other.entries { add(key, to: &first, of: "profile.\(entry.key)") }
    table.entries[index].value.content = .table(first)
  }

  /// Adds a key to a table, unless it has it with the same value.
  private func add(_ entry: TOMLTable.Entry, to table: inout TOMLTable, of name: String) {
    guard let first = table[entry.key] else { return table.entries.append(entry) }
    if first.value.isSame(as: entry.value) { return }
    report(
      "\(entry.key.quoted) of [\(name)] is \(entry.value.described) here, and \(first.value.described) "
        + findings.location(of: first.value.place, from: entry.value.place), at: entry.value.place)
  }
}

extension TOMLValue {
  fileprivate var kindOfTable: String {
    switch content {
    case .array: "a list of tables"
    case .table: "a table"
    default: "a value"
    }
  }

  /// Whether both are the same, apart from their places.
  fileprivate func isSame(as other: TOMLValue) -> Bool {
    switch (content, other.content) {
    case (.string(let a), .string(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.float(let a), .float(let b)): a == b
    case (.boolean(let a), .boolean(let b)): a == b
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.table(let a), .table(let b)):
      a.entries.count == b.entries.count
        && a.entries.allSatisfy { entry in b[entry.key].map { entry.value.isSame(as: $0.value) } ?? false }
    default: false
    }
  }
}
