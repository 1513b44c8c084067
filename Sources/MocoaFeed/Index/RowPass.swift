/// Iterates over the bytes of rows in order, as fast as their ends are found.
///
/// Used by one thread; the index may grow meanwhile. It allocates nothing per row.
struct RowPass: ~Copyable {
  /// The number of bytes read at once, unless the rows between two anchors are longer.
  private static let windowLength = 512 * 1024

  /// The number of bytes read after a range, to find the end of its last line.
  private static let lineLength = 4096

  private let source: any ByteSource
  private let index: RowIndex

  /// The maximum number of bytes of a row that are read.
  private let longestRow: Int

  /// Adds members to each row; nil for none.
  private var derivation: RowDerivation?

  /// The engine that supplies the rows, and the rows and members that are needed.
  private let provider: (any RowProvider)?
  private let narrowing: RowNarrowing
  private let isCancelled: () -> Bool

  private var buffer: UnsafeMutableRawBufferPointer
  private var window = 0..<0

  /// The last converted row, and what it was before members were added.
  private var converted: [UInt8] = []
  private var underived: [UInt8] = []

  /// Creates a pass; one for rows that may be far from one another does not read ahead.
  init(
    source: any ByteSource, index: RowIndex, longestRow: Int, readsAhead: Bool = true,
    derivedMembers: [DerivedMember] = [], provider: (any RowProvider)? = nil,
    narrowing: RowNarrowing = .none, isCancelled: @escaping () -> Bool = { false }
  ) {
    self.source = source
    self.provider = provider
    self.narrowing = narrowing.deriving(derivedMembers)
    self.isCancelled = isCancelled
    if !derivedMembers.isEmpty {
      derivation = RowDerivation(derivedMembers, keeping: self.narrowing.members)
    }
    self.index = index
    self.longestRow = longestRow
    buffer = .allocate(byteCount: readsAhead ? Self.windowLength : 0, alignment: 64)
  }

  deinit { buffer.deallocate() }

  /// The conversion of the bytes of the rows to JSON; nil if they are JSON already.
  private var conversion: RowCoding? {
    let coding = index.coding
    return coding.isJSON ? nil : coding.narrowed(to: narrowing.members)
  }

  /// Receives the bytes of some dozen rows, and, if these are converted, so that only the texts of
  /// their values are in the bytes, those that may be missing there; returns whether any of the
  /// rows can match.
  typealias BytesTest = (_ bytes: UnsafeRawBufferPointer, _ addedTexts: [[UInt8]]?) -> Bool

  /// Returns whether the bytes of rows may show that none of them matches, and the texts of values
  /// that may be missing in the bytes of converted rows.
  private func exclusion(
    after conversion: RowCoding?
  ) -> (isPossible: Bool, addedTexts: [[UInt8]]?) {
    guard derivation == nil else { return (false, nil) }
    guard let conversion else { return (true, nil) }
    let texts = conversion.addedTexts
    return (texts != nil, texts)
  }

  /// Calls a closure with the rows one by one.
  ///
  /// - Parameters:
  ///   - rows: The numbers of the rows.
  ///   - isWanted: Returns whether any of some rows can match. The others are skipped. Rows that
  ///     are not JSON in the source are always converted, unless their bytes have the texts of
  ///     values.
  ///   - body: Receives the number of a row, its bytes without surrounding white space, and the
  ///     offset of the first of them in the source; returns whether to continue. A row that cannot
  ///     be converted to JSON has no bytes.
  /// - Throws: A `FeedError` if the source has become shorter or cannot be read, or the error of
  ///   `body`.
  mutating func forEachRow(
    in rows: Range<Int>, where isWanted: BytesTest = { _, _ in true },
    body: (Int, UnsafeRawBufferPointer, Int) throws -> Bool
  ) throws {
    guard rows.lowerBound < rows.upperBound else { return }
    if provider != nil { return try forEachProvidedRow(.range(rows)) { try body($0, $1, 0) } }
    var block = index.block(containing: rows.lowerBound)
    var finder = RowFinder(block: block)
    let conversion = conversion
    let (canExclude, addedTexts) = exclusion(after: conversion)
    while true {
      let bytes = try load(block.bytes)
      var wanted = block.rows.clamped(to: rows)
      if !canExclude || isWanted(bytes, addedTexts) {
        finder.scan(bytes, at: block.bytes.lowerBound)
        finder.finish()
        guard finder.isDone else { throw FeedError(source: source.name, reason: .rowGone) }
      } else {
        wanted = rows.upperBound..<rows.upperBound
      }
      for number in wanted {
        let row = finder.rows[number - block.rows.lowerBound]
        guard
          try withRow(
            row, of: bytes, at: block.bytes.lowerBound, conversion, { try body(number, $0, $1) })
        else { return }
      }
      guard block.rows.upperBound < rows.upperBound else { return }
      block = index.block(containing: block.rows.upperBound)
      finder.begin(block)
    }
  }

