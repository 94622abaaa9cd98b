import CLinux

/// Files that are installed with the programs, or are in the checkout that the programs were built in.
package struct ShippedFiles: Sendable {
  /// The files' folder in a checkout, such as `config`.
  let folder: String
  /// The files' names. A folder counts only if all of them are readable.
  let names: [String]
  /// The files' folder below PREFIX/share/tickled; `nil`: that folder itself.
  var installed: String?

  package static let demo = ShippedFiles(folder: "config", names: ["demo.evemu", "tickled.toml"])
  package static let rules = ShippedFiles(folder: "Sources/Gestures/Gestures.docc", names: ["Rules.md"])
  package static let recipes = ShippedFiles(
    folder: "config/cookbook", names: ["kiosk-exit.toml"], installed: "cookbook")
  package static let starters = ShippedFiles(folder: "config/starters", names: ["kiosk.toml"], installed: "starters")
  /// The service's permissions.
  package static let dropIns = ShippedFiles(
    folder: "systemd/drop-in", names: ["intercept.conf"], installed: "drop-in")
  /// Learned shapes.
  package static let strokes = ShippedFiles(folder: "config/strokes", names: ["circle.toml"], installed: "strokes")

  /// Returns the first folder that has the files; `nil` if none does.
  package func find() -> String? {
    places.first { place in names.allSatisfy { Paths.isReadable("\(place)/\($0)") } }
  }

  /// The folders to search. For PREFIX/bin/tickle that is PREFIX/share/tickled, or a folder in it; for
  /// CHECKOUT/.build/TRIPLE/release/tickle it is also the folder of the checkout.
  package var places: [String] {
    var folders = Self.program.split(separator: "/").map(String.init)
    _ = folders.popLast()
    var places = [Self.path(Array(folders.dropLast()), "share/tickled" + (installed.map { "/" + $0 } ?? ""))]
    while let last = folders.popLast() {
      if last == ".build" {
        places.append(Self.path(folders, folder))
        break
      }
    }
    return places
  }

  private static func path(_ folders: [String], _ further: String) -> String {
    "/" + (folders + [further]).joined(separator: "/")
  }

  /// The message for missing files.
  package var missing: String {
    "\(names.joined(separator: " and ")) \(names.count == 1 ? "is" : "are") not in "
      + "\(places.joined(separator: ", nor in ")) (install tickled again)"
  }

  private static var program: String {
    Paths.resolved("/proc/self/exe") ?? String(cString: linux_program_name())
  }
}
