import Foundation
import MocoaTestSupport
import Testing

/// The options of pagers: what fits on the screen is printed, and `+G` begins at the end.
@Suite struct PagerOptionTests {
  private func show(_ text: String, _ words: String) async throws -> (TmuxTerminal, TemporaryFile) {
    let file = try TemporaryFile(text, named: "text.txt")
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      shell: "\(program) --fresh \(words) <\(file.path); echo status $?; sleep 60", columns: 40,
      rows: 8)
    return (terminal, file)
  }

  @Test("41.7: -F prints rows that fit on the screen, and ends", arguments: [3, 4])
  func rowsThatFitArePrinted(count: Int) async throws {
    let text = (0..<count).map { "line \($0)\n" }.joined()
    let (terminal, file) = try await show(text, "-F")
    let screen = try await terminal.wait(for: "the end") { $0.contains("status 0") }
    #expect(screen.hasPrefix(text.dropLast()), "\(screen)")
    withExtendedLifetime(file) {}
  }

  @Test("41.7: -F prints texts in their own colors, with tabs, and without a note")
  func textsKeepTheirColors() async throws {
    let (terminal, file) = try await show("\u{1B}[31mred\u{1B}[m\tx\n", "-F")
    let screen = try await terminal.wait(for: "the end") { $0.contains("status 0") }
    #expect(screen.hasPrefix("red     x\nstatus 0"), "\(screen)")
    let styled = try await terminal.screenWithStyles()
    #expect(styled.contains("\u{1B}[31mred"), "\(styled.debugDescription)")
    withExtendedLifetime(file) {}
  }

  @Test("41.7: -F shows rows that do not fit on the screen, and the end is first with +G")
  func rowsThatDoNotFitAreShown() async throws {
    let text = (0..<40).map { "line \($0)\n" }.joined()
    let (terminal, file) = try await show(text, "-F")
    try await terminal.wait(for: "the first row") { $0.contains("1/40") }
    let (other, otherFile) = try await show(text, "+G")
    try await other.wait(for: "the last row") { $0.contains("40/40") && $0.contains("line 39") }
    withExtendedLifetime((file, otherFile)) {}
  }

  @Test("41: +N and +/text begin at a row, and -R, -S, -N and -X change nothing")
  func optionsOfLessAreTaken() async throws {
    let text = (0..<40).map { "line \($0)\n" }.joined()
    let (terminal, file) = try await show(text, "-RSX -N +25")
    try await terminal.wait(for: "the row") { $0.contains("25/40") && $0.contains("line 24") }
    let (other, otherFile) = try await show(text, "-FRX '+/line 33'")
    try await other.wait(for: "the match") { $0.contains("line 33") }
    let (short, shortFile) = try await show("one\ntwo\n", "-FRX")
    let screen = try await short.wait(for: "the end") { $0.contains("status 0") }
    #expect(screen.hasPrefix("one\ntwo"), "\(screen)")
    withExtendedLifetime((file, otherFile, shortFile)) {}
  }
}
