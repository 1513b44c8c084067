// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Servers",
  dependencies: [.package(name: "Mocoa", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "ServerList",
      dependencies: [.product(name: "MocoaFeedUI", package: "Mocoa")]),
    .testTarget(
      name: "ServerListTests",
      dependencies: [
        "ServerList", .product(name: "MocoaTestSupport", package: "Mocoa"),
      ]),
    .executableTarget(
      name: "Servers",
      dependencies: [.product(name: "MocoaFeedUI", package: "Mocoa")]),
    .testTarget(
      name: "ServersTests",
      dependencies: [
        "Servers", .product(name: "MocoaTestSupport", package: "Mocoa"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
