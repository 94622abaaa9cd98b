import Glibc

/// Returns the names of the TOML files in a folder, sorted, without their ending; files of cases are left out. Empty if the folder
/// cannot be read.
package func namesOfTOMLFiles(in folder: String) -> [String] {
  let suffix = ".toml"
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name.hasSuffix(suffix) && !name.hasSuffix(CaseFile.ending) && !name.hasPrefix(".") {
      names.append(String(name.dropLast(suffix.count)))
    }
  }
  return names.sorted()
}
