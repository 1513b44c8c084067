import MocoaCore
import MocoaFeed

/// Some rows of a feed, by their numbers, as a list of one section.
///
/// The numbers are shared with who collects them; the count is fixed, so that the list grows only
/// when it is told.
struct FilteredRows: ListModel, SectionModel {
  let feed: FeedListModel
  let numbers: [UInt32]

  var numberOfSections: Int { 1 }
  func section(at index: Int) -> any SectionModel { self }

  var mocoaName: ModuleName { .default }
  var numberOfItems: Int { numbers.count }
  func item(at index: Int) -> Any { row(at: index) }
  var supplementaryKinds: [ModuleKind] { [] }
  func numberOfSupplementaryModels(of kind: ModuleKind) -> Int { 0 }
  func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? { nil }

  /// The row at a position; reads it.
  func row(at index: Int) -> Row { feed.row(Int(numbers[index])) }

  /// Where a row is, or where it would be; O(log n).
  func position(ofRow number: Int) -> (index: Int, isThere: Bool) {
    let index = numbers.firstIndexNotBelow(UInt32(clamping: number))
    return (index, index < numbers.count && numbers[index] == UInt32(clamping: number))
  }
}

extension Array where Element == UInt32 {
  /// The first position whose number is not below one, in ascending numbers; O(log n).
  func firstIndexNotBelow(_ number: UInt32) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
