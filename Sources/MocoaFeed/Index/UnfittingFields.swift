import Synchronization

/// The fields of a table that are texts because they do not have the type of their column.
///
/// Rows are converted as often as they are needed; each is counted once, by its offset.
final class UnfittingFields: Sendable {
  private struct Column {
    /// The offsets of the rows, up to a limit.
    var rows: Set<Int> = []
    /// The first row so far.
    var first = Int.max
    /// The field of the first row, and its line.
    var (field, line) = ("", 0)
    /// A Boolean value that indicates whether one of the fields is a number.
    var hasNumber = false
  }

  /// The maximum number of rows of a column that are counted.
  private static let limit = 100_000

  private let columns = Mutex<[Int: Column]>([:])
  private let names: [String]
  private let types: [FieldType]
  private let line: @Sendable (_ offset: Int) -> Int

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - names: The names of the columns.
  ///   - types: Their types.
  ///   - line: Returns the number of the line at an offset.
  init(names: [String], types: [FieldType], line: @escaping @Sendable (_ offset: Int) -> Int) {
    (self.names, self.types, self.line) = (names, types, line)
  }

  /// Adds a field of a column in the row at an offset, unless it has no value.
  func add(_ field: UnsafeRawBufferPointer, in column: Int, ofRowAt offset: Int) {
    guard !QueryValue.text(field).isMissing else { return }
    let isNumber = NumberForm(field) != nil
    let isFirst = columns.withLock { columns in
      var entry = columns.removeValue(forKey: column) ?? Column()
      if entry.rows.count <= Self.limit { entry.rows.insert(offset) }
      entry.hasNumber = entry.hasNumber || isNumber
      let isFirst = offset < entry.first
      if isFirst { (entry.first, entry.field) = (offset, String(decoding: field, as: UTF8.self)) }
      columns[column] = entry
      return isFirst
    }
    guard isFirst else { return }
    // The row may be released later.
    let line = line(offset)
    columns.withLock { if $0[column]?.first == offset { $0[column]?.line = line } }
  }

  /// A note on each column with such fields: how many there are, and the first of them.
  var notes: [String] {
    columns.withLock { $0 }.sorted { $0.key < $1.key }.map { column, entry in
      let name = names[column]
      let isTruth = types[column] == .truth
      let count = entry.rows.count
      let number = count > Self.limit ? "more than \(Self.limit)" : "\(count)"
      let noun = count == 1 ? "field of \(name) is" : "fields of \(name) are"
      let type = isTruth ? "true or false" : count == 1 ? "a number" : "numbers"
      let kind = entry.hasNumber && !isTruth ? "not written like its other numbers" : "not \(type)"
      let hint =
        entry.hasNumber && !isTruth ? "; --type '\(name) = number' reads numbers" : ""
      return "\(number) \(noun) text, \(kind): \(entry.field) (line \(entry.line))\(hint)"
    }
  }
}
