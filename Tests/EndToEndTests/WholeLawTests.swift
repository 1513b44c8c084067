import Foundation
import MocoaTestSupport
import Testing

/// The law of the whole: what is printed of any source, through any view, in any way, is what a
/// plain reference in Python makes of it, or the program says that it does not know.
@Suite struct WholeLawTests {
  private static let script = Package.folder
    .appendingPathComponent("Tests/EndToEndTests/Reference/whole.py").path

  private static let hasPython = ["/usr/bin", "/usr/local/bin", "/bin"].contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/python3")
  }

  private static let seeds = 1...5

  /// The cases of each seed: of a million in a long run, or of `LAW_CASES`.
  private static let cases: Int = {
    let wanted = ProcessInfo.processInfo.environment["LAW_CASES"].flatMap { Int($0) }
    return (isLongRun ? wanted ?? 1_000_000 : 1_000) / WholeLawTests.seeds.count
  }()

  @Test(
    "Law of the whole: sources, views and ways out agree with a reference",
    .enabled(if: hasPython, "python3 is not installed"), arguments: seeds)
  func outputAgreesWithTheReference(seed: Int) async throws {
    let arguments = [
      try builtProgram("mocoa-tui"), "--seed", "\(seed)", "--cases", "\(Self.cases)",
    ]
    let result = try await run(
      "python3", [Self.script] + arguments, timeout: .seconds(600 + Self.cases / 2))
    let text = result.outputText + result.errorText
    #expect(result.status == .exited(0) && result.errorText == "", "\(text)")
  }
}
