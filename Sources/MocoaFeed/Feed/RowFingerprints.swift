import Dispatch
import MocoaCore
import Synchronization

/// The fingerprints of all rows of a feed, and by which member rows were told apart.
struct RowFingerprints: Sendable {
  /// The members that are tried, in this order.
  static let usualKeys = ["id", "_id", "uuid", "guid", "key", "url", "name"]

  /// How many rows are looked at to choose the member.
  private static let sampleSize = 100

  /// How many rows make it worth while to have another thread.
  private static let rowsPerThread = 20_000

  /// The member by which rows are told apart, or nil where their contents do that.
  let identityKey: String?

  /// The fingerprints by section.
  var sections: [[RowFingerprint]]

  /// The hashes of the values of the rows, by number, once they have been made.
  var values: [UInt64]?

  /// Reads all rows of a list.
  ///
  /// - Parameters:
  ///   - model: The list.
  ///   - identityKey: The member by which rows are told apart; nil chooses one of the usual ones
  ///     that all of the first rows have.
  /// - Throws: A `FeedError` where the source has become shorter or cannot be read.
  init(of model: FeedListModel, identityKey: String?) throws {
    let key = try identityKey ?? Self.chooseKey(for: model)
    let rows = try Self.hashOnThreads(
      model, rows: 0..<model.numberOfRows, by: key.map { MemberPath($0) })
    self.init(rows, of: model, identityKey: key)
  }

  /// Reads the rows of a reading that goes on, close behind it, until it has ended.
  ///
  /// So both come to their end at almost the same time, instead of one after the other. Blocks.
  ///
  /// - Parameters:
  ///   - reading: The reading.
  ///   - identityKey: The member by which rows are told apart; nil chooses one.
  /// - Throws: A `FeedError` where the source has become shorter or cannot be read.
  init(following reading: FeedReading, identityKey: String?) throws {
    reading.index.wait(forRows: Self.sampleSize)
    let key = try identityKey ?? Self.chooseKey(for: reading.model)
    let path = key.map { MemberPath($0) }
    var rows: [RowFingerprint] = []
    while !reading.index.progress.isFinished {
      let model = reading.model
      rows += try Self.hash(model, rows: rows.count..<model.numberOfRows, by: path)
      reading.index.wait(forRows: rows.count + Self.rowsPerThread)
    }
    let model = reading.model
    rows += try Self.hashOnThreads(model, rows: rows.count..<model.numberOfRows, by: path)
    self.init(rows, of: model, identityKey: key)
  }

  private init(_ rows: [RowFingerprint], of model: FeedListModel, identityKey: String?) {
    self.identityKey = identityKey
    if model.numberOfSections == 1 {
      sections = [rows]
    } else {
      sections = (0..<model.numberOfSections).map {
        Array(rows[model.feedSection(at: $0).rows])
      }
    }
  }

  /// The first usual member that all of the first rows have, and not as null.
  static func chooseKey(for model: FeedListModel) throws -> String? {
    var candidates = usualKeys
    try model.forEachRow(in: 0..<min(sampleSize, model.numberOfRows)) { _, bytes in
      candidates.removeAll { MemberPath($0).identity(in: bytes) == nil }
      return !candidates.isEmpty
    }
    return model.numberOfRows == 0 ? nil : candidates.first
  }

  private static func hashOnThreads(
    _ model: FeedListModel, rows: Range<Int>, by key: MemberPath?
  ) throws -> [RowFingerprint] {
    try onThreads(rows) { try hash(model, rows: $0, by: key) }
  }

  /// Puts together what a closure makes of parts of a range, on several threads where it is long.
  static func onThreads<Element: Sendable>(
    _ range: Range<Int>, _ body: @Sendable (Range<Int>) throws -> [Element]
  ) throws -> [Element] {
    let threads = max(1, min(4, range.count / rowsPerThread))
    guard threads > 1 else { return try body(range) }
    let parts = Mutex<[Int: Result<[Element], any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: threads) { part in
      let bounds = [part, part + 1].map { range.lowerBound + range.count * $0 / threads }
      let result = Result { try body(bounds[0]..<bounds[1]) }
      parts.withLock { $0[part] = result }
    }
    var result: [Element] = []
    result.reserveCapacity(range.count)
    let found = parts.withLock { $0 }
    for part in 0..<threads { try result.append(contentsOf: found[part]?.get() ?? []) }
    return result
  }

  private static func hash(
    _ model: FeedListModel, rows: Range<Int>, by key: MemberPath?
  ) throws -> [RowFingerprint] {
    var result: [RowFingerprint] = []
    result.reserveCapacity(rows.count)
    let hash = ByteHash.ofThisRun
    try model.forEachRow(in: rows) { _, bytes in
      result.append(RowFingerprint(of: bytes, by: key, hash: hash))
      return true
    }
    return result
  }
}
