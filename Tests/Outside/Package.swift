// swift-tools-version: 6.0
import PackageDescription

// A package as another project would have it: it sees only what is public. `run` builds it against this checkout, and against a version
// of a repository.
let tickled: Package.Dependency =
  if let repository = Context.environment["TICKLED_REPOSITORY"] {
    .package(url: repository, exact: "99.0.0")
  } else {
    .package(name: "tickled", path: "../..")
  }

let package = Package(
  name: "outside",
  dependencies: [tickled],
  targets: [
    .target(
      name: "Tutorials",
      dependencies: [
        .product(name: "Gestures", package: "tickled"), .product(name: "Touchscreens", package: "tickled"),
      ]),
    .testTarget(
      name: "TutorialTests",
      dependencies: [
        "Tutorials", .product(name: "Gestures", package: "tickled"),
        .product(name: "Touchscreens", package: "tickled"),
      ]),
    // The tests of a recognizer, as another project writes them: with the kit and nothing else.
    .testTarget(
      name: "KitTests",
      dependencies: [
        .product(name: "Gestures", package: "tickled"), .product(name: "GestureTesting", package: "tickled"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
