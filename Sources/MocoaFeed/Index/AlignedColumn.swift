/// Words of a line that is aligned with blanks, with single blanks between them.
struct AlignedWord: Sendable {
  /// The bytes in the line.
  var bytes: Range<Int>

  /// The columns of the screen.
  var columns: Range<Int>

  /// The number of blanks before the first word; a tab counts as many.
  var gap: Int

  /// The number of blanks that a tab counts as: it is in no cell, but any number of blanks may be
  /// in the last one.
  static let tab = 1 << 20

  /// A Boolean value that indicates whether it is one word, or known to be one title.
  var isWord = true

  /// A Boolean value that indicates whether the words are digits and points.
  var isNumber = true

  /// A Boolean value that indicates whether the first character is a digit.
  var beginsWithDigit = false

  init(bytes: Range<Int>, columns: Range<Int>, gap: Int) {
    (self.bytes, self.columns, self.gap) = (bytes, columns, gap)
  }

  /// Joins words; nil if there are none.
  init?(_ words: ArraySlice<AlignedWord>) {
    guard let first = words.first, let last = words.last else { return nil }
    self = first
    bytes = first.bytes.lowerBound..<last.bytes.upperBound
    columns = first.columns.lowerBound..<last.columns.upperBound
    isWord = words.count == 1
    isNumber = words.allSatisfy(\.isNumber)
  }
}

/// A column of a table that is aligned with blanks.
struct AlignedColumn: Sendable {
  /// The title; that of a column without one has no bytes.
  let title: AlignedWord

  /// The columns of the screen below which words belong to it.
  let reach: Range<Int>

  /// A Boolean value that indicates whether a cell of each sampled row begins below the start of
  /// the title, and they end in several places: what is in front of them is another cell.
  var beginCells = false

  /// A Boolean value that indicates whether cells begin below the start of the title.
  private(set) var isLeading = false

  /// A Boolean value that indicates whether cells end below the end of the title.
  private(set) var isTrailing = false

  /// A Boolean value that indicates whether cells begin with a digit; nil if some do.
  private var beginWithDigit: Bool?

  private var areWords = false

  /// Returns the column with the alignment of most cells.
  func aligned(with cells: [AlignedWord]) -> AlignedColumn {
    let leading = cells.count { $0.columns.lowerBound == title.columns.lowerBound }
    let trailing = cells.count { $0.columns.upperBound == title.columns.upperBound }
    var column = self
    column.isLeading = leading >= trailing && leading * 2 > cells.count
    column.isTrailing = trailing >= leading && trailing * 2 > cells.count
    return column
  }

  /// Returns the column with what cells at their places have in common.
  func with(examples cells: [AlignedWord]) -> AlignedColumn {
    var column = self
    let first = cells.first?.beginsWithDigit
    column.beginWithDigit = cells.allSatisfy { $0.beginsWithDigit == first } ? first : nil
    column.areWords = cells.allSatisfy(\.isWord)
    return column
  }

  /// A Boolean value that indicates whether cells begin or end at one place.
  var isAligned: Bool { isLeading || isTrailing }

  /// Returns whether a cell begins with a digit, and is one word, if all examples are.
  func isLikeExamples(_ cell: AlignedWord) -> Bool {
    (beginWithDigit ?? cell.beginsWithDigit) == cell.beginsWithDigit
      && (cell.isWord || !areWords)
  }

  /// Returns how far a cell that was moved is behind its place, no farther than the one before it
  /// unless it may grow; nil if it cannot be there.
  func shift(of cell: AlignedWord, after last: Int, mayGrow: Bool) -> Int? {
    // Numbers have no blanks.
    guard isLeading || isTrailing else { return cell.isNumber ? last : nil }
    let shifts = shifts(of: cell)
    return [0, last].first(where: shifts.contains) ?? shifts.first { $0 > 0 && mayGrow }
  }

  /// Returns how far a cell is behind its place, for each alignment that the column may have.
  func shifts(of cell: AlignedWord) -> [Int] {
    (isLeading ? [cell.columns.lowerBound - title.columns.lowerBound] : [])
      + (isTrailing ? [cell.columns.upperBound - title.columns.upperBound] : [])
  }

