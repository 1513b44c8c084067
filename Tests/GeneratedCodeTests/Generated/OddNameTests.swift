// swift-format-ignore-file: written by mocoa-tui generate.

import MocoaFeedUI
import Testing

@MainActor @Suite struct OddNameTests {
  @Test func aRowIsDecodedAndShown() throws {
    let row = Row(indexPath: nil, json: JSONBytes(Array(Self.text.utf8)))
    let viewModel = OddNameViewModel(model: try row.decode(OddName.self))
    #expect(viewModel.title == "1")
  }

  static let text = ##"""
    {
      "": 1,
      "\u0007": 1,
      " ": 1,
      "#\"": 1,
      "$dollar": 1,
      "9lives": 1,
      "Codable": 1,
      "CodingKeys": {
        "x": 1
      },
      "Date": "2024-05-01T12:00:00Z",
      "Int": 1,
      "Optional": {
        "Array": []
      },
      "Protocol": 1,
      "Row": 1,
      "Self": 1,
      "String": {
        "String": {
          "Int": 1
        }
      },
      "Type": 1,
      "URL": 1,
      "\\#(x)": 1,
      "\\(x)": 1,
      "_": 1,
      "__": 1,
      "a b": 1,
      "a-b": 1,
      "aB": 1,
      "a_b": 1,
      "any": 1,
      "async": 1,
      "await": 1,
      "back\\slash": 1,
      "class": 1,
      "description": 1,
      "each": 1,
      "emoji 😀": 1,
      "hashValue": 1,
      "init": 1,
      "macro": 1,
      "model": 1,
      "new\nline": 1,
      "oddName": 1,
      "package": 1,
      "quo\"te": 1,
      "rawValue": 1,
      "self": 1,
      "stringValue": 1,
      "title of it": 1,
      "é": 1,
      " ": 1,
      "名前": 1
    }
    """##
}
