import Foundation
import MocoaTestSupport
import Testing

/// What a key and a rest cost, in bytes and wake-ups: numbers that do not depend on the machine.
@Suite struct EconomyTests {
  /// A feed whose columns fill 120 columns, in a terminal of 120×40.
  private func table() async throws -> (terminal: PseudoTerminal, file: TemporaryFile) {
    let rows = (1...500).map { number in
      """
      {"id": \(number * 7919 % 100_000), "title": "\(words(number, 4))", "state": "\(words(number, 1))",
      "author": "\(words(number / 3, 2))", "count": \(number * number % 9973), "ratio": \(number % 17).5,
      "created_at": "2026-11-\(10 + number % 20)T10:00:00Z", "tags": ["\(words(number, 1))", "b"],
      "text": "\(words(number, 9))"}
      """
    }
    let file = try TemporaryFile("[" + rows.joined(separator: ",") + "]")
    let terminal = try await PseudoTerminal.showing([file.path], columns: 120, rows: 40).terminal
    #expect(try await comesToRest(terminal))
    return (terminal, file)
  }

  private func words(_ number: Int, _ count: Int) -> String {
    let all = ["harbour", "of", "granite", "two", "herons", "slow", "evening", "tide", "lamp"]
    return (0..<count).map { all[(number * 5 + $0 * 3 + number / 9) % all.count] }
      .joined(separator: " ")
  }

  /// The bytes that a key makes the program send.
  private func cost(of keys: String, in terminal: PseudoTerminal) async throws -> Int {
    terminal.write(keys)
    let first = try await terminal.read("the answer to \(keys.debugDescription)") { !$0.isEmpty }
    return first.count + (try await terminal.readUntilQuiet(for: .milliseconds(60)).count)
  }

  @Test func aMoveWithinTheScreenIsAtMost420Bytes() async throws {
    let (terminal, file) = try await table()
    for step in 1...30 {
      let bytes = try await cost(of: "\u{1B}[B", in: terminal)
      #expect(bytes <= 420, "step \(step)")
    }
    withExtendedLifetime(file) {}
  }

  @Test func aScrollByOneLineIsAtMost300Bytes() async throws {
    let (terminal, file) = try await table()
    _ = try await cost(of: String(repeating: "j", count: 20), in: terminal)
    #expect(try await comesToRest(terminal))
    // Ctrl-E scrolls by a row; the cursor's row goes with the others.
    for step in 1...15 {
      let bytes = try await cost(of: "\u{5}", in: terminal)
      #expect(bytes <= 300, "step \(step)")
    }
    withExtendedLifetime(file) {}
  }

  @Test func keysThatComeTogetherMakeOneFrame() async throws {
    let (terminal, file) = try await table()
    let one = try await cost(of: "j", in: terminal)
    let many = try await cost(of: String(repeating: "j", count: 20), in: terminal)
    #expect(many < 3 * one)
    withExtendedLifetime(file) {}
  }

  @Test func whoRestsSendsNothingAndSleeps() async throws {
    let (terminal, file) = try await table()
    #expect(try await comesToRest(terminal))
    withExtendedLifetime(file) {}
  }

  /// Returns whether the program sleeps and writes nothing for a second, within 30 seconds.
  ///
  /// How long it takes to read the file depends on the machine; a program that polls never rests.
  private func comesToRest(_ terminal: PseudoTerminal) async throws -> Bool {
    for _ in 1...30 {
      let before = try wakeUps(of: terminal.identifier)
      let bytes = try await terminal.readUntilQuiet(for: .seconds(1))
      if try bytes.isEmpty && wakeUps(of: terminal.identifier) == before { return true }
    }
    return false
  }

  /// How often the program's main thread has gone to sleep, and its processor time.
  private func wakeUps(of identifier: pid_t) throws -> [String] {
    #if os(Linux)
      let status = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
      let switches = status.split(separator: "\n").filter { $0.contains("voluntary_ctxt_switches") }
      let numbers = try String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8).split(
        separator: " ")
      return switches.prefix(1).map(String.init) + numbers[13...14].map(String.init)
    #else
      return []
    #endif
  }
}
