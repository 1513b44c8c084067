// swift-format-ignore-file: written by mocoa-tui generate.

import MocoaFeedUI
import Testing

@MainActor @Suite struct EmptyTests {
  @Test func aRowIsDecodedAndShown() throws {
    let row = Row(indexPath: nil, json: JSONBytes(Array(Self.text.utf8)))
    let viewModel = EmptyViewModel(model: try row.decode(Empty.self))
    #expect(viewModel.title == "")
  }

  static let text = #"""
    {}
    """#
}
