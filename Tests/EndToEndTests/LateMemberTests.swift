import MocoaTestSupport
import Testing

/// Members in the arguments that the first rows lack, on a terminal.
@Suite struct LateMemberTests {
  private static let rows = (0..<200).map { number in
    number == 150 ? #"{"id":150,"late":{"deep":"sensor-7"}}"# : #"{"id":\#(number)}"#
  }.joined(separator: "\n")

  private let file: TemporaryFile

  init() throws { file = try TemporaryFile(Self.rows) }

  private func show(_ arguments: [String]) async throws -> TmuxTerminal {
    let command = try ([builtProgram("mocoa-tui"), "--fresh"] + arguments + [file.path])
      .map { "'\($0)'" }.joined(separator: " ")
    return try await TmuxTerminal(shell: "\(command); sleep 1000", columns: 100, rows: 8)
  }

  /// The program ended with "there is no column late.deep", though a row has it.
  @Test func memberOfALateRowCanBeAColumnAndSortedBy() async throws {
    let terminal = try await show(["-c", "id,late.deep", "-s", "-late.deep"])
    try await terminal.wait(for: "the late row") {
      $0.contains("late.deep") && $0.contains("150  sensor-7")
    }
  }

  @Test(arguments: ["-c", "-s", "--section-by"])
  func memberThatNoRowHasIsAnError(_ option: String) async throws {
    let terminal = try await show([option, "lat.deep"])
    try await terminal.wait(for: "the error") {
      $0.contains("no row has a member 'lat.deep'")
    }
  }

  /// It was accepted, and nothing came of it.
  @Test func allColumnsAreForPrinting() async throws {
    let terminal = try await show(["--all-columns"])
    try await terminal.wait(for: "the error") { $0.contains("the key C shows any member") }
  }

  @Test func sectionsCanBeNamedByTheTitleOfAColumn() async throws {
    let file = try TemporaryFile(
      #"[{"meta":{"namespace":"shop","n":1}},{"meta":{"namespace":"web","n":2}}]"#)
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      shell: "'\(program)' --fresh --section-by namespace '\(file.path)'", columns: 80, rows: 10)
    try await terminal.wait(for: "the sections") {
      $0.contains("shop 1 row") && $0.contains("web 1 row")
    }
  }
}
