import Foundation
import MocoaTestSupport
import Testing

/// The site of the documents, which `make docs` writes around the reference of the libraries.
@Suite struct SiteTests {
  private static let hasConverters = ["/usr/bin/cmark-gfm", "/usr/bin/mandoc"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Writes the site beside a file, with which its folder goes.
  private func makeSite() async throws -> (file: TemporaryFile, site: URL, result: ProgramResult) {
    let file = try TemporaryFile("", named: "beside")
    let site = URL(filePath: file.folder).appending(path: "site")
    let script = Package.folder.appending(path: "Scripts/docs-site").path
    return (file, site, try await run("sh", [script, try builtProgram("mocoa-tui"), site.path]))
  }

  @Test(
    "42: the site has all parts, and its links lead to pages",
    .enabled(if: hasConverters, "cmark-gfm or mandoc is not installed"))
  func parts() async throws {
    let (file, site, result) = try await makeSite()
    defer { withExtendedLifetime(file) {} }
    #expect(result.status == .exited(0) && result.errorText == "", "\(result.errorText)")

    let names = try FileManager.default.subpathsOfDirectory(atPath: site.path)
    for name in [
      "README.html", "tasks.html", "manual.html", "recipes.html", "CHANGELOG.html", "style.css",
      "Documentation/Parity/Peers.html", "Documentation/Decisions/index.html",
    ] {
      #expect(names.contains(name), "\(name)")
    }
    for name in names where name.hasSuffix(".html") {
      let page = site.appending(path: name)
      let text = try String(contentsOf: page, encoding: .utf8)
      for part in text.components(separatedBy: "href=\"").dropFirst() {
        let link = String(part.prefix { $0 != "\"" && $0 != "#" })
        guard !link.isEmpty, !link.contains(":") else { continue }
        let target = page.deletingLastPathComponent().appending(path: link).standardizedFileURL.path
        let isReference = target.hasPrefix("\(site.path)/reference/")
        #expect(isReference || FileManager.default.fileExists(atPath: target), "\(name): \(link)")
      }
    }
  }

  @Test(
    "42: the site has the manual and the recipes as the program prints them, and all libraries",
    .enabled(if: hasConverters, "cmark-gfm or mandoc is not installed"))
  func generatedPages() async throws {
    let (file, site, _) = try await makeSite()
    defer { withExtendedLifetime(file) {} }
    func text(_ name: String) throws -> String {
      try String(contentsOf: site.appending(path: name), encoding: .utf8)
    }

    let manual = try text("manual.html")
    #expect(manual.contains("id=\"EXIT_STATUS\"") && manual.contains("--watch &lt;seconds&gt;"))
    let recipes = try text("recipes.html")
    for name in ShippedRecipeTests.names {
      #expect(recipes.contains("<td>\(name)</td>"), "\(name)")
    }
    let index = try text("index.html")
    let manifest = Package.folder.appending(path: "Package.swift")
    let libraries = try String(contentsOf: manifest, encoding: .utf8)
      .components(separatedBy: ".library(name: \"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(libraries.count == 8)
    for library in libraries {
      #expect(index.contains("reference/documentation/\(library.lowercased())/"), "\(library)")
    }
  }
}
