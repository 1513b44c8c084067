import MocoaTUI
import MocoaTestSupport
import Testing

/// The values of a column in ranges.
@Suite struct HistogramTests {
  private func terminal(_ rows: [String]) async throws -> TmuxTerminal {
    let feed = try TemporaryFile(rows.joined(separator: "\n") + "\n", named: "log.ndjson")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), feed.name], columns: 90, rows: 12,
      directory: feed.folder)
    try await terminal.wait(for: "the first screen") { Screen($0).isComplete }
    return terminal
  }

  @Test("41: ranges of times are those of the zone, and so are the rows that Enter keeps")
  func rangesOfTheZone() async throws {
    let feed = try TemporaryFile(
      #"{"at":"2026-07-01T00:30:00"}"# + "\n" + #"{"at":"2026-07-02T22:30:00Z"}"# + "\n",
      named: "log.ndjson")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "--tz", "Europe/Berlin", feed.name], columns: 90,
      rows: 12, directory: feed.folder)
    try await terminal.wait(for: "the first screen") { Screen($0).isComplete }
    try await terminal.send("T")
    try await terminal.wait(for: "the ranges") {
      $0.contains("2026-07-01 00:00") && $0.contains("2 times by")
        && $0.contains(", Europe/Berlin")
    }
    try await terminal.send(.enter)
    try await terminal.wait(for: "the row") {
      $0.contains("2026-07-01T00:30:00") && $0.contains("1/1 of 2")
    }
  }

  @Test func timesAreCountedInHoursAndEnterKeepsThoseOfOne() async throws {
    let minutes = [5, 17, 59, 60, 61, 62, 63, 150, 1_200]
    let terminal = try await terminal(
      minutes.map { minute in
        let (hour, rest) = minute.quotientAndRemainder(dividingBy: 60)
        let time = "2026-11-01T\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest):00Z"
        return #"{"level":"info","at":"\#(time)"}"#
      } + [#"{"level":"none"}"#])
    try await terminal.send("T")
    let screen = try await terminal.wait(for: "the ranges") {
      $0.contains("by 2 hours") && $0.contains("77.8 %")
    }
    #expect(
      screen.hasPrefix(
        """
                      at                to  count    share
        2026-11-01 00:00  2026-11-01 02:00      7   77.8 %  ████████████████████
        2026-11-01 02:00  2026-11-01 04:00      1   11.1 %  ██▉
        2026-11-01 04:00  2026-11-01 06:00      0    0.0 %
        """), "\(screen)")
    #expect(screen.contains("9 times by 2 hours, UTC, 1 row without"))
    try await terminal.send(.down, .enter)
    try await terminal.wait(for: "the row") {
      $0.contains("2026-11-01T02:30:00Z") && $0.contains("1/1 of 10")
        && $0.contains("at >= 2026-11-01T02:00")
    }
    // Two ranges of what is left, and the way back.
    try await terminal.send("u", "T")
    try await terminal.wait(for: "the ranges") {
      $0.contains("by 2 hours") && $0.contains("77.8 %")
    }
    try await terminal.send(.space, .space, .enter)
    try await terminal.wait(for: "the rows of both") { $0.contains("/8 of 10") }
  }

  @Test func numbersAreCountedInRoundRanges() async throws {
    let terminal = try await terminal((0..<200).map { #"{"n":\#($0 * 7 % 100)}"# })
    try await terminal.send(.right, "F")
    try await terminal.wait(for: "the values") { $0.contains("200 rows counted, 100 values") }
    try await terminal.send("q", "T")
    let screen = try await terminal.wait(for: "the ranges") {
      $0.contains("200 numbers by 5") && $0.contains("5.0 %")
    }
    #expect(
      screen.hasPrefix("   n    to  count    share\n   0     5     10    5.0 %  ████"), "\(screen)")
    try await terminal.sendText(">")
    try await terminal.wait(for: "longer ranges") {
      $0.contains("200 numbers by 10") && $0.contains("  10    20     20   10.0 %")
    }
    try await terminal.sendText("<")
    try await terminal.wait(for: "shorter ranges") { $0.contains("200 numbers by 5") }
  }

  @Test func aColumnOfTextsHasNoRanges() async throws {
    let terminal = try await terminal([#"{"t":"a"}"#, #"{"t":"b"}"#])
    try await terminal.send(.right, "T")
    try await terminal.wait(for: "the reason") { $0.contains("no row has a time or a number") }
  }
}
