// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "tickled",
  products: [
    .library(name: "Gestures", targets: ["Gestures"]),
    .library(name: "Touchscreens", targets: ["Touchscreens"]),
    .library(name: "GestureTesting", targets: ["GestureTesting"]),
    .executable(name: "tickled", targets: ["tickled"]),
    .executable(name: "tickle", targets: ["tickle"]),
    .executable(name: "tickled-mqtt", targets: ["tickled-mqtt"]),
    .executable(name: "tickle-edit", targets: ["tickle-edit"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // A module boundary marks a change in the kind of code. Kernel: libc, libevdev and libudev through C.
    .systemLibrary(name: "Clibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "Clibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "Cexpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "Clibyaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "Calsa", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "Cwayland", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
    .systemLibrary(name: "Cxkbcommon", pkgConfig: "xkbcommon", providers: [.apt(["libxkbcommon-dev"])]),
    .systemLibrary(name: "Csystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "Cmosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .systemLibrary(name: "Cmicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .target(name: "CLinux", exclude: ["make-key-names"], cSettings: gnuC),
    .target(
      name: "CSounds", exclude: ["make-sounds", "chomp.wav", "hehe.wav"],
      cSettings: strictC + [.headerSearchPath(".")]),
    .target(
      name: "CToml",
      cxxSettings: [
        .define("NDEBUG"), .define("TOML_EXCEPTIONS", to: "0"),
        .define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release)),
      ]),
    .target(name: "CTouchInput", dependencies: ["CLinux", "Clibevdev", "Clibudev"], cSettings: gnuC),
    // Pure: touches, views, recognizers, arbitration. Imports nothing, so other packages can depend on it.
    .target(name: "Gestures", linkerSettings: [.linkedLibrary("m")]),
    // Text, written and read: JSON, what is safe to print, suggestions, padding.
    .target(name: "Text"),
    // Serial queues, and what they do later: libdispatch, behind the few functions that are used.
    .target(name: "Queues", dependencies: ["CLinux"]),
    // What every program needs: log, files, errors of the system, the event loop, exit statuses.
    .target(name: "Program", dependencies: ["CLinux", "Text"]),
    .target(name: "TouchInput", dependencies: ["CLinux", "CTouchInput", "Gestures", "Program", "Queues", "Text"]),
    // What gestures trigger, as values; Effects performs it.
    .target(name: "Actions", dependencies: ["CLinux"]),
    .target(name: "Effects", dependencies: ["Actions", "CLinux", "CSounds", "Calsa", "Gestures", "Program", "Queues"]),
    // Touchscreens as frames on a queue of the caller's, for other packages.
    .target(name: "Touchscreens", dependencies: ["CLinux", "Gestures", "Program", "TouchInput"]),
    // Configuration files: values, kinds of gestures, reading, checking.
    .target(
      name: "Configuration", dependencies: ["Actions", "CToml", "Gestures", "Program", "Text", "TouchInput"]),
    // Why a gesture was not recognized, in words.
    .target(name: "Reasons", dependencies: ["Gestures", "Text"]),
    // A configuration running on one screen: scene, session, bindings, records, replay, explanations.
    .target(
      name: "Screen",
      dependencies: [
        "Actions", "CLinux", "Configuration", "Effects", "Gestures", "Program", "Reasons", "Text", "TouchInput",
      ]),
    // The protocol between the daemon and its clients.
    .target(name: "Control", dependencies: ["Actions", "CLinux", "Configuration", "Program", "Text", "TouchInput"]),
    // Wiring: the queue that owns the engine, panels, interception, reload.
    .target(
      name: "TickledDaemon",
      dependencies: [
        "Actions", "CLinux", "Configuration", "Control", "Effects", "Gestures", "Program", "Queues", "Screen", "Text",
        "TouchInput",
      ]),
    // A full-screen terminal, and the live view on it.
    .target(name: "Terminal", dependencies: ["CLinux", "Program"]),
    .target(
      name: "Monitor",
      dependencies: [
        "CLinux", "Configuration", "Effects", "Gestures", "Program", "Screen", "Terminal", "Text", "TouchInput",
      ]),
    // Pages for a browser; the service doesn't need them. Pages has what all of them need, Report is the page
    // of a replay, Overview that of a configuration.
    .target(name: "Pages", dependencies: ["Text"]),
    .target(
      name: "Report", dependencies: ["Configuration", "Gestures", "Pages", "Program", "Screen", "Text", "TouchInput"]),
    .target(
      name: "Overview",
      dependencies: ["Actions", "Configuration", "Gestures", "Pages", "Program", "Screen", "Text", "TouchInput"]),
    // What hands do, in words, and the touches of it; the service doesn't need them.
    .target(name: "Hands", dependencies: ["Gestures", "Text"]),
    // What tests of programs and packages that use Gestures need: hands in words, pictures, reasons in words.
    .target(name: "GestureTesting", dependencies: ["Gestures", "Hands", "Reasons"]),
    // Hands and recordings with the gestures that must be recognized in them; the service doesn't need them.
    .target(
      name: "Trials", dependencies: ["Configuration", "Gestures", "Hands", "Screen", "Text", "TouchInput"]),
    // What keeps gestures from working; the service doesn't need it.
    .target(name: "Doctor", dependencies: ["Configuration", "Control", "Gestures", "Program", "Text", "TouchInput"]),
    // Configurations of other gesture programs; the service doesn't need them.
    .target(name: "Import", dependencies: ["Actions", "Cexpat", "Clibyaml", "Text"]),
    // The user's session: its compositor and its sensors; the service doesn't need them.
    .target(name: "CSession", dependencies: ["Cwayland", "Csystemd", "Cxkbcommon"], cSettings: strictC),
    .target(name: "Follow", dependencies: ["Actions", "CSession", "Configuration", "Control", "Program", "Text"]),
    // Between the daemon and an MQTT broker. Bridge decides, Broker is the connection.
    .target(name: "Bridge", dependencies: ["Actions", "Configuration", "Control", "Program", "Text", "TouchInput"]),
    .target(name: "Broker", dependencies: ["Bridge", "CLinux", "Cmosquitto", "Program", "Queues"]),
    // The editor of configurations: its document, trials and page. The server is `tickle-edit`.
    .target(
      name: "Editor",
      dependencies: ["Configuration", "Gestures", "Screen", "Text", "TouchInput", "Trials"]),
    // Command lines, nothing else. Only the tool links an argument parser.
    .executableTarget(
      name: "tickled",
      dependencies: ["CLinux", "Configuration", "Effects", "Program", "Screen", "Text", "TickledDaemon"]),
    .executableTarget(
      name: "tickle",
      dependencies: [
        "Actions", "CLinux", "Configuration", "Control", "Doctor", "Effects", "Follow", "Gestures", "Hands", "Import",
        "Monitor",
        "Overview", "Program", "Report", "Screen", "Terminal", "Text", "TouchInput", "Trials",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "tickled-mqtt",
      dependencies: ["Bridge", "Broker", "CLinux", "Configuration", "Control", "Program"]),
    .executableTarget(
      name: "tickle-edit",
      dependencies: [
        "CLinux", "Cmicrohttpd", "Configuration", "Editor", "Gestures", "Hands", "Program", "Text", "TouchInput",
      ]),
    .executableTarget(
      name: "FrameCost", dependencies: ["Configuration", "Gestures", "Screen", "TouchInput"],
      path: "Benchmarks/FrameCost"),
    .executableTarget(
      name: "StrokeAccuracy", dependencies: ["Configuration", "Gestures"], path: "Benchmarks/StrokeAccuracy"),
    // An example, which is also tested.
    .executableTarget(
      name: "PanelTaps", dependencies: ["Gestures", "Touchscreens"], path: "docs/examples/Sources/PanelTaps"),
    .executableTarget(
      name: "ActionStress", dependencies: ["Actions", "CLinux", "Effects", "Program"], path: "Benchmarks/ActionStress"),
    // Saves files, for the tests that let it fail or end at each call of the system.
    .executableTarget(
      name: "Saver", dependencies: ["Program"], path: "Tests/Saver", exclude: ["faults.c"],
      linkerSettings: [.linkedLibrary("dispatch")]),
    .executableTarget(
      name: "FleetLoad",
      dependencies: ["Bridge", "Broker", "CLinux", "Configuration", "Control", "Program", "Text"],
      path: "Benchmarks/FleetLoad"),
    .testTarget(name: "GesturesTests", dependencies: ["GestureTesting", "Gestures"]),
    .testTarget(
      name: "TouchInputTests", dependencies: ["CTouchInput", "Gestures", "Program", "TouchInput", "Touchscreens"]),
    .testTarget(name: "ActionsTests", dependencies: ["Actions", "CLinux"]),
    .testTarget(name: "EffectsTests", dependencies: ["Actions", "CLinux", "Effects", "Gestures", "Program", "Queues"]),
    .testTarget(name: "QueuesTests", dependencies: ["CLinux", "Queues"]),
    .testTarget(name: "ProgramTests", dependencies: ["CLinux", "Program"]),
    .testTarget(name: "TextTests", dependencies: ["Text"]),
    .testTarget(
      name: "ConfigurationTests",
      dependencies: ["Actions", "Configuration", "Gestures", "Program", "Screen", "Text", "TouchInput"]),
    .testTarget(
      name: "ScreenTests",
      dependencies: ["Actions", "CLinux", "Configuration", "Effects", "Gestures", "Program", "Screen", "TouchInput"]),
    .testTarget(
      name: "ControlTests", dependencies: ["Actions", "Configuration", "Control", "Program", "Text", "TouchInput"]),
    .testTarget(
      name: "TickledDaemonTests",
      dependencies: [
        "CLinux", "CTouchInput", "Configuration", "Gestures", "Program", "Screen", "TickledDaemon", "TouchInput",
      ]),
    .testTarget(name: "DoctorTests", dependencies: ["Configuration", "Control", "Doctor", "Program", "TouchInput"]),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal"]),
    .testTarget(
      name: "MonitorTests",
      dependencies: ["Configuration", "Gestures", "Monitor", "Screen", "Terminal", "Text", "TouchInput"]),
    .testTarget(name: "PagesTests", dependencies: ["Pages"]),
    .testTarget(name: "ReportTests", dependencies: ["Configuration", "Gestures", "Report", "Screen", "TouchInput"]),
    .testTarget(name: "OverviewTests", dependencies: ["Configuration", "Overview", "Trials"], exclude: ["drawn"]),
    .testTarget(name: "FollowTests", dependencies: ["Actions", "Configuration", "Control", "Follow"]),
    .testTarget(
      name: "HandsTests", dependencies: ["Configuration", "Gestures", "Hands", "Screen", "TouchInput", "Trials"]),
    .testTarget(name: "GestureTestingTests", dependencies: ["GestureTesting", "Gestures"]),
    .testTarget(name: "TrialsTests", dependencies: ["Configuration", "Hands", "TouchInput", "Trials"]),
    .testTarget(name: "EditorTests", dependencies: ["Configuration", "Editor", "Gestures", "Text", "TouchInput"]),
    // Reads the fuzzers' seeds; the same sources are the fuzzer's.
    .testTarget(
      name: "FuzzTests",
      dependencies: fuzzedModules,
      path: "Tests/fuzz",
      exclude: ["Fuzz.swift", "corpus", "run"]),
    .testTarget(name: "ImportTests", dependencies: ["Actions", "Configuration", "Import", "Trials"]),
    .testTarget(
      name: "BridgeTests",
      dependencies: ["Actions", "Bridge", "Configuration", "Control", "Program", "Text", "TouchInput"]),
    .testTarget(name: "BrokerTests", dependencies: ["Bridge", "Broker", "Cmosquitto", "Configuration", "Program"]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "ActionStress", "CLinux", "CTouchInput", "Configuration", "Control", "Gestures", "Pages", "PanelTaps",
        "Program", "Report", "Saver", "Screen", "Text", "TickledDaemon", "TouchInput", "tickle", "tickle-edit",
        "tickled", "tickled-mqtt",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Devices"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu11,
  cxxLanguageStandard: .cxx17
)

// Built by `make fuzz` only, because every module under it must be built with the sanitizers.
if Context.environment["TICKLED_FUZZ"] != nil {
  // Two targets may not have the same sources.
  package.targets.removeAll { $0.name == "FuzzTests" }
  package.targets.append(
    .executableTarget(
      name: "fuzz",
      dependencies: fuzzedModules,
      path: "Tests/fuzz",
      exclude: ["CorpusTests.swift", "corpus", "run"]))
}

// What a package that depends on this one doesn't get: SwiftPM fetches each dependency of the whole package, and builds its plugins, whatever
// product is asked for. `make` sets the variable.
if Context.environment["TICKLE_TOOL"] == nil {
  package.dependencies = []
  package.products.removeAll { $0.name == "tickle" }
  package.targets.removeAll { ["tickle", "CommandTests"].contains($0.name) }
}

/// For the libraries: a package that depends on a version of this one may not use unsafe flags. Tests/C/run has the warnings.
///
/// Release builds check the sizes of buffers. Not by a flag of the Makefile's, as Debian 13's Swift cannot import libc with it.
var gnuC: [CSetting] { [.define("_GNU_SOURCE"), .define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))] }
var strictC: [CSetting] { gnuC + [.unsafeFlags(["-Wall", "-Wextra", "-Werror=implicit"])] }

/// What the fuzzers and `FuzzTests` give arbitrary input.
var fuzzedModules: [Target.Dependency] {
  [
    "Bridge", "CTouchInput", "Configuration", "Control", "Editor", "Gestures", "Hands", "Import", "Program", "Screen",
    "Text", "TickledDaemon", "TouchInput", "Trials",
  ]
}
