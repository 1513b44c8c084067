/// The merge of the rows of several sources by their times, as far as they are known.
///
/// The rows of a source stay in their order, and of equal times the earlier source is first. It is
/// a value without a clock or threads.
struct RowMerge: Sendable {
  /// The rows of a source that are not merged yet.
  private struct Queue: Sendable {
    let name: String
    /// The first batch, of which samples are taken.
    var first: MergedRows?
    var batches: [MergedRows] = []
    /// The number of the next row in the first batch.
    var next = 0
    /// When the first batch was added.
    var arrivals: [ContinuousClock.Instant] = []
    var isFinished = false
    /// The latest time of a merged row.
    var latest: Timestamp?
    var tallies = Tallies()
    /// The member by which the rows have their times; nil if none is known.
    var timeMember: TimeMember?

    /// A Boolean value that indicates whether there may be further rows, but none at the moment.
    var isOpen: Bool { batches.isEmpty && !isFinished }

    /// The time of the next row, the earliest for one without; nil if there is no row.
    var time: Timestamp? {
      batches.isEmpty ? nil : batches[0].rows[next].time ?? RowMerge.earliestTime
    }

    /// Removes the next row; returns whether it was the last one of its batch.
    mutating func removeFirst() -> Bool {
      next += 1
      guard next == batches[0].rows.count else { return false }
      batches.removeFirst()
      arrivals.removeFirst()
      next = 0
      return true
    }
  }

  /// The next row of a source; of equal times, the earlier source is first.
  private struct Head: Comparable, Sendable {
    var time: Timestamp
    let source: Int

    static func < (left: Head, right: Head) -> Bool {
      left.time == right.time ? left.source < right.source : left.time < right.time
    }
  }

  /// The time of rows before the first one with a time.
  private static let earliestTime = Timestamp(microseconds: .min)

  /// The numbers of merged rows of a source.
  struct Tallies: Sendable, Equatable {
    var rowCount = 0
    /// The rows that are older than one before them.
    var descendingCount = 0
    /// The rows that came after later ones of other sources had been merged.
    var lateCount = 0
    var hasTimes = false
    /// The rows whose times are dates without a time of day.
    var dateCount = 0
    /// A Boolean value that indicates whether a row has a time of day.
    var hasTimesOfDay = false
    /// The rows whose member for the name of the source has another name than in most rows.
    var renamedCount = 0
  }

  /// The maximum number of batches of a source that wait to be merged.
  private static let batchLimit = 2

  /// The number of bytes after which merged rows are handed over.
  static let length = 256 * 1024

  private var queues: [Queue]

  /// The next row of each source that has one.
  private var heads = MinHeap<Head>()

  /// The number of sources that may have further rows.
  private var unfinishedCount: Int

  /// The sources that have had a batch merged, so that there may be room for another.
  private var relieved: Set<Int> = []

  /// The latest time of all merged rows.
  private var latest: Timestamp?

  /// The number of the member with the name of the source: 1 for `source`, 2 for `source_2`; nil
  /// before the first row.
  private var memberNumber: Int?

  /// The starts of objects with the names of the sources, for that number.
  private var prefixes: [[UInt8]] = []

  /// The number of changes, by which a thread that waits for some recognizes them.
  private(set) var changeCount = 0

  var isStopped = false {
    didSet { changeCount += 1 }
  }

  /// Creates a merge of sources with names.
  init(_ names: [String]) {
    queues = names.map { Queue(name: $0) }
    unfinishedCount = names.count
  }

  // MARK: Rows

  /// Returns whether a batch of rows of a source may be added.
  func hasRoom(forRowsOf source: Int) -> Bool { queues[source].batches.count < Self.batchLimit }

  /// Adds rows of a source, at least one.
  mutating func append(_ rows: MergedRows, of source: Int, at arrival: ContinuousClock.Instant) {
    queues[source].first = queues[source].first ?? rows
    queues[source].timeMember = rows.timeMember ?? queues[source].timeMember
    queues[source].batches.append(rows)
    queues[source].arrivals.append(arrival)
    if queues[source].batches.count == 1, let time = queues[source].time {
      heads.insert(Head(time: time, source: source))
    }
    changeCount += 1
  }

