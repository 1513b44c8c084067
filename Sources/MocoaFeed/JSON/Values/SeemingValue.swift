/// A text that seems to be a number or a time, and is not read as one.
struct SeemingValue: Sendable, CustomStringConvertible {
  private let noun: ValueNoun
  private let text: String

  /// Looks at an unescaped text that is read as neither; nil if it does not seem to be one.
  ///
  /// - Complexity: O(1); allocates nothing for most texts.
  init?(_ content: UnsafeRawBufferPointer) {
    guard let noun = content.seemingNoun else { return nil }
    (self.noun, text) = (noun, String(decoding: content, as: UTF8.self))
  }

  /// The reason, as `"05/02/2026" is not read as a time`.
  var description: String { "\"\(text)\" is not read as a \(noun.rawValue)" }
}

extension UnsafeRawBufferPointer {
  /// What a text seems to be that is read as a text: a number with separators or a currency
  /// (`1,200`, `1 200`, `$9.50`) or a hexadecimal one (`0x1F`), or a time in another form than that
  /// of ``Timestamp`` (`05/02/2026`, `3/14/26`, `14.03.26`, `3 Feb 2026`, `Jun 2025`, `2026-2-3`,
  /// `9:15 PM`, `2026-01-31 10:11:12 IST`); nil for any other text.
  ///
  /// - Complexity: O(1); allocates nothing for most texts.
  fileprivate var seemingNoun: ValueNoun? {
    guard (2...40).contains(count), contains(where: \.isDigit) else { return nil }
    return seemsNumber ? .number : seemsTime ? .time : nil
  }

  private var seemsNumber: Bool {
    // No number begins with a letter; a currency may be beyond ASCII.
    guard let first, !first.isASCIILetter else { return false }
    if first == UInt8(ascii: "0"), self[1] | 0x20 == UInt8(ascii: "x") {
      return count > 2 && dropFirst(2).allSatisfy(\.isHexDigit)
    }
    if first.isDigit, seemsSize { return true }
    let text = String(decoding: self, as: UTF8.self).unicodeScalars
    // Negative amounts of accounts.
    let isAmount = text.first == "(" && text.last == ")" && text.count { $0 == "." } == 1
    let number = isAmount ? text.dropFirst().dropLast() : text[...]
    return number.allSatisfy {
      "0123456789+-., '_$€£¥\u{2212}\u{A0}\u{202F}".unicodeScalars.contains($0)
    }
      && (isAmount || text.first == "\u{2212}" || areThousands(text)
        || text.contains { ",'_$€£¥".unicodeScalars.contains($0) })
  }

  /// A Boolean value that indicates whether the text is a size with separators, or one with a
  /// share, another size or a time behind it: `1,234 K`, `1.1GB (91%)`, `95.4MiB / 7.6GiB`,
  /// `5kB/s`.
  private var seemsSize: Bool {
    let number = prefix { $0.isDigit || ".,'".utf8.contains($0) }
    let unit = self[number.endIndex...].drop { $0 == 0x20 }
    let name = unit.prefix(while: \.isASCIILetter)
    guard 1...3 ~= name.count else { return false }
    let one = [UInt8(ascii: "1")] + name
    guard one.withUnsafeBytes({ Measure($0)?.dimension == .size }) else { return false }
    let rest = unit.dropFirst(name.count).drop { $0 == 0x20 }
    if rest.isEmpty { return number.contains { ",'".utf8.contains($0) } }
    if rest.first == UInt8(ascii: "/") {
      let second = rest.dropFirst().drop { $0 == 0x20 }
      return second.first?.isDigit == true
        || 1...4 ~= second.count && second.allSatisfy(\.isASCIILetter)
    }
    return rest.first == UInt8(ascii: "(") && rest.suffix(2).elementsEqual("%)".utf8)
      && rest.dropFirst().dropLast(2).allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
  }

  /// Returns whether a text has groups of three digits between blanks.
  private func areThousands(_ text: String.UnicodeScalarView) -> Bool {
    let groups = text.split { " \u{A0}\u{202F}".unicodeScalars.contains($0) }
    return groups.count > 1
      && groups.dropFirst().allSatisfy { $0.prefix { ("0"..."9").contains($0) }.count == 3 }
  }