  /// Returns whether a cell is at its place.
  func fits(_ cell: AlignedWord) -> Bool {
    guard !shifts(of: cell).contains(0) else { return true }
    // The access mode of `lsof` follows numbers that are aligned.
    return cell.isWord
      && (!isLeading && !isTrailing
        || isTrailing && cell.columns.upperBound == title.columns.upperBound + 1)
  }

  /// Returns whether words can be a cell: those below several words could be several cells.
  ///
  /// - Parameters:
  ///   - cell: The words.
  ///   - isWide: A Boolean value that indicates whether single blanks do not separate columns.
  /// - Returns: `true` if they are certainly one cell.
  func mayHold(_ cell: AlignedWord, isWide: Bool) -> Bool {
    cell.isWord || isWide || title.isWord && (!title.bytes.isEmpty || title.columns.lowerBound > 0)
  }

  /// Returns the numbers of blanks that all lines, the header included, have between two columns.
  static func gaps(_ columns: [AlignedColumn], _ rows: [[AlignedWord?]]) -> [Int] {
    let lines = [columns.map(\.title)] + rows
    return columns.indices.dropFirst().map { index in
      let end = lines.compactMap { $0[index - 1]?.columns.upperBound }.max() ?? 0
      return (lines.compactMap { $0[index]?.columns.lowerBound }.min() ?? 0) - end
    }
  }

  /// Returns the cells of a line by the titles that its words are below.
  ///
  /// Words that are below none belong to a neighbor if one wide gap separates them from the other.
  ///
  /// - Returns: The cells, nil for empty ones; or nil if several results are possible, or none.
  static func divide(_ words: [AlignedWord], among columns: [AlignedColumn]) -> [AlignedWord?]? {
    var owners: [Int?] = []
    var column = 0
    for word in words {
      while column < columns.count, columns[column].reach.upperBound <= word.columns.lowerBound {
        column += 1
      }
      let isHit = column < columns.count && columns[column].reach.overlaps(word.columns)
      let next = column + 1
      guard !isHit || next == columns.count || !columns[next].reach.overlaps(word.columns) else {
        return nil
      }
      owners.append(isHit ? column : nil)
    }
    var start = 0
    while start < words.count {
      guard owners[start] == nil else {
        start += 1
        continue
      }
      let end = owners[start...].firstIndex { $0 != nil } ?? words.count
      let left = start > 0 ? owners[start - 1] : nil
      let right = end < words.count ? owners[end] : nil
      let gaps = (left == nil ? start + 1 : start)..<(right == nil ? end : end + 1)
      let wide = gaps.filter { words[$0].gap > 1 }
      let split: Int
      switch (left, right) {
      case (let left?, let right?) where left != right && wide.count == 1: split = wide[0]
      case (let left?, let right?)
      where left == 0 && right == 1 && wide.isEmpty && columns[right].beginCells
        && words[end].columns.lowerBound == columns[right].title.columns.lowerBound:
        split = end
      case (_?, nil) where wide.isEmpty: split = end
      case (nil, _?) where wide.isEmpty: split = start
      case (let left?, let right?) where left == right && wide.isEmpty: split = end
      default: return nil
      }
      // Numbers may be below no title, as those of a column in front, which is empty then.
      if split < end, let right, right - (left ?? -1) > 1 { return nil }
      for index in start..<end { owners[index] = index < split ? left : right }
      start = end
    }
    return cells(words, owners, columns)
  }

