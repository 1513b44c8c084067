import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// The examples of `Documentation/Manifests.md`.
@Suite struct DocumentedManifestTests {
  static let examples: [String] = {
    let path = Package.folder.appendingPathComponent("Documentation/Manifests.md")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "```yaml\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }()

  @Test func thereAreExamples() { #expect(Self.examples.count >= 4) }

  @Test(arguments: DocumentedManifestTests.examples) func anExampleLoads(_ example: String)
    async throws
  {
    let manifest = try TemporaryFile(example, named: "example.yaml")
    let result = try await run(
      builtProgram("mocoa-tui"),
      ["modules", Package.feeds + "/events.json", "--modules", manifest.path])
    #expect(result.status == .exited(0), "\(result.errorText)\n\(example)")
  }
}
