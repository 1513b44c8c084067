// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "PlainText",
  dependencies: [.package(name: "Mocoa", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "PlainText", dependencies: [.product(name: "MocoaCore", package: "Mocoa")]),
    .testTarget(name: "PlainTextTests", dependencies: ["PlainText"]),
  ],
  swiftLanguageModes: [.v6]
)
