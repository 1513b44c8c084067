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
      ["modules", Package.feeds + "/events.json", "--manifest", manifest.path])
    #expect(result.status == .exited(0), "\(result.errorText)\n\(example)")
  }

  /// What `--help manifest` prints is a manifest, and names all keys, filters and actions.
  @Test func helpOnManifestsIsAManifest() async throws {
    let help = try await run(builtProgram("mocoa-tui"), ["--help", "manifest"])
    #expect(help.status == .exited(0))
    for word in ["confirm", "pinned", "relative", "cursor-row", "toggle-mark", "on-red", "pgdn"] {
      #expect(help.outputText.contains(word), "\(word)")
    }
    #expect(help.outputText.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let manifest = try TemporaryFile(help.outputText, named: "help.yaml")
    let result = try await run(
      builtProgram("mocoa-tui"),
      ["modules", Package.feeds + "/events.json", "--manifest", manifest.path])
    #expect(result.status == .exited(0), "\(result.errorText)")
  }

  @Test(arguments: ["keys", "templates", "modules"])
  func thereIsHelpOn(_ topic: String) async throws {
    let help = try await run(builtProgram("mocoa-tui"), ["--help", topic])
    #expect(help.status == .exited(0) && help.outputText.count > 1_000)
  }

  @Test func unknownTopicsAndWordsListTheKnownOnes() async throws {
    let help = try await run(builtProgram("mocoa-tui"), ["--help", "nosuch"])
    #expect(help.errorText.contains("the topics are: all, filter, manifest, keys"))
    let manifest = try TemporaryFile("cell: \"{a|color}\"\n", named: "a.yaml")
    let result = try await run(
      builtProgram("mocoa-tui"),
      ["modules", Package.feeds + "/events.json", "--manifest", manifest.path])
    #expect(result.errorText.contains("there is no filter 'color'; there are: upper, lower, "))
  }
}
