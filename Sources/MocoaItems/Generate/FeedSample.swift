import MocoaCore
import MocoaFeed

/// A sample of the rows of a feed, and their shape, for generating code.
public struct FeedSample: Sendable {
  /// The maximum number of rows in a sample.
  public static let defaultLimit = 1_000

  let shape: ObjectShape

  /// A Boolean value that indicates whether some rows are not objects, and are displayed as JSON.
  let hasOtherRows: Bool

  /// A Boolean value that indicates whether there are no rows.
  let isEmpty: Bool

  /// The rows of the sample that are not JSON, which are skipped.
  package private(set) var brokenRows = RowTally()

  /// Creates a sample of rows.
  init(_ rows: some Sequence<JSONValue>) {
    var shape = ObjectShape()
    var hasOtherRows = false
    var isEmpty = true
    for row in rows {
      isEmpty = false
      if let object = row.object {
        shape = shape.adding(object)
      } else {
        hasOtherRows = true
      }
    }
    self.shape = shape
    self.hasOtherRows = hasOtherRows
    self.isEmpty = isEmpty
  }

  /// Creates a sample of rows that are evenly spread over a feed; malformed ones are skipped.
  ///
  /// - Complexity: O(limit) rows are read.
  public init(_ feed: FeedListModel, limit: Int = defaultLimit) {
    let count = feed.numberOfRows
    let taken = min(limit, count)
    var broken = RowTally()
    let numbers = (0..<taken).lazy.map { taken < count ? $0 * count / taken : $0 }
    self.init(
      numbers.compactMap { number -> JSONValue? in
        let row = feed.row(number)
        if row.problem != nil { broken.add(number) }
        return row.problem == nil ? try? row.value() : nil
      })
    brokenRows = broken
  }
}
