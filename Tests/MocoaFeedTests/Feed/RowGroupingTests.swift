import MocoaCore
import Testing

@testable import MocoaFeed

@Suite struct RowGroupingTests {
  private static let text = """
    [{"city":"Rome","n":1},{"city":"Oslo","n":2},{"n":3},{"city":"Rome","n":4},{"city":null},5]
    """

  private func group(_ model: FeedListModel, by key: String) throws -> GroupedListModel {
    var grouping = RowGrouping(by: MemberPath(key))
    try grouping.add(rowsOf: model)
    return GroupedListModel(model, grouping: grouping)
  }

  @Test("U6: a cancelled grouping goes on where it ended")
  func cancelledGroupingContinues() throws {
    var model = Indexed((0..<1_000).map { "{\"n\":\($0 % 7)}\n" }.joined()).model
    model.rowsPerBlock = 50
    let calls = Monitor(0)
    var grouping = RowGrouping(by: "n")
    try grouping.add(rowsOf: model) {
      calls.withLock { calls in
        calls += 1
        return calls > 2
      }
    }
    #expect(grouping.rowCount < 1_000)
    try grouping.add(rowsOf: model)
    #expect(grouping.rowCount == 1_000 && grouping.groups.count == 7)
    #expect(grouping.groups.reduce(0) { $0 + $1.rows.count } == 1_000)
  }

  @Test func rowsOfOneValueStandTogether() throws {
    let list = try group(Indexed(Self.text).model, by: "city")
    let sections = (0..<list.numberOfSections).map { list.groupedSection(at: $0) }
    #expect(
      sections.map(\.header.json.text) == [
        #"{"city":"Rome","count":2}"#, #"{"city":"Oslo","count":1}"#, #"{"city":null,"count":3}"#,
      ])
    #expect(
      sections.map { section in (0..<section.numberOfItems).map(section.rowNumber) } == [
        [0, 3], [1], [2, 4, 5],
      ])
    let row = try #require(list.section(at: 0).item(at: 1) as? Row)
    #expect(row.json.text == #"{"city":"Rome","n":4}"#)
    #expect(row.indexPath == ListIndexPath(section: 0, item: 1))
  }

  @Test("W10: equal values are one section, regardless of their notation, as they are one group")
  func equalValuesAreOneSection() throws {
    let rows = ["1", "1.0", "10e-1", #""1""#, #""\u0031""#, "null", #""""#, "[1]", "[1]", "true"]
    let text = rows.map { "{\"k\":\($0)}\n" }.joined() + "{}\n"
    let model = Indexed(text).model
    let list = try group(model, by: "k")
    let counts = (0..<list.numberOfSections).map { list.groupedSection(at: $0).numberOfItems }
    #expect(counts == [3, 2, 2, 1, 2, 1])
    var groups = RowGroups(by: [OutputColumn("k")], [Aggregate(.count)])
    try groups.add(rowsOf: model)
    #expect(groups.groups.map(\.rowCount) == counts)
  }

  @Test func whatIsAddedLaterGivesTheSame() throws {
    let rows = (0..<500).map { "{\"k\":\($0 * $0 % 17)}" }
    let whole = Indexed(rows.joined(separator: "\n")).model
    let part = Indexed(rows.prefix(133).joined(separator: "\n")).model
    var grouping = RowGrouping(by: "k")
    try grouping.add(rowsOf: part)
    try grouping.add(rowsOf: whole)
    #expect(grouping.rowCount == 500)
    let list = GroupedListModel(whole, grouping: grouping)
    let expected = try group(whole, by: "k")
    #expect(list.numberOfSections == expected.numberOfSections)
    for index in 0..<list.numberOfSections {
      let (section, other) = (list.groupedSection(at: index), expected.groupedSection(at: index))
      #expect(section.header == other.header)
      #expect(
        (0..<section.numberOfItems).map(section.rowNumber)
          == (0..<other.numberOfItems).map(other.rowNumber))
    }
  }

  @Test func fingerprintsGoWithTheRows() throws {
    let model = Indexed(Self.text).model
    #expect(try group(model, by: "city").groupedSection(at: 0).rowFingerprints == nil)
    let made = try RowFingerprints(of: model, identityKey: "n")
    model.parts[0].store.fingerprints.withLock { $0 = made }
    let list = try group(model, by: "city")
    list.makeFingerprints()
    let section = list.groupedSection(at: 0)
    #expect(section.rowFingerprints == [made.sections[0][0], made.sections[0][3]])
  }

  @Test func someRowsInAnyOrderStandInTheirGroups() throws {
    let model = Indexed(Self.text).model
    var grouping = RowGrouping(by: "city")
    try grouping.add(rowsOf: model)
    let list = GroupedListModel(model, grouping: grouping.arranged(RowNumbers([5, 3, 0, 2])))
    let rows = (0..<list.numberOfSections).map { section in
      (0..<list.groupedSection(at: section).numberOfItems).map {
        list.rowNumber(at: ListIndexPath(section: section, item: $0))
      }
    }
    #expect(rows == [[3, 0], [5, 2]])
    for (section, numbers) in rows.enumerated() {
      for (item, number) in numbers.enumerated() {
        #expect(list.indexPath(ofRow: number) == ListIndexPath(section: section, item: item))
      }
    }
    #expect(list.indexPath(ofRow: 1) == nil)
  }

  @Test("7: rows are grouped once if later ones cannot be read")
  func rowsInFrontOfAnErrorAreGroupedOnce() throws {
    let rows = (0..<300_000).map { "{\"k\":\($0)}" }
    let source = CountingSource(rows.joined(separator: "\n"))
    let model = Indexed(source).model
    source.cut(to: 2 << 20)
    var grouping = RowGrouping(by: "k")
    for _ in 0..<2 {
      #expect(throws: FeedError.self) { try grouping.add(rowsOf: model) }
      #expect(grouping.rowCount > 0 && grouping.rowCount < rows.count)
      #expect(grouping.groups.map { Array($0.rows) } == (0..<grouping.rowCount).map { [$0] })
    }
    // Requested rows may be behind them.
    let numbers = RowNumbers([rows.count - 1, 1, 0])
    #expect(grouping.arranged(numbers).groups.map { Array($0.rows) } == [[0], [1]])
  }
}
