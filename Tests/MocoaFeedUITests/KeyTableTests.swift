import MocoaTUI
import Testing

@testable import MocoaFeedUI

@MainActor @Suite struct FeedKeyTableTests {
  @Test func everyKeyMapIsFreeOfConflicts() {
    let maps = [
      JSONTextView.jsonKeyMap, SummaryOverlay.defaultKeyMap, JSONPage.defaultKeyMap,
      ColumnsPage.defaultKeyMap, FeedPage.defaultKeyMap, DetailPane.paneKeyMap,
    ]
    for map in maps {
      #expect(map.conflicts == [], "\(map.title)")
      #expect(!map.title.isEmpty, "\(map.bindings.first?.help ?? "")")
    }
  }
}
