import Foundation
import MocoaTestSupport
import Testing

/// What is installed besides the program: the manual and the completions.
@Suite struct ManualTests {
  @Test func theManualListsOptionsKeysAndStatuses() async throws {
    let result = try await run(builtProgram("mocoa-tui"), ["--manual"])
    #expect(result.status == .exited(0))
    let text = result.outputText.replacing("\\-", with: "-")
    for part in [
      ".SH SYNOPSIS", "COMMAND", ".SH OPTIONS", "SOURCE:", "--watch <seconds>", "--csv",
      "--select-1", ".SH \"KEYS OF THE LIST\"", ".SH \"EXIT STATUS\"", "MOCOA_HEADERS",
      ".SH FILTERS", "created > now - 2h", "--bind <key=verb:text>", "--height <rows>", "--fresh",
      "XDG_STATE_HOME",
      // A10: a value is no option.
      "(rm -- {file}), or for git\n--end-of-options.",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(!text.contains("USAGE:"))
  }

  @Test(arguments: [["--help", "filter"], ["help", "filter"]])
  func theLanguageOfFiltersHasAHelpOfItsOwn(_ arguments: [String]) async throws {
    let result = try await run(builtProgram("mocoa-tui"), arguments)
    #expect(result.status == .exited(0))
    for form in ["level in (\"error\", \"warn\")", "tags[0]", "memory > 512Mi", "title:raven"] {
      #expect(result.outputText.contains(form), "\(form)")
    }
  }

  @Test func theHelpIsGrouped() async throws {
    let help = try await run(builtProgram("mocoa-tui"), ["--help", "all"]).outputText
    var rest = help[...]
    for title in [
      "SOURCE:", "FORMAT:", "ADDRESSES:", "ROWS AND COLUMNS:", "GROUPS:", "CHOOSING ROWS:",
      "PRINTING ALL ROWS:",
      "SCREEN:", "OPTIONS:",
    ] {
      let found = rest.range(of: "\n\(title)\n")
      #expect(found != nil, "\(title)")
      if let found { rest = rest[found.upperBound...] }
    }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: ["bash", "zsh", "fish", "nushell"])
  func completionsKnowTheOptions(_ shell: String) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--completions", shell])
    #expect(result.status == .exited(0))
    for option in ["section-by", "header-row", "select-1"] {
      #expect(result.outputText.contains(option), "\(shell): \(option)")
    }
  }
}
