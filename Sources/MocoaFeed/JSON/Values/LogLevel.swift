/// The severity of a message of a log.
package enum LogLevel: Int, Sendable, CaseIterable, Comparable {
  case trace, debug, info, notice, warning, error, fatal

  /// The members that usually have the level.
  package static let members = [
    "level", "severity", "lvl", "loglevel", "log.level", "log_level", "levelname",
  ]

  /// Returns whether a member has one of these names, in upper or lower case.
  package static func isMember(_ name: String) -> Bool {
    // Of most names, which are those of a cell, the length is another one.
    members.contains { $0.utf8.count == name.utf8.count && $0 == name.lowercased() }
  }

  /// Finds the level with a name, the first letter of one, or a number of pino and bunyan.
  package init?(_ text: String) { self.init(text.utf8) }

  /// Finds the level with a name, the first letter of one, or a number, given by its bytes.
  init?(_ text: some Collection<UInt8>) {
    guard text.count <= Self.longest else { return nil }
    let word = Self.packed(text)
    guard let level = Self.levels[word] ?? Self.symbols[word] else { return nil }
    self = level
  }

  /// Finds the level that is a value of a member: also a severity, as of advisories, which stands
  /// for no level in the line of a log.
  package init?(value text: String) { self.init(value: text.utf8) }

  /// Finds the level that is a value of a member, given by its bytes.
  init?(value text: some Collection<UInt8>) {
    guard text.count <= Self.longest else { return nil }
    guard let level = Self(text) ?? Self.severities[Self.packed(text)] else { return nil }
    self = level
  }

  private static let severities = Dictionary(
    uniqueKeysWithValues: ([
      "low": .notice, "moderate": .warning, "medium": .warning, "high": .error,
    ] as KeyValuePairs<String, LogLevel>).map { (packed($0.utf8), $1) })

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

  private static let symbols = Dictionary(
    uniqueKeysWithValues: ([
      "T": .trace, "V": .trace, "D": .debug, "I": .info, "N": .notice, "W": .warning, "E": .error,
      "F": .fatal, "C": .fatal, "10": .trace, "20": .debug, "30": .info, "40": .warning,
      "50": .error, "60": .fatal,
      // ESXi.
      "Db": .debug, "In": .info, "No": .notice, "Wa": .warning, "Er": .error, "Cr": .fatal,
      "Al": .fatal, "Em": .fatal,
    ] as KeyValuePairs<String, LogLevel>).map { (packed($0.utf8), $1) })

  /// Returns the name of a level in the one spelling that it has in all logs, as `error` is written
  /// `ERROR`, `err`, `E` and 50; nil if the text is no level.
  ///
  /// Names of one severity that logs have side by side, such as `alert` and `crit`, are different.
  static func name(of text: some Collection<UInt8>) -> UInt128? {
    guard Self(value: text) != nil else { return nil }
    let word = packed(text)
    return spellings[word] ?? word
  }

  private static let spellings = Dictionary(
    uniqueKeysWithValues: ([
      "trace": ["trc", "trce", "trac", "t", "10"], "verbose": ["vrb", "v"],
      "debug": ["dbg", "dbug", "debu", "d", "db", "20"],
      "debug1": ["d1"], "debug2": ["d2"], "debug3": ["d3"], "debug4": ["d4"], "debug5": ["d5"],
      "info": ["information", "informational", "inf", "i", "in", "30"],
      "notice": ["note", "n", "no"], "warning": ["warn", "wrn", "w", "wa", "40"],
      "error": ["err", "eror", "erro", "e", "er", "50"], "fatal": ["ftl", "fata", "f", "60"],
      "critical": ["crit", "c", "cr"], "alert": ["al"], "emergency": ["emerg", "em"],
      "panic": ["pani"],
    ] as KeyValuePairs<String, [String]>).flatMap { name, spellings in
      spellings.map { (packed($0.utf8), packed(name.utf8)) }
    })

  private static let longest = 13

  /// Returns the end of the name of a level at an offset; nil if there is none.
  static func end(in line: UnsafeRawBufferPointer, at start: Int) -> Int? {
    var end = start
    while end < line.count, end - start <= longest, line[end].isPartOfWord { end += 1 }
    guard end > start, end - start <= longest else { return nil }
    return levels[packed(line[start..<end])] == nil ? nil : end
  }

  package static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Returns whether a text, perhaps with blanks around it, is the name of a level and hardly that
  /// of something else, as `config` may be.
  static func isCertain(_ text: UnsafeRawBufferPointer) -> Bool {
    let word = text[text.trimmed(from: 0, to: text.count)]
    guard word.count > 2, end(in: text, at: word.startIndex) == word.endIndex else { return false }
    return word.allSatisfy { $0 &- 0x41 < 26 } || certain.contains(packed(word))
  }

  private static let certain = Set(
    ["trace", "debug", "info", "warn", "warning", "error", "fatal", "critical"].map {
      packed($0.utf8)
    })

  /// The letters of a word of up to 16 bytes, in lower case.
  private static func packed(_ word: some Sequence<UInt8>) -> UInt128 {
    word.reduce(0) { $0 << 8 | UInt128($1 &- 0x41 < 26 ? $1 | 0x20 : $1) }
  }
}

extension QueryValue {
  /// The value as the level of a log; nil if it is none.
  var level: LogLevel? {
    switch self {
    case .text(let content): QueryValue.withText(content) { LogLevel(value: $0) }
    case .number(let quantity): Int(exactly: quantity.double).flatMap { LogLevel("\($0)") }
    case .null, .bool, .container: nil
    }
  }

  /// The name of the level in one spelling; nil if the value is no level.
  var levelName: UInt128? {
    switch self {
    case .text(let content): QueryValue.withText(content) { LogLevel.name(of: $0) }
    case .number(let quantity):
      Int(exactly: quantity.double).flatMap { LogLevel.name(of: "\($0)".utf8) }
    case .null, .bool, .container: nil
    }
  }
}
