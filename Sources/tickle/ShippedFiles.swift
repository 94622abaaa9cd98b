import Glibc

/// Files that are installed with the programs, or lie in the checkout that they were built in.
struct ShippedFiles {
  /// The folder of a checkout that has them: `config`.
  let folder: String
  /// All of them must be readable.
  let names: [String]

  static let demo = ShippedFiles(folder: "config", names: ["demo.evemu", "tickled.toml"])
  static let rules = ShippedFiles(folder: "docs", names: ["rules.md"])

  /// The folder that has them; nil if there is none.
  func find() -> String? {
    places.first { place in names.allSatisfy { access("\(place)/\($0)", R_OK) == 0 } }
  }

  /// Where they are looked for: PREFIX/share/tickled of PREFIX/bin/tickle, then the checkout of
  /// CHECKOUT/.build/TRIPLE/release/tickle.
  var places: [String] {
    var places: [String] = []
    var parent = Self.program.split(separator: "/").dropLast()
    places.append("/" + (parent.dropLast() + ["share", "tickled"]).joined(separator: "/"))
    while !parent.isEmpty, parent.last != ".build" { parent = parent.dropLast() }
    if !parent.isEmpty { places.append("/" + (parent.dropLast() + [Substring(folder)]).joined(separator: "/")) }
    return places
  }

  /// The message where they are missing.
  var missing: String {
    "\(names.joined(separator: " and ")) \(names.count == 1 ? "is" : "are") neither in \(places.joined(separator: ", nor in "))"
  }

  private static var program: String {
    guard let path = realpath("/proc/self/exe", nil) else { return CommandLine.arguments[0] }
    defer { free(path) }
    return String(cString: path)
  }
}
