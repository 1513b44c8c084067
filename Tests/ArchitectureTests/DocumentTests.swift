import Foundation
import Testing

/// Links and code in documents.
@Suite struct DocumentTests {
  /// A Markdown file of the package.
  struct Document: CustomTestStringConvertible {
    /// The path from the package's folder.
    let path: String
    let lines: [Substring]

    var testDescription: String { path }
    var folder: URL {
      SourceFile.packageFolder.appending(path: path).deletingLastPathComponent()
    }

    /// The fenced blocks with their language and the line of the opening fence, from 1.
    var blocks: [(line: Int, language: String, code: [Substring])] {
      var blocks: [(line: Int, language: String, code: [Substring])] = []
      var isOpen = false
      for (index, line) in lines.enumerated() {
        if line.hasPrefix("```") {
          if !isOpen { blocks.append((index + 1, String(line.dropFirst(3)), [])) }
          isOpen.toggle()
        } else if isOpen {
          blocks[blocks.count - 1].code.append(line)
        }
      }
      return blocks
    }

    /// The text of the lines outside fenced blocks, with their numbers, from 1.
    var prose: [(line: Int, text: String)] {
      var prose: [(line: Int, text: String)] = []
      var isOpen = false
      for (index, line) in lines.enumerated() {
        if line.hasPrefix("```") {
          isOpen.toggle()
        } else if !isOpen {
          // Code between backticks has no links.
          prose.append((index + 1, String(line).replacing(#/`[^`]*`/#, with: "")))
        }
      }
      return prose
    }

    /// The anchors of the headings, as GitHub makes them.
    var anchors: Set<String> {
      var anchors: Set<String> = []
      for (line, text) in prose where text.hasPrefix("#") {
        let title = lines[line - 1].drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
        let kept = title.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        anchors.insert(kept.replacing(" ", with: "-"))
      }
      return anchors
    }
  }

  static let documents: [Document] = {
    let root = SourceFile.packageFolder
    let paths = FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []
    return paths.filter { $0.hasSuffix(".md") && !$0.contains(".build/") }.sorted().map { path in
      let text = (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
      return Document(
        path: path, lines: text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }()

  @Test func thereAreDocuments() {
    let paths = Set(Self.documents.map(\.path))
    #expect(paths.isSuperset(of: ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]))
  }

  @Test(arguments: documents) func linksLeadToFilesAndHeadings(_ document: Document) throws {
    for (line, text) in document.prose {
      for match in text.matches(of: #/\]\(([^)\s]+)\)/#) {
        let target = String(match.1)
        // Addresses, and the links of DocC, which `docc` checks.
        if target.contains("://") || target.hasPrefix("doc:") { continue }
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let url = parts[0].isEmpty ? nil : document.folder.appending(path: String(parts[0]))
        if let url, !FileManager.default.fileExists(atPath: url.path) {
          Issue.record("\(document.path):\(line): there is no \(target)")
        } else if parts.count == 2 {
          let path = url?.standardizedFileURL.path
          let other =
            path.map { path in
              Self.documents.first {
                SourceFile.packageFolder.appending(path: $0.path).standardizedFileURL.path == path
              }
            } ?? document
          let found = other?.anchors.contains(String(parts[1])) ?? false
          #expect(found, "\(document.path):\(line): there is no heading \(target)")
        }
      }
    }
  }

  @Test(arguments: documents) func filesThatAreNamedExist(_ document: Document) {
    // What the changelog names may be gone by now.
    guard document.path != "CHANGELOG.md" else { return }
    checkNamedFiles(in: document.lines, of: document.path)
  }

  /// The paths of all Swift files, each after a slash.
  static let swiftPaths = Result { () throws -> [String] in
    try ["Sources", "Tests", "Examples"].flatMap { try SourceFile.texts(below: $0) }
      .map { "/" + $0.path }
  }

  @Test(arguments: documents) func filesOfSwiftThatAreNamedExist(_ document: Document) throws {
    guard document.path != "CHANGELOG.md" else { return }
    let paths = try Self.swiftPaths.get()
    for (index, line) in document.lines.enumerated() where line.contains(".swift`") {
      for match in String(line).matches(of: /`([A-Z][A-Za-z0-9+.]*\/[A-Za-z0-9+.\/]*\.swift)`/) {
        if !paths.contains(where: { $0.hasSuffix("/" + match.1) }) {
          Issue.record("\(document.path):\(index + 1): there is no \(match.1)")
        }
      }
    }
  }

  @Test func filesThatCommentsNameExist() throws {
    for file in try ArchitectureTests.files.get() {
      checkNamedFiles(in: file.lines, of: file.path)
    }
  }

  private func checkNamedFiles(in lines: [some StringProtocol], of path: String) {
    let folders = "Sources|Tests|Documentation|Examples|Scripts|Benchmarks|Fuzz"
    let pattern = try? Regex(
      "`((?:\(folders))/[A-Za-z0-9_./+-]+)`", as: (Substring, Substring).self)
    for (index, line) in lines.enumerated() where line.contains("/") {
      for match in pattern.map({ String(line).matches(of: $0) }) ?? [] {
        let url = SourceFile.packageFolder.appending(path: String(match.1))
        if match.1.contains(".build") || FileManager.default.fileExists(atPath: url.path) {
          continue
        }
        Issue.record("\(path):\(index + 1): there is no \(match.1)")
      }
    }
  }

  @Test func filesHaveNamesWithoutBlanksAndCommas() {
    let root = SourceFile.packageFolder
    for folder in ["Sources", "Tests", "Documentation", "Examples", "Scripts"] {
      let paths = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      for case let path as String in paths ?? .init() where !path.contains(".build") {
        #expect(!path.contains(" ") && !path.contains(","), "\(folder)/\(path)")
      }
    }
  }

  @Test(arguments: documents) func blocksAreClosed(_ document: Document) {
    let fences = document.lines.count { $0.hasPrefix("```") }
    #expect(fences.isMultiple(of: 2), "a block is not closed")
  }

  /// A block of Swift in the documents is a quotation of a file that is compiled: of the tests, or
  /// of an example package.
  @Test(arguments: documents) func blocksOfSwiftAreQuotations(_ document: Document) throws {
    guard !Self.sketches.contains(document.path) else { return }
    let sources = try Self.compiled.get()
    for block in document.blocks where block.language == "swift" {
      for part in Self.paragraphs(of: block.code)
      where !sources.contains(where: { $0.contains(part) }) {
        Issue.record("\(document.path):\(block.line): no compiled file has these lines:\n\(part)")
      }
    }
  }

  /// Documents whose code is a sketch, with names that stand for the reader's own.
  static let sketches: Set = [
    "Sources/MocoaCore/MocoaCore.docc/LiveList.md",
    "Sources/MocoaCore/MocoaCore.docc/MocoaCore.md",
  ]

  /// The compiled files that documents quote, without indentation.
  static let compiled = Result {
    try ["Tests", "Examples"].flatMap { try SourceFile.texts(below: $0) }.map {
      unindented($0.text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }

  /// The parts of a block between lines with `// …`, which stand for what is left out.
  static func paragraphs(of code: [Substring]) -> [String] {
    code.split { $0.trimmingCharacters(in: .whitespaces) == "// …" }
      .map { unindented(Array($0)).trimmingCharacters(in: .newlines) }
      .filter { !$0.isEmpty }
  }

  private static func unindented(_ lines: [Substring]) -> String {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }

  @Test("defect K13: closures in the examples of comments do not retain self")
  func examplesDoNotRetainSelf() throws {
    let lines = try SourceFile.texts(below: "Sources").flatMap {
      $0.text.matches(of: #/\n *\/\/\/.*\{ *self\..*/#).map { String($0.0) }
    }
    #expect(lines.isEmpty)
  }
}