  private static func cells(
    _ words: [AlignedWord], _ owners: [Int?], _ columns: [AlignedColumn]
  ) -> [AlignedWord?]? {
    var cells: [AlignedWord?] = []
    var start = 0
    let count = columns.count
    for column in 0..<count {
      let end = owners[start...].firstIndex { $0 != column } ?? words.count
      let part = words[start..<end]
      // Two blanks do not occur in a cell, but in a command, which begins below its title; names
      // with a blank, such as `tmux: server`, begin below theirs.
      let title = columns[column].title
      let mayBeCommand =
        column == count - 1 && count > 3 && title.isWord
        && part.first?.columns.lowerBound == title.columns.lowerBound
        && part.first?.beginsWithDigit == false
        && zip(cells, columns).allSatisfy { cell, column in
          cell?.isWord ?? false
            || cell?.columns.lowerBound == column.title.columns.lowerBound
        }
      let widest = mayBeCommand ? AlignedWord.tab - 1 : 1
      guard part.dropFirst().allSatisfy({ $0.gap <= widest }) else { return nil }
      // Below no title stand labels, or marks such as `●`.
      if title.bytes.isEmpty, let word = part.first, end < words.count,
        words[end].gap == 1, word.bytes.count == word.columns.count
      {
        return nil
      }
      cells.append(AlignedWord(part))
      start = end
    }
    return start == words.count ? cells : nil
  }

  // MARK: Titles

  /// Titles of several words in tables whose columns are separated by single blanks.
  private static let known = [
    ["Local", "Address:Port"], ["Peer", "Address:Port"], ["Local", "Address"],
    ["Foreign", "Address"], ["PID/Program", "name"], ["Mounted", "on"], ["CREATED", "AT"],
    ["UPDATED", "AT"], ["STARTED", "AT"],
    // Those of `df` in other languages.
    ["Eingehängt", "auf"], ["Montado", "en"], ["Montado", "em"], ["Monté", "sur"],
    ["Montato", "su"], ["Aangekoppeld", "op"], ["Monterat", "på"], ["Monteret", "på"],
    ["Montert", "på"], ["File", "system"], ["Sist.", "Arq."],
  ]

  /// Titles of a word each, with a single blank between them, which may have no cells below.
  private static let knownApart = [
    ["Move", "Log"], ["Cpy%Sync", "Convert"], ["Origin", "Data%"], ["Flags", "Mask"],
  ]

  /// Titles of `lsblk`, whose columns are often empty.
  private static let ofDisks: Set = [
    "FSTYPE", "FSVER", "FSSIZE", "FSAVAIL", "FSUSED", "FSUSE%", "LABEL", "UUID", "MOUNTPOINT",
    "MOUNTPOINTS", "PARTLABEL", "PARTUUID", "PARTTYPE", "PTTYPE", "MODEL", "SERIAL", "VENDOR",
    "SIZE", "TYPE", "TRAN", "WWN", "REV", "STATE", "RO", "RM", "ROTA", "HCTL",
  ]

  /// Returns whether titles share values: `tx_queue rx_queue` of `/proc/net/tcp` are above one.
  static func shareValues(_ titles: [UnsafeRawBufferPointer]) -> Bool {
    titles.contains { $0.elementsEqual("tx_queue".utf8) }
  }

  /// The words of a header that begin known titles, those that go on with one, and those behind.
  private struct KnownWords {
    var (first, later, behind): (Set<Int>, Set<Int>, Set<Int>) = ([], [], [])

    init(_ words: [String]) {
      for index in words.indices {
        let title = AlignedColumn.known.first { words[index...].starts(with: $0) }
        guard let title else { continue }
        first.insert(index)
        later.formUnion(index + 1..<index + title.count)
        behind.insert(index + title.count)
      }
    }
  }

  /// Returns the words of a line that are in some columns of the screen.
  ///
  /// - Complexity: O(log n) for n words.
  private static func words(
    of line: [AlignedWord], in columns: Range<Int>
  ) -> ArraySlice<AlignedWord> {
    let start = line.partitioningIndex { $0.columns.upperBound > columns.lowerBound }
    let end = line.partitioningIndex { $0.columns.lowerBound >= columns.upperBound }
    return line[start..<max(start, end)]
  }

