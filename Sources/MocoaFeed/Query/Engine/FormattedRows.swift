/// Formats rows as text, one after the other; each thread has a copy of its own.
package protocol RowFormatting: Sendable {
  /// The text before the first row, in UTF-8.
  var header: [UInt8] { get }

  /// The members that are read; nil for whole rows.
  var paths: [MemberPath]? { get }

  /// An empty schema to which members of rows are added; nil if they are not counted.
  var schema: MemberSchema? { get }

  /// A Boolean value that indicates whether the numbers of rows must be those in the feed.
  ///
  /// Otherwise they may be counted from the first row of a block.
  var needsNumbers: Bool { get }

  /// Makes room for rows that are among the first to be written.
  mutating func fit(to rows: [JSONBytes])

  /// Appends the text of a row, or records that the row is not JSON.
  ///
  /// - Complexity: O(n) for n bytes of the row.
  mutating func append(
    _ row: UnsafeRawBufferPointer, number: Int, to rows: inout FormattedRows)

  /// Appends the line of the error of a row that was recorded as a problem.
  mutating func append(_ problem: FeedError, to rows: inout FormattedRows)

  /// Appends the line of the header of a section.
  mutating func append(header: Row, to rows: inout FormattedRows)

  /// Appends the line of the header of a group.
  mutating func append(header title: String, to rows: inout FormattedRows)
}

extension RowFormatting {
  /// Always false: most texts are made of the row alone.
  package var needsNumbers: Bool { false }

  /// Always nil: members are not counted.
  package var schema: MemberSchema? { nil }

  /// Does nothing: texts that are not aligned need no room.
  package mutating func fit(to rows: [JSONBytes]) {}

  /// Appends nothing: such rows are left out.
  package mutating func append(_ problem: FeedError, to rows: inout FormattedRows) {}

  /// Appends nothing: the rows of all sections follow one another.
  package mutating func append(header: Row, to rows: inout FormattedRows) {}

  /// Appends nothing: the rows of all groups follow one another.
  package mutating func append(header title: String, to rows: inout FormattedRows) {}
}

/// The text of rows, and what was noticed while they were formatted.
package struct FormattedRows: Sendable {
  /// The text, in UTF-8.
  package var bytes: [UInt8] = []

  /// The number of rows, those included in whose places errors are written.
  package private(set) var count = 0

  /// The rows that are left out because they are not JSON.
  private(set) var broken = RowTally()

  /// The rows in which invalid Unicode was replaced by U+FFFD.
  private(set) var repaired = RowTally()

  /// The rows that have a member more than once that is written.
  var repeated = RepeatedMembers()

  /// The number of values in which characters were replaced that a terminal would execute.
  package var replacedCount = 0

  /// The members of the rows; nil if they are not counted.
  package var schema: MemberSchema?

  /// The rows in whose places errors are written.
  private(set) var problems: [Place] = []

  /// The places of all rows, if they are recorded.
  private(set) var places: [Place] = []

  private let recordsPlaces: Bool

  /// The maximum number of rows.
  private let limit: Int

  /// The place of a row in the text.
  struct Place: Sendable {
    let number: Int
    /// The number of rows before it.
    let position: Int
    /// The offset after its text.
    let end: Int
    /// The number of replaced values up to there.
    let replacedCount: Int
  }

  /// Creates an empty text of at most `limit` rows, between which text may be inserted if places
  /// are recorded, and whose members are counted if there is a schema.
  package init(limit: Int? = nil, recordsPlaces: Bool = false, schema: MemberSchema? = nil) {
    self.limit = limit ?? .max
    self.recordsPlaces = recordsPlaces || limit != nil
    self.schema = schema
  }

  /// A Boolean value that indicates whether there are as many rows as the limit allows.
  var isFull: Bool { count >= limit }

  /// Records a row whose text was appended.
  package mutating func endRow(_ number: Int, isRepaired: Bool) {
    if isRepaired { repaired.add(number) }
    addPlace(number)
  }

  /// Records a row that is left out.
  package mutating func leaveOut(_ number: Int) { broken.add(number) }

  /// Records a row in whose place its error is to be written.
  package mutating func addProblem(_ number: Int) {
    problems.append(place(of: number))
    addPlace(number)
  }

  private func place(of number: Int) -> Place {
    Place(number: number, position: count, end: bytes.count, replacedCount: replacedCount)
  }

  private mutating func addPlace(_ number: Int) {
    if recordsPlaces { places.append(place(of: number)) }
    count += 1
  }

  /// Returns the offset before the text of a row, if places are recorded.
  func offset(ofRowAt position: Int) -> Int {
    position == 0 || position > places.count ? 0 : places[position - 1].end
  }

  /// Removes the rows after the first ones.
  mutating func keep(_ count: Int) {
    guard count < self.count else { return }
    self.count = count
    bytes.removeSubrange(offset(ofRowAt: count)...)
    replacedCount = count == 0 ? 0 : places[count - 1].replacedCount
    places.removeSubrange(count...)
    problems.removeAll { $0.position >= count }
  }
}

extension RowFormatter: RowFormatting {
  /// The titles of the columns.
  var header: [UInt8] { format.header }

  var paths: [MemberPath]? { format.paths }

  mutating func append(
    _ row: UnsafeRawBufferPointer, number: Int, to rows: inout FormattedRows
  ) {
    guard append(row, to: &rows.bytes) else { return rows.leaveOut(number) }
    rows.endRow(number, isRepaired: isRepaired)
    rows.repeated.add(number, readBy: tree)
  }
}

// MARK: - Unicode

extension FormattedRows {
  /// Returns a row with invalid UTF-8 replaced by U+FFFD; nil if it has none.
  package static func repaired(_ row: UnsafeRawBufferPointer) -> [UInt8]? {
    UTF8Sequence.isValid(row) ? nil : JSONText.repaired(row)
  }

  /// Returns whether a row has half of a surrogate pair, which is displayed as U+FFFD.
  package static func hasLoneSurrogates(_ row: UnsafeRawBufferPointer) -> Bool {
    guard ByteSearch.contains(UInt8(ascii: "\\"), in: row) else { return false }
    return (try? JSONBytes(Array(row)).check()) ?? false
  }
}
