import Foundation
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
      "title": TextStyle(foreground: .palette(81), attributes: .bold),
      "overdue": TextStyle(foreground: .rgb(255, 136, 0)),
    ])
    let style = StyleName("overdue")
    #expect(theme[style].foreground == .rgb(255, 136, 0))
    #expect(Theme.dark[style] == TextStyle())
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

  private struct Appointment: Identifiable, Equatable, Sendable {
    var id: Int
  }

  private struct Day: DifferenceSection {
    var id: String
    var title: String
    var rows: [Appointment]
    func hasEqualContent(as other: Day) -> Bool { title == other.title }
  }

  @Test func differencesOfSections() throws {
    let oldDays = [Day(id: "1", title: "Monday", rows: [Appointment(id: 1)])]
    let newDays = [Day(id: "1", title: "Today", rows: [])]
    let changeset = Changeset(fromSections: oldDays, to: newDays)
    #expect(!changeset.isEmpty)
  }

  @Test func differencesThatCanBeCancelled() throws {
    let (before, after) = ([Appointment(id: 1)], [Appointment(id: 2)])
    let changeset = try Changeset(from: before, to: after, isCancelled: { Task.isCancelled })
    #expect(!changeset.isEmpty)
  }

  @Test func feedsAreObserved() throws {
    let path = NSTemporaryDirectory() + "events-\(UInt64.random(in: 0...(.max))).json"
    try "[1, 2]".write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let feed = try Feed(.file(path))
    let observation = feed.observeChanges { change in print(change) }
    feed.start()
    #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
    observation.cancel()
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