  /// Marks a source as one without further rows.
  mutating func finish(_ source: Int) {
    if !queues[source].isFinished { unfinishedCount -= 1 }
    queues[source].isFinished = true
    changeCount += 1
  }

  /// Returns the sources that have had a batch merged since the last call.
  mutating func takeRelieved() -> Set<Int> {
    defer { relieved = [] }
    return relieved
  }

  /// Counts a change that may end a wait.
  mutating func touch() { changeCount += 1 }

  /// The sources that may have further rows, but none at the moment.
  ///
  /// - Complexity: O(s) for s sources.
  var openSources: [Int] { queues.indices.filter { queues[$0].isOpen } }

  /// A Boolean value that indicates whether all rows have been merged.
  var isFinished: Bool { heads.isEmpty && unfinishedCount == 0 }

  /// The arrival of the row that is next; nil without one.
  var nextArrival: ContinuousClock.Instant? {
    heads.min.flatMap { queues[$0.source].arrivals.first }
  }

  /// Merges rows until a source without rows might have earlier ones, or there are many.
  ///
  /// - Complexity: O(s + n · log s) for n rows of s sources.
  /// - Parameter limit: Returns the arrival up to which a row need not wait for sources without
  ///   rows; nil if it must wait. It receives these sources and the arrival of the row.
  /// - Returns: The rows as lines.
  mutating func lines(
    upTo limit: (_ sources: [Int], _ arrival: ContinuousClock.Instant) -> ContinuousClock.Instant?
  ) -> [UInt8] {
    var lines: [UInt8] = []
    var open = openSources
    var end: ContinuousClock.Instant?
    while lines.count < Self.length, let first = heads.min?.source {
      let arrival = queues[first].arrivals[0]
      if !open.isEmpty {
        guard let limit = limit(open, arrival) else { break }
        end = min(end ?? limit, limit)
        open = []
      }
      if let end, arrival > end { break }
      if memberNumber == nil { chooseMember() }
      var isBatchDone = false
      repeat {
        isBatchDone = append(headOf: first, to: &lines)
      } while !isBatchDone && lines.count < Self.length && heads.min?.source == first
      if isBatchDone { relieved.insert(first) }
      if queues[first].isOpen { open = [first] }
    }
    return lines
  }

  /// Merges the next row of a source, the first of all; returns whether its batch ends with it.
  private mutating func append(headOf source: Int, to lines: inout [UInt8]) -> Bool {
    let number = queues[source].next
    let row = queues[source].batches[0].rows[number]
    append(queues[source].batches[0].bytes(ofRow: number), row.content, of: source, to: &lines)
    queues[source].tallies.rowCount += 1
    if row.hasDate {
      queues[source].tallies.dateCount += 1
    } else if row.hasTime {
      queues[source].tallies.hasTimesOfDay = true
    }
    if let time = row.time {
      queues[source].tallies.hasTimes = true
      if let latest = queues[source].latest, time < latest {
        if row.hasTime { queues[source].tallies.descendingCount += 1 }
      } else {
        queues[source].latest = time
        if let latest, time < latest {
          queues[source].tallies.lateCount += 1
        } else {
          latest = time
        }
      }
    }
    let isBatchDone = queues[source].removeFirst()
    let next = queues[source].time
    heads.updateMin { head in
      next.map { head.time = $0 }
      return next != nil
    }
    return isBatchDone
  }

  // MARK: The member with the name

  /// Chooses a name that no row has that is there when merging begins.
  private mutating func chooseMember() {
    var taken: Set<Int> = []
    for batch in queues.flatMap(\.batches) {
      for index in batch.rows.indices where batch.rows[index].content == .labelled {
        taken.formUnion(Self.numbers(in: batch.bytes(ofRow: index)))
      }
    }
    let number = Self.number(notIn: taken)
    memberNumber = number
    prefixes = queues.map { Self.prefix(number, $0.name) }
  }

