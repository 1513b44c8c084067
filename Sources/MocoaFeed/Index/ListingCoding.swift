/// The conversion of files as `ls -l` lists them; dates are converted to the form of `long-iso`.
///
/// A line in another form becomes an object with the member `line`.
struct ListingCoding: Sendable {
  /// A Boolean value that indicates whether the first line is the total, not a file.
  let hasTotal: Bool

  let fields = FieldCoding(
    separator: UInt8(ascii: " "), hasQuotes: false,
    names: ["mode", "links", "owner", "group", "size", "time", "name"])

  private let calendar: RecentDate

  /// Creates a coding by the first lines; nil if most of them are no files.
  init?(lines: [UnsafeRawBufferPointer], clock: TemplateClock = .system) {
    let lines = lines.map(\.withoutCarriageReturn)
    hasTotal = lines.first.map(Self.isTotal) ?? false
    let fileCount = lines.count(where: Self.isFile)
    guard fileCount > 0, lines.count > 1, lines.first.map(Self.isFirst) ?? false,
      // Several folders have lines of their own.
      fileCount * 2 > lines.count - (hasTotal ? 1 : 0)
    else { return nil }
    calendar = RecentDate(clock: clock)
  }

  /// Returns whether a listing may begin with a line.
  static func isFirst(_ line: UnsafeRawBufferPointer) -> Bool {
    let line = line.withoutCarriageReturn
    return isTotal(line) || isFile(line)
  }

  /// Appends the object of a line.
  func append(_ line: UnsafeRawBufferPointer, to json: inout [UInt8]) {
    let line = UnsafeRawBufferPointer(rebasing: line.drop { $0 == 0x0A || $0 == 0x0D })
      .withoutCarriageReturn
    guard Self.isFile(line), let cells = cells(of: line) else {
      return RowCoding.appendText(line, to: &json)
    }
    for (prefix, cell) in zip(fields.prefixes, cells) {
      json.append(contentsOf: prefix)
      cell.withUnsafeBytes { FieldCoding.append($0, isQuoted: false, to: &json) }
    }
    json.append(UInt8(ascii: "}"))
  }

  /// Returns whether a line is the first of `ls -l`: `total 112`.
  private static func isTotal(_ line: UnsafeRawBufferPointer) -> Bool {
    let words = AlignedCoding.words(of: line)
    return words.count == 2 && words[0].elementsEqual("total".utf8)
      && words[1].first?.isDigit ?? false
  }

  /// Returns whether a line describes a file, as `-rw-r--r-- 1 root root 9382 Nov 23 15:16 a.md`.
  private static func isFile(_ line: UnsafeRawBufferPointer) -> Bool {
    let words = AlignedCoding.words(of: line, limit: 8)
    return words.count == 8 && (10...11).contains(words[0].count)
      && words[0].prefix(10).allSatisfy { "-bcdlprsStTwx".utf8.contains($0) }
      && words[1].allSatisfy(\.isDigit)
  }

  private func cells(of line: UnsafeRawBufferPointer) -> [[UInt8]]? {
    var rest = line[...]
    func word() -> [UInt8] {
      rest = rest.drop { $0 == 0x20 }
      let word = rest.prefix { $0 != 0x20 }
      rest = rest[word.endIndex...]
      return Array(word)
    }
    var cells = (0..<5).map { _ in word() }
    // Devices have two numbers in place of a size.
    if cells[4].last == UInt8(ascii: ",") { cells[4] += [0x20] + word() }
    let (first, second) = (word(), word())
    if first.count == 10, first[4] == UInt8(ascii: "-") {
      let end = rest
      let zone = word()
      let hasZone =
        zone.count == 5 && zone[0].isSign && zone.dropFirst().allSatisfy(\.isDigit)
        && second.count > 5
      if !hasZone { rest = end }
      cells.append(first + [0x20] + second + (hasZone ? zone[..<3] + [0x3A] + zone[3...] : []))
    } else {
      let third = word()
      cells.append(date(first, second, third) ?? first + [0x20] + second + [0x20] + third)
    }
    // One blank precedes the name, which may begin with others.
    guard rest.count > 1 else { return nil }
    return cells + [Array(rest.dropFirst())]
  }

  /// Returns a date such as `Nov 23 15:16` or `3 Jan 2025` in the form of ISO 8601.
  private func date(_ first: [UInt8], _ second: [UInt8], _ third: [UInt8]) -> [UInt8]? {
    guard let month = MonthName.number(first) ?? MonthName.number(second),
      let day = Int(String(decoding: second, as: UTF8.self))
        ?? Int(String(decoding: first, as: UTF8.self))
    else { return nil }
    if let year = Int(String(decoding: third, as: UTF8.self)), 1000...9999 ~= year {
      return calendar.date(year: year, month: month, day: day)
    }
    guard third.count == 5, third[2] == UInt8(ascii: ":") else { return nil }
    return calendar.date(month: month, day: day).map { $0 + [0x20] + third }
  }
}

/// The abbreviated English names of months.
enum MonthName {
  private static let names: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"

  /// Returns the number of a month by its name, from 1.
  static func number(_ name: some Collection<UInt8>) -> Int? {
    let names = UnsafeRawBufferPointer(start: names.utf8Start, count: 36)
    return (1...12).first { name.elementsEqual(names[$0 * 3 - 3..<$0 * 3]) }
  }
}
