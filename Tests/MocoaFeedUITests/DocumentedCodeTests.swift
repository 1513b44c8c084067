import MocoaFeedUI
import MocoaTestSupport
import Testing

/// Code that the articles quote and that no example has.
@MainActor @Suite struct DocumentedCodeTests {
  private struct Contact: Identifiable, Equatable, Sendable {
    var id: Int
    var name: String
  }

  @Test func stylesOfOnesOwn() {
    let theme = Theme.dark.replacing([
      "title": Look(foreground: .palette(81), attributes: .bold),
      "overdue": Look(foreground: .rgb(255, 136, 0)),
    ])
    let style = Style("overdue")
    #expect(theme[style].foreground == .rgb(255, 136, 0))
    #expect(Theme.dark[style] == Look())
  }

  @Test func originsOfOnesOwn() throws {
    let origin = FeedOrigin(name: "readings") {
      MemorySource(#"[{"sensor": "a", "value": 21.5}]"#, name: "readings")
    }
    let feed = try Feed(origin)
    feed.watch(every: .seconds(10))
    feed.start()
    #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
    #expect(feed.listModel.numberOfRows == 1)
  }

  @Test func itemsOfOnesOwn() {
    let contacts = [Contact(id: 1, name: "Ada"), Contact(id: 2, name: "Bruno")]
    let list = ItemListViewModel([Contact](), module: ModuleRegistry()["mocoa://contacts/"])
    list.items = contacts
    #expect(list.numberOfItems(in: 0) == 2)
  }

  @Test func differencesWithoutAList() {
    let before = [Contact(id: 1, name: "Ada"), Contact(id: 2, name: "Bruno")]
    let after = [Contact(id: 2, name: "Bruna"), Contact(id: 3, name: "Chiara")]
    let changeset = Changeset(from: before, to: after)
    #expect("\(changeset)" == "delete 0.0; insert 0.1; reload 0.1")
    let position = changeset.mapping.newPosition(of: ListIndexPath(section: 0, item: 1))
    #expect(position == ListIndexPath(section: 0, item: 0))
  }
}
