import Synchronization

/// The rows of another source, each divided into rows of its own by an ``Unnesting``, as lines.
///
/// It is read in the background like any source, and keeps a copy of the lines. A row that is not
/// JSON gives none, and is the error of the source, with its place, behind the others.
final class UnnestedSource: RewrittenSource {
  let name: String

  /// The reading of the other source.
  let reading: FeedReading

  /// The text of the unnesting, as it was typed.
  private let text: String
  private let isNested: Bool
  private let member: DerivedMember?
  /// The member that is calculated to be divided; nil where rows have it.
  private let calculated: DerivedMember?
  private let laterMembers: [String: DerivedMember]
  private let lines = PendingBytes()
  private let isStarted = Atomic(false)
  private let state: Monitor<State>

  private struct State {
    /// The number of rows that were divided.
    var count = 0
    /// The number of ancestors of each row that was made, if elements are nested.
    var depths: [UInt16] = []
    var tallies = Tallies()
    /// The error of the first row that is not JSON.
    var problem: FeedError?
    var isStopped = false
    var unnesting: Unnesting
    /// The names of the members of the first rows, if these lack the member.
    var names: [String] = []
    /// A Boolean value that indicates whether the other source was overwritten while it was read.
    var isOverwritten = false
  }

  /// What rows have at the path.
  private struct Tallies {
    /// The rows without elements, those with several, and those with a value in place of some.
    var (empty, several, plain) = (RowTally(), RowTally(), RowTally())
    /// The rows with null in place of elements.
    var null = RowTally()
    /// The rows with elements some of which have none themselves.
    var partlyEmpty = RowTally()
    /// The rows with several members of the name, of which only the last is divided.
    var repeated = RowTally()
    /// The rows that are not JSON.
    var broken = RowTally()
    /// The rows with a member `key` of their own.
    var ownKeys = RowTally()
    /// A Boolean value that indicates whether a row has the member.
    var isFound = false
    /// A Boolean value that indicates whether keys of elements are named `key` in some rows.
    var hasKeys = false

    mutating func add(_ other: Tallies, from first: Int = 0) {
      isFound = isFound || other.isFound
      hasKeys = hasKeys || other.hasKeys
      ownKeys.add(other.ownKeys, from: first)
      empty.add(other.empty, from: first)
      several.add(other.several, from: first)
      plain.add(other.plain, from: first)
      null.add(other.null, from: first)
      partlyEmpty.add(other.partlyEmpty, from: first)
      repeated.add(other.repeated, from: first)
      broken.add(other.broken, from: first)
    }
  }

  /// The number of rows that are divided at once.
  private static let step = 16 * 1024

  /// Creates a source of the rows of another one, to which a member may be added, such as that
  /// whose elements become rows.
  init(
    _ source: any ByteSource, _ unnesting: Unnesting, adding member: DerivedMember? = nil,
    options: FeedOptions
  ) {
    var options = options
    for later in options.derivedMembers { options.laterMembers[later.name] = later }
    laterMembers = options.laterMembers
    calculated = member == nil ? options.unnestedMembers[options.unnestings.count] : nil
    options.derivedMembers = [member ?? calculated].compactMap(\.self)
    self.member = member
    options.isOnePass = false
    options.dividedMember = options.derivedMembers.isEmpty ? unnesting.member : nil
    name = source.name
    reading = FeedReading(source: source, options: options)
    (text, isNested) = (unnesting.text, unnesting.isNested)
    state = Monitor(State(unnesting: unnesting))
  }

  /// The member in which rows have the element that they were made of; nil if they are elements.
  var elementMember: MemberPath? {
    isNested ? nil : state.withLock { $0.unnesting.member }
  }

  var size: Int? { nil }
  var isOverwritten: Bool { state.withLock { $0.isOverwritten } }
  var canReadAgain: Bool { false }
  /// Notes on how the rows were read, on those without elements, and those of the other source.
  var notices: [String] {
    let (tallies, name) = state.withLock { ($0.tallies, $0.unnesting.member.keys.last ?? "") }
    var notices = reading.index.notes + (calculated?.notes ?? [])
    let kinds =
      if isNested {
        [(RowTally, String, String)]()
      } else if let member {
        [
          (tallies.empty, "no \(member.name) (\(member.option))", ""),
          (tallies.several, "several of \(member.name), each in a row of its own", ""),
        ]
      } else {
        [
          (
            tallies.isFound ? tallies.empty : RowTally(),
            "no elements in \(text), and "
              + (tallies.empty.count == 1 ? "is left out" : "are left out"), ""
          ),
          (
            tallies.plain, "a plain value in \(text), which is kept",
            advice(on: MemberPath(text))
          ),
          (
            tallies.hasKeys ? tallies.ownKeys : RowTally(),
            "a member 'key' already, so that the keys of \(text) are '\(name).key' there", ""
          ),
          (tallies.null, "null in \(text), which is kept", ""),
          (tallies.partlyEmpty, "parts without elements in \(text), which are left out", ""),
        ]
      }
    for (rows, content, advice) in kinds {
      guard let first = rows.first else { continue }
      notices.append("\(Self.subject(rows)) \(content), the first is row \(first + 1)\(advice)")
    }
    if tallies.broken.count > 1, let text = tallies.broken.leftOutText { notices.append(text) }
    return notices + reading.source.notices
  }

  /// Returns what is said where a member is added only after the rows have been divided.
  private func advice(on path: MemberPath) -> String {
    guard let name = path.keys.first, let later = laterMembers[name] else { return "" }
    let option = member?.option ?? (isNested ? "--children" : "--unnest")
    let text =
      later.option == "--derive"
      ? "--unnest '\(later.text)' is not" : "one behind a pipe finds \(name)"
    let way = option == "--unnest" ? "; \(text)" : ""
    return "; \(later.option), which makes \(name), is done after \(option)\(way)"
  }

