// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ContactCard",
  dependencies: [.package(name: "Mocoa", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "ContactCard", dependencies: [.product(name: "MocoaTUI", package: "Mocoa")]),
    .testTarget(
      name: "ContactCardTests",
      dependencies: ["ContactCard", .product(name: "MocoaTestSupport", package: "Mocoa")]),
  ],
  swiftLanguageModes: [.v6]
)
