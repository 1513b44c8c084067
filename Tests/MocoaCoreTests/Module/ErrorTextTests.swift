import Foundation
import MocoaCore
import Testing

/// Errors as users read them.
@Suite struct ErrorTextTests {
  private struct Refused: Error, CustomStringConvertible { let description = "refused" }

  private func text(_ work: () throws -> Void) -> String {
    do { try work() } catch { return error.displayText }
    return ""
  }

  @Test("40: an error of Foundation is displayed without its domain, code and user info")
  func errorsOfFoundation() {
    let missing = text { _ = try Data(contentsOf: URL(filePath: "/no/such/file")) }
    #expect(missing.contains("file") && !missing.contains("Domain"))
    #expect(!missing.contains("\"") && !missing.contains("UserInfo"))
    #expect(missing.hasPrefix("/no/such/file: "))
    let renamed = text {
      try FileManager.default.moveItem(atPath: "/no/such/a, b", toPath: "/no/such/c")
    }
    #expect(renamed.hasPrefix("/no/such/a, b: ") && !renamed.contains("NS"))
    // One without a path has its sentence only.
    #expect(text { throw CocoaError(.fileNoSuchFile) }.hasPrefix("The file "))
    // Without a sentence, they are displayed as they are.
    #expect(text { throw NSError(domain: "a", code: 3) }.hasPrefix("Error Domain=a Code=3"))
  }

  @Test("40: other errors are displayed by their descriptions, and those of decoders in one line")
  func otherErrors() {
    #expect(text { throw Refused() } == "refused")
    let found = text { _ = try JSONDecoder().decode([Int].self, from: Data("[\"a\"]".utf8)) }
    #expect(found.hasPrefix("[0]: expected a number"))
  }
}
