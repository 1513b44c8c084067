import Testing

/// The rules of ARCHITECTURE.md that the compiler does not check.
@Suite struct ArchitectureTests {
  /// The modules that each target may import.
  static let allowed: [String: Set<String>] = [
    "MocoaDiff": [],
    "MocoaSystem": ["Glibc", "Musl", "Darwin"],
    "MocoaCore": standardLibrary.union(collections).union(["MocoaDiff"]),
    "MocoaFeed": standardLibrary.union(collections).union(platform).union([
      "MocoaCore", "CPCRE2", "CProcess", "CZlib", "CZstd", "CLzma", "CBzip2",
      "CLibYAML",
    ]),
    "MocoaItems": standardLibrary.union(platform).union(["MocoaCore", "MocoaFeed"]),
    "MocoaEngines": standardLibrary.union(platform).union(["MocoaFeed"]),
    "MocoaTUI": standardLibrary.union(platform).union(["MocoaCore"]),
    "MocoaFeedUI": standardLibrary.union(platform).union(["MocoaCore", "MocoaFeed", "MocoaTUI"]),
    "mocoa-tui": standardLibrary.union(platform).union([
      "MocoaCore", "MocoaFeed", "MocoaItems", "MocoaEngines", "MocoaTUI", "MocoaFeedUI",
      "ArgumentParser",
    ]),
    "mocoa-fetch": standardLibrary.union(["MocoaSystem", "CCurl"]),
    "Programs": ["MocoaSystem", "MocoaTUIProgram", "MocoaFetchProgram"],
  ]

  static let standardLibrary: Set<String> = ["Swift", "Observation", "Synchronization"]
  static let platform: Set<String> = [
    "Foundation", "FoundationEssentials", "MocoaSystem", "Dispatch",
  ]
  static let collections: Set<String> = [
    "Collections", "BitCollections", "DequeModule", "HashTreeCollections", "HeapModule",
    "OrderedCollections",
  ]
  /// The targets that others build upon.
  static let libraries: Set<String> = [
    "MocoaDiff", "MocoaCore", "MocoaFeed", "MocoaItems", "MocoaEngines", "MocoaTUI", "MocoaFeedUI",
  ]
  /// The one folder that knows the terminal's C libraries.
  static let terminalFolder = "Sources/MocoaTUI/Ncurses/"

  static let files = Result { try SourceFile.all(below: "Sources") }

  @Test func thereAreSources() throws {
    let targets = Set(try Self.files.get().map(\.target))
    #expect(targets.isSuperset(of: Self.libraries))
  }

  @Test func targetsImportOnlyWhatTheyMay() throws {
    for file in try Self.files.get() {
      var allowed = try #require(Self.allowed[file.target], "\(file) is in no target of the table")
      if file.path.hasPrefix(Self.terminalFolder) { allowed.formUnion(["CNcurses", "CTerminal"]) }
      #expect(file.imports.isSubset(of: allowed), "\(file)")
    }
  }

  // All of Foundation has ICU: 60 MB in a program, and milliseconds of each start.
  @Test func foundationIsTheEssentialsWhereThereAreSuch() throws {
    for file in try Self.files.get() where file.imports.contains("Foundation") {
      #expect(file.imports.contains("FoundationEssentials"), "\(file)")
    }
  }

  @Test func librariesDoNotTrapOrPrint() throws {
    // `getch` would refresh a window of ncurses, and with it what panels cover.
    let forbidden = [
      "try!", "as!", "fatalError(", "print(", "debugPrint(", "abort(", "getch(", "wgetch(",
    ]
    for file in try Self.files.get() where Self.libraries.contains(file.target) {
      for (index, line) in file.code.enumerated() {
        let isUnwrap = line.utf8.contains(UInt8(ascii: "!"))
        // Each of them has one of these signs; a search for words takes longer.
        guard isUnwrap || line.utf8.contains(UInt8(ascii: "(")) else { continue }
        for word in forbidden where line.containsWord(word) {
          Issue.record("\(file):\(index + 1): \(word)")
        }
        if isUnwrap, line.hasForceUnwrap { Issue.record("\(file):\(index + 1): a forced unwrap") }
      }
    }
  }