  /// Returns the columns that the words of a header may be the titles of, the likeliest first.
  static func candidates(
    _ header: [AlignedWord], _ texts: [String], above rows: [[AlignedWord]]
  ) -> [[AlignedColumn]] {
    let known = KnownWords(texts)
    // Words in capitals: no value goes across them, and one begins below a later one, or all are of
    // `lsblk`. Those of `LAST SEEN` begin below its first word, and those of `CPU TIME` end below
    // its last one.
    func areSeveral(_ words: Range<Int>) -> Bool {
      let isOne = words.contains { word in
        known.first.contains(word) || known.later.contains(word)
          || texts[word].contains(where: \.isLowercase)
      }
      guard words.count > 1, !isOne else { return false }
      let starts = words.dropFirst().map { header[$0].columns.lowerBound }
      let last = words.upperBound - 1
      let end = last + 1 < header.count ? header[last].columns.upperBound : .max
      let place = header[words.lowerBound].columns.lowerBound..<end
      let below = rows.flatMap { Self.words(of: $0, in: place) }
      let isAcross = below.contains { word in
        starts.contains { word.columns.contains($0 - 1) }
      }
      return !isAcross
        && (words.allSatisfy { Self.ofDisks.contains(texts[$0]) }
          || below.contains { value in
            value.gap > 1 && starts.contains(value.columns.lowerBound)
              && value.columns.upperBound != header[last].columns.upperBound
          })
    }
    func titles(_ isOne: (_ word: Int) -> Bool) -> [AlignedWord] {
      let starts = header.indices.filter { $0 == 0 || !isOne($0) }
      let ends = starts.dropFirst() + [header.count]
      return zip(starts, ends).flatMap { start, end -> [AlignedWord] in
        if areSeveral(start..<end) { return Array(header[start..<end]) }
        guard var title = AlignedWord(header[start..<end]) else { return [] }
        if known.first.contains(start) { title.isWord = true }
        return [title]
      }
    }
    func isEmpty(_ word: Int) -> Bool {
      let end = word + 1 < header.count ? header[word].columns.upperBound : .max
      let below = header[word].columns.lowerBound..<end
      return !rows.contains { !Self.words(of: $0, in: below).isEmpty }
    }
    // A number that is too wide for its column, with another cell behind it, is below one title.
    func isAcross(_ row: [AlignedWord], _ word: Int) -> Bool {
      let (left, right) = (header[word - 1].columns, header[word].columns)
      let blank = right.lowerBound - 1..<right.lowerBound
      guard let cell = Self.words(of: row, in: blank).first else { return false }
      let isPushed =
        cell.columns.lowerBound < left.lowerBound
        && Self.words(of: row, in: right).contains { $0.columns.lowerBound >= right.lowerBound }
      return !isPushed
    }
    let areBlanksBetweenColumns = header.indices.dropFirst().contains { word in
      header[word].gap == 1 && !known.later.contains(word) && !isEmpty(word) && !isEmpty(word - 1)
        && !rows.contains { isAcross($0, word) }
    }
    // Three words below two that wide gaps separate from the others: one of two cells has a blank,
    // or there is one.
    func isOverfull(_ word: Int, _ outliers: Int) -> Bool {
      guard word + 1 < header.count, header[word + 1].gap > 1, word == 1 || header[word - 1].gap > 1
      else { return false }
      let below = header[word - 1].columns.lowerBound..<header[word + 1].columns.lowerBound
      let count = rows.count { row in
        let words = Self.words(of: row, in: below)
        return words.count > 2 && words.dropFirst().allSatisfy { $0.gap == 1 }
      }
      return count > outliers
    }
    // Words without cells behind one with cells, with a wide gap behind them that no cell needs.
    func isRestOfTitle(_ word: Int) -> Bool {
      guard word + 1 < header.count, header[word + 1].gap > 1, isEmpty(word), !isEmpty(word - 1)
      else { return false }
      // Where one blank divides columns, a cell begins behind it.
      let end = header[word].columns.upperBound
      return !rows.contains { !Self.words(of: $0, in: end..<end + 2).isEmpty }
    }
    func areApart(_ word: Int) -> Bool { knownApart.contains([texts[word - 1], texts[word]]) }
    func isOne(_ word: Int, _ outliers: Int) -> Bool {
      guard header[word].gap == 1, !known.first.contains(word), !known.behind.contains(word),
        !areApart(word)
      else { return false }
      if known.later.contains(word) { return true }
      let across = rows.count { isAcross($0, word) }
      // Which of its neighbors a word without cells belongs to is seen by a wide gap.
      if across > outliers || isOverfull(word, outliers) { return true }
      if isRestOfTitle(word) { return true }
      // Where single blanks are between other columns, it has one of its own.
      guard !areBlanksBetweenColumns else { return false }
      return isEmpty(word) && (word + 1 == header.count || header[word + 1].gap > 1)
        || isEmpty(word - 1) && (word == 1 || header[word - 1].gap > 1)
    }
    let tests: [(Int) -> Bool] = [
      { isOne($0, rows.count / 10) }, { isOne($0, 1) }, { header[$0].gap == 1 && !areApart($0) },
    ]
    return tests.map(titles).flatMap { titles in
      let columns = titles.enumerated().map { index, title in
        let isLast = index == titles.count - 1
        var column = AlignedColumn(
          title: title, reach: title.columns.lowerBound..<(isLast ? .max : title.columns.upperBound)
        )
        let start = title.columns.lowerBound
        let firsts = rows.compactMap { row in row.first { $0.columns.lowerBound == start } }
        column.beginCells =
          firsts.count == rows.count && Set(firsts.map(\.columns.upperBound)).count > 1
        return column
      }
      // As `free` has it.
      let start = titles.first?.columns.lowerBound ?? 0
      let margin =
        rows.compactMap { $0.first?.columns.upperBound }.filter { $0 < start }.max() ?? 0
      guard margin > 0 else { return [columns] }
      let untitled = AlignedWord(bytes: 0..<0, columns: 0..<margin, gap: 0)
      return [columns, [AlignedColumn(title: untitled, reach: 0..<margin)] + columns]
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Titles in capitals that tables of other words in capitals have.
  private static let usualTitles = Set(
    [
      "ADDRESS", "AGE", "CITY", "CLASS", "CODE", "COMPONENT", "COUNT", "COUNTRY", "CREATED",
      "DATABASE", "DATE", "DRIVER", "GROUP", "HOST", "HOSTNAME", "ID", "IMAGE", "IP", "KEY",
      "KIND", "LEVEL", "MODE", "MODEL", "NAME", "NAMESPACE", "NODE", "OWNER", "PHASE", "PID",
      "PORT", "PORTS", "PRIORITY", "PRODUCT", "READY", "REGION", "ROLE", "ROLES", "SCHEMA",
      "SCOPE", "SERVICE", "SIZE", "STATE", "STATUS", "TABLE_NAME", "TAG", "TIME", "TTY", "TYPE",
      "UID", "UPDATED", "USER", "VALUE", "VERSION", "ZONE",
    ].map { Array($0.utf8) })

  /// A Boolean value that indicates whether a word is a usual title of a column.
  var isUsualTitle: Bool { Self.usualTitles.contains(Array(self)) }
}

extension UnsafeRawBufferPointer {
  /// A Boolean value that indicates whether a line has words of ASCII in capitals, so that one
  /// above it is likely a row, too.
  var isOfCapitals: Bool {
    contains(where: \.isASCIILetter) && allSatisfy { $0 < 0x80 && $0 &- UInt8(ascii: "a") >= 26 }
  }

  /// Returns whether single tabs divide the titles in a line, and a row has fewer of them: it lacks
  /// a field, which is not certain to be the last one.
  func hasMoreTabs(than rows: [UnsafeRawBufferPointer]) -> Bool {
    guard let count = singleTabCount, count > 0 else { return false }
    return rows.contains { row in
      !row.isEmptyLine && row.singleTabCount.map { $0 < count } ?? false
    }
  }

  /// The number of tabs; nil if blanks or tabs are side by side.
  private var singleTabCount: Int? {
    zip(self, dropFirst()).contains { $0.isBlank && $1.isBlank } ? nil : self.count { $0 == 0x09 }
  }
}

extension Unicode.Scalar {
  /// The number of cells that a terminal shows the character in.
  var cellCount: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return properties.isEmojiPresentation ? 2 : 1
    }
  }
}
