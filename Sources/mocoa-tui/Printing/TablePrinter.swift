import MocoaFeedUI

/// Prints rows as the text of a table.
struct TablePrinter: RowPrinter {
  private var table: TextTable
  /// The members of the rows, if they are counted.
  private var schema: MemberSchema?
  private let jobs: Int?
  private let memoryLimit: Int?
  private let limit: Int?
  private var buffer = ""
  /// The titles, until they are written.
  private var titles = ""
  private(set) var rowCount = 0
  private var section = 0
  private var isHeaded = false

  /// The number of rows scanned before the first is printed.
  private static let stepLength = 16_384

  /// The number of bytes per write.
  private static let bufferSize = 1 << 16

  /// Creates a printer.
  ///
  /// - Parameters:
  ///   - choices: The columns.
  ///   - isWhole: A Boolean value that indicates whether objects and arrays are printed as JSON.
  ///   - templates: The templates of columns, by the columns' `id`s.
  ///   - width: The maximum width of a line in columns; nil means no limit.
  ///   - theme: The theme; nil means no colors.
  ///   - countsMembers: A Boolean value that indicates whether members without columns are
  ///     reported.
  ///   - jobs: The number of threads; nil means one per processor.
  ///   - memoryLimit: The maximum number of bytes in memory for sorting; nil means a quarter of the
  ///     machine's.
  ///   - limit: The maximum number of rows.
  init(
    columns choices: [ColumnChoice], isWhole: Bool = false,
    templates: [String: RowTemplate] = [:], width: Int?, theme: Theme?, countsMembers: Bool = false,
    jobs: Int?, memoryLimit: Int?, limit: Int? = nil
  ) {
    self.limit = limit
    self.jobs = jobs
    self.memoryLimit = memoryLimit
    schema = countsMembers ? MemberSchema() : nil
    table = TextTable(
      columns: choices, areInferred: countsMembers, isWhole: isWhole, templates: templates,
      width: width, theme: theme)
    titles = table.titles
  }

  var isFull: Bool { limit.map { rowCount >= $0 } ?? false }

  /// The rows that are not JSON, whose errors are printed in their place.
  private(set) var brokenRows = RowTally()

  private(set) var repairedRows = RowTally()

  /// Those rows, if the members of rows are counted.
  var repeatedMembers: RepeatedMembers { schema?.repeatedMembers ?? RepeatedMembers() }

  var replacedCount: Int { table.replacedCount }

  mutating func print(
    _ batch: RowBatch, of model: FeedListModel, progress: (Int) -> Void
  ) throws {
    switch batch {
    case .rows(let rows, let header):
      if let header { try write(table.line(ofHeader: header)) }
      try write(rows, of: model)
    case .found(let rows, let filters, let isLast):
      var start = rows.lowerBound
      repeat {
        let end = min(rows.upperBound, start + Self.stepLength)
        try printStep(start..<end, filters, of: model, isLast: isLast && end == rows.upperBound)
        start = end
        progress(end)
      } while start < rows.upperBound && !isFull
    }
  }

  func makeSorter(_ query: RowQuery) -> RowSorter {
    RowSorter(
      query, takesBroken: true, findsBroken: limit != nil, memoryLimit: memoryLimit, jobs: jobs)
  }

  mutating func print(
    _ sorter: borrowing RowSorter, of model: FeedListModel, progress: (Int) -> Void
  ) throws {
    brokenRows.add(sorter.broken)
    try write(try sorter.rowNumbers() ?? RowNumbers(), of: model)
  }

  mutating func end() throws {
    buffer += titles
    titles = ""
    try flush()
  }

  mutating func flush() throws {
    try Output.standard.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  // MARK: Rows and headers

  private mutating func printStep(
    _ rows: Range<Int>, _ filters: [RowFilter], of model: FeedListModel, isLast: Bool
  ) throws {
    var numbers: [Int] = []
    try model.forEachRow(in: rows, matching: filters, takesBroken: true) {
      numbers.append($0)
      return limit.map { rowCount + numbers.count < $0 } ?? true
    }
    var position = 0
    while section < model.numberOfSections {
      let current = model.feedSection(at: section)
      while position < numbers.count, numbers[position] < current.rows.upperBound {
        try writeHeader(of: current)
        try write(model.row(numbers[position]), number: numbers[position])
        position += 1
      }
      // A section at the current end may get more rows.
      guard current.rows.upperBound < rows.upperBound || isLast else { return }
      if filters.isEmpty { try writeHeader(of: current) }
      section += 1
      isHeaded = false
    }
  }

  private mutating func writeHeader(of section: FeedSection) throws {
    guard !isHeaded else { return }
    isHeaded = true
    if let header = section.supplementaryRow(of: .header) {
      try write(table.line(ofHeader: header))
    }
  }

  private mutating func write(_ rows: RowNumbers, of model: FeedListModel) throws {
    // Consecutive rows are found together.
    var start = 0
    let count = min(rows.count, limit.map { max(0, $0 - rowCount) } ?? .max)
    while start < count {
      let batch = rows[start..<min(count, start + Self.stepLength)]
      let read = Dictionary(
        batch.sorted().map { ($0, model.row($0)) }, uniquingKeysWith: { first, _ in first })
      for number in batch { if let row = read[number] { try write(row, number: number) } }
      start = batch.endIndex
    }
  }

  private mutating func write(_ row: Row, number: Int) throws {
    rowCount += 1
    if row.problem != nil {
      brokenRows.add(number)
    } else {
      if row.repair != nil { repairedRows.add(number) }
      schema?.add(row.json, number: number)
    }
    try write(table.line(of: row))
  }

  var fittingCount: (shown: Int, all: Int)? { table.fittingCount }

  /// The numbers of members with columns and of all members, if they differ and are reported.
  var memberCounts: (shown: Int, all: Int)? {
    // Without columns, rows are displayed as JSON, with all of their members.
    guard !table.members.isEmpty,
      let all = schema?.columns.map(\.keys).filter({ !$0.isEmpty })
    else { return nil }
    let shown = all.count { keys in table.members.contains { keys.starts(with: $0) } }
    return shown < all.count ? (shown, all.count) : nil
  }

  private mutating func write(_ line: String) throws {
    buffer += titles + line + "\n"
    titles = ""
    if buffer.utf8.count >= Self.bufferSize { try flush() }
  }
}
