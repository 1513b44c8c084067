// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Starter",
  dependencies: [.package(name: "Mocoa", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Starter",
      dependencies: [.product(name: "MocoaFeedUI", package: "Mocoa")]),
    .testTarget(
      name: "StarterTests",
      dependencies: [
        "Starter", .product(name: "MocoaTestSupport", package: "Mocoa"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
