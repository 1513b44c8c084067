import Foundation
import MocoaTestSupport
import Testing

/// The short help, `--spec` and `--count`.
@Suite("41: help, --spec and --count") struct SpecificationTests {
  private func output(_ arguments: String...) async throws -> String {
    let result = try await run(builtProgram("mocoa-tui"), arguments)
    #expect(result.status == .exited(0), "\(result.errorText)")
    return result.outputText
  }

  @Test("the help is two screens, with examples first, and names the others")
  func shortHelp() async throws {
    let help = try await output("--help")
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 96 && lines.allSatisfy { $0.count <= 80 })
    let examples = try #require(help.range(of: "EXAMPLES:"))
    let options = try #require(help.range(of: "--filter <expression>"))
    #expect(examples.lowerBound < options.lowerBound)
    for topic in ["all", "filter", "manifest", "keys"] {
      #expect(help.contains("--help \(topic)"))
      #expect(try await output("--help", topic) != help)
    }
    let unknown = try await run(builtProgram("mocoa-tui"), ["--help", "hues"])
    #expect(unknown.status == .exited(2))
    #expect(unknown.errorText.contains("the topics are: all, filter, manifest, keys"))
    let wrong = try await run(builtProgram("mocoa-tui"), ["--columsn", "a"])
    #expect(wrong.errorText == "mocoa-tui: Unknown option '--columsn'. Did you mean '--columns'?\n")
    let words = ["--head": "--limit", "--sep": "--delimiter", "--tree": "--children"]
    for (word, option) in words {
      let other = try await run(builtProgram("mocoa-tui"), [word, "5"])
      #expect(
        other.errorText == "mocoa-tui: Unknown option '\(word)'. Did you mean '\(option)'?\n")
    }
  }

  @Test("--spec has each option of the help, and is the same each time")
  func specification() async throws {
    let text = try await output("--spec")
    #expect(try await output("--spec") == text)
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let root = try #require(json as? [String: Any])
    let options = try #require(root["options"] as? [[String: Any]])
    let names = options.compactMap { $0["name"] as? String }
    #expect(names == names.sorted() && Set(names).count == names.count)
    let help = try await output("--help", "all")
    let listed = help.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^  (?:-[a-zA-Z], )?--([a-z0-9-]+)/).map { String($0.1) }
    }
    #expect(Set(listed) == Set(names))
    let manifest = try #require(options.first { $0["name"] as? String == "manifest" })
    #expect(manifest["formerNames"] as? [String] == ["modules"])
    for key in ["formats", "functions", "keys", "exitStatuses", "recipes"] {
      #expect((root[key] as? [Any])?.isEmpty == false, "\(key)")
    }
  }

  @Test(
    "--count prints the number of rows that match",
    arguments: [
      (#"[{"a":1},{"a":2},{"a":3}]"#, [], "3\n", 0), (#"[{"a":1}]"#, ["-f", "a > 1"], "0\n", 1),
      ("a,b\n1,2\n3,4\n", ["-q", "4", "--format", "csv"], "1\n", 0),
      ("x\ny\n", ["--format", "text"], "2\n", 0), ("one\ntwo\n", ["-q", "tw"], "1\n", 0),
      ("one\n", ["-q", "x"], "0\n", 1),
      (#"{"a":1}{"a":2}"#, ["--json"], "2\n", 0),
    ])
  func count(_ input: String, _ options: [String], _ output: String, _ status: Int32) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--count"] + options, input: Array(input.utf8))
    #expect(result.outputText == output && result.status == .exited(status), "\(result)")
  }
}
