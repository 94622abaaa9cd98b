// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "tickled",
  products: [
    .library(name: "Gestures", targets: ["Gestures"]),
    .executable(name: "tickled", targets: ["tickled"]),
    .executable(name: "tickle", targets: ["tickle"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // Borders stand where the kind of code changes. Kernel: what libc, libevdev and libudev offer, as C.
    .systemLibrary(name: "Clibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "Clibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "Calsa", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .target(name: "CLinux", exclude: ["make-key-names"], cSettings: strictC),
    .target(
      name: "CSounds", exclude: ["make-sounds", "chomp.wav", "hehe.wav"],
      cSettings: strictC + [.headerSearchPath(".")]),
    .target(name: "CToml", cxxSettings: [.define("NDEBUG"), .define("TOML_EXCEPTIONS", to: "0")]),
    .target(name: "CTouchInput", dependencies: ["Clibevdev", "Clibudev"], cSettings: strictC),
    // Pure: touches, views, recognizers, arbitration. Imports nothing; others may depend on it.
    .target(name: "Gestures", linkerSettings: [.linkedLibrary("m")]),
    .target(name: "TouchInput", dependencies: ["CTouchInput", "Gestures"]),
    // Effects: what a gesture sets off.
    .target(name: "Actions", dependencies: ["CLinux", "CSounds", "Calsa", "Gestures"]),
    // Wiring: configuration, bindings, the queue that owns the engine.
    .target(name: "TickledDaemon", dependencies: ["Actions", "CLinux", "CToml", "Gestures", "TouchInput"]),
    // A terminal taken over whole, and the live view on it.
    .target(name: "Terminal", dependencies: ["CLinux"]),
    .target(name: "Monitor", dependencies: ["CLinux", "Gestures", "Terminal", "TickledDaemon", "TouchInput"]),
    // Pages of replays; a service makes none.
    .target(name: "Report", dependencies: ["Gestures", "TickledDaemon", "TouchInput"]),
    // Command lines, nothing else. Only the tool pays for an argument parser.
    .executableTarget(name: "tickled", dependencies: ["TickledDaemon"]),
    .executableTarget(
      name: "tickle",
      dependencies: [
        "Monitor", "Report", "TickledDaemon", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(name: "FrameCost", dependencies: ["TickledDaemon"], path: "Benchmarks/FrameCost"),
    .executableTarget(name: "StrokeAccuracy", dependencies: ["Gestures"], path: "Benchmarks/StrokeAccuracy"),
    .executableTarget(name: "ActionStress", dependencies: ["Actions", "CLinux"], path: "Benchmarks/ActionStress"),
    .testTarget(name: "GesturesTests", dependencies: ["Gestures"]),
    .testTarget(name: "TouchInputTests", dependencies: ["TouchInput"]),
    .testTarget(name: "ActionsTests", dependencies: ["Actions", "CLinux"]),
    .testTarget(name: "TickledDaemonTests", dependencies: ["TickledDaemon"]),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal"]),
    .testTarget(name: "MonitorTests", dependencies: ["Monitor"]),
    .testTarget(name: "ReportTests", dependencies: ["Report", "TickledDaemon", "TouchInput"]),
    .testTarget(
      name: "CommandTests", dependencies: ["Report", "TickledDaemon", "tickled", "tickle", "ActionStress"],
      exclude: ["Devices"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu11,
  cxxLanguageStandard: .cxx17
)

// `make fuzz` alone builds it: every module under it has to be built with the sanitizers.
if Context.environment["TICKLED_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["TickledDaemon"], path: "Tests/fuzz", exclude: ["corpus", "run"]))
}

var strictC: [CSetting] { [.define("_GNU_SOURCE"), .unsafeFlags(["-Wall", "-Wextra", "-Werror=implicit"])] }
