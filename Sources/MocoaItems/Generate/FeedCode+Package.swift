import MocoaFeed

extension FeedCode {
  /// The dependency of a new package on the libraries.
  package enum Dependency: Sendable {
    /// A checkout, as a path from the new package.
    case path(String)
    /// The address of a repository, and the first version that is accepted.
    case url(String, from: String)

    /// Creates a dependency from a text: an address, or else a path.
    package init(_ text: String, version: String) {
      let isURL = text.contains("://") || text.hasPrefix("git@")
      self = isURL ? .url(text, from: version) : .path(text)
    }

    fileprivate var declaration: String {
      switch self {
      case .path(let path): ".package(name: \"Mocoa\", path: \(path.swiftLiteral), traits: [])"
      case .url(let url, let version):
        ".package(url: \(url.swiftLiteral), from: \(version.swiftLiteral), traits: [])"
      }
    }

    /// The name by which targets refer to the package.
    fileprivate var name: String {
      guard case .url(let url, _) = self else { return "Mocoa" }
      let last = url.split { $0 == "/" || $0 == ":" }.last ?? "Mocoa"
      return last.hasSuffix(".git") ? String(last.dropLast(4)) : String(last)
    }
  }

  /// Returns the files of a package that displays the feed, by their paths in its folder.
  package func files(
    ofPackage name: String, dependency: Dependency
  ) -> [(path: String, text: String)] {
    [
      ("Package.swift", manifest(ofPackage: name, dependency)),
      ("Sources/\(name)/Main.swift", main),
      ("Sources/\(name)/\(modelName).swift", swift),
      ("Tests/\(name)Tests/\(modelName)Tests.swift", test(of: name)),
      ("Tests/\(name)Tests/ScreenTests.swift", screenTest(of: name)),
      (".gitignore", ".build/\n"),
    ]
  }

  private func manifest(ofPackage name: String, _ dependency: Dependency) -> String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "\(name)",
      dependencies: [\(dependency.declaration)],
      targets: [
        .executableTarget(
          name: "\(name)",
          dependencies: [.product(name: "MocoaFeedUI", package: "\(dependency.name)")]),
        .testTarget(
          name: "\(name)Tests",
          dependencies: [
            "\(name)", .product(name: "MocoaTestSupport", package: "\(dependency.name)"),
          ]),
      ],
      swiftLanguageModes: [.v6]
    )

    """
  }

  private var main: String {
    """
    import MocoaFeedUI

    @main struct Main {
      static func main() {
        let feed = CommandLine.arguments.dropFirst().first ?? "\(domain).json"
        Application.run(feed: feed) { modules in
          modules["mocoa://\(domain)/"].register\(modelName)Cell()
        }
      }
    }

    """
  }

  private func screenTest(of name: String) -> String {
    """
    import MocoaFeedUI
    import MocoaTestSupport
    import Testing

    @testable import \(name)

    /// The program as its user sees it, in a terminal in memory.
    @MainActor @Suite struct ScreenTests {
      @Test func rowsAreShownAndQQuits() throws {
        let modules = ModuleRegistry()
        modules["mocoa://\(domain)/"].register\(modelName)Cell()
        let rows = "[\\(\(modelName)Tests.text)]"
        let feed = Feed(source: MemorySource(rows, name: "\(domain).json"))
        feed.wait(forRows: 1, timeout: .seconds(10))
        let screen = try ScreenDriver(columns: 60, rows: 5)
        screen.show(try Application.makePage(feed: feed, registry: modules))
        #expect(screen.terminal.lines[0].hasPrefix(\(titleExpectation)))
        screen.type("q")
        #expect(screen.application.exitStatus == 0)
      }
    }

    """
  }
}
