// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Login",
  dependencies: [.package(name: "Mocoa", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Login",
      dependencies: [
        .product(name: "MocoaItems", package: "Mocoa"),
        .product(name: "MocoaTUI", package: "Mocoa"),
      ]),
    .testTarget(
      name: "LoginTests",
      dependencies: ["Login", .product(name: "MocoaTestSupport", package: "Mocoa")]),
  ],
  swiftLanguageModes: [.v6]
)
