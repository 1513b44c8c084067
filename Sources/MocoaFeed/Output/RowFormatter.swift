/// Formats rows, copying bytes where values need no change; used by one thread.
struct RowFormatter: Sendable {
  let format: RowFormat
  private let columns: [Column]
  private let separator: [UInt8]
  private let lineStart: [UInt8]
  private let lineEnd: [UInt8]
  /// The members that are written, and those of the keys.
  private(set) var tree = MemberTree()

  let keySlots: [[Int]]

  /// A Boolean value that indicates whether invalid Unicode in the last row was replaced.
  private(set) var isRepaired = false

  private struct Column: Sendable {
    let template: RowTemplate?
    let isLeaf: Bool
    /// The title as a JSON key, with its colon.
    let key: [UInt8]
    /// The slots that may contain its value; the first non-empty one is used.
    let slots: [Int]
  }

  /// Creates a formatter, which also reads the members of sort keys.
  init(_ format: RowFormat, keys: [SortKey] = []) {
    self.format = format
    (separator, lineStart, lineEnd) = (format.separator, format.lineStart, format.lineEnd)
    var tree = MemberTree()
    columns = (format.columns ?? []).map { column in
      Column(
        template: column.template, isLeaf: column.isLeaf,
        key: DerivedMember.key(column.title),
        slots: tree.slots(of: column.path, isInArrays: !column.isLeaf))
    }
    keySlots = keys.map { tree.slots(of: $0.path) }
    self.tree = tree
  }

  /// Appends a row, in UTF-8.
  ///
  /// - Complexity: O(n) for n bytes.
  /// - Returns: `false`, with nothing appended, if the row is not JSON.
  mutating func append(_ row: UnsafeRawBufferPointer, to output: inout [UInt8]) -> Bool {
    guard UTF8Sequence.isValid(row) else {
      defer { isRepaired = true }
      return JSONText.repaired(row).withUnsafeBytes { append($0, to: &output) }
    }
    isRepaired = false
    switch format {
    case .json(nil), .array(nil):
      var scanner = CheckedScanner(row)
      guard scanner.skipValue(), scanner.isAtEnd else { return false }
      Self.appendCompact(row, hasSpace: scanner.hasSpace, to: &output)
      output.append(0x0A)
    case .template(let template, let terminator):
      let json = JSONBytes(Array(row))
      guard let isRepaired = try? json.check() else { return false }
      self.isRepaired = isRepaired
      template.append(json, to: &output)
      output.append(contentsOf: terminator.utf8)
    case .json, .array, .csv, .tsv, .markdown, .html:
      guard read(row) else { return false }
      appendRead(row, to: &output)
    }
    return true
  }

  /// Finds the members of a row for the columns; returns `false` if it is not JSON.
  mutating func read(_ row: UnsafeRawBufferPointer) -> Bool { tree.read(row) }

  /// Appends the row that was read last, which is UTF-8.
  mutating func appendRead(_ row: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    isRepaired = false
    format.isJSON ? appendObject(row, to: &output) : appendLine(row, to: &output)
  }

  private mutating func appendLine(_ row: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.append(contentsOf: lineStart)
    let start = output.count
    for index in columns.indices {
      if index > 0 { output.append(contentsOf: separator) }
      if let template = columns[index].template {
        var text: [UInt8] = []
        template.append(JSONBytes(Array(row)), to: &text)
        text.withUnsafeBytes { format.appendCell($0, to: &output) }
      } else if let value = value(of: columns[index], in: row) {
        appendCell(value, to: &output)
      }
    }
    format.appendEmptyCell(to: &output, from: start)
    output.append(contentsOf: lineEnd)
  }

  private func appendObject(_ row: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    var isFirst = true
    output.append(UInt8(ascii: "{"))
    for column in columns {
      guard let value = value(of: column, in: row) else { continue }
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      output.append(contentsOf: column.key)
      Self.appendCompact(value, hasSpace: tree.hasSpace, to: &output)
    }
    output.append(contentsOf: "}\n".utf8)
  }

  @inline(__always)
  private func value(
    of column: Column, in row: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    guard let value = tree.value(in: column.slots, of: row) else { return nil }
    guard column.isLeaf, value[0] == UInt8(ascii: "{") else { return value }
    return value[rebased: 1..<value.count - 1].allSatisfy(\.isJSONWhitespace) ? value : nil
  }

  /// Appends a value as a cell: a string unquoted, null as nothing, others as compact JSON.
  private mutating func appendCell(_ value: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    switch value[0] {
    case UInt8(ascii: "\""):
      let content = value[rebased: 1..<value.count - 1]
      if !ByteSearch.contains(UInt8(ascii: "\\"), in: content) {
        format.appendCell(content, to: &output)
      } else {
        var text = JSONText.unescaped(content, isRepaired: &isRepaired)
        text.withUTF8 { format.appendCell(UnsafeRawBufferPointer($0), to: &output) }
      }
    case UInt8(ascii: "n"): break
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var text: [UInt8] = []
      Self.appendCompact(value, hasSpace: tree.hasSpace, to: &text)
      text.withUnsafeBytes { format.appendCell($0, to: &output) }
    default: output.append(contentsOf: value)
    }
  }

  @inline(__always)
  private static func appendCompact(
    _ value: UnsafeRawBufferPointer, hasSpace: Bool, to output: inout [UInt8]
  ) {
    if hasSpace, let text = try? JSONFormatter.format(value, indentation: nil) {
      output.append(contentsOf: text)
    } else {
      output.append(contentsOf: value)
    }
  }
}
