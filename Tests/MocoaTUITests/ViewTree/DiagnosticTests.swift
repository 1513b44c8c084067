import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaCore
@testable import MocoaTUI

#if DEBUG
  /// What a program does whose list reports a diagnostic; its status is 3.
  @MainActor private func runWithDiagnostics(logging isLogging: Bool) throws -> Never {
    let words = WordList(["one"])
    if isLogging { words.registry.logger = { _ in } }
    let screen = try ScreenDriver(columns: 20, rows: 4)
    _ = screen.show(TablePage(title: "W", list: words.list))
    words.cell(0)?.emit("star")
    screen.application.quit(status: 3)
    exit(try screen.application.run())
  }

  /// Diagnostics of registries without a logger, in debug builds.
  @MainActor @Suite struct DiagnosticTests {
    @Test("defect K9: diagnostics of displayed lists are collected until the interface has ended")
    func diagnosticsOfLists() throws {
      let words = WordList(["one", "two"])
      let screen = try ScreenDriver(columns: 20, rows: 4)
      #expect(screen.application.diagnosticLines.isEmpty)
      _ = screen.show(TablePage(title: "W", list: words.list))
      for item in [0, 1, 1] { words.cell(item)?.emit("star") }
      let text = "nothing handled \"star\", emitted by WordViewModel"
      #expect(screen.application.diagnosticLines.count == 1)
      #expect(screen.application.diagnosticLines[0].contains(text))
      #expect(screen.application.diagnosticLines[0].hasSuffix("(3 times)"))
      #expect(words.registry.debugTree().contains("diagnostic: \(text)"))
      #expect(words.registry.debugTree().contains("(3 times)"))
    }

    @Test("defect K9: diagnostics of pages that are not found are collected")
    func diagnosticsOfPages() throws {
      let registry = ModuleRegistry()
      let stack = PageStack()
      let screen = try ScreenDriver(columns: 20, rows: 4, showing: stack)
      stack.registry = registry
      #expect(stack.push("mocoa://notes/\u{7}page") == nil)
      #expect(stack.push("mocoa://notes/page") == nil)
      let lines = screen.application.diagnosticLines
      #expect(lines.count == 2 && lines[1].contains("mocoa://notes/page: no page was opened"))
      #expect(!lines[0].contains("\u{7}"))
    }

    /// An hour of keys that open pages took 45 MB.
    @Test("37: the registry of a page that is gone is released, and its diagnostics stay")
    func registriesOfPagesThatAreGone() throws {
      let stack = PageStack()
      let screen = try ScreenDriver(columns: 20, rows: 4, showing: stack)
      stack.push(Page())
      weak var registry: ModuleRegistry?
      do {
        let words = WordList(["one"])
        registry = words.registry
        stack.push(TablePage(title: "W", list: words.list))
        screen.application.renderIfNeeded()
        words.cell(0)?.emit("star")
        stack.pop()
      }
      screen.application.renderIfNeeded()
      screen.application.addRegistry(ModuleRegistry())
      #expect(registry == nil)
      #expect(screen.application.diagnosticLines.count == 1)
    }

    @Test("defect K9: a logger gets the diagnostics instead")
    func aLoggerGetsTheDiagnostics() throws {
      let words = WordList(["one"])
      var logged = 0
      words.registry.logger = { _ in logged += 1 }
      let screen = try ScreenDriver(columns: 20, rows: 4)
      _ = screen.show(TablePage(title: "W", list: words.list))
      words.cell(0)?.emit("star")
      #expect(logged == 1 && screen.application.diagnosticLines.isEmpty)
    }

    @Test("defect K9: diagnostics are printed to standard error at the end of the program")
    func diagnosticsArePrinted() async {
      let result = await #expect(
        processExitsWith: .exitCode(3), observing: [\.standardErrorContent]
      ) { try await runWithDiagnostics(logging: false) }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      let lines = text.split(separator: "\n").filter { $0.hasPrefix("mocoa: ") }
      #expect(lines.count == 1 && text.contains("nothing handled \"star\""), "\(text)")
    }

    @Test("defect K9: diagnostics that a logger has got are not printed")
    func loggedDiagnosticsAreNotPrinted() async {
      let result = await #expect(
        processExitsWith: .exitCode(3), observing: [\.standardErrorContent]
      ) { try await runWithDiagnostics(logging: true) }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(!text.contains("mocoa: "), "\(text)")
    }

    @Test("defect K9: the number of collected diagnostics is limited")
    func theNumberIsLimited() {
      let registry = ModuleRegistry()
      for number in 0..<250 { registry.report(.contradiction(reason: "\(number)")) }
      #expect(registry.diagnosticLines.count == 101)
      #expect(registry.diagnosticLines.last == "150 more diagnostics")
    }
  }
#endif
