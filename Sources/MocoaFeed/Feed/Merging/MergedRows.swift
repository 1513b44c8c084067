/// Consecutive rows of one of several sources that are merged, as JSON on a line each.
package struct MergedRows: Sendable {
  /// What the bytes of a row are.
  enum Content {
    /// An object without a member `source`, and one that has it.
    case object, labelled
    /// Another value.
    case value
    /// Not JSON.
    case broken
  }

  /// A row, behind the one before it.
  struct Row {
    /// The offset after its last byte.
    var end: Int
    var content: Content
    /// The time, or that of the row before it; nil if no row so far has one.
    var time: Timestamp?
    /// A Boolean value that indicates whether the time is its own.
    var hasTime = false
    /// A Boolean value that indicates whether its own time is a date without a time of day.
    var hasDate = false
  }

  /// The name of the member that rows get.
  package static let member = "source"

  /// The number of bytes after which the rows are merged.
  private static let length = 256 * 1024

  /// The number of rows among which the member with the time is looked for.
  private static let sampleCount = 64

  private(set) var bytes: [UInt8] = []
  private(set) var rows: [Row] = []

  /// The member by which the rows have their times; nil if none is known.
  private(set) var timeMember: TimeMember?

  /// A Boolean value that indicates whether no more rows should be added.
  var isFull: Bool { bytes.count >= Self.length }

  /// Finds the member `source` of rows.
  private var tree: MemberTree = {
    var tree = MemberTree()
    _ = tree.add([MemberStep(member)])
    return tree
  }()

  /// Appends a row.
  ///
  /// - Complexity: O(n) for n bytes.
  /// - Returns: `false`, with nothing appended, if it is not JSON.
  mutating func append(_ row: UnsafeRawBufferPointer) -> Bool {
    guard tree.read(row) else { return false }
    let start = MemberScanner(row).position
    let isObject = row[start] == UInt8(ascii: "{")
    let content = isObject ? tree.values[0].isEmpty ? .object : .labelled : Content.value
    append(row[rebased: start..<row.count], content)
    return true
  }

  mutating func append(broken row: JSONBytes) {
    // It must not become JSON.
    (Array(row.slice) + [UInt8(ascii: ",")]).withUnsafeBytes { append($0, .broken) }
  }

  private mutating func append(_ row: UnsafeRawBufferPointer, _ content: Content) {
    let start = bytes.count
    bytes.append(contentsOf: row)
    // Line ends are blanks between values.
    if ByteSearch.contains(0x0A, in: row) || ByteSearch.contains(0x0D, in: row) {
      for index in start..<bytes.count where bytes[index] == 0x0A || bytes[index] == 0x0D {
        bytes[index] = 0x20
      }
    }
    rows.append(Row(end: bytes.count, content: content))
  }

  func bytes(ofRow number: Int) -> ArraySlice<UInt8> {
    bytes[(number == 0 ? 0 : rows[number - 1].end)..<rows[number].end]
  }

  /// Sets the times of the rows by a member, which is found if it is nil; `last` is the time of the
  /// row before the first one, and then of the last one.
  mutating func setTimes(_ member: inout TimeMember?, after last: inout Timestamp?) {
    if member == nil {
      member = findTimeMember(in: rows.indices.prefix(Self.sampleCount))
      // The first ones may be the start of a program without times.
      member = member ?? findTimeMember(in: rows.indices.suffix(Self.sampleCount))
    }
    guard let member else { return }
    timeMember = member
    bytes.withUnsafeBytes { bytes in
      var start = 0
      for index in rows.indices {
        let row = bytes[rebased: start..<rows[index].end]
        start = rows[index].end
        if rows[index].content != .broken, let found = member.time(in: row) {
          last = found.time
          (rows[index].hasTime, rows[index].hasDate) = (true, found.isDate)
        }
        rows[index].time = last
      }
    }
  }

  private func findTimeMember(in numbers: Range<Int>) -> TimeMember? {
    TimeMember(
      in: numbers.filter { rows[$0].content != .broken }.map { JSONBytes(bytes(ofRow: $0)) })
  }
}
