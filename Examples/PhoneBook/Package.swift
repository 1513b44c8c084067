// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "PhoneBook",
  dependencies: [.package(name: "Mocoa", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "PhoneBook", dependencies: [.product(name: "MocoaTUI", package: "Mocoa")]),
    .testTarget(
      name: "PhoneBookTests",
      dependencies: ["PhoneBook", .product(name: "MocoaTestSupport", package: "Mocoa")]),
  ],
  swiftLanguageModes: [.v6]
)
