// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Goods",
  dependencies: [.package(name: "Mocoa", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Goods",
      dependencies: [
        .product(name: "MocoaFeedUI", package: "Mocoa"),
        .product(name: "MocoaItems", package: "Mocoa"),
      ]),
    .testTarget(
      name: "GoodsTests",
      dependencies: ["Goods", .product(name: "MocoaTestSupport", package: "Mocoa")]),
  ],
  swiftLanguageModes: [.v6]
)
