// What may be behind a blank behind a clock: the half of the day, a zone, a date or a year. It may
// be the first word of a message, too, which `LogTimeWords` concludes from the lines of a log.

extension LogTime {
  /// Words behind a blank behind a clock.
  struct Words: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let half = Words(rawValue: 1)
    static let zone = Words(rawValue: 2)
    static let date = Words(rawValue: 4)
    static let year = Words(rawValue: 8)
    /// An offset behind a blank behind `UTC`.
    static let offset = Words(rawValue: 16)
    /// What dates of JavaScript have in brackets behind an offset, if it is not known as a zone.
    static let name = Words(rawValue: 32)
  }

  /// How certain a word is without other lines: texts hardly begin with likely ones.
  enum Certainty { case certain, likely, unlikely }

  /// A word at the end of a time that may be the first one of the text behind it.
  struct Doubt {
    let word: Words
    let isLikely: Bool

    /// The offset of the word.
    let start: Int

    /// The minutes of a zone, or the year; nil for other words.
    let value: Int?

    /// A Boolean value that indicates whether the word is an offset behind a date with a time to
    /// the second: `+0100`, `Z`.
    let isOffset: Bool
  }

  /// Notes a word that was read behind a blank.
  mutating func add(
    _ word: Words, at start: Int, _ certainty: Certainty, value: Int? = nil, isOffset: Bool = false
  ) {
    wordCount += 1
    doubt =
      certainty == .certain
      ? nil
      : Doubt(
        word: word, isLikely: certainty == .likely, start: start, value: value,
        isOffset: isOffset && hasDate && hasSeconds)
  }

  /// A Boolean value that indicates whether a text may be behind the time, or a name in front of
  /// one, as in `CAT: purr`.
  var isBeforeText: Bool {
    guard end < bytes.count else { return false }
    return bytes[end].isBlank || isBeforeColon
  }

  /// A Boolean value that indicates whether the last word may be a name with a colon behind it.
  var isBeforeColon: Bool {
    guard let doubt, end < bytes.count else { return false }
    return doubt.word == .zone && bytes[doubt.start].isASCIILetter
      && bytes[end] == UInt8(ascii: ":")
  }

  /// A Boolean value that indicates whether no text is behind the time, but nothing, a sign, a
  /// level or a process with its number.
  var isBeforeSign: Bool {
    let rest = bytes[end...].drop(while: \.isBlank)
    guard let first = rest.first else { return true }
    if "[(<{|:*#".utf8.contains(first) { return true }
    let words = rest.split(separator: 0x20, maxSplits: 2)
    return words[0].allSatisfy { $0 == UInt8(ascii: "-") }
      || LogLevel.isCertain(UnsafeRawBufferPointer(rebasing: words[0]))
      || words.prefix(2).contains { word in
        word.contains(UInt8(ascii: "[")) && word.suffix(2).elementsEqual("]:".utf8)
      }
  }

  /// The first word behind the time; empty if there is none.
  var wordBehind: String {
    let word = bytes[end...].split(separator: 0x20, maxSplits: 1).first
    return word.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// A Boolean value that indicates whether a blank is behind a time without a zone and a year that
  /// may be behind it.
  var isBare: Bool {
    wordCount == 0 && zone == nil && (notation > 0 || year == nil) && end < bytes.count
      && bytes[end].isBlank
  }

  /// How the time begins: with a name, a year of four digits, a clock or something else.
  var notation: Int {
    let colon = UInt8(ascii: ":")
    guard bytes[start].isDigit else { return 0 }
    if bytes[start + 1] == colon || bytes[start + 2] == colon { return 2 }
    return bytes[start + 3].isDigit && !bytes[start + 4].isDigit ? 1 : 3
  }

  /// Reads a zone, if there is one: `Z`, `+01:00`, ` +0000`, ` -03`, ` [+0200]`, ` UTC`.
  mutating func readZone() -> Bool {
    if take("Zz") != nil {
      zone = 0
    } else if !readOffset(isApart: false), !unwanted.contains(.zone), !readOffsetApart(),
      !readZoneName()
    {
      readUnknownZone()
    }
    return true
  }

  /// Reads a zone behind a blank behind a clock without a year, if there is one: no number is one,
  /// and no host or process in small letters.
  mutating func readZoneApart() -> Bool {
    guard end + 2 < bytes.count, bytes[end] == 0x20, !unwanted.contains(.zone) else { return true }
    let next = bytes[end + 1]
    guard next &- UInt8(ascii: "A") < 26 || "+-([".utf8.contains(next) else { return true }
    if !readZoneName(), !readOffsetApart() { readUnknownZone() }
    return true
  }

  /// Reads an offset from UTC behind a blank: ` +0000`, ` -03`, ` [+0200]`, ` (+02:00)`, ` Z`.
  mutating func readOffsetApart() -> Bool {
    let start = end
    guard skipBlanks(1) else { return false }
    let word = end
    if take("Z") != nil, standsAlone {
      zone = 0
      add(.zone, at: word, .unlikely, value: zone, isOffset: true)
      return true
    }
    end = word
    if readOffset(isApart: true) {
      // `+1000 points`: other numbers have no zero in front.
      let digits = bytes[word + 1..<end]
      let isCertain =
        digits.allSatisfy { $0 == 0x30 || $0 == UInt8(ascii: ":") }
        || digits.count == 4 && isOfMail
      let isLikely = digits.count == 4 && digits.first == 0x30
      add(
        .zone, at: word, isCertain || digits.count > 4 ? .certain : isLikely ? .likely : .unlikely,
        value: zone, isOffset: digits.count == 4)
      return true
    }
    if let open = take("[("), readOffset(isApart: true), end - word > 5,
      take(open == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ")"))
    {
      add(.zone, at: word, .certain)
      return true
    }
    (end, zone) = (start, nil)
    return false
  }

  /// Reads an offset from UTC; one of hours alone that is apart from the time stands alone, as it
  /// may be a number.
  private mutating func readOffset(isApart: Bool) -> Bool {
    let start = end
    if let sign = take("+-"), let hours = number(2), hours < 24 {
      let hasColon = take(":") != nil
      let minutes = number(2)
      let mayBeHours =
        !isApart || hours < 15 && (end == bytes.count || " ])>|".utf8.contains(bytes[end]))
      let isOffset = minutes.map {
        isApart ? ZoneNames.mayBeOffset(hours: hours, minutes: $0) : $0 < 60
      }
      if isOffset ?? (mayBeHours && !hasColon), isApart ? standsAlone : isAtWordEnd {
        zone = (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + (minutes ?? 0))
        return true
      }
    }
    end = start
    return false
  }

  /// A Boolean value that indicates whether the time begins with a weekday and a comma, as those of
  /// RFC 2822, which end with an offset.
  private var isOfMail: Bool {
    Self.weekday(bytes, at: start) != nil && bytes[start + 3] == UInt8(ascii: ",")
  }

  /// A Boolean value that indicates whether no word goes on.
  private var isAtWordEnd: Bool { end == bytes.count || !bytes[end].isPartOfWord }

  /// A Boolean value that indicates whether what was read is a process with its number: `MST[12]`.
  private var isBeforeNumber: Bool {
    end + 1 < bytes.count && bytes[end] == UInt8(ascii: "[") && bytes[end + 1].isDigit
  }

  /// A Boolean value that indicates whether no other word is joined to what was read: `AST-based`.
  var standsAlone: Bool { isAtWordEnd && (end == bytes.count || !"-+/'".utf8.contains(bytes[end])) }

  /// Reads a zone behind a blank whose offset is not certain, if there is one: ` (CET)`, `
  /// (UTC+2)`, ` Europe/Berlin`, ` +2`.
  ///
  /// The time stays as it is written.
  mutating func readUnknownZone() {
    guard end + 2 < bytes.count, bytes[end] == 0x20, "(+-AEPUI".utf8.contains(bytes[end + 1])
    else { return }
    let word = bytes[(end + 1)...].prefix { $0.isPartOfWord || "()/+-".utf8.contains($0) }
    guard ZoneNames.mayBeZone(word),
      word.endIndex == bytes.count || " ]|:".utf8.contains(bytes[word.endIndex])
    else { return }
    add(.zone, at: end + 1, word.first == UInt8(ascii: "(") ? .certain : .unlikely)
    (isAsWritten, end) = (true, word.endIndex)
  }

  /// Reads the name of a zone behind a blank, if there is one.
  ///
  /// A time with the name of several zones stays as it is written.
  mutating func readZoneName() -> Bool {
    let start = end
    guard skipBlanks(2) else { return false }
    let word = end
    if bytes[end...].starts(with: "Ch".utf8) { end += 2 }
    while end < bytes.count, bytes[end] &- UInt8(ascii: "A") < 26 { end += 1 }
    let name = bytes[word..<end]
    // All end so: words in front of messages, such as `INFO`, are not looked up.
    let mayBeName = ZoneNames.lengths ~= name.count && ZoneNames.mayEnd(with: bytes[end - 1])
    if mayBeName, readOffset(behind: name) { return true }
    guard mayBeName, standsAlone, !isBeforeNumber,
      let zone = ZoneNames.minutes[String(decoding: name, as: UTF8.self)]
    else {
      end = start
      return false
    }
    let isWord = ZoneNames.words.contains(String(decoding: name, as: UTF8.self))
    add(.zone, at: word, isWord ? .unlikely : .certain, value: zone)
    (self.zone, isAsWritten) = (zone, isAsWritten || zone == nil)
    return true
  }

  /// Reads the offset of a zone that is written behind `UTC` or `GMT`: `GMT+0100`, `UTC+01:00`,
  /// `UTC +0100`, and `GMT+1`, which is east of Greenwich.
  private mutating func readOffset(behind name: Slice<UnsafeRawBufferPointer>) -> Bool {
    let start = end
    let isApart = skipBlanks(1)
    guard end < bytes.count, bytes[end].isSign, ZoneNames.isUniversal(name),
      !isApart || !unwanted.contains(.offset),
      let sign = take("+-"), let hours = digits(isApart ? 2...2 : 1...2)
    else {
      end = start
      return false
    }
    let endOfHours = end
    _ = take(":")
    let minutes = number(2)
    if minutes == nil { end = endOfHours }
    guard ZoneNames.mayBeOffset(hours: hours, minutes: minutes ?? 0), minutes != nil || !isApart,
      standsAlone
    else {
      end = start
      return false
    }
    let value = (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + (minutes ?? 0))
    // `UTC -0900 free`, `UTC-5 is used`.
    if isApart {
      add(.offset, at: start + 1, .likely, value: value)
    } else {
      add(.zone, at: name.startIndex, minutes == nil ? .unlikely : .certain, value: value)
    }
    zone = value
    return true
  }

  /// Skips the name that dates of JavaScript have in brackets behind an offset: `Tue Nov 24 2026
  /// 10:11:12 GMT+0100 (CET)`.
  mutating func skipNameOfZone() {
    guard zone != nil, !unwanted.contains(.name), bytes[end - 5].isSign,
      bytes[end...].starts(with: " (".utf8),
      let close = bytes[end...].prefix(Self.longestNameOfZone).firstIndex(of: UInt8(ascii: ")"))
    else { return }
    // `(worker)` is none.
    let name = bytes[(end + 2)..<close]
    guard let first = name.first, !(0x61...0x7A ~= first) || name.contains(0x20) else { return }
    if !ZoneNames.isKnown(String(decoding: name, as: UTF8.self)) {
      guard doubt == nil else { return }
      doubt = Doubt(word: .name, isLikely: false, start: end + 1, value: nil, isOffset: false)
    }
    end = close + 1
  }

  /// The maximum number of bytes of such a name, with its brackets.
  private static let longestNameOfZone = 80

  /// Keeps the time as it is written if the name of a zone is behind it, which is a member of its
  /// own.
  mutating func keepZoneBehind() {
    guard zone == nil else { return }
    let name = bytes[end...].drop(while: \.isBlank).prefix { $0 &- UInt8(ascii: "A") < 26 }
    (isAsWritten, endOfZone) = (true, name.endIndex)
  }

  /// Takes the zone whose name is in front of the time, which stays as it is written if the name is
  /// not that of one zone.
  mutating func takeZoneInFront() {
    guard zone == nil else { return }
    let end = bytes[..<start].lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0
    let first = bytes[..<end].lastIndex { $0 &- UInt8(ascii: "A") >= 26 }.map { $0 + 1 } ?? 0
    zone = ZoneNames.offset(of: bytes[first..<end])
    if zone == nil { (isAsWritten, startOfZone) = (true, first) }
  }

  /// Reads the half of the day of a 12-hour clock, if there is one: ` AM`, `pm`, ` p. m.`.
  mutating func readHalf() {
    let start = end
    let isApart = skipBlanks(1)
    // Or a narrow blank, as telephones write it.
    if !isApart, bytes[end...].starts(with: "\u{202F}".utf8) { end += 3 }
    let word = end
    let half = take("AaPp")
    let hasPoints = take(".") != nil
    if hasPoints { _ = skipBlanks(1) }
    guard hour < 13, let half, take("Mm") != nil, !isApart || !unwanted.contains(.half) else {
      end = start
      return
    }
    _ = take(".")
    guard isApart ? standsAlone : isAtWordEnd else {
      end = start
      return
    }
    if isApart {
      // `am` is a word.
      let isCapital = half & 0x20 == 0
      add(.half, at: word, hasPoints ? .certain : isCapital ? .likely : .unlikely)
    }
    hour = hour % 12 + (half | 0x20 == UInt8(ascii: "p") ? 12 : 0)
  }
}
