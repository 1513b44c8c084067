// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Contacts",
  dependencies: [.package(name: "Mocoa", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Contacts", dependencies: [.product(name: "MocoaFeedUI", package: "Mocoa")]),
    .testTarget(
      name: "ContactsTests",
      dependencies: ["Contacts", .product(name: "MocoaTestSupport", package: "Mocoa")]),
  ],
  swiftLanguageModes: [.v6]
)
