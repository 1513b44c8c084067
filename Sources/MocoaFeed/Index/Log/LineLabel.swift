/// The name of the writer in front of each line, where the logs of several are shown together, or
/// the number of the line.
enum LineLabel: String, Sendable, CaseIterable {
  /// `web-1  | listening`: names, and bars below one another; those of pm2, `0|web  | listening`.
  case compose = "docker compose"
  /// `[pod/web-5d9/app] listening`.
  case pod = "kubectl --prefix"
  /// `12:Nov 24 10:11:12 web-1 sshd[71]: closed`: numbers of lines in order.
  case number = "grep -n"

  /// Returns the name in front of a line, and the line behind it; nil if there is none.
  func split(
    _ line: UnsafeRawBufferPointer
  ) -> (name: UnsafeRawBufferPointer, line: UnsafeRawBufferPointer)? {
    switch self {
    case .compose:
      // `0|web  | listening`: the number of a process of pm2.
      let number = line.prefix { $0.isDigit }
      let bar = number.endIndex
      let start =
        !number.isEmpty && bar + 1 < line.count && line[bar] == UInt8(ascii: "|")
          && line[bar + 1].isPartOfWord ? bar + 1 : 0
      let end = line[start...].firstIndex {
        !($0.isPartOfWord || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "."))
      }
      let name = line[..<(end ?? line.count)]
      let rest = line[name.endIndex...].drop { $0 == 0x20 }
      guard !name.isEmpty, rest.first == UInt8(ascii: "|") else { return nil }
      let text = rest.dropFirst()
      guard text.isEmpty || text.first == 0x20 else { return nil }
      return (UnsafeRawBufferPointer(rebasing: name), .init(rebasing: text.dropFirst()))
    case .pod:
      guard line.starts(with: "[pod/".utf8), let end = line.firstIndex(of: UInt8(ascii: "]"))
      else { return nil }
      let text = line[(end + 1)...]
      guard text.isEmpty || text.first == 0x20 else { return nil }
      return (line[rebased: 5..<end], UnsafeRawBufferPointer(rebasing: text.dropFirst()))
    case .number:
      let number = line.prefix { $0.isDigit }
      let end = number.endIndex
      guard 1...Self.mostDigits ~= number.count, number.first != UInt8(ascii: "0"),
        end < line.count, line[end] == UInt8(ascii: ":")
      else { return nil }
      return (line[rebased: 0..<end], line[rebased: end + 1..<line.count])
    }
  }

  /// The number of digits of numbers of lines.
  private static let mostDigits = 12

  /// Lines with labels: what is behind these, and its forms.
  struct Lines {
    var label: LineLabel

    /// The name in front of each line, and the line behind it.
    var lines: [(name: [UInt8], line: UnsafeRawBufferPointer)]

    /// The form of the lines of writers that have none of their own.
    var form = LogCoding.Form.mixed

    /// The forms of writers whose lines the common one does not read as well, by their names.
    var ownForms: [[UInt8]: LogCoding.Form] = [:]
  }

  private static let exitNote = ByteFinder(" exited with code ", ignoresCase: false)

  /// Returns the lines behind the label of all lines; nil if there is none.
  ///
  /// Bars are below one another, and behind them are logs, or the names end with numbers, as those
  /// of containers do. Fields of a table have no names in front, or another one on each line.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - own: A format of what is behind the labels that is tried before the known ones.
  /// - Returns: The lines with their forms.
  static func best(of lines: [UnsafeRawBufferPointer], own: LogFormat? = nil) -> Lines? {
    // The first and the last lines that docker compose writes to a terminal.
    let lines = lines.drop { $0.starts(with: "Attaching to ".utf8) }.filter { line in
      !line.isEmptyLine
        && (line.contains(UInt8(ascii: "|")) || exitNote.first(in: line) == nil)
    }
    for label in allCases {
      let parts = lines.compactMap { label.split($0.withoutCarriageReturn) }
      guard parts.count == lines.count, parts.count > 1 else { continue }
      var result = Lines(label: label, lines: parts.map { (Array($0.name), $0.line) })
      guard label != .number else {
        if result.areNumbered, result.findForms(own) { return result }
        continue
      }
      let bars = Set(zip(lines, parts).map { line, part in line.count - part.line.count })
      // A line may have nothing behind its bar, not even a blank.
      let areAligned = label == .pod || (bars.max() ?? 0) - (bars.min() ?? 0) <= 1
      let areNumbered =
        label == .pod
        || parts.allSatisfy { isNumbered($0.name) }
      let areNames =
        parts.allSatisfy { $0.name.contains(where: \.isASCIILetter) }
        && !parts.allSatisfy { LogLevel.isCertain($0.name) }
      guard areAligned, areNames else { continue }
      let isRead = result.findForms(own)
      if isRead || areNumbered { return result }
    }
    return nil
  }

  /// Returns whether a name has a number behind a sign, as `web-1`, or in front, as `0|web`.
  private static func isNumbered(_ name: UnsafeRawBufferPointer) -> Bool {
    let word = name.reversed().drop(while: \.isDigit)
    return name.contains(UInt8(ascii: "|"))
      || word.count < name.count && word.first.map { "-_.".utf8.contains($0) } ?? false
  }
}

extension LineLabel.Lines {
  /// A Boolean value that indicates whether the numbers in front of the lines are in order, and
  /// none of processes in front of a time of Zabbix, `20261124:101112`.
  fileprivate var areNumbered: Bool {
    let numbers = lines.compactMap { Int(String(decoding: $0.name, as: UTF8.self)) }
    return zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
      && lines.allSatisfy { LogTime($0.line, at: 0)?.isCompact != true }
  }

  /// Finds the form of most lines, and those of writers with other ones; returns whether there are
  /// any.
  fileprivate mutating func findForms(_ known: LogFormat?) -> Bool {
    let texts = lines.filter { !$0.line.isEmpty }
    let common = Self.form(of: texts.map(\.line), known)
    form = common ?? .mixed
    if label == .number { return common != nil }
    var readCount = 0
    for (name, own) in Dictionary(grouping: texts, by: \.name) {
      let own = own.map(\.line)
      guard let form = Self.form(of: own, known), form.count(own) > self.form.count(own) else {
        continue
      }
      if own.count > 1 { readCount += own.count }
      // JSON among texts: these have times and levels, too, as members with the names of others.
      if case (.mixed, .pattern(let format)) = (self.form, form),
        format.name == LogFormat.general.name
      {
        continue
      }
      ownForms[name] = form
    }
    return common != nil || readCount * 2 >= texts.count && readCount > 0
  }

  /// Returns the form of some lines; nil if they are texts.
  private static func form(
    of lines: [UnsafeRawBufferPointer], _ known: LogFormat?
  ) -> LogCoding.Form? {
    if let form = LogCoding.Form.ofJSON.first(where: { $0.fits(lines) }) { return form }
    let objects = lines.count { $0.first == UInt8(ascii: "{") && $0.isJSON }
    if objects * 2 >= lines.count, objects > 0 { return .mixed }
    return LogFormat.best(of: lines, own: known).map { .pattern($0) }
  }
}

extension LogCoding.Form {
  /// Returns how many of some lines have the form.
  fileprivate func count(_ lines: [UnsafeRawBufferPointer]) -> Int {
    let calendar = RecentDate()
    return lines.count { reads($0, calendar) }
  }
}
