import MocoaCore
import Testing

/// Rows that can be compared, but have neither an identity nor a hash.
@Suite @MainActor struct ComparableRowTests {
  @MainActor final class Counter {
    nonisolated(unsafe) static var comparisons = 0
  }

  struct Reading: Equatable {
    var number: Int
    var text: String
    var values: [Double]

    static func == (first: Reading, second: Reading) -> Bool {
      Counter.comparisons += 1
      return first.number == second.number && first.text == second.text
        && first.values == second.values
    }
  }

  /// A row whose `==` ignores a member.
  struct Cached: Equatable {
    var number: Int
    var reads = 0

    static func == (first: Cached, second: Cached) -> Bool { first.number == second.number }
  }

  @Test("defect K11: shuffled rows are matched with few comparisons", arguments: [2_000])
  func shufflingTakesFewComparisons(count: Int) {
    let rows = (0..<count).map { Reading(number: $0, text: "row \($0)", values: [Double($0)]) }
    let list = ListViewModel(model: RowSection(rows))
    list.ready()
    list.select(at: ListIndexPath(section: 0, item: 7))
    Counter.comparisons = 0
    let shuffled = rows.shuffled()
    list.model = RowSection(shuffled)
    #expect(Counter.comparisons < 10 * count)
    #expect(
      list.selectedIndexPaths.first?.item == shuffled.firstIndex { $0.number == 7 })
  }

  @Test("defect K11: rows whose == ignores a member are matched all the same")
  func equalRowsThatLookDifferentAreMatched() {
    let list = ListViewModel(model: RowSection((0..<100).map { Cached(number: $0) }))
    list.ready()
    list.select(at: ListIndexPath(section: 0, item: 7))
    list.model = RowSection((0..<100).reversed().map { Cached(number: $0, reads: 1) })
    #expect(list.selectedIndexPaths.first?.item == 92)
  }
}
