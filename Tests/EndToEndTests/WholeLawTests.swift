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

  @Test(
    "Law of the whole: sources, views and ways out agree with a reference",
    .enabled(if: hasPython, "python3 is not installed"),
    arguments: 1...(isLongRun ? 100 : 5) as ClosedRange<Int>)
  func outputAgreesWithTheReference(seed: Int) async throws {
    let cases = isLongRun ? 1_000 : 200
    let arguments = [try builtProgram("mocoa-tui"), "--seed", "\(seed)", "--cases", "\(cases)"]
    let result = try await run(
      "python3", [Self.script] + arguments, timeout: .seconds(isLongRun ? 1_800 : 600))
    let text = result.outputText + result.errorText
    #expect(result.status == .exited(0) && result.errorText == "", "\(text)")
  }
}
