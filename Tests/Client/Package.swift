// swift-tools-version: 6.2
import PackageDescription

// Tests of the contracts through public API, as a client sees it. `Scripts/test-clients` runs them.
//
// The files are links to tests of MocoaCore, MocoaTUI and MocoaFeedUI that import them without `@testable`.
let package = Package(
  name: "Client",
  dependencies: [.package(name: "Mocoa", path: "../..", traits: [])],
  targets: [
    .testTarget(
      name: "ClientTests",
      dependencies: [
        .product(name: "MocoaCore", package: "Mocoa"),
        .product(name: "MocoaTestSupport", package: "Mocoa"),
      ]),
    .testTarget(
      name: "ClientViewTests",
      dependencies: [
        .product(name: "MocoaTUI", package: "Mocoa"),
        .product(name: "MocoaTestSupport", package: "Mocoa"),
      ]),
    .testTarget(
      name: "ClientFeedTests",
      dependencies: [
        .product(name: "MocoaFeedUI", package: "Mocoa"),
        .product(name: "MocoaTestSupport", package: "Mocoa"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
