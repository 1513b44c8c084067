/// A format of logs: the patterns of its lines.
struct LogFormat: Sendable {
  /// The name of what writes such logs.
  let name: String

  /// The patterns, of which the first that matches a line reads it.
  let patterns: [LogPattern]

  /// A Boolean value that indicates whether lines of other logs match by chance, so that nearly all
  /// lines of a source must.
  let isLoose: Bool

  /// The number of lines sampled to find a format.
  static let sampleSize = 64

  /// The share of the lines, without those that continue a record, that must begin one.
  private static let recordShare = 0.5

  /// The share of the records that a loose format must read.
  private static let looseShare = 0.8

  /// The share of the records from which a strict format is one of those of a source.
  private static let strictShare = 0.1

  /// Creates a format.
  init(_ name: String, _ patterns: [LogPattern], isLoose: Bool = false) {
    (self.name, self.patterns, self.isLoose) = (name, patterns, isLoose)
  }

  /// Returns whether a pattern reads a line.
  func reads(_ line: UnsafeRawBufferPointer) -> Bool { patterns.contains { $0.matches(line) } }

  /// Returns the format that explains the first lines of a source, with the patterns of all that
  /// some of them have.
  ///
  /// A line that no format reads may continue the record before it: it begins with a blank or like
  /// a line of a stack trace, or follows such a line. Half of the other lines must begin records.
  ///
  /// - Complexity: O(formats) for each line.
  /// - Parameter lines: The first lines.
  /// - Returns: The format; nil if the lines are something else.
  static func best(of lines: [UnsafeRawBufferPointer]) -> LogFormat? {
    let all = known + [general]
    // By line, the formats that read it.
    var readers: [[Int]] = []
    var isInRecord = false
    for line in lines.map(\.withoutCarriageReturn) {
      let own = all.indices.filter { all[$0].reads(line) }
      isInRecord = own.isEmpty && (isInRecord || line.continuesRecord)
      if !isInRecord { readers.append(own) }
    }
    let records = readers.filter { !$0.isEmpty }
    guard records.count > 1 || lines.count < 3, !records.isEmpty,
      Double(records.count) >= recordShare * Double(readers.count)
    else { return nil }
    let wanted = looseShare * Double(records.count)
    let usable = all.indices.filter { index in
      !all[index].isLoose || Double(records.count { $0.contains(index) }) >= wanted
    }
    var counts: [Int: Int] = [:]
    for own in records {
      if let first = own.first(where: usable.contains) { counts[first, default: 0] += 1 }
    }
    let least = max(records.count < 3 ? 0.0 : 1.0, strictShare * Double(records.count))
    let chosen = usable.filter { $0 == all.count - 1 || Double(counts[$0] ?? 0) > least }
    let main = chosen.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) } ?? all.count - 1
    return LogFormat(all[main].name, chosen.flatMap { all[$0].patterns })
  }
}

extension UnsafeRawBufferPointer {
  private static let beginnings = [
    "Caused by:", "Traceback (most recent call last)", "... ", "goroutine ", "Suppressed:",
    "java.", "javax.", "org.", "com.", "Exception", "}", ")", "#0 ", "#1 ", "#2 ", "#3 ",
  ].map { Array($0.utf8) }

  /// A Boolean value that indicates whether the line may belong to the record before it.
  fileprivate var continuesRecord: Bool {
    first.map { $0 == 0x20 || $0 == 0x09 } ?? true
      || Self.beginnings.contains { starts(with: $0) }
  }
}
