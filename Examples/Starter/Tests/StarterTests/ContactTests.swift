import MocoaFeedUI
import Testing

@testable import Starter

@MainActor @Suite struct ContactTests {
  @Test func aRowIsDecodedAndShown() throws {
    let row = Row(indexPath: nil, json: JSONBytes(Array(Self.text.utf8)))
    let viewModel = ContactViewModel(model: try row.decode(Contact.self))
    #expect(viewModel.title == "text")
  }

  static let text = #"""
    {
      "id": 1,
      "name": "text",
      "phone": "text"
    }
    """#
}
