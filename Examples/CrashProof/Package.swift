// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "CrashProof",
  dependencies: [.package(name: "Mocoa", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "CrashProof", dependencies: [.product(name: "MocoaTUI", package: "Mocoa")]),
    .testTarget(
      name: "CrashProofTests",
      dependencies: ["CrashProof", .product(name: "MocoaTestSupport", package: "Mocoa")],
      exclude: ["Screens"]),
  ],
  swiftLanguageModes: [.v6]
)