  @Test func librariesHaveNoGlobalState() throws {
    for file in try Self.files.get() where Self.libraries.contains(file.target) {
      for (index, line) in file.code.enumerated() {
        let declaresVariable = line.containsWord("static var") && !line.contains("{")
        // A property of an instance is not global.
        let isGlobal = line.containsWord("static") || !line.hasPrefix(" ")
        let isUnsafe = isGlobal && line.contains("nonisolated(unsafe)")
        if declaresVariable || isUnsafe { Issue.record("\(file):\(index + 1): global state") }
      }
    }
  }

  /// Folders of a target in the order of their use; those of one stage may use each other.
  struct Stages: Sendable {
    var folder: String
    var stages: [Set<String>]
  }

  static let stages = [
    Stages(
      folder: "Sources/MocoaCore",
      stages: [
        ["Text"], ["Observation"], ["Address"], ["Module"], ["Model"], ["List"], ["Commands"],
      ]),
    Stages(folder: "Sources/MocoaDiff", stages: [["Changeset"], ["Engine"], ["Difference"]]),
    Stages(
      folder: "Sources/MocoaFeed",
      stages: [
        ["JSON"], ["Expressions"], ["Bytes"], ["Provided"], ["Index"], ["Formats"], ["Feed"],
        ["Output"], ["Query"],
      ]),
    Stages(
      folder: "Sources/MocoaFeed/JSON", stages: [["Bytes"], ["Text"], ["Values"], ["Members"]]),
    Stages(
      folder: "Sources/MocoaEngines",
      stages: [["SQL"], ["Tables"], ["ClickHouse", "DuckDB", "PostgreSQL", "SQLite"], ["Source"]]),
    Stages(
      folder: "Sources/MocoaTUI",
      stages: [
        ["Input", "Text"], ["Geometry"], ["Canvas"], ["Layout", "Terminal"], ["Ncurses"],
        ["Inline"], ["ViewTree"], ["Views"], ["Pages"],
      ]),
    Stages(
      folder: "Sources/MocoaFeedUI",
      stages: [["JSONText", "Commands"], ["Cells"], ["Pages"], ["Manifest"]]),
    Stages(
      folder: "Sources/mocoa-tui",
      stages: [
        ["System"], ["Manifest"], ["Interface", "State"], ["Options"], ["Printing"], ["Commands"],
      ]),
  ]

  @Test(arguments: stages)
  func foldersUseOnlyEarlierOnes(_ table: Stages) throws {
    let files = try Self.files.get().filter { $0.path.hasPrefix(table.folder + "/") }
    #expect(!files.isEmpty)
    func stage(of file: SourceFile) throws -> Int {
      let folder = String(file.path.dropFirst(table.folder.count + 1).prefix { $0 != "/" })
      // What is in no folder uses them all.
      if folder.hasSuffix(".swift") { return table.stages.count }
      return try #require(table.stages.firstIndex { $0.contains(folder) }, "\(file)")
    }
    var stages: [Substring: Int] = [:]
    // A type within another one may have the name of one in another folder.
    var inner: [Int: Set<Substring>] = [:]
    for file in files {
      for line in file.code where !line.contains("private") {
        let type = line.firstMatch(of: #/\b(?:struct|class|enum|protocol|typealias) (\w+)/#)
        guard let name = type.map({ Substring($0.1) }) else { continue }
        let stage = try stage(of: file)
        if line.first?.isWhitespace == false {
          stages[name] = stage
        } else {
          inner[stage, default: []].insert(name)
        }
      }
    }
    for file in files {
      let own = try stage(of: file)
      for line in file.code {
        for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
          if let other = stages[word], other > own, inner[own]?.contains(word) != true {
            Issue.record("\(file) uses \(word) of a later folder")
          }
        }
      }
    }
  }

  // Tracking cannot be cancelled; the one wrapper ends it nevertheless, and all else stands on it.
  @Test func propertiesAreTrackedInOnePlace() throws {
    let calls = try Self.files.get().flatMap { file in
      file.code.filter { $0.contains("withObservationTracking") }.map { _ in file.path }
    }
    #expect(calls == ["Sources/MocoaCore/Observation/PropertyTracker.swift"])
  }

