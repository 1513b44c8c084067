// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "Mocoa", path: "..", traits: [])],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "BenchmarkSupport",
        .product(name: "MocoaCore", package: "Mocoa"),
        .product(name: "MocoaFeed", package: "Mocoa"),
        .product(name: "MocoaItems", package: "Mocoa"),
        .product(name: "MocoaEngines", package: "Mocoa"),
        .product(name: "MocoaTUI", package: "Mocoa"),
        .product(name: "MocoaFeedUI", package: "Mocoa"),
      ],
      // Rounding a number calls the C library's mathematics, which nothing else links.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    // ncurses used directly, to compare with, and a count of allocations.
    .target(
      name: "BenchmarkSupport",
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
  ],
  swiftLanguageModes: [.v6]
)
