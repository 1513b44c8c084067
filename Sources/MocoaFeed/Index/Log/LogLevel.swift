/// The severity of a message of a log.
package enum LogLevel: Int, Sendable, CaseIterable {
  case trace, debug, info, notice, warning, error, fatal

  /// The members that usually have the level.
  package static let members = [
    "level", "severity", "lvl", "loglevel", "log.level", "log_level", "levelname",
  ]

  /// Finds the level with a name, the first letter of one, or a number of pino and bunyan.
  package init?(_ text: String) {
    let isShort = text.utf8.count <= Self.longest
    guard isShort,
      let level = Self.levels[Self.packed(text.utf8)] ?? Self.symbols[text.uppercased()]
    else { return nil }
    self = level
  }

  /// The names, in lower case.
  private var names: [String] {
    switch self {
    case .trace:
      ["trace", "finest", "silly", "verbose", "trc", "trce", "trac", "vrb"]
        + (1...8).map { "trace\($0)" }
    case .debug:
      ["debug", "fine", "finer", "dbg", "dbug", "debu"]
        + (1...5).flatMap { ["debug\($0)", "d\($0)"] }
    case .info:
      [
        "info", "information", "informational", "inf", "config", "log", "system", "statement",
        "detail", "hint", "context", "default", "any", "unknown",
      ]
    case .notice: ["notice", "note", "success"]
    case .warning: ["warn", "warning", "wrn", "deprecation"]
    case .error: ["error", "err", "eror", "erro", "severe", "fail", "fault"]
    case .fatal:
      [
        "fatal", "critical", "crit", "alert", "emerg", "emergency", "panic", "dpanic", "ftl",
        "pani", "fata",
      ]
    }
  }

  private static let levels = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { level in
      level.names.map { (packed($0.utf8), level) }
    })

  private static let symbols: [String: LogLevel] = [
    "T": .trace, "V": .trace, "D": .debug, "I": .info, "N": .notice, "W": .warning, "E": .error,
    "F": .fatal, "C": .fatal, "10": .trace, "20": .debug, "30": .info, "40": .warning, "50": .error,
    "60": .fatal,
  ]

  private static let longest = 13

  /// Returns the end of the name of a level at an offset; nil if there is none.
  static func end(in line: UnsafeRawBufferPointer, at start: Int) -> Int? {
    var end = start
    while end < line.count, end - start <= longest, line[end].isPartOfWord { end += 1 }
    guard end > start, end - start <= longest else { return nil }
    return levels[packed(line[start..<end])] == nil ? nil : end
  }

  /// The letters of a word of up to 16 bytes, in lower case.
  private static func packed(_ word: some Sequence<UInt8>) -> UInt128 {
    word.reduce(0) { $0 << 8 | UInt128($1 &- 0x41 < 26 ? $1 | 0x20 : $1) }
  }
}
