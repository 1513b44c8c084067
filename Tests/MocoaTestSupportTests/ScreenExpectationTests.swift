import Foundation
import Testing

@testable import MocoaTestSupport

@Suite struct ScreenExpectationTests {
  @Test func blanksAtTheEndsDoNotCount() {
    expectScreen("one  \ntwo\n\n", is: "one\ntwo   ")
    expectScreen(["one", "  two", "", "  "], is: "one\n  two")
  }

  @Test func differencesAreShownSideBySide() {
    let comparison = ScreenComparison(expected: "same\nabc\n日x", actual: "same\nabd\n日y\nmore")
    #expect(
      comparison.report
        == """
        the screen differs in 3 of 4 rows
            expected │ actual
         0  same     │ same
         1≠ abc      │ abd
              ^          ^
         2≠ 日x      │ 日y
              ^          ^
         3≠ ∅        │ more
        the actual screen, to copy:
        same
        abd
        日y
        more
        """)
  }

  @Test func aWrongScreenIsOneIssue() {
    withKnownIssue {
      expectScreen("abc", is: "abd", "the comment")
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("the comment: the screen differs in 1 of 1 rows")
        == true
    }
  }

  @Test func recordingStoresAndFails() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("screens-\(UInt64.random(in: 0...(.max)))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let test = folder.appendingPathComponent("SomeTests.swift").path
    let stored = StoredScreen(name: "list", testFile: test)
    #expect(stored.file.path == folder.path + "/Screens/SomeTests/list.txt")

    #expect(
      stored.check("one  \ntwo\n\n", isRecording: false)?.contains("no stored screen") == true)
    #expect(!FileManager.default.fileExists(atPath: stored.file.path))
    #expect(stored.check("one  \ntwo\n\n", isRecording: true)?.hasPrefix("stored") == true)
    #expect(try String(contentsOf: stored.file, encoding: .utf8) == "one\ntwo\n")
    #expect(stored.check("one\ntwo", isRecording: false) == nil)
    #expect(stored.check("one\ntwo", isRecording: true) == nil, "nothing to record")
    #expect(stored.check("one\nTWO", isRecording: false)?.hasSuffix("make record") == true)
  }
}

@Suite struct SeededGeneratorTests {
  /// The first numbers for the seed 0, from the reference implementation.
  @Test func numbersMatchTheReference() {
    var generator = SeededGenerator(seed: 0)
    #expect(generator.next() == 0xE220_A839_7B1D_CDAF)
    #expect(generator.next() == 0x6E78_9E6A_A1B9_65F4)
    #expect(generator.next() == 0x06C4_5D18_8009_454F)
  }
}
