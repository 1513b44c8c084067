/// Ways through all rows at the speed of memory, for searching, sorting and comparing.
///
/// Any thread may use them, while rows are still being found. They read the source once from front
/// to back, and make nothing that stays.
extension FeedListModel {
  /// How many bytes of the sources have been read; O(n) for n sources.
  public var byteCount: Int { parts.reduce(0) { $0 + $1.progress.byteCount } }

  /// Hands over the bytes of rows, in order.
  ///
  /// The bytes are as the source has them, unchecked, with no white space around them; what is not
  /// JSON there is converted, and has no bytes where it cannot be. Of a row longer than
  /// `FeedOptions.longestRow` only so much is handed over.
  ///
  /// - Complexity: O(n) for n bytes of these rows: about the time that finding them took.
  /// - Parameters:
  ///   - numbers: The numbers of the rows in the whole feed; nil means all.
  ///   - body: Is given the number of a row and its bytes, which are valid during the call only;
  ///     returns whether to go on.
  /// - Throws: A `FeedError` where the source has become shorter or cannot be read, and what `body`
  ///   throws.
  /// - Precondition: The rows are there.
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
