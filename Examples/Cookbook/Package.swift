// swift-tools-version: 6.2
import PackageDescription

let mocoa: Target.Dependency = .product(name: "MocoaTUI", package: "Mocoa")

let package = Package(
  name: "Cookbook",
  dependencies: [.package(name: "Mocoa", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "Pods", dependencies: [mocoa]),
    .executableTarget(name: "Library", dependencies: [mocoa]),
    .executableTarget(name: "Board", dependencies: [mocoa]),
    .executableTarget(name: "Folders", dependencies: [mocoa]),
    .executableTarget(name: "Chart", dependencies: [mocoa]),
    .executableTarget(name: "Log", dependencies: [mocoa]),
    .executableTarget(name: "ToDos", dependencies: [mocoa]),
    .executableTarget(name: "Dashboard", dependencies: [mocoa]),
    .executableTarget(name: "Cells", dependencies: [mocoa]),
    .executableTarget(
      name: "Orders",
      dependencies: [
        .product(name: "MocoaEngines", package: "Mocoa"),
        .product(name: "MocoaFeed", package: "Mocoa"),
        .product(name: "MocoaItems", package: "Mocoa"), mocoa,
      ]),
    .target(name: "Greetings", dependencies: [mocoa]),
    .executableTarget(name: "Host", dependencies: ["Greetings", mocoa]),
    .testTarget(
      name: "CookbookTests",
      dependencies: [
        "Pods", "Library", "Board", "Cells", "Chart", "Dashboard", "Folders", "Host", "Log",
        "Orders", "ToDos",
        .product(name: "MocoaTestSupport", package: "Mocoa"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
