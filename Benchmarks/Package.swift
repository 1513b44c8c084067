// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "Mocoa", path: "..")],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "MocoaCore", package: "Mocoa"),
        .product(name: "MocoaFeed", package: "Mocoa"),
        .product(name: "MocoaTUI", package: "Mocoa"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
