import MocoaSystem

/// The rows of sources in a file, and the types of their members, for an engine that reads files.
///
/// Plain files of JSON are read by the engine themselves. Other sources are read here, and their
/// rows written as lines of JSON to an unnamed file: so the engine reads any source as it is read
/// here. One thread uses it, but for `stop`.
package final class RowFile: Sendable {
  /// How a file is written.
  package enum Layout: Sendable {
    case lines, array
  }

  private struct State {
    var readings: [FeedReading] = []
    /// The numbers of rows of the readings that have been read.
    var counts: [Int] = []
    var types: MemberTypes?
    var end = 0
    var failure: FeedError?
    var isStopped = false
  }

  private let state = Monitor(State())

  /// The files, and their layout; nil for a copy.
  private let originals: (paths: [String], layout: Layout)?

  private let copy: FileDescriptor?

  /// The filters that rows must match.
  private let filters: [RowFilter]

  /// The number of rows from which the types of the members of original files are concluded before
  /// the engine reads them.
  package static let sampleCount = 20_480

  /// The maximum number of rows that are read at once.
  private static let step = 256 * 1024

  /// Opens sources, whose rows must match filters.
  package init(
    _ origins: [FeedOrigin], options: FeedOptions, filters: [RowFilter] = []
  ) throws {
    self.filters = filters
    var options = options
    options.isOnePass = false
    // Paced, so that the engine has the processors for itself.
    let readings = try origins.map { origin in
      FeedReading(source: try origin.open(), options: options, isPaced: true)
    }
    for reading in readings { reading.start() }
    originals = filters.isEmpty ? Self.originals(origins, readings, options) : nil
    copy = originals == nil ? try FileDescriptor.temporary() : nil
    state.withLock { state in
      (state.readings, state.counts) = (readings, readings.map { _ in 0 })
    }
  }

  /// The paths at which another process finds the rows.
  package var paths: [String] {
    originals?.paths ?? copy.map { ["/proc/\(getpid())/fd/\($0.number)"] } ?? []
  }

  /// How they are written there.
  package var layout: Layout { originals?.layout ?? .lines }

  /// A Boolean value that indicates whether not all rows were looked at before the engine reads
  /// them.
  package var isSampled: Bool {
    state.withLock { state in
      originals != nil
        && zip(state.readings, state.counts).contains { reading, count in
          !reading.index.progress.isFinished || reading.index.progress.rowCount > count
        }
    }
  }

  /// Why rows are missing.
  package var failure: FeedError? { state.withLock { $0.failure } }

  /// The names of the sources, and what their rows are lists of; nil for data.
  package var contents: [(name: String, content: ContentList?)] {
    state.withLock { state in
      state.readings.map { (name: $0.source.name, content: $0.kind.contentList) }
    }
  }

  /// Returns notes on how the sources were read, which are the only ones or not.
  package func notes(isOnly: Bool) -> [String] {
    state.withLock { state in
      let isNamed = state.readings.count > 1 || !isOnly
      var notes: [String] = state.readings.flatMap { reading in
        (reading.index.notes + reading.source.notices).map { note in
          isNamed ? "\(reading.source.name): \(note)" : note
        }
      }
      func add(_ note: String, members: [String]?) {
        guard let members, !members.isEmpty else { return }
        notes.append("\(note), in " + members.map { "'\($0)'" }.joined(separator: ", "))
      }
      add(
        "numbers of more than 17 digits or below 1e-323 are rounded",
        members: state.types?.roundedMembers)
      add(
        "SQL compares values as texts because of numbers beyond 1.8e308 or of more than 38 digits",
        members: state.types?.membersOfLargeNumbers)
      return notes
    }
  }

  /// The type of the rows that were read so far.
  private var type: MemberType { state.withLock { $0.types?.type ?? .null } }

  /// Returns the type of the rows of files that were read so far.
  package static func type(of files: [RowFile]) -> MemberType {
    var all: MemberTypes?
    for types in files.compactMap({ file in file.state.withLock { $0.types } }) {
      if all == nil { all = types } else { all?.merge(types) }
    }
    return all?.type ?? .null
  }

  /// Ends reading; any thread may call it.
  package func stop() {
    let readings = state.withLock { state in
      state.isStopped = true
      return state.readings
    }
    for reading in readings { reading.stop() }
  }

  /// Reads the first rows of original files, or writes all rows of others.
  package func prepare() throws {
    for position in state.withLock({ $0.readings.indices }) {
      try read(position, upTo: copy == nil ? Self.sampleCount : .max)
    }
    if case .null = type {
      if let failure { throw failure }
      let name = state.withLock { $0.readings.map(\.source.name) }.joined(separator: " ")
      throw FeedError(source: name, reason: .empty())
    }
  }

  /// Reads the other rows of original files.
  package func readRest() throws {
    for position in state.withLock({ $0.readings.indices }) {
      state.withLock { $0.readings[position] }.index.endPacing()
      try read(position, upTo: .max)
    }
  }

  // MARK: Original files

  /// Returns the files that an engine certainly reads as they are read here; nil for others.
  private static func originals(
    _ origins: [FeedOrigin], _ readings: [FeedReading], _ options: FeedOptions
  ) -> (paths: [String], layout: Layout)? {
    guard options.pointer == nil, options.tail == nil, options.derivedMembers.isEmpty else {
      return nil
    }
    let paths = origins.compactMap(\.watchedFile)
    let areFiles = readings.allSatisfy { $0.kind.file.map(isPlain) ?? false }
    guard paths.count == origins.count, paths.allSatisfy({ $0.shownName == $0 }), areFiles
    else { return nil }
    var layouts: Set<Layout> = []
    for reading in readings {
      reading.index.wait(forRows: sampleCount)
      switch reading.index.progress.format {
      case .lines: layouts.insert(.lines)
      case .array: layouts.insert(.array)
      default: return nil
      }
      var types = MemberTypes(areFields: false)
      let model = reading.model
      let isRead = (0..<min(model.numberOfRows, 256)).allSatisfy { number in
        model.row(number).json.withBytes { types.add($0) }
      }
      guard isRead, types.areObjects else { return nil }
    }
    guard let layout = layouts.first, layouts.count == 1 else { return nil }
    return (paths, layout)
  }

  /// Returns whether a file begins without a byte order mark, which engines refuse.
  private static func isPlain(_ file: FileSource) -> Bool {
    (try? file.bytes(in: 0..<min(3, file.size ?? 0))) != [0xEF, 0xBB, 0xBF]
  }

  // MARK: Reading

  /// Reads the rows of a source up to a number.
  private func read(_ position: Int, upTo limit: Int) throws {
    let reading = state.withLock { $0.readings[position] }
    while !state.withLock({ $0.isStopped }) {
      let count = state.withLock { $0.counts[position] }
      guard count < limit else { return }
      reading.index.wait(forRows: min(limit, count + Self.sampleCount))
      // Read before the rows, some of which may be found meanwhile.
      let isFinished = reading.index.progress.isFinished
      let model = reading.model
      let end = min(model.numberOfRows, limit, count + Self.step)
      if end > count {
        try read(count..<end, of: model)
        state.withLock { $0.counts[position] = end }
        reading.index.release(rowsBefore: end, of: reading.source)
      } else if isFinished {
        return finish(reading)
      }
    }
  }

  private func finish(_ reading: FeedReading) {
    let areFields = Self.areFields(reading.model)
    for name in reading.model.fieldNames {
      state.withLock { state in
        var types = state.types ?? MemberTypes(areFields: areFields)
        types.add(column: name)
        state.types = types
      }
    }
    let overwriting = reading.source.isOverwritten
    fail(
      reading.failure
        ?? (overwriting ? FeedError(source: reading.source.name, reason: .overwritten) : nil))
  }

  private func fail(_ error: FeedError?) {
    state.withLock { if !$0.isStopped { $0.failure = $0.failure ?? error } }
  }

  /// Returns whether the rows are those of a table or a log, whose fields are texts in the source.
  private static func areFields(_ model: FeedListModel) -> Bool {
    guard let format = model.format else { return false }
    return format.isConverted && format != .mixedLog && format != .labelledLog
  }

  /// The rows of a block.
  private struct Piece: Sendable {
    var types: MemberTypes
    var formatter = RowFormatter(.json(nil))
    var lines: [UInt8] = []
    var broken = RowTally()
    var repaired = RowTally()

    init(areFields: Bool) { types = MemberTypes(areFields: areFields) }

    mutating func add(_ row: UnsafeRawBufferPointer, _ number: Int) {
      if !types.add(row) { broken.add(number) }
    }

    /// Adds a row to the types, and as a line.
    mutating func write(_ row: UnsafeRawBufferPointer, _ number: Int) {
      let start = lines.count
      guard formatter.append(row, to: &lines) else { return broken.add(number) }
      if formatter.isRepaired { repaired.add(number) }
      // Values that are no objects have a column.
      if lines[start] != UInt8(ascii: "{") {
        lines.replaceSubrange((lines.count - 1)..., with: "}\n".utf8)
        lines.insert(contentsOf: "{\"value\":".utf8, at: start)
      }
      lines.withUnsafeBytes { _ = types.add($0[rebased: start..<lines.count - 1]) }
    }
  }

  private func read(_ rows: Range<Int>, of model: FeedListModel) throws {
    let areFields = Self.areFields(model)
    let (copy, state) = (copy, state)
    var (broken, repaired) = (RowTally(), RowTally())
    let condition = RowQuery(filters: filters).condition
    try RowScan(over: model, condition: condition, takesBroken: true).run(
      rows, empty: Piece(areFields: areFields),
      isCancelled: { state.withLock { $0.isStopped } }
    ) { number, row, piece in
      copy == nil ? piece.add(row, number) : piece.write(row, number)
    } step: { block, piece in
      broken.add(piece.broken, from: block.lowerBound)
      repaired.add(piece.repaired, from: block.lowerBound)
      let end = state.withLock { $0.end }
      try piece.lines.withUnsafeBytes { bytes in
        try FeedError.naming(FileDescriptor.temporaryDirectory) {
          try copy?.write(bytes, at: end)
        }
      }
      state.withLock { state in
        state.end += piece.lines.count
        if state.types == nil { state.types = piece.types } else { state.types?.merge(piece.types) }
      }
      return true
    }
    if let number = broken.first { fail(model.row(number).problem) }
    if let number = repaired.first, let repair = model.row(number).repair { fail(repair) }
  }
}