  private static func subject(_ rows: RowTally) -> String {
    rows.count == 1 ? "1 row has" : "\(rows.count) rows have"
  }

  /// Returns the numbers of ancestors of rows that were made, if elements are nested.
  func depths(ofRows rows: Range<Int>) -> [UInt16] {
    state.withLock { Array($0.depths[rows.clamped(to: $0.depths.indices)]) }
  }

  func isIdle(for duration: Duration) -> Bool { reading.source.isIdle(for: duration) }

  func release(before offset: Int) { lines.release(before: offset) }

  func stop() {
    state.withLock { $0.isStopped = true }
    reading.stop()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    try FeedError.naming(name) { try lines.read(into: buffer, at: offset) }
  }

  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if !isStarted.exchange(true, ordering: .relaxed) { reading.start() }
    while true {
      if state.withLock({ $0.isStopped }) { return 0 }
      let count = try FeedError.naming(name) { try lines.take(into: buffer) }
      if count > 0 { return count }
      guard try divideRows() else { return 0 }
    }
  }

  /// Divides the next rows; blocks until there are some; returns `false` at the end.
  private func divideRows() throws -> Bool {
    let count = state.withLock { $0.count }
    reading.index.wait(forRows: count + 1)
    // Read before the rows, some of which may be found meanwhile.
    let isFinished = reading.index.progress.isFinished
    let model = reading.model
    guard model.numberOfRows > count else {
      guard isFinished else { return true }
      let isOverwritten = reading.source.isOverwritten
      let (problem, emptyCount) = state.withLock { state in
        state.isOverwritten = isOverwritten
        return (state.problem, state.tallies.empty.count)
      }
      if let failure = reading.failure ?? problem { throw failure }
      if let fault = fault(ofRows: count, emptyCount: emptyCount) {
        throw FeedError(source: name, reason: fault)
      }
      return false
    }
    let rows = count..<min(model.numberOfRows, count + Self.step)
    var made: [UInt8] = []
    var tallies = Tallies()
    var depths: [UInt16] = []
    let unnesting = unnesting(for: rows, of: model)
    try RowScan(over: model, takesBroken: true).run(rows, empty: Piece()) {
      number, row, piece in
      piece.add(row, number: number, by: unnesting)
    } step: { block, piece in
      made += piece.lines
      depths += piece.depths
      tallies.add(piece.tallies, from: block.lowerBound)
      return true
    }
    // The row may be released later.
    let problem = tallies.broken.first.flatMap { model.row($0).problem }
    lines.put(made)
    state.withLock { state in
      state.count = rows.upperBound
      state.depths += depths
      state.tallies.add(tallies)
      state.problem = state.problem ?? problem
    }
    reading.index.release(rowsBefore: rows.upperBound, of: reading.source)
    return true
  }

  /// Returns the unnesting for the next rows; its member is that of the first rows that have it.
  private func unnesting(for rows: Range<Int>, of model: FeedListModel) -> Unnesting {
    state.withLock { state in
      guard member == nil, !state.tallies.isFound else { return state.unnesting }
      let sample = rows.prefix(50).map { model.row($0).json }
      state.unnesting.find(in: sample)
      if state.names.isEmpty { state.names = sample.memberNames }
      return state.unnesting
    }
  }

  /// What is wrong with all rows together, at the end; nil for nothing.
  private func fault(ofRows count: Int, emptyCount: Int) -> FeedError.Reason? {
    if let added = member ?? calculated {
      if count > 0, let missing = added.missingMembers.first {
        let hint = added.members.first.map { advice(on: $0) } ?? ""
        return .unknownMember("\(added.option): \(missing.message)\(hint)")
      }
      if let fault = added.fault { return .unreadable(fault) }
      if member != nil { return nil }
    }
    return state.withLock { state in
      let repeated = state.tallies.repeated
      if let first = repeated.first {
        return .unreadable(
          "\(Self.subject(repeated)) \(text) more than once, the first is row \(first + 1); "
            + "only the elements of the last one are rows")
      }
      guard count > 0, emptyCount == count else { return nil }
      if state.tallies.isFound, !isNested { return .unreadable("no row has elements in \(text)") }
      let hint = advice(on: state.unnesting.member)
      return .unknownMember(state.unnesting.error(in: hint.isEmpty ? state.names : []) + hint)
    }
  }

  /// The lines of a block of rows.
  private struct Piece: Sendable {
    var lines: [UInt8] = []
    var depths: [UInt16] = []
    var tallies = Tallies()

    mutating func add(_ row: UnsafeRawBufferPointer, number: Int, by unnesting: Unnesting) {
      guard CheckedScanner.isValid(row) else { return tallies.broken.add(number) }
      let content = unnesting.append(row, to: &lines, depths: &depths)
      if content.isFound { tallies.isFound = true }
      if content.isRepeated { tallies.repeated.add(number) }
      if content.hasKeys { tallies.hasKeys = true }
      if content.hasOwnKey { tallies.ownKeys.add(number) }
      if unnesting.isNested { return content.isFound ? () : tallies.empty.add(number) }
      if content.rowCount == 0 { return tallies.empty.add(number) }
      if content.rowCount > 1 { tallies.several.add(number) }
      if content.isPlain { tallies.plain.add(number) }
      if content.isNull { tallies.null.add(number) }
      if content.emptyCount > 0 { tallies.partlyEmpty.add(number) }
    }
  }
}
