// swift-format-ignore-file: written by mocoa-tui generate.

import MocoaFeedUI
import Testing

@MainActor @Suite struct EventTests {
  @Test func aRowIsDecodedAndShown() throws {
    let row = Row(indexPath: nil, json: JSONBytes(Array(Self.text.utf8)))
    let viewModel = EventViewModel(model: try row.decode(Event.self))
    #expect(viewModel.title == "text")
  }

  static let text = #"""
    {
      "attempts": 1,
      "created_at": "2024-05-01T12:00:00Z",
      "duration": 1,
      "id": "text",
      "is_public": true,
      "title": "text",
      "type": "text",
      "url": "https://example.com/"
    }
    """#
}
