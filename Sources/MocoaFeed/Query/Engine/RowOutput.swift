/// Writes rows of a feed as text, on several threads, in constant memory.
package struct RowOutput {
  /// The output format; nil for lines of another kind.
  private var format: RowFormat?

  /// The number of threads; nil means one per processor.
  private let jobs: Int?

  /// The maximum number of bytes in memory for sorting; nil means a quarter of the machine's.
  private let memoryLimit: Int?

  /// The maximum number of rows.
  private let limit: Int?

  /// The number of rows written.
  package private(set) var rowCount = 0

  /// A Boolean value that indicates whether as many rows as the limit allows have been written.
  package var isFull: Bool { limit.map { rowCount >= $0 } ?? false }

  /// The rows that are not JSON, which were skipped, or whose errors were written.
  package private(set) var brokenRows = RowTally()

  /// The rows that were written with U+FFFD in place of invalid Unicode.
  package private(set) var repairedRows = RowTally()

  private var repeated = RepeatedMembers()

  /// The rows that have a member more than once that is written.
  package var repeatedMembers: RepeatedMembers { schema?.repeatedMembers ?? repeated }

  /// The number of values in which characters were replaced that a terminal would execute.
  package private(set) var replacedCount = 0

  /// The members of the rows; nil if they are not counted.
  package private(set) var schema: MemberSchema?

  private let sink: ([UInt8]) throws -> Void
  private var buffer: [UInt8] = []

  /// The text before the first row, until that is written.
  private var header: [UInt8]

  /// The formatter of the rows; that of lines fits the first of them once they are known.
  package private(set) var formatter: any RowFormatting

  /// The number of the first rows of the feed among which those are found that lines fit; nil for
  /// none, and once they do.
  private var sampledCount: Int?

  /// The headers of sections; nil if they are not written.
  private var headers: SectionHeaders?

  /// A Boolean value that indicates whether the first row of an array was written.
  private var hasBegunArray = false

  /// The number of bytes per write.
  private static let pieceLength = 64 * 1024

  /// Creates an output; its header is written with the first row, or by `end()`.
  ///
  /// - Parameters:
  ///   - format: The output format.
  ///   - hasHeader: A Boolean value that indicates whether there are titles above the columns.
  ///   - jobs: The number of threads; nil means one per processor.
  ///   - memoryLimit: The maximum number of bytes in memory for sorting; nil means a quarter of the
  ///     machine's.
  ///   - limit: The maximum number of rows.
  ///   - sink: Called with bytes to write; an error that it throws ends the output.
  package init(
    _ format: RowFormat, hasHeader: Bool = true, jobs: Int? = nil, memoryLimit: Int? = nil,
    limit: Int? = nil, sink: @escaping ([UInt8]) throws -> Void
  ) {
    self.init(
      lines: RowFormatter(format), jobs: jobs, memoryLimit: memoryLimit, limit: limit, sink: sink)
    self.format = format
    if !hasHeader { header = [] }
  }

  /// Creates an output of lines, in which rows that are not JSON have their errors.
  ///
  /// - Parameters:
  ///   - lines: The formatter of the lines.
  ///   - hasSections: A Boolean value that indicates whether headers of sections are written.
  ///   - jobs: The number of threads; nil means one per processor.
  ///   - memoryLimit: The maximum number of bytes in memory for sorting.
  ///   - limit: The maximum number of rows.
  ///   - sampledCount: The number of the first rows of the feed among which those are found that
  ///     the lines fit; nil for none.
  ///   - sink: Called with bytes to write; an error that it throws ends the output.
  package init(
    lines: any RowFormatting, hasSections: Bool = false, jobs: Int? = nil,
    memoryLimit: Int? = nil, limit: Int? = nil, sampledCount: Int? = nil,
    sink: @escaping ([UInt8]) throws -> Void
  ) {
    (self.jobs, self.memoryLimit, self.limit, self.sink) = (jobs, memoryLimit, limit, sink)
    formatter = lines
    header = lines.header
    headers = hasSections ? SectionHeaders() : nil
    schema = lines.schema
    self.sampledCount = sampledCount
  }

  /// The number of rows that lines fit, and of bytes that are searched for them.
  private static let (fittedCount, fittedLength) = (100, 64 << 20)

  /// Makes the lines fit the first of some rows, unless they fit others.
  private mutating func fit(to numbers: some Sequence<Int>, of model: FeedListModel) {
    guard sampledCount != nil else { return }
    let rows = numbers.prefix(min(Self.fittedCount, limit ?? .max)).map { model.row($0) }
    guard !rows.isEmpty else { return }
    sampledCount = nil
    formatter.fit(to: rows.filter { $0.problem == nil }.map(\.json))
    if !header.isEmpty { header = formatter.header }
  }

  /// Makes the lines fit the first matching rows; those of an engine would be requested twice.
  private mutating func fit(
    to rows: Range<Int>, of model: FeedListModel, matching filters: [RowFilter]
  ) throws {
    guard let sampledCount, model.provider == nil, !rows.isEmpty else { return }
    if rows.lowerBound == 0 {
      let count = min(sampledCount, Self.fittedLength / max(1, model.rowLength))
      var found: [Int] = []
      try model.forEachRow(in: rows.prefix(count), matching: filters) {
        found.append($0)
        return found.count < Self.fittedCount
      }
      RowQuery(filters: filters).forgetFailures()
      fit(to: found, of: model)
    }
    self.sampledCount = nil
  }

  /// The formatted rows of a block, and what formats them.
  private struct Text: Sendable {
    var formatter: any RowFormatting
    var rows: FormattedRows

    mutating func append(_ row: UnsafeRawBufferPointer, number: Int) {
      if !rows.isFull { formatter.append(row, number: number, to: &rows) }
    }
  }

  /// Writes matching rows in the order of the feed; reads the feed once.
  ///
  /// - Parameters:
  ///   - model: The feed.
  ///   - rows: The numbers of the rows; nil means all, including rows found meanwhile, so that rows
  ///     can be written while they are found.
  ///   - filters: The filters that rows must match.
  ///   - order: The order in which an engine supplies all rows; empty for that of the feed.
  ///   - isLast: A Boolean value that indicates whether no rows follow, so that the headers of
  ///     sections without rows are written.
  ///   - progress: Called with the number of the next row at intervals.
  /// - Throws: A `FeedError` if the source cannot be read, or the error of the sink.
  package mutating func write(
    _ model: FeedListModel, rows: Range<Int>? = nil, filters: [RowFilter] = [],
    order: [RowRequest.Order] = [], isLast: Bool = false, progress: (Int) -> Void = { _ in }
  ) throws {
    if isFull { return }
    if formatter.needsNumbers {
      var numbers: [Int] = []
      try model.forEachRow(in: rows, matching: filters, takesBroken: true, jobs: jobs) {
        numbers.append($0)
        return true
      }
      return try write(RowNumbers(numbers), of: model, progress: progress)
    }
    try fit(to: rows ?? 0..<model.numberOfRows, of: model, matching: filters)
    let rest = limit.map { $0 - rowCount }
    let scan = RowScan(
      over: model, condition: RowQuery(filters: filters).condition, takesBroken: true,
      members: formatter.paths, order: order, limit: rest, needsNumbers: false, jobs: jobs)
    let empty = FormattedRows(limit: rest, recordsPlaces: headers != nil, schema: formatter.schema)
    let rows = rows ?? 0..<model.numberOfRows
    try scan.run(rows, empty: Text(formatter: formatter, rows: empty)) {
      $2.append($1, number: $0)
    } step: { rows, text in
      var text = text.rows
      if let limit { text.keep(limit - rowCount) }
      var entries = headers?.entries(
        between: text.places.map { rows.lowerBound + $0.number }, upTo: rows.upperBound, of: model,
        areEmptyIncluded: filters.isEmpty)
      // Nothing follows the last row of a limit.
      if let limit, rowCount + text.count >= limit {
        entries?.removeAll { $0.position >= text.count }
      }
      add(text, from: rows.lowerBound, of: model, below: entries ?? [])
      if buffer.count >= Self.pieceLength { try finish() }
      progress(rows.upperBound)
      return !isFull
    }
    guard isLast, !isFull else { return }
    let entries = headers?.entries(
      between: [], upTo: .max, of: model, areEmptyIncluded: filters.isEmpty)
    add(FormattedRows(), of: model, below: entries ?? [])
  }

  /// Writes the rows of a query in its order, as an engine sends them; returns `false` where none
  /// has this order.
  package mutating func write(
    _ model: FeedListModel, asSentFor query: RowQuery, progress: (Int) -> Void = { _ in }
  ) throws -> Bool {
    // Lines of text fit rows that are known by their numbers.
    guard format != nil,
      let order = try model.providedOrder(query.order, isCancelled: { false })
    else { return false }
    query.forgetFailures()
    try write(model, filters: query.filters, order: order, progress: progress)
    return true
  }

  /// Writes the header of a group, whose rows follow.
  package mutating func write(header title: String) {
    addHeader()
    buffer += line { $0.append(header: title, to: &$1) }
  }

  /// Creates a sorter for the rows of a query, which stores the formatted rows if they are brief.
  package func makeSorter(_ query: RowQuery) -> RowSorter {
    RowSorter(
      query, writing: format, takesBroken: true, findsBroken: limit != nil, limit: limit,
      memoryLimit: memoryLimit, jobs: jobs)
  }

  /// Writes the rows of a sorter created by `makeSorter(_:)`, in their order.
  package mutating func write(
    _ sorter: borrowing RowSorter, of model: FeedListModel, progress: (Int) -> Void = { _ in }
  ) throws {
    guard sorter.isWriting else {
      brokenRows.add(sorter.broken)
      return try write(try sorter.rowNumbers() ?? RowNumbers(), of: model, progress: progress)
    }
    var rest = limit ?? sorter.count
    if rowCount == 0, min(rest, sorter.count) > 0 { addHeader() }
    rowCount += min(rest, sorter.count)
    brokenRows.add(sorter.broken)
    repairedRows.add(sorter.repaired)
    repeated.add(sorter.repeated, from: 0)
    try sorter.forEach { _, text in
      guard rest > 0 else { return false }
      rest -= 1
      buffer.append(contentsOf: text)
      if buffer.count >= Self.pieceLength { try finish() }
      return true
    }
  }

  /// Writes rows in any order.
  ///
  /// As many rows as fit into a fixed amount of memory are read in file order and written in the
  /// requested order; then the next.
  ///
  /// - Parameters:
  ///   - rows: The numbers of the rows.
  ///   - model: The feed.
  ///   - progress: Called with the number of rows written at intervals.
  /// - Throws: A `FeedError` if the source cannot be read, or the error of the sink.
  package mutating func write(
    _ rows: RowNumbers, of model: FeedListModel, progress: (Int) -> Void = { _ in }
  ) throws {
    fit(to: rows, of: model)
    let scan = RowScan(over: model, members: formatter.paths, jobs: jobs)
    let rowLength = max(16, model.rowLength)
    // An engine finds them by their numbers; a file is read to its end for each batch.
    let isShort = format == nil || model.provider != nil
    let batchLength = min(isShort ? Self.shortBatchLength : Self.batchLength, memoryLimit ?? .max)
    let batchCount = max(1, batchLength / rowLength)
    var start = 0
    // Rows that cannot be read are left out, and do not count.
    while start < rows.count, !isFull {
      let rest = limit.map { $0 - rowCount } ?? .max
      let batch = start..<min(rows.count, start + min(batchCount, rest))
      try write(batch, of: rows, in: model, scan)
      start = batch.upperBound
      progress(start)
    }
  }

  /// The maximum numbers of bytes of rows that are reordered at once.
  private static let (batchLength, shortBatchLength) = (256 << 20, 24 << 20)

  private mutating func write(
    _ batch: Range<Int>, of rows: RowNumbers, in model: FeedListModel, _ scan: RowScan
  ) throws {
    var entries = batch.map { SortEntry(window: UInt64(rows[$0]), row: $0 - batch.lowerBound) }
    entries.withUnsafeMutableBufferPointer { FlagSort.sort($0) }
    var texts: [[UInt8]] = []
    // By position in the batch: the text, and the range in it.
    var spans = [(text: Int32, bytes: Range<Int32>)](repeating: (0, 0..<0), count: batch.count)
    let numbers = entries.map { Int($0.window) }
    var count = 0
    let empty = Text(formatter: formatter, rows: FormattedRows(schema: formatter.schema))
    try scan.run(over: numbers, empty: (empty, [Int32]())) {
      place, row, made in
      made.0.append(row, number: numbers[place])
      made.1.append(Int32(made.0.rows.bytes.count))
    } step: { made in
      let (text, ends) = (made.0.rows, made.1)
      add(text)
      texts.append(text.bytes)
      let number = Int32(texts.count - 1)
      var problems = text.problems[...]
      var end: Int32 = 0
      for next in ends {
        let entry = entries[count]
        spans[entry.row] = (number, end..<next)
        if problems.first?.number == numbers[count] {
          problems.removeFirst()
          let line = line(ofProblemIn: numbers[count], of: model)
          spans[entry.row] = (Int32(texts.count), 0..<Int32(line.count))
          texts.append(line)
        }
        end = next
        count += 1
      }
      return true
    }
    for span in spans {
      texts[Int(span.text)].withUnsafeBytes { text in
        buffer.append(
          contentsOf: text[rebased: Int(span.bytes.lowerBound)..<Int(span.bytes.upperBound)])
      }
      if buffer.count >= Self.pieceLength { try finish() }
    }
  }

  /// Counts rows, and adds the header before the first ones.
  private mutating func add(_ rows: FormattedRows, from first: Int = 0) {
    if rowCount == 0, rows.count > 0 { addHeader() }
    rowCount += rows.count
    brokenRows.add(rows.broken, from: first)
    for place in rows.problems { brokenRows.add(first + place.number) }
    repairedRows.add(rows.repaired, from: first)
    repeated.add(rows.repeated, from: first)
    replacedCount += rows.replacedCount
    rows.schema.map { schema?.add($0, from: first) }
  }

  /// Adds rows and their text, with the errors of those that are not JSON, and headers.
  private mutating func add(
    _ rows: FormattedRows, from first: Int = 0, of model: FeedListModel,
    below entries: [SectionHeaders.Entry]
  ) {
    add(rows, from: first)
    if !entries.isEmpty { addHeader() }
    var (headers, problems) = (entries[...], rows.problems[...])
    var start = 0
    while !headers.isEmpty || !problems.isEmpty {
      let position = min(headers.first?.position ?? .max, problems.first?.position ?? .max)
      let isHeader = headers.first?.position == position
      let end = isHeader ? rows.offset(ofRowAt: position) : problems.first?.end ?? start
      buffer += rows.bytes[start..<end]
      start = end
      if isHeader {
        let header = headers.removeFirst().header
        buffer += line { $0.append(header: header, to: &$1) }
      } else {
        buffer += line(ofProblemIn: first + problems.removeFirst().number, of: model)
      }
    }
    buffer += start == 0 ? rows.bytes : Array(rows.bytes[start...])
  }

  /// Returns the line of the error of a row.
  private mutating func line(ofProblemIn number: Int, of model: FeedListModel) -> [UInt8] {
    // Of an engine whose rows are not counted, no row can be requested.
    guard number < model.numberOfRows, let problem = model.row(number).problem else { return [] }
    return line { $0.append(problem, to: &$1) }
  }

  private mutating func line(
    _ append: (inout any RowFormatting, inout FormattedRows) -> Void
  ) -> [UInt8] {
    var rows = FormattedRows()
    append(&formatter, &rows)
    replacedCount += rows.replacedCount
    return rows.bytes
  }

  private mutating func addHeader() {
    buffer += header
    header = []
  }

  /// Flushes pending bytes, and the header if there were no rows.
  package mutating func end() throws {
    addHeader()
    try finish()
    if let footer = format?.footer, !footer.isEmpty { try sink(footer) }
    guard case .array = format else { return }
    try sink(Array((hasBegunArray ? "\n]\n" : "[]\n").utf8))
  }

  /// Converts lines into elements of an array; no value contains a line feed.
  private mutating func separateElements() {
    var elements = Array((hasBegunArray ? ",\n" : "[\n").utf8)
    hasBegunArray = true
    for line in buffer.split(separator: 0x0A) {
      if elements.count > 2 { elements += [UInt8(ascii: ","), 0x0A] }
      elements += line
    }
    buffer = elements
  }

  /// Flushes pending rows.
  package mutating func finish() throws {
    guard !buffer.isEmpty else { return }
    if case .array = format { separateElements() }
    try sink(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
