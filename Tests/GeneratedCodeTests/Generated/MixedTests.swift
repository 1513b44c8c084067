// swift-format-ignore-file: written by mocoa-tui generate.

import MocoaFeedUI
import Testing

@MainActor @Suite struct MixedTests {
  @Test func aRowIsDecodedAndShown() throws {
    let row = Row(indexPath: nil, json: JSONBytes(Array(Self.text.utf8)))
    let viewModel = MixedViewModel(model: try row.decode(Mixed.self))
    #expect(viewModel.title == "text")
  }

  static let text = #"""
    {
      "kind": "text",
      "when": "text"
    }
    """#
}
