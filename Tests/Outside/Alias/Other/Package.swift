// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Other", products: [.library(name: "Other", targets: ["Gestures"])], targets: [.target(name: "Gestures")])
