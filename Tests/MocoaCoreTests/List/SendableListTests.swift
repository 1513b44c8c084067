import MocoaTestSupport
import Testing

@testable import MocoaCore

/// Lists of several sections, and mapped lists, that are compared off the main actor.
@Suite @MainActor struct SendableListTests {
  let list = ListViewModel()

  private func rows(_ range: Range<Int>) -> RowSection<[Contact]> {
    RowSection(range.map { Contact(id: $0, name: "\($0)") }, header: "H")
  }

  @Test("defect K10: a list of sections is compared off the main actor if its sections can be")
  func sectionListsAreUpdated() async {
    list.ready()
    for count in [3_000, 4_000] {
      let isDone = await list.update(
        to: SectionList {
          rows(0..<count)
          if count > 3_000 { RowSection(["x"], name: "letters") }
        })
      #expect(isDone && list.sendableModel != nil)
      #expect((list.model as? SectionList)?.sections.count == list.numberOfSections)
      #expect(list.numberOfItems(in: 0) == count)
    }
    #expect(await list.update(to: SectionList([rows(0..<10), rows(10..<20)])))
    #expect(list.sendableModel != nil)
  }

  @Test("defect K10: a list with a section of objects is compared on the main actor")
  func objectsAreComparedOnTheMainActor() async {
    let section = CountingSection(numberOfItems: 3)
    #expect(await list.update(to: SectionList { section }))
    #expect(list.numberOfItems(in: 0) == 3 && list.sendableModel == nil)
    #expect(await list.update(to: SectionList([rows(0..<1), section])))
    #expect(list.numberOfSections == 2 && list.sendableModel == nil)
    let task = Task { [list] in await list.update(to: SectionList([])) }
    task.cancel()
    #expect(await task.value == false)
  }

  @Test(
    "defect K10: mapped lists are compared off the main actor, by the fingerprints of their rows")
  func mappedListsAreUpdated() async {
    var isDone = await list.update(to: rows(0..<3_000).mapItems { "\($0)" })
    #expect(isDone)
    isDone = await list.update(to: rows(0..<2).mapSections { $0 })
    #expect(isDone)
    #expect(list.numberOfItems(in: 0) == 2 && list.sendableModel != nil)
    let section = PrintedSection().mapItems { $0 }.section(at: 0)
    #expect(section.rowFingerprints == [RowFingerprint(id: 1, content: 2)])
  }
}

/// A list of a section with a fingerprint.
private struct PrintedSection: ListModel, SectionModel {
  var numberOfSections: Int { 1 }
  var numberOfItems: Int { 1 }
  var rowFingerprints: [RowFingerprint]? { [RowFingerprint(id: 1, content: 2)] }
  func section(at index: Int) -> any SectionModel { self }
  func item(at index: Int) -> Any { "row" }
}
