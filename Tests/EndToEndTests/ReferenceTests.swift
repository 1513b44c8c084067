import Foundation
import MocoaTestSupport
import Testing

/// What is printed of random feeds is what Python's json and csv make of them.
@Suite struct ReferenceTests {
  private static let script = Package.folder
    .appendingPathComponent("Tests/EndToEndTests/Reference/reference.py").path

  private static let hasPython = ["/usr/bin", "/usr/local/bin", "/bin"].contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/python3")
  }

  @Test(.enabled(if: hasPython), arguments: 1...12 as ClosedRange<Int>)
  func outputAgreesWithASecondImplementation(seed: Int) async throws {
    let rows = [1, 2, 3, 40, 200, 700][seed % 6] + 1
    let result = try await run(
      "python3", [Self.script, builtProgram("mocoa-tui"), "\(seed)", "\(rows)"],
      timeout: .seconds(120))
    #expect(result.status == .exited(0) && result.errorText == "", "\(result.errorText)")
  }
}
