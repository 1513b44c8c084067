// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Profile",
  dependencies: [.package(name: "Mocoa", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Profile", dependencies: [.product(name: "MocoaTUI", package: "Mocoa")]),
    .testTarget(
      name: "ProfileTests",
      dependencies: ["Profile", .product(name: "MocoaTestSupport", package: "Mocoa")]),
  ],
  swiftLanguageModes: [.v6]
)
