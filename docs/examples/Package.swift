// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "examples",
  dependencies: [
    // A program of your own names the repository's URL here.
    .package(name: "tickled", path: "../..")
  ],
  targets: [
    .systemLibrary(name: "CSDL2", pkgConfig: "sdl2", providers: [.apt(["libsdl2-dev"])]),
    .executableTarget(
      name: "Creatures",
      dependencies: [
        "CSDL2", .product(name: "Gestures", package: "tickled"),
        .product(name: "Touchscreens", package: "tickled"),
      ]),
    .executableTarget(name: "CardTable", dependencies: [.product(name: "Gestures", package: "tickled")]),
    .executableTarget(
      name: "PanelTaps",
      dependencies: [
        .product(name: "Gestures", package: "tickled"), .product(name: "Touchscreens", package: "tickled"),
      ]),
    .executableTarget(
      name: "Photo",
      dependencies: [
        .product(name: "Gestures", package: "tickled"), .product(name: "Touchscreens", package: "tickled"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
