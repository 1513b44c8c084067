extension LogPattern {
  /// A part of the pattern: no reference is counted while it is tested.
  struct Piece: Sendable, Equatable {
    var kind: Kind
    /// The place of a literal, or of the key of a member; none for one that is left out.
    var text = 0..<0

    /// A Boolean value that indicates whether the member is not the name of a level, which would be
    /// the level of the line.
    var isNoLevel = false

    /// What the member is; nil for blanks and literals.
    var matcher: Matcher? { if case .member(let matcher) = kind { matcher } else { nil } }

    enum Kind: Sendable, Equatable {
      case blanks(isOptional: Bool)
      case blank
      case literal
      case member(Matcher)
    }
  }

  /// What is behind the last time of a line: the message, signs in front of it, or other members.
  enum BehindTime: Sendable {
    case message, sign, member

    /// Creates what is behind the last time of pieces; nil if there is no time.
    init?(_ pieces: [Piece]) {
      guard let time = pieces.lastIndex(where: { $0.matcher?.isTime == true }) else { return nil }
      let rest = pieces[(time + 1)...]
      guard rest.compactMap(\.matcher) == [.rest] else {
        self = .member
        return
      }
      self = rest.contains { $0.kind == .literal } ? .sign : .message
    }
  }

  enum Matcher: Sendable, Equatable {
    case time, epoch, syslog, monthFirst, yearLast, compact
    /// The number of syslog that has the level.
    case priority
    case file, host, process, zone, address, level, lowercase, number, decimal, letter, name, dotted
    case word, path, text, title, longest, structured, json, status
    case rest
    /// Words with bars between them, by their place.
    case choice(Range<Int>)
    /// A value of a table.
    case value
    case enclosed(close: UInt8)
    case quoted
    /// A text in which the sign that ends it has a backslash in front.
    case escaped

    /// A Boolean value that indicates whether the member is a time.
    var isTime: Bool {
      switch self {
      case .time, .epoch, .syslog, .monthFirst, .yearLast, .compact: true
      default: false
      }
    }

    /// Returns whether a time has a notation that the member has.
    func accepts(_ time: LogTime) -> Bool {
      switch self {
      case .epoch: time.isNumber
      case .syslog: time.isOfSyslog
      case .compact: time.isCompact
      default: !time.isNumber
      }
    }
  }
}