  /// A Boolean value that indicates whether an engine supplies the rows.
  var isProvided: Bool { provider != nil }

  /// Calls a closure with the rows that an engine supplies.
  mutating func forEachProvidedRow(
    _ rows: RowRequest.Rows, body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    let conversion = conversion
    var request = RowRequest(
      rows, members: narrowing.members, condition: narrowing.condition, isCancelled: isCancelled)
    (request.order, request.limit) = (narrowing.order, narrowing.limit)
    try FeedError.naming(source.name) {
      try provider?.forEachRow(request) { number, bytes in
        guard conversion != nil || derivation != nil else { return try body(number, bytes) }
        convert(bytes, at: number, conversion)
        return try converted.withUnsafeBytes { try body(number, $0) }
      }
    }
  }

  /// Finds the lines that begin in a range of bytes, and calls a closure with the rows among them.
  ///
  /// - Parameters:
  ///   - range: The bytes; the first of them begins a line or is preceded by a line feed.
  ///   - isFirst: A Boolean value that indicates whether the first byte begins a line.
  ///   - end: The offset after the last byte of the source.
  ///   - isWanted: Returns whether any of some rows can match.
  ///   - body: Receives the number of a row among those of the range, and its bytes; returns
  ///     whether to continue.
  /// - Returns: The lines found.
  /// - Throws: A `FeedError` if the source cannot be read, or the error of `body`.
  mutating func forEachLine(
    in range: Range<Int>, isFirst: Bool, end: Int, where isWanted: BytesTest,
    body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws -> FoundLines {
    let base = isFirst ? range.lowerBound : range.lowerBound - 1
    let (bytes, isWhole) = try loadLines(in: base..<range.upperBound, end: end)
    let start = isFirst ? 0 : bytes.firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    let lines = UnsafeRawBufferPointer(rebasing: bytes[min(start, bytes.count)...])
    let (conversion, shape) = (conversion, index.shape)
    let (canExclude, addedTexts) = exclusion(after: conversion)
    let place = base + start..<base + bytes.count
    var finder = RowFinder(
      block: RowBlock(rows: 0..<Int.max, bytes: place, shape: shape, isExact: false))
    finder.scan(lines, at: place.lowerBound)
    var writer = RowWriter()
    writer.beginRows(at: place.lowerBound)
    for row in finder.rows { writer.endRow(at: row.upperBound, next: row.upperBound + shape.gap) }
    var number = 0
    groups: while number < finder.rows.count {
      let group = finder.rows[number..<min(finder.rows.count, number + RowWriter.rowsPerAnchor)]
      number = group.endIndex
      let span = group[group.startIndex].lowerBound - base..<group[number - 1].upperBound - base
      if canExclude, !isWanted(UnsafeRawBufferPointer(rebasing: bytes[span]), addedTexts) {
        continue
      }
      for place in group.indices {
        guard
          try withRow(
            group[place], of: bytes, at: base, conversion,
            { row, _ in
              try body(place, row)
            })
        else { break groups }
      }
    }
    return FoundLines(
      writer: writer, bytes: place, newlineCount: lines.count(of: 0x0A), isWhole: isWhole)
  }

  /// Calls a closure with a row, trimmed or converted, and its offset in the source.
  @inline(__always)
  private mutating func withRow(
    _ row: Range<Int>, of bytes: UnsafeRawBufferPointer, at base: Int, _ conversion: RowCoding?,
    _ body: (UnsafeRawBufferPointer, Int) throws -> Bool
  ) rethrows -> Bool {
    let start = min(row.lowerBound - base, bytes.count)
    let end = min(row.upperBound - base, bytes.count)
    if conversion != nil || derivation != nil {
      if row.upperBound - base > bytes.count {
        // A part of a row that is too long would be taken for the row.
        converted.removeAll(keepingCapacity: true)
      } else {
        convert(bytes[rebased: start..<end], at: row.lowerBound, conversion)
      }
      return try converted.withUnsafeBytes { try body($0, row.lowerBound) }
    }
    let text = bytes.trimmed(from: start, to: end)
    return try body(bytes[rebased: text], base + text.lowerBound)
  }

  private mutating func convert(
    _ row: UnsafeRawBufferPointer, at offset: Int, _ conversion: RowCoding?
  ) {
    converted.removeAll(keepingCapacity: true)
    do {
      guard let conversion else {
        try derivation?.append(row[rebased: row.trimmed(from: 0, to: row.count)], to: &converted)
        return
      }
      guard derivation != nil else {
        return try conversion.append(row, at: offset, to: &converted)
      }
      underived.removeAll(keepingCapacity: true)
      try conversion.append(row, at: offset, to: &underived)
      try derivation?.append(underived, to: &converted)
    } catch {
      converted.removeAll(keepingCapacity: true)
    }
  }

  /// Returns the bytes of a range, up to the maximum length of a row.
  private mutating func load(_ range: Range<Int>) throws -> UnsafeRawBufferPointer {
    let count = min(range.count, max(Self.windowLength, longestRow))
    if range.lowerBound < window.lowerBound || range.lowerBound + count > window.upperBound {
      reserve(count)
      let read = try source.read(into: buffer, at: range.lowerBound)
      window = range.lowerBound..<range.lowerBound + read
      guard read >= count else { throw FeedError(source: source.name, reason: .rowGone) }
    }
    let start = range.lowerBound - window.lowerBound
    return UnsafeRawBufferPointer(rebasing: buffer[start..<start + count])
  }

  private mutating func reserve(_ count: Int) {
    guard count > buffer.count else { return }
    buffer.deallocate()
    buffer = .allocate(byteCount: count, alignment: 64)
  }

  /// Returns the bytes of a range through the end of its last line, or of the line before.
  private mutating func loadLines(
    in range: Range<Int>, end: Int
  ) throws -> (UnsafeRawBufferPointer, isWhole: Bool) {
    reserve(range.count + Self.windowLength)
    window = 0..<0
    var count = 0
    var next = range.count + Self.lineLength
    while true {
      let wanted = min(next, buffer.count, end - range.lowerBound)
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count..<wanted])
      let read = try source.read(into: room, at: range.lowerBound + count)
      let first = max(count, range.count - 1)
      count += read
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      if first < count, let feed = bytes[first...].firstIndex(of: 0x0A) {
        return (UnsafeRawBufferPointer(rebasing: bytes[...feed]), true)
      }
      guard read == room.count, count < min(buffer.count, end - range.lowerBound) else {
        let last = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return (UnsafeRawBufferPointer(rebasing: bytes[..<last]), false)
      }
      next = count + Self.windowLength
    }
  }
}

/// Lines that a scan has found, with the rows among them.
struct FoundLines: Sendable {
  /// The rows, counted from 0.
  var writer: RowWriter
  var bytes: Range<Int>
  var newlineCount: Int
  /// A Boolean value that indicates whether all lines that begin in the range were found.
  var isWhole: Bool
}
