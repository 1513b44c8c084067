// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the other toolkits are fetched only where this comparison is run.
// Each program is a product, so that one that does not build leaves the others.
let package = Package(
  name: "ToolkitComparison",
  dependencies: [
    .package(name: "Mocoa", path: "../..", traits: []),
    .package(url: "https://github.com/phranck/TUIkit.git", exact: "0.6.0"),
    .package(
      url: "https://github.com/rensbreur/SwiftTUI.git",
      revision: "537133031bc2b2731048d00748c69700e1b48185"),
  ],
  targets: [
    .executableTarget(
      name: "MocoaList", dependencies: [.product(name: "MocoaTUI", package: "Mocoa")]),
    .executableTarget(
      name: "TUIkitList", dependencies: [.product(name: "TUIkit", package: "TUIkit")],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "SwiftTUIList", dependencies: [.product(name: "SwiftTUI", package: "SwiftTUI")],
      swiftSettings: [.swiftLanguageMode(.v5)]),
  ],
  swiftLanguageModes: [.v6]
)
