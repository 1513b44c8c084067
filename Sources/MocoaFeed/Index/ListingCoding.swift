/// The conversion of files as `ls -l` lists them; dates are converted to the form of `long-iso`.
///
/// The columns are those of the first file: of `-g` and `-o`, the one before the size is `account`.
/// A line in another form becomes an object with the member `line`.
struct ListingCoding: Sendable {
  /// A Boolean value that indicates whether the first line is the total, not a file.
  let hasTotal: Bool

  var fields: FieldCoding

  /// A Boolean value that indicates whether some dates have no year.
  let lackYears: Bool

  private let calendar: RecentDate

  /// Creates a coding by the first lines; nil if most of them are no files.
  init?(lines: [UnsafeRawBufferPointer], clock: LocalClock = .system) {
    let lines = lines.map(\.withoutCarriageReturn)
    hasTotal = lines.first.map(Self.isTotal) ?? false
    let fileCount = lines.count(where: Self.isFile)
    let first = lines.lazy.compactMap(Self.accounts).first
    let isEmpty = lines.count == 1 && hasTotal && lines[0].elementsEqual("total 0".utf8)
    guard isEmpty || first != nil, isEmpty || lines.count > 1,
      lines.first.map(Self.isFirst) ?? false,
      // Several folders have lines of their own.
      isEmpty || fileCount * 2 > lines.count - (hasTotal ? 1 : 0)
    else { return nil }
    fields = FieldCoding(
      separator: UInt8(ascii: " "), notation: .plain,
      names: ["mode", "links"] + (first ?? []) + ["size", "time", "name"])
    lackYears = lines.contains { line in
      let words = AlignedCoding.words(of: line)
      guard Self.isFile(line), let date = Self.dateIndex(words) else { return false }
      return words[date...].prefix(2).contains { MonthName.number($0) != nil }
        && words[date + 2].contains(UInt8(ascii: ":"))
    }
    calendar = RecentDate(clock: clock)
  }

  /// Returns whether a listing may begin with a line.
  static func isFirst(_ line: UnsafeRawBufferPointer) -> Bool {
    let line = line.withoutCarriageReturn
    return isTotal(line) || isFile(line)
  }

  func append(_ line: UnsafeRawBufferPointer, at offset: Int, to json: inout [UInt8]) {
    let line = UnsafeRawBufferPointer(rebasing: line.drop { $0 == 0x0A || $0 == 0x0D })
      .withoutCarriageReturn
    guard Self.isFile(line), let (cells, name) = cells(of: line) else {
      return fields.appendOther(line, at: offset, to: &json)
    }
    for (column, cell) in cells.enumerated() {
      json.append(contentsOf: fields.prefixes[column])
      cell.withUnsafeBytes {
        fields.appendValue($0, ofColumn: column, at: offset, to: &json)
      }
    }
    json.append(contentsOf: fields.prefixes[cells.count])
    // A name that is a number stays a text.
    JSONText.quote(name, to: &json)
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
    let words = AlignedCoding.words(of: line, limit: 3)
    return words.count == 3 && (10...11).contains(words[0].count)
      && words[0].prefix(10).allSatisfy { "-bcdlprsStTwx".utf8.contains($0) }
      && words[1].allSatisfy(\.isDigit) && dateIndex(AlignedCoding.words(of: line)) != nil
  }

  /// Returns the index of the word with which the date begins, behind a size; nil if there is none.
  private static func dateIndex(_ words: [UnsafeRawBufferPointer]) -> Int? {
    words.indices.dropFirst(3).first { index in
      guard words[index - 1].first?.isDigit ?? false else { return false }
      if isDate(words[index]) { return index + 1 < words.count }
      guard index + 3 < words.count else { return false }
      let last = words[index + 2]
      let isTime = last.count == 5 && last[2] == UInt8(ascii: ":")
      return (isTime || last.count == 4 && last.allSatisfy(\.isDigit))
        && words[index...index + 1].count { $0.count < 3 && $0.allSatisfy(\.isDigit) } == 1
        && words[index...index + 1].contains { $0.first.map { !$0.isDigit } ?? false }
    }
  }

  /// Returns whether a word is a date such as `2026-11-23`.
  private static func isDate(_ word: UnsafeRawBufferPointer) -> Bool {
    word.count == 10 && word[4] == UInt8(ascii: "-") && word[7] == UInt8(ascii: "-")
  }

  /// Returns the index of the size of a file: devices have two numbers in its place.
  private static func sizeIndex(_ words: [UnsafeRawBufferPointer], before date: Int) -> Int {
    date > 3 && words[date - 2].last == UInt8(ascii: ",") ? date - 2 : date - 1
  }

  /// Returns the names of the columns between links and size in the line of a file.
  ///
  /// The result is nil if it is no file, or if one of them has blanks.
  private static func accounts(_ line: UnsafeRawBufferPointer) -> [String]? {
    let words = AlignedCoding.words(of: line)
    guard isFile(line), let date = dateIndex(words) else { return nil }
    let size = sizeIndex(words, before: date)
    switch size {
    case 2: return []
    case 3: return ["account"]
    case 4: return ["owner", "group"]
    case 5 where words[4].contains(UInt8(ascii: ":")) || words[4].elementsEqual("?".utf8):
      return ["owner", "group", "context"]
    default: return nil
    }
  }

  /// Returns the cells before the name, and the name; nil if the file has other columns.
  private func cells(
    of line: UnsafeRawBufferPointer
  ) -> (cells: [[UInt8]], name: UnsafeRawBufferPointer)? {
    let words = AlignedCoding.words(of: line)
    guard let date = Self.dateIndex(words) else { return nil }
    let size = Self.sizeIndex(words, before: date)
    guard size + 3 == fields.names.count else { return nil }
    var cells = words[..<size].map { Array($0) }
    cells.append(Array(words[size..<date].joined(separator: [0x20])))
    var last = date + 1
    if Self.isDate(words[date]) {
      var time = words[date] + [0x20] + words[date + 1]
      let zone = date + 2 < words.count ? words[date + 2] : words[date]
      if zone.count == 5, zone[0].isSign, zone.dropFirst().allSatisfy(\.isDigit),
        words[date + 1].count > 5
      {
        time += zone[..<3] + [0x3A] + zone[3...]
        last += 1
      }
      cells.append(time)
    } else {
      last += 1
      let parts = words[date...last].map { Array($0) }
      cells.append(
        self.date(parts[0], parts[1], parts[2]) ?? Array(parts.joined(separator: [0x20])))
    }
    // One blank precedes the name, which may begin with others.
    guard let start = line.baseAddress, let end = words[last].baseAddress else { return nil }
    let name = end + words[last].count + 1 - start
    return name < line.count ? (cells, line[rebased: name..<line.count]) : nil
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
