// swift-tools-version: 6.2
import PackageDescription

// A library, since libFuzzer brings the main function; `make fuzz` links the two.
let package = Package(
  name: "Fuzz",
  products: [.library(name: "Fuzz", type: .static, targets: ["Fuzz"])],
  dependencies: [.package(name: "Mocoa", path: "..", traits: [])],
  targets: [
    .target(
      name: "Fuzz",
      dependencies: [
        .product(name: "MocoaCore", package: "Mocoa"),
        .product(name: "MocoaFeed", package: "Mocoa"),
        .product(name: "MocoaTUI", package: "Mocoa"),
        .product(name: "MocoaFeedUI", package: "Mocoa"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
