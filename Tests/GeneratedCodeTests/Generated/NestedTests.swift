// swift-format-ignore-file: written by mocoa-tui generate.

import MocoaFeedUI
import Testing

@MainActor @Suite struct NestedTests {
  @Test func aRowIsDecodedAndShown() throws {
    let row = Row(indexPath: nil, json: JSONBytes(Array(Self.text.utf8)))
    let viewModel = NestedViewModel(model: try row.decode(Nested.self))
    #expect(viewModel.title == "1")
  }

  static let text = #"""
    {
      "ID": {
        "id": 1
      },
      "buyer": {
        "name": "text"
      },
      "coding_key": {
        "string": {
          "string": "text"
        }
      },
      "grid": [],
      "lines": [],
      "nested": {
        "nested": {
          "ID": 1
        }
      },
      "number": 1,
      "tags": []
    }
    """#
}
