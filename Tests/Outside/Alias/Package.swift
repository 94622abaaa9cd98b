// swift-tools-version: 6.0
import PackageDescription

// A package that gives the module Gestures another name, because it also depends on a package with a module of that name.
let package = Package(
  name: "alias",
  dependencies: [
    .package(url: Context.environment["TICKLED_REPOSITORY"]!, exact: "99.0.0"), .package(path: "Other"),
  ],
  targets: [
    .executableTarget(
      name: "Alias",
      dependencies: [
        .product(name: "Gestures", package: "tickled", moduleAliases: ["Gestures": "TouchGestures"]),
        .product(name: "Other", package: "Other"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
