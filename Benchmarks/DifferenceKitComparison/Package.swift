// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that DifferenceKit is fetched only where this comparison is run.
let package = Package(
  name: "DifferenceKitComparison",
  dependencies: [
    .package(name: "Mocoa", path: "../.."),
    .package(url: "https://github.com/ra1028/DifferenceKit.git", exact: "1.3.0"),
  ],
  targets: [
    .executableTarget(
      name: "Comparison",
      dependencies: [
        .product(name: "DifferenceKit", package: "DifferenceKit"),
        .product(name: "MocoaCore", package: "Mocoa"),
        .product(name: "MocoaDiff", package: "Mocoa"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