  private var seemsTime: Bool {
    guard mayHaveTime else { return false }
    let words = split(maxSplits: 5, whereSeparator: \.separatesParts).prefix(4)
    let isDay = { (word: Slice<Self>) in word.count < 3 && word.allSatisfy(\.isDigit) }
    let isYear = { (word: Slice<Self>) in word.count == 4 && word.allSatisfy(\.isDigit) }
    if let month = words.first(where: { MonthName.number($0.prefix(3)) != nil }) {
      if words.contains(where: isDay) { return month.count == 3 || words.contains(where: isYear) }
      return words.count == 2 && words.contains(where: isYear) && isMonth(month)
    }
    // A clock of twelve hours.
    if let last = words.last, last.elementsEqual("AM".utf8) || last.elementsEqual("PM".utf8) {
      return words.count > 1 && words[words.count - 2].contains(UInt8(ascii: ":"))
    }
    if hasZoneName { return true }
    guard words.count > 2, self[words[0].endIndex] == self[words[1].endIndex], isDay(words[1])
    else { return false }
    if isDay(words[0]), isDay(words[2]) { return isDate(of: words[0], words[1], year: words[2]) }
    let isShort = words[1].count == 1 || words[2].count == 1
    return isDay(words[0]) && isYear(words[2])
      || isShort && isYear(words[0]) && isDay(words[2]) && self[4] == UInt8(ascii: "-")
  }

  /// Returns whether a word that begins like the name of a month is one: `Jun` or `June`.
  private func isMonth(_ word: Slice<Self>) -> Bool {
    word.count == 3 || Self.months.contains { word.elementsEqual($0.utf8) }
  }

  private static let months = [
    "January", "February", "March", "April", "June", "July", "August", "Sept", "September",
    "October", "November", "December",
  ]

  /// Returns whether the text begins with a day, a month and a year of two digits: `3/14/26`; with
  /// points, which versions have, only if all have two, and the year is one of 2015 to 2039.
  private func isDate(of first: Slice<Self>, _ second: Slice<Self>, year: Slice<Self>) -> Bool {
    let numbers = [first, second, year].map { $0.reduce(0) { $0 * 10 + Int($1 & 0x0F) } }
    let rest = self[year.endIndex...]
    guard year.count == 2, rest.isEmpty || rest.first == 0x20 || rest.first == UInt8(ascii: ","),
      numbers[..<2].allSatisfy({ 1...31 ~= $0 }), numbers[..<2].contains(where: { $0 <= 12 })
    else { return false }
    switch self[first.endIndex] {
    case UInt8(ascii: "/"): return true
    case UInt8(ascii: "."):
      return first.count == 2 && second.count == 2 && numbers[1] <= 12 && 15...39 ~= numbers[2]
    default: return false
    }
  }

  /// A Boolean value that indicates whether the text is a time with the name of its zone alone.
  private var hasZoneName: Bool {
    guard let blank = lastIndex(of: 0x20), blank >= 16 else { return false }
    let name = self[(blank + 1)...]
    return 3...5 ~= name.count && name.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
      && Timestamp(self[rebased: 0..<blank]) != nil
  }

  /// A Boolean value that indicates whether the text begins with a digit, or has a colon or the
  /// name of a month.
  ///
  /// One of these is in each time. Most texts have none, so that their words are not collected.
  private var mayHaveTime: Bool {
    var isStart = true
    for index in indices {
      let byte = self[index]
      if byte == UInt8(ascii: ":") { return true }
      if byte.separatesParts {
        isStart = true
      } else if isStart {
        // Only separators may be in front of the first digit.
        if byte.isDigit, self[..<index].allSatisfy(\.separatesParts) { return true }
        // Names of months begin with a capital.
        if byte < UInt8(ascii: "a"), MonthName.number(self[index...].prefix(3)) != nil {
          return true
        }
        isStart = false
      }
    }
    return false
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte may stand between the parts of a time.
  fileprivate var separatesParts: Bool {
    switch self {
    case UInt8(ascii: " "), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: ","):
      true
    default: false
    }
  }
}
