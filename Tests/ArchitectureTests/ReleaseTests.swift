import Foundation
import Testing

/// The files that a release, and the package indexes, are made from.
@Suite("42: releases") struct ReleaseTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: SourceFile.packageFolder.appending(path: path), encoding: .utf8)
  }

  /// Returns the text that a pattern captures, at each place.
  private func matches(
    _ pattern: some RegexComponent<(Substring, Substring)>, in text: String
  ) -> [String] {
    text.matches(of: pattern).map { String($0.output.1) }
  }

  /// The words of a file, so that `xz` is not found in `xzcat`.
  private func words(_ path: String) throws -> Set<Substring> {
    Set(try text(path).split { !($0.isLetter || $0.isNumber || "-+.".contains($0)) })
  }

  @Test("workflows call verbs of the Makefile, and install, upload and attest")
  func workflows() throws {
    let verbs = Set(matches(#/(?m)^([a-z-]+):.*## /#, in: try text("Makefile")))
    let folder = SourceFile.packageFolder.appending(path: ".github/workflows").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(names) == ["check.yml", "nightly.yml", "release.yml"])
    for name in names {
      let workflow = try text(".github/workflows/\(name)")
      for command in matches(#/(?m)^ +(?:- )?run: (.+)$/#, in: workflow) {
        let words = command.split(separator: " ")
        if words.first == "make" {
          let unknown = words.dropFirst().filter { !verbs.contains(String($0)) }
          #expect(unknown.isEmpty && words.count > 1, "\(name): \(command)")
        } else {
          #expect(["apt-get", "gh"].contains(words.first), "\(name): \(command)")
        }
      }
      for action in matches(#/(?m)uses: (.+)$/#, in: workflow) {
        #expect(
          action.wholeMatch(of: #/actions/[a-z-]+@[0-9a-f]{40} # v[0-9.]+/#) != nil,
          "\(name): \(action) is not pinned to a commit")
      }
      for key in ["permissions:", "concurrency:", "timeout-minutes:"] {
        #expect(workflow.contains(key), "\(name) has no \(key)")
      }
    }
  }

  @Test("41: the table of migration has all former names, and the README the version")
  func migration() throws {
    let log = try text("CHANGELOG.md")
    let table = try #require(log.components(separatedBy: "### Migration").dropFirst().first)
      .components(separatedBy: "\n## ")[0]
    let options = try text("Sources/mocoa-tui/Options/FormerOption.swift")
      .matches(of: #/FormerOption\(\s*name: "([a-z-]+)", newName: "([a-z-]+)"/#)
    #expect(options.count >= 11)
    for option in options {
      let (name, new) = (option.output.1, option.output.2)
      let line = table.split(separator: "\n").first { $0.contains("--\(name)") }
      #expect(line?.contains("`--\(new)") == true, "\(name)")
    }
    let types = try ArchitectureTests.files.get().flatMap { file in
      file.lines.filter { $0.contains("@available") }.flatMap {
        matches(#/@available\(\*, deprecated, renamed: "([A-Za-z]+)/#, in: $0)
      }
    }
    #expect(types.count >= 5)
    for type in types { #expect(table.contains("| `\(type)"), "\(type)") }
    let source = try text("Sources/mocoa-tui/System/Version.swift")
    let version = try #require(matches(#/static let current = "([0-9.]+)"/#, in: source).first)
    #expect(try text("README.md").contains("from: \"\(version)\""))
    #expect(log.contains("## \(version)") || log.contains("## [\(version)]"))
  }

  @Test("42: the demonstration of the README is a recording of thirty seconds, and a small picture")
  func demonstration() throws {
    let lines = try text("Documentation/demo.cast").split(separator: "\n")
    #expect(lines.first?.contains("\"version\": 2") == true)
    let times = lines.dropFirst().compactMap { line in
      Double(line.dropFirst().prefix { $0 != "," })
    }
    #expect(times.count == lines.count - 1 && times == times.sorted())
    let end = times.last ?? 0
    #expect(end > 25 && end < 35)
    let picture = try text("Documentation/demo.svg")
    #expect(picture.utf8.count < 300_000 && picture.contains("@keyframes"))
    #expect(try text("README.md").contains("(Documentation/demo.svg)"))
  }

  @Test("what checks everything installs the engines first, whose tests are skipped without them")
  func engines() throws {
    for (path, command) in [
      (".ci/run", "make engines check"), (".github/workflows/check.yml", "make engines check"),
      (".github/workflows/nightly.yml", "make engines nightly"),
    ] {
      #expect(try text(path).contains(command), "\(path)")
    }
    #expect(try text("Makefile").contains("export SWIFT TAG URL PATH"))
  }

  @Test("each system package of Package.swift is in setup, formula, PKGBUILD and .spi.yml")
  func systemPackages() throws {
    let manifest = try text("Package.swift")
    let libraries = manifest.split(separator: ".systemLibrary").dropFirst()
    #expect(!libraries.isEmpty)
    let files = Dictionary(
      uniqueKeysWithValues: try [
        "Scripts/setup", ".spi.yml", "Packaging/mocoa-tui.rb", "Packaging/PKGBUILD",
      ].map { ($0, try words($0)) })
    for library in libraries.map(String.init) {
      let debian = try #require(
        matches(#/\.apt\(\["([^"]+)"\]\)/#, in: library).first, "\(library)")
      let brew = try #require(matches(#/\.brew\(\["([^"]+)"\]\)/#, in: library).first, "\(library)")
      for (path, words) in files {
        // Arch has the names of Homebrew.
        let name = path.hasPrefix("Packaging") ? brew : debian
        #expect(words.contains(name[...]), "\(path) has no \(name)")
      }
    }
  }

  @Test("the documentation of each library is built by the index")
  func documentationTargets() throws {
    let libraries = matches(#/\.library\(name: "([^"]+)"/#, in: try text("Package.swift"))
    let targets = matches(#/(?m)^ +- (Mocoa\w+)$/#, in: try text(".spi.yml"))
    #expect(!libraries.isEmpty && Set(targets) == Set(libraries))
    #expect(targets.count == libraries.count)
  }
}