  // Each says what its content lacks, and the file decides what becomes of it.
  @Test("A3: files of the user are replaced in one place, which three ways out use")
  func filesAreWrittenInOnePlace() throws {
    let calls = [
      "O_CREAT", "O_TRUNC", "rename(", "createFile(", "write(to: URL", "write(to: url",
    ]
    let files = try Self.files.get()
    func paths(of words: [String]) -> Set<String> {
      Set(
        files.filter { file in
          file.code.contains { line in words.contains { line.contains($0) } }
        }.map(\.path))
    }
    #expect(
      paths(of: calls) == [
        "Sources/MocoaFeed/Output/OutputFile.swift",
        // A list in memory, the files of a new package, and the name of a state that cannot be read.
        "Sources/MocoaItems/Items/ItemArchive.swift",
        // The rows of a list page, whose library knows no feeds.
        "Sources/MocoaTUI/Pages/ListPage/WholeFile.swift",
        "Sources/mocoa-tui/Commands/New.swift",
        "Sources/mocoa-tui/State/StateKeeper.swift",
      ])
    #expect(
      paths(of: ["OutputFile("]) == [
        "Sources/MocoaFeed/Output/OutputFile.swift",
        "Sources/MocoaFeedUI/Pages/Saving/ExportController.swift",
        "Sources/mocoa-tui/Options/OutputOptions.swift",
        "Sources/mocoa-tui/State/StateFile.swift",
      ])
  }

  // Such a module cannot be built in release mode, nor can what depends on it.
  @Test("defect D9: what clients build has no testable import")
  func onlyTestsHaveTestableImports() throws {
    for file in try Self.files.get() + SourceFile.all(below: "Tests/MocoaTestSupport") {
      for (index, line) in file.code.enumerated() where line.contains("@testable") {
        Issue.record("\(file):\(index + 1): a testable import")
      }
    }
  }

  /// The files and folders of the package's folder.
  static let root: Set<String> = [
    ".ci", ".editorconfig", ".git", ".github", ".gitignore", ".spi.yml", ".swift-format",
    "ARCHITECTURE.md", "Benchmarks", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md",
    "Documentation", "Examples", "Fuzz", "LICENSE", "Makefile", "Package.resolved", "Package.swift",
    "Packaging", "README.md", "Recipes", "SECURITY.md", "Scripts", "Sources", "Tests",
  ]

  /// What the package manager and editors make there, and git ignores.
  static let madeByTools: Set<String> = [".build", ".swiftpm", ".vscode", ".DS_Store"]

  // A command that is given a statement for a file, such as DuckDB's, creates the file.
  @Test("defect D1: no test or tool leaves files in the package's folder")
  func theRootHasNoStrayFiles() throws {
    let names = try SourceFile.namesInPackageFolder()
    let stray = Set(names).subtracting(Self.root).subtracting(Self.madeByTools)
    #expect(stray.isEmpty, "\(stray.sorted())")
  }

  @Test func filesCanBeReadInOneGo() throws {
    for file in try Self.files.get() where !file.isGenerated {
      #expect(file.lines.count <= 500, "\(file)")
    }
  }

  @Test func linesFitOnAScreen() throws {
    for file in try Self.files.get() where !file.isGenerated {
      // A line has no more characters than bytes, which are counted at once.
      for (index, line) in file.lines.enumerated() where line.utf8.count > 100 && line.count > 100 {
        Issue.record("\(file):\(index + 1): \(line.count) columns")
      }
    }
  }
}

extension String {
  /// Whether a word is in it that is not the end of a longer one.
  func containsWord(_ word: String) -> Bool {
    ranges(of: word).contains { range in
      guard range.lowerBound != startIndex else { return true }
      let before = self[index(before: range.lowerBound)]
      return !before.isLetter && !before.isNumber && before != "_" && before != "."
    }
  }

  /// Whether `!` comes after something that it could unwrap.
  var hasForceUnwrap: Bool {
    ranges(of: "!").contains { range in
      guard range.lowerBound != startIndex else { return false }
      let before = self[index(before: range.lowerBound)]
      let isOperator = self[range.upperBound...].hasPrefix("=")
      return !isOperator && (before.isLetter || before.isNumber || ")]_`?".contains(before))
    }
  }
}
