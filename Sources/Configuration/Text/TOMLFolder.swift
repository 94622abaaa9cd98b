import Program

/// Returns the names of the TOML files in a folder, sorted, without their ending; files of cases are left out. Empty if the folder
/// cannot be read.
package func namesOfTOMLFiles(in folder: String) -> [String] {
  let suffix = ".toml"
  let names = Paths.names(in: folder).filter { $0.hasSuffix(suffix) && !$0.hasSuffix(CaseFile.ending) }
  return names.map { String($0.dropLast(suffix.count)) }.sorted()
}