  private static func numbers(in object: ArraySlice<UInt8>) -> Set<Int> {
    JSONBytes(object).withBytes { MemberScanner.numbers(of: MergedRows.member, in: $0) }
  }

  private static func number(notIn taken: Set<Int>, from first: Int = 1) -> Int {
    (first...).first { !taken.contains($0) } ?? first
  }

  private static func member(_ number: Int) -> String {
    number == 1 ? MergedRows.member : "\(MergedRows.member)_\(number)"
  }

  /// Returns the start of an object with the name of a source.
  private static func prefix(_ number: Int, _ name: String) -> [UInt8] {
    [UInt8(ascii: "{")] + DerivedMember.key(member(number)) + JSONText.quoted(name)
  }

  /// Appends a row with the name of its source as a line.
  private mutating func append(
    _ row: ArraySlice<UInt8>, _ content: MergedRows.Content, of source: Int,
    to lines: inout [UInt8]
  ) {
    if content == .broken {
      lines += row
    } else if content == .value {
      lines += prefixes[source]
      lines += ",\"value\":".utf8
      lines += row
      lines.append(UInt8(ascii: "}"))
    } else {
      let first = memberNumber ?? 1
      var number = first
      if content == .labelled || first > 1 {
        number = Self.number(notIn: Self.numbers(in: row), from: first)
      }
      if number == first {
        lines += prefixes[source]
      } else {
        lines += Self.prefix(number, queues[source].name)
        queues[source].tallies.renamedCount += 1
      }
      let rest = row.dropFirst().drop(while: \.isJSONWhitespace)
      if rest.first != UInt8(ascii: "}") { lines.append(UInt8(ascii: ",")) }
      lines += rest
    }
    lines.append(0x0A)
  }

  /// Returns the first rows of each source, as many in all as requested.
  func sample(_ count: Int) -> [JSONBytes] {
    guard memberNumber != nil else { return [] }
    var merge = self
    return queues.indices.flatMap { source -> [JSONBytes] in
      guard let rows = queues[source].first else { return [] }
      return rows.rows.indices.prefix(max(1, count / queues.count)).compactMap { number in
        guard rows.rows[number].content != .broken else { return nil }
        var line: [UInt8] = []
        merge.append(rows.bytes(ofRow: number), rows.rows[number].content, of: source, to: &line)
        return JSONBytes(line.dropLast())
      }
    }
  }

  // MARK: What is said

  /// The name of the member with the name of the source.
  var member: String { Self.member(memberNumber ?? 1) }

  /// Notes on the order of the rows and the name of the member.
  var notes: [String] {
    var notes: [String] = []
    if let memberNumber, memberNumber > 1 {
      notes.append("rows have a member source of their own; the name of the source is \(member)")
    }
    let areDaysDivided = queues.contains { $0.tallies.hasTimesOfDay }
    for queue in queues where queue.tallies.rowCount > 0 {
      let tallies = queue.tallies
      if !tallies.hasTimes {
        notes.append("\(queue.name): no times were found; its rows are first, or where they came")
      }
      let rest = "the name of the source has a number in them"
      let areDatesVague = areDaysDivided || queue.timeMember?.hasOtherClock == true
      let order = "ordered by \(queue.timeMember?.path.text ?? ""), which has no time of day"
      let kinds = [
        (areDatesVague ? tallies.dateCount : 0, "is \(order)", "are \(order)"),
        (
          tallies.descendingCount, "is older than one before it, and stays behind it",
          "are older than one before them, and stay behind it"
        ),
        (
          tallies.lateCount, "came after a later one of another source",
          "came after later ones of other sources"
        ),
        (
          tallies.renamedCount, "has a member \(member) of its own; \(rest)",
          "have a member \(member) of their own; \(rest)"
        ),
      ]
      for (count, one, several) in kinds where count > 0 {
        notes.append("\(queue.name): \(count == 1 ? "1 row \(one)" : "\(count) rows \(several)")")
      }
    }
    return notes
  }
}
