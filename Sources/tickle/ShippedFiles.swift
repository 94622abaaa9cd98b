import Glibc

/// Files that are installed with the programs, or are in the checkout that the programs were built in.
struct ShippedFiles {
  /// The files' folder in a checkout, such as `config`.
  let folder: String
  /// The files' names. A folder counts only if all of them are readable.
  let names: [String]

  static let demo = ShippedFiles(folder: "config", names: ["demo.evemu", "tickled.toml"])
  static let rules = ShippedFiles(folder: "docs", names: ["rules.md"])

  /// Returns the first folder that has the files; `nil` if none does.
  func find() -> String? {
    places.first { place in names.allSatisfy { access("\(place)/\($0)", R_OK) == 0 } }
  }

  /// The folders to search. For PREFIX/bin/tickle that is PREFIX/share/tickled; for
  /// CHECKOUT/.build/TRIPLE/release/tickle it is also the folder of the checkout.
  var places: [String] {
    var places: [String] = []
    var parent = Self.program.split(separator: "/").dropLast()
    places.append("/" + (parent.dropLast() + ["share", "tickled"]).joined(separator: "/"))
    while !parent.isEmpty, parent.last != ".build" { parent = parent.dropLast() }
    if !parent.isEmpty { places.append("/" + (parent.dropLast() + [Substring(folder)]).joined(separator: "/")) }
    return places
  }

  /// The message for missing files.
  var missing: String {
    "\(names.joined(separator: " and ")) \(names.count == 1 ? "is" : "are") not in "
      + "\(places.joined(separator: ", nor in ")) (install tickled again)"
  }

  private static var program: String {
    guard let path = realpath("/proc/self/exe", nil) else { return CommandLine.arguments[0] }
    defer { free(path) }
    return String(cString: path)
  }
}
