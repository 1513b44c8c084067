/// Tables with their titles in the upper edge.
extension RuledTable {
  /// Finds a box with the titles in its upper edge, as ClickHouse prints it; nil if there is none.
  init?(withTitlesInFrame lines: [UnsafeRawBufferPointer]) {
    guard let place = lines.firstIndex(where: { Rules(withTitles: $0) != nil }),
      let rules = Rules(withTitles: lines[place]),
      !lines[..<place].contains(where: LogFormat.general.reads)
    else { return nil }
    let count = lines[(place + 1)...].prefix { rules.cells(of: $0) != nil }.count
    guard count > 0 else { return nil }
    layout = RuledLayout(
      rules: rules, isEdged: true, hasRulesBetween: false, wrapping: .never,
      titles: Array(lines[place]), isTitled: true)
    (headerCount, leadCount, rowsEnd) = (place + 1, place, place + 1 + count)
    (mayHaveTitles, otherHeader) = (false, nil)
    fields = FieldCoding(
      separator: UInt8(ascii: " "), notation: .plain, names: Rules.titles(in: lines[place]))
  }
}
