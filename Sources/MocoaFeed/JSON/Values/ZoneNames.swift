/// The names of time zones in logs, in tables and in the output of `date`.
enum ZoneNames {
  /// Returns whether a name may end with a byte.
  static func mayEnd(with byte: UInt8) -> Bool {
    "TCKABZ".utf8.contains(byte)
  }

  /// Returns whether a name is the one of UTC to which an offset may be joined: `GMT+1`.
  static func isUniversal(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
    name.elementsEqual("UTC".utf8) || name.elementsEqual("GMT".utf8)
  }

  /// Returns the minutes ahead of UTC of the zone with a name; nil if there is none, or several.
  static func offset(of name: Slice<UnsafeRawBufferPointer>) -> Int? {
    if isUniversal(name) { return 0 }
    guard lengths ~= name.count, let last = name.last, mayEnd(with: last) else { return nil }
    return minutes[String(decoding: name, as: UTF8.self)] ?? nil
  }

  /// The minutes ahead of UTC, those of North America as in RFC 5322; nil for names that several
  /// zones have.
  static let minutes: [String: Int?] = [
    "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "CET": 60, "CEST": 120, "MET": 60, "MEST": 120,
    "EET": 120, "EEST": 180, "MSK": 180, "EST": -300, "EDT": -240, "CDT": -300, "MST": -420,
    "MDT": -360, "PST": -480, "PDT": -420, "AKST": -540, "AKDT": -480, "HST": -600, "JST": 540,
    "KST": 540, "AEST": 600, "AEDT": 660, "AWST": 480,
    "NZST": 720, "NZDT": 780, "HKT": 480, "CST": nil, "IST": nil, "BST": nil,
    // Those of which the database of IANA has one, and German ones.
    "UT": 0, "SAST": 120, "EAT": 180, "CAT": 120, "WAT": 60, "PKT": 300, "WIB": 420, "WITA": 480,
    "WIT": 540, "AST": -240, "ADT": -180, "NST": -210, "NDT": -150, "IDT": 180, "ACST": 570,
    "ACDT": 630, "SST": -660, "HDT": -540, "ChST": 600, "MEZ": 60, "MESZ": 120, "SGT": 480,
    "BRT": -180, "ART": -180, "ICT": 420,
  ]

  /// The names with which texts begin, too: they are words, or stand for other things.
  static let words: Set = [
    "UT", "WET", "WEST", "MET", "EET", "MSK", "EST", "EDT", "HST", "KST", "HKT", "EAT", "CAT",
    "WAT", "PKT", "WIB", "WIT", "AST", "ADT", "NST", "NDT", "IDT", "SST", "HDT", "SGT", "BRT",
    "ART", "ICT",
  ]

  /// Names of zones whose offsets have changed, or that are of no system any more; not those that
  /// stand for other things, such as `BOT`.
  static let unread: Set = [
    "PHT", "BRST", "CLT", "CLST", "COT", "PET", "PYT", "PYST", "UYT", "VET", "NPT", "BDT", "LKT",
    "MMT", "AFT", "IRST", "IRDT", "GST", "AZT", "UZT", "TMT", "TJT", "KGT", "ALMT", "YEKT", "OMST",
    "NOVT", "KRAT", "IRKT", "YAKT", "VLAT", "MAGT", "PETT", "SAMT", "TRT", "MYT", "ULAT", "FJT",
    "PHST", "BTT", "MVT", "WGST", "AZOT", "TAHT", "CHAST", "CHADT",
  ]

  /// Returns whether a text is a zone as dates of JavaScript have it in brackets: `CET`,
  /// `GMT+03:00`, `Central European Standard Time`.
  static func isKnown(_ text: String) -> Bool {
    if minutes[text] != nil || unread.contains(text) { return true }
    let words = text.split(separator: " ")
    guard words.count > 1, let last = words.last?.lowercased() else {
      return text.hasPrefix("GMT") || text.utf8.first?.isSign == true
    }
    return last == "time" ? words.count > 2 : endings.contains { last.hasSuffix($0) }
  }

  /// How the names of zones end in German.
  private static let endings = ["normalzeit", "standardzeit", "sommerzeit", "weltzeit"]

  /// Halves of the day of languages other than English behind a clock, which are not read.
  static let halves: Set = [
    "上午", "下午", "午前", "午後", "오전", "오후", "SA", "CH", "vorm.", "nachm.", "πμ", "μμ", "π.μ.", "μ.μ.",
  ]

  /// Returns whether an offset may be one of a zone, as those of whole quarters of an hour.
  static func mayBeOffset(hours: Int, minutes: Int) -> Bool {
    hours < 15 && minutes < 60 && minutes % 15 == 0 && (minutes != 30 || hours < 12)
  }

  /// The numbers of letters that names have.
  static let lengths = 2...4

  /// Returns whether a word is a zone whose offset is not certain: `(CET)`, `(UTC+2)`,
  /// `Europe/Berlin`, `+2`.
  static func mayBeZone(_ word: Slice<UnsafeRawBufferPointer>) -> Bool {
    if let slash = word.firstIndex(of: UInt8(ascii: "/")) {
      return regions.contains(String(decoding: word[..<slash], as: UTF8.self))
    }
    // Most words behind a time are levels.
    guard let first = word.first, first == UInt8(ascii: "(") || first.isSign else { return false }
    let text = String(decoding: word, as: UTF8.self)
    if text.hasPrefix("("), text.hasSuffix(")") {
      let name = text.dropFirst().dropLast()
      return minutes[String(name)] != nil || name.hasPrefix("UTC") || name.hasPrefix("GMT")
    }
    return text.utf8.count == 2 && text.utf8.last.map(\.isDigit) == true && first.isSign
  }

  /// The first parts of the names of zones in the database of IANA.
  private static let regions: Set = [
    "Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian",
    "Pacific", "US", "Etc",
  ]
}
