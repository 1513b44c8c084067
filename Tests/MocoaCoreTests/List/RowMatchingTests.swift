import MocoaCore
import Testing

/// Promises I: which row a model stands for, as observers of a list notice it.
@Suite @MainActor struct RowMatchingTests {
  private final class Object {}
  private struct Plain: Equatable { var value: Double }
  private struct Opaque {}
  private struct Keyed: Identifiable { var id: String }
  private struct Row: Identifiable, Equatable {
    var id: String
    var text = ""
  }
  private final class Entity: Identifiable {
    let id: Int
    init(id: Int) { self.id = id }
  }
  private struct Printed: SectionModel {
    var prints: [UInt64]
    var content: UInt64 = 0
    var rows: [Any] = [Row(id: "a"), Row(id: "b")]

    var numberOfItems: Int { prints.count }
    var rowFingerprints: [RowFingerprint]? {
      prints.map { RowFingerprint(id: $0, content: content) }
    }
    func item(at index: Int) -> Any { rows[index] }
  }

  /// The changes when one section replaces another, and the selected rows, of which the first was.
  private func changes(_ old: any SectionModel, _ new: any SectionModel) -> String {
    let list = ListViewModel(model: SectionList([old]))
    let listener = Listener()
    list.ready()
    list.select(at: [0, 0])
    listener.record(list)
    list.model = SectionList([new])
    return (listener.heard + ["selected \(list.selectedIndexPaths)"]).joined(separator: ", ")
  }

  private func changes(_ old: [Any?], _ new: [Any?]) -> String {
    changes(RowSection(old), RowSection(new))
  }

  @Test("I1: by fingerprint, by id, by object, by content, and a missing model by that")
  func rowsAreMatched() {
    let moved = "move 0.0→0.1, selected 0.1"
    let replaced = "delete 0.0; insert 0.0, selected "
    let (one, two) = (Object(), Object())
    #expect(changes(Printed(prints: [1, 2]), Printed(prints: [2, 1])) == moved)
    #expect(changes([Row(id: "a"), Row(id: "b")], [Row(id: "b"), Row(id: "a")]) == moved)
    #expect(changes([one, two], [two, one]) == moved)
    #expect(changes([one], [two]) == replaced)
    #expect(changes([1, 2], [2, 1]) == moved)
    #expect(changes([Plain(value: 1)], [Plain(value: 2)]) == replaced)
    #expect(changes([nil, 1], [1, nil]) == moved)
    #expect(changes([Opaque()], [Opaque()]) == "reload everything, selected ")
  }

  @Test("I2: a fingerprint, an id and an object outlive a change of content")
  func identitiesLast() {
    let reloaded = "reload 0.0, selected 0.0"
    #expect(changes(Printed(prints: [1]), Printed(prints: [1], content: 1)) == reloaded)
    #expect(changes([Row(id: "a")], [Row(id: "a", text: "x")]) == reloaded)
    #expect(changes([Entity(id: 1)], [Entity(id: 1)]) == reloaded)
    #expect(changes(["a"], ["b"]) == "delete 0.0; insert 0.0, selected ")
    let store = ContactStore([contacts("ab")])
    let list = ListViewModel(model: store)
    list.select(at: [0, 0])
    store.sections[0] = contacts("xA")
    list.reloadData()
    #expect(list.selectedIndexPaths == [[0, 1]])
  }

  @Test(
    "I3: content is compared by fingerprint, ==, by object, and else taken to differ",
    .parity("1.10.10"))
  func contentIsCompared() {
    let (same, reloaded) = ("selected 0.0", "reload 0.0, selected 0.0")
    let entity = Entity(id: 1)
    #expect(changes(Printed(prints: [1]), Printed(prints: [1], rows: [Row(id: "c")])) == same)
    #expect(changes([Row(id: "a")], [Row(id: "a")]) == same)
    #expect(changes([entity], [entity]) == same)
    #expect(changes([entity], [Entity(id: 1)]) == reloaded)
    #expect(changes([Keyed(id: "a")], [Keyed(id: "a")]) == reloaded)
  }
}
