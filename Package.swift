// swift-tools-version: 6.2
import PackageDescription

/// Warnings of our own targets stop the build where `MOCOA_STRICT` is set, as `make check` does.
let strict: [SwiftSetting] =
  Context.environment["MOCOA_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// Returns an executable that consists of `main.swift`, and of a target that is built only with the
/// trait `Program`.
///
/// SwiftPM builds the executables of a dependency in some orders of its commands, whether the client
/// uses them or not.
func program(_ name: String, of target: String) -> Target {
  .executableTarget(
    name: name,
    dependencies: [
      "MocoaSystem", .target(name: target, condition: .when(traits: ["Program"])),
    ],
    path: "Sources/Programs/\(name)")
}

let package = Package(
  name: "Mocoa",
  products: [
    .library(name: "MocoaDiff", targets: ["MocoaDiff"]),
    .library(name: "MocoaCore", targets: ["MocoaCore"]),
    .library(name: "MocoaFeed", targets: ["MocoaFeed"]),
    .library(name: "MocoaItems", targets: ["MocoaItems"]),
    .library(name: "MocoaEngines", targets: ["MocoaEngines"]),
    .library(name: "MocoaTUI", targets: ["MocoaTUI"]),
    .library(name: "MocoaFeedUI", targets: ["MocoaFeedUI"]),
    .library(name: "MocoaTestSupport", targets: ["MocoaTestSupport"]),
    .executable(name: "mocoa-tui", targets: ["mocoa-tui"]),
    .executable(name: "mocoa-fetch", targets: ["mocoa-fetch"]),
  ],
  // A client that needs the libraries alone fetches no other package: `.package(…, traits: [])`.
  traits: ["Program", .default(enabledTraits: ["Program"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    // Differences of lists; the standard library alone.
    .target(name: "MocoaDiff"),
    // Re-exports the C library of the system under one name.
    .target(name: "MocoaSystem"),
    // Modules, view models and lists. No Foundation, no terminal.
    .target(name: "MocoaCore", dependencies: ["MocoaDiff"]),

    // Starts commands that cannot outlive the program, in C: what runs between fork and exec.
    .target(name: "CProcess"),

    // Decompression.
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "CLzma", pkgConfig: "liblzma", providers: [.apt(["liblzma-dev"]), .brew(["xz"])]),
    .systemLibrary(name: "CBzip2", providers: [.apt(["libbz2-dev"]), .brew(["bzip2"])]),

    // libyaml itself, as a binding that needs all of Foundation would cost every start of the
    // program.
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),

    // Bytes to rows to list models.
    .target(
      name: "MocoaFeed",
      dependencies: [
        "MocoaCore", "MocoaSystem", "CProcess", "CZlib", "CZstd", "CLzma", "CBzip2", "CLibYAML",
        "CPCRE2",
      ]),

    // Rows as dictionaries with typed keys, and code that is generated from rows.
    .target(name: "MocoaItems", dependencies: ["MocoaCore", "MocoaFeed"]),

    // Regular expressions: Documentation/Decisions/regular-expressions.md.
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),

    // No pkgConfig: it drops the flag that turns the wide-character functions on.
    .systemLibrary(
      name: "CNcurses",
      providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
    .target(name: "CTerminal"),
    .target(
      name: "MocoaTUI",
      dependencies: ["MocoaCore", "MocoaSystem", "CNcurses", "CTerminal"]),
    // Lists over SQL engines, whose libraries and programs are loaded when they are asked for.
    .target(name: "MocoaEngines", dependencies: ["MocoaFeed", "MocoaSystem"]),
    // Feeds on the screen: the feed page, cells for JSON, manifests, commands on rows.
    .target(
      name: "MocoaFeedUI", dependencies: ["MocoaCore", "MocoaFeed", "MocoaSystem", "MocoaTUI"]),

    .target(
      name: "MocoaTUIProgram",
      dependencies: [
        "MocoaCore", "MocoaFeed", "MocoaItems", "MocoaEngines", "MocoaSystem", "MocoaTUI",
        "MocoaFeedUI",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["Program"])),
      ],
      path: "Sources/mocoa-tui"),
    program("mocoa-tui", of: "MocoaTUIProgram"),

    .systemLibrary(
      name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    // A program of its own: libcurl is loaded only where an address is opened.
    .target(
      name: "MocoaFetchProgram", dependencies: ["CCurl", "MocoaSystem"],
      path: "Sources/mocoa-fetch"),
    program("mocoa-fetch", of: "MocoaFetchProgram"),

    .target(
      name: "MocoaTestSupport",
      dependencies: [
        "MocoaDiff", "MocoaCore", "MocoaSystem", "MocoaTUI", "CZlib", "CZstd", "CLzma", "CBzip2",
      ],
      path: "Tests/MocoaTestSupport"),
    .testTarget(
      name: "MocoaTestSupportTests", dependencies: ["MocoaTUI", "MocoaTestSupport"]),
    .target(name: "AllocationCounting", path: "Tests/AllocationCounting"),
    .testTarget(
      name: "MocoaDiffTests",
      dependencies: ["MocoaDiff", "MocoaTestSupport", "AllocationCounting"]),
    .testTarget(name: "MocoaCoreTests", dependencies: ["MocoaCore", "MocoaTestSupport"]),
    .testTarget(
      name: "MocoaFeedTests",
      dependencies: ["MocoaFeed", "MocoaSystem", "mocoa-fetch", "MocoaTestSupport"]),
    .testTarget(name: "MocoaItemsTests", dependencies: ["MocoaItems", "MocoaTestSupport"]),
    .testTarget(
      name: "MocoaEnginesTests",
      dependencies: [
        "MocoaEngines", "MocoaItems", "mocoa-tui", "MocoaTUI", "MocoaTestSupport",
      ]),
    .testTarget(name: "MocoaFetchTests", dependencies: ["mocoa-fetch", "MocoaTestSupport"]),
    .testTarget(
      name: "MocoaTUITests",
      dependencies: ["MocoaTUI", "MocoaSystem", "MocoaTestSupport", "CNcurses"]),
    .testTarget(
      name: "MocoaFeedUITests",
      dependencies: ["MocoaFeed", "MocoaTUI", "MocoaFeedUI", "MocoaTestSupport"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["mocoa-tui", "mocoa-fetch", "MocoaFeed", "MocoaTUI", "MocoaTestSupport"],
      exclude: ["Recipes", "Reference", "Screens"]),
    // What `mocoa-tui generate` writes is compiled and run as a part of it.
    .testTarget(
      name: "GeneratedCodeTests",
      dependencies: ["mocoa-tui", "MocoaFeedUI", "MocoaItems", "MocoaTestSupport"],
      exclude: ["Feeds"]),
    .testTarget(name: "ArchitectureTests"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings = (target.swiftSettings ?? []) + strict
}
