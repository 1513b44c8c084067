import MocoaCore

/// Rows of a feed from which code is generated: some from all over it, and their shape.
public struct FeedSample: Sendable {
  /// How many rows are looked at, if there are that many.
  public static let defaultLimit = 1_000

  let shape: ObjectShape

  /// Whether some rows are no objects, and so are shown as JSON.
  public let hasOtherRows: Bool

  /// Whether there are no rows.
  public let isEmpty: Bool

  /// Takes rows in.
  public init(_ rows: some Sequence<JSONValue>) {
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

  /// Takes rows of a feed in, evenly spread over it; broken ones are left out.
  ///
  /// - Complexity: O(limit) rows are read.
  public init(_ feed: FeedListModel, limit: Int = defaultLimit) {
    let count = feed.numberOfRows
    let taken = min(limit, count)
    self.init(
      (0..<taken).lazy.compactMap { position -> JSONValue? in
        let row = feed.row(taken < count ? position * count / taken : position)
        return row.problem == nil ? try? row.value() : nil
      })
  }
}
