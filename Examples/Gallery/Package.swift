// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Gallery",
  dependencies: [.package(name: "Mocoa", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Gallery", dependencies: [.product(name: "MocoaTUI", package: "Mocoa")]),
    .testTarget(
      name: "GalleryTests",
      dependencies: ["Gallery", .product(name: "MocoaTestSupport", package: "Mocoa")]),
  ],
  swiftLanguageModes: [.v6]
)
