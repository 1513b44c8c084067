/// Scans of all rows at memory speed, for searching, sorting and comparing.
///
/// They are available on any thread, while rows are still being found. They read the source once
/// from front to back and cache nothing.
extension FeedListModel {
  /// The number of bytes of the sources that have been read; O(n) for n sources.
  var byteCount: Int { parts.reduce(0) { $0 + $1.progress.byteCount } }

  /// The average length of a row in bytes, of rows of engines as that of the first ones; blocks.
  var rowLength: Int {
    let byteCount = parts.reduce(0) { sum, part in
      let provided = part.rows.isEmpty ? nil : part.store.provided
      return sum
        + (provided.map { $0.rowLength(of: part.rows.count) * part.rows.count }
          ?? part.progress.byteCount)
    }
    return max(1, byteCount / max(1, numberOfRows))
  }

  /// Calls a closure with the bytes of rows, in order.
  ///
  /// The bytes are those of the source, unchecked, without surrounding white space; other formats
  /// are converted to JSON, and a row that cannot be converted has no bytes. A row longer than
  /// `FeedOptions.longestRow` is truncated.
  ///
  /// - Complexity: O(n) for n bytes of these rows: about the time that finding them took.
  /// - Parameters:
  ///   - numbers: The numbers of the rows in the whole feed; nil means all.
  ///   - body: Called with the number of a row and its bytes, which are valid during the call only;
  ///     returns whether to continue.
  /// - Throws: A `FeedError` if the source has become shorter or cannot be read, or the error of
  ///   `body`.
  /// - Precondition: The rows exist.
  public func forEachRow(
    in numbers: Range<Int>? = nil,
    _ body: (_ number: Int, _ bytes: UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    let numbers = numbers ?? 0..<numberOfRows
    precondition(numbers.clamped(to: 0..<numberOfRows) == numbers, "There are no such rows.")
    var isWanted = true
    for part in parts where isWanted && part.rows.overlaps(numbers) {
      let first = part.rows.lowerBound
      let own = numbers.clamped(to: part.rows)
      var pass = part.store.makePass()
      try pass.forEachRow(in: own.lowerBound - first..<own.upperBound - first) { number, bytes, _ in
        isWanted = try body(first + number, bytes)
        return isWanted
      }
    }
  }
}
