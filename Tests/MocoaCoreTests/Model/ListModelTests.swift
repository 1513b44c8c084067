import MocoaCore
import MocoaTestSupport
import Synchronization
import Testing

/// Promises about what is read as a list.
@Suite struct ListModelTests {
  @Test(
    "L16: anything can be a list: nothing, one thing, an array, an array of arrays, a list",
    .parity("1.8.2"))
  func anythingIsAList() {
    func counts(_ model: Any?) -> [Int] {
      let list = SectionList(of: model)
      return (0..<list.numberOfSections).map { list.section(at: $0).numberOfItems }
    }
    #expect(counts(nil) == [])
    #expect(counts([Int]()) == [])
    #expect(counts(1) == [1])
    #expect(counts([1, 2]) == [1, 1])
    #expect(counts([[1, 2]]) == [2])
    #expect(counts([[1], [1, 2, 3]]) == [1, 3])
    #expect(counts([nil, 1] as [Int?]) == [1, 1])
    #expect(counts(RowSection([1, 2])) == [2])
    #expect(counts([RowSection([1, 2, 3])]) == [3])
  }

  @Test("L17: sections and rows are transformed when they are asked for", .parity("1.8.6"))
  func listsAreMapped() {
    let calls = Atomic(0)
    let base = RowSection(
      [1, 2, 3], name: "n", identity: 7, header: "h", supplementaries: ["badge": ["x", "y"]])
    let list = base.mapItems { item in
      calls.add(1, ordering: .relaxed)
      return "\(item)"
    }
    let section = list.section(at: 0)
    #expect(calls.load(ordering: .relaxed) == 0)
    #expect(section.item(at: 1) as? String == "2")
    #expect(calls.load(ordering: .relaxed) == 1)
    #expect(section.moduleName == "n")
    #expect(section.supplementaryModel(of: .header, at: 0) as? String == "h")
    #expect(section.supplementaryKinds == ["header", "badge"])
    #expect(section.numberOfSupplementaryModels(of: "badge") == 2)
    #expect(section.sectionIdentity == AnyHashable(7) && section.numberOfItems == 3)
    let doubled = RowSection([1]).mapSections { _ in
      calls.add(1, ordering: .relaxed)
      return RowSection([1, 1])
    }
    #expect(calls.load(ordering: .relaxed) == 1)
    #expect(doubled.section(at: 0).numberOfItems == 2)
  }

  @Test("L18: any random-access collection is a section's rows", .parity("1.8.3"))
  func collectionsAreRows() {
    let section = RowSection((1...4).lazy.map { $0 * 10 })
    #expect(section.numberOfItems == 4)
    #expect(section.item(at: 3) as? Int == 40)
    #expect(RowSection([1, 2, 3][1...]).item(at: 0) as? Int == 2)
  }

  @Test("L15: kinds with models: header, footer, then the others by name", .parity("1.8.4"))
  func kindsHaveAnOrder() {
    let section = RowSection(
      [1], header: "h", footer: "f", supplementaries: ["b": ["1", "2"], "a": ["3"]])
    #expect(section.supplementaryKinds == ["header", "footer", "a", "b"])
    #expect(section.numberOfSupplementaryModels(of: "b") == 2)
    #expect(section.supplementaryModel(of: "b", at: 1) as? String == "2")
    #expect(section.supplementaryModel(of: "b", at: 2) == nil)
    #expect(RowSection([1]).numberOfSupplementaryModels(of: .header) == 0)
  }
}
