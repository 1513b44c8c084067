/// The conversion of records of lines with keys and values to objects.
///
/// A key that occurs several times has an array of its values. A record with a line of another form
/// becomes an object with the member `line`.
struct PairCoding: Sendable {
  let layout: PairLayout

  /// The names and types of the keys of the sample.
  var fields: FieldCoding

  /// The type of each key by the first lines, and the reason where numbers are texts.
  let types: [(type: FieldType, doubt: String?)]

  /// The keys that occur several times in a record of the sample.
  let repeatedKeys: [String]

  private let columns: [[UInt8]: Int]

  /// Creates a coding by the first lines, empty ones included; nil if they are no such records.
  init?(lines: [UnsafeRawBufferPointer]) {
    guard let layout = PairLayout(lines: lines) else { return nil }
    self.layout = layout
    var columns: [[UInt8]: Int] = [:]
    var names: [String] = []
    var values: [[String]] = []
    var repeated: [Int] = []
    func add(_ pairs: [PairLayout.Pair]) {
      var known: Set<Int> = []
      for pair in pairs {
        let column = columns[pair.key] ?? names.count
        if column == names.count {
          columns[pair.key] = column
          names.append(String(decoding: pair.key, as: UTF8.self))
          values.append([])
        }
        values[column].append(String(decoding: pair.value, as: UTF8.self))
        if !known.insert(column).inserted, !repeated.contains(column) { repeated.append(column) }
      }
    }
    if layout.isExport {
      Array(lines.joined(separator: [0x0A])).withUnsafeBytes {
        PairLayout.exported($0).forEach(add)
      }
    } else {
      lines.lazy.map(\.withoutCarriageReturn).split(whereSeparator: layout.isBetweenRecords)
        .compactMap { layout.pairs(of: Array($0)) }.forEach(add)
    }
    repeatedKeys = repeated.map { names[$0] }
    self.columns = columns
    types = values.map { FieldType.inferred(from: $0) }
    fields = FieldCoding(separator: UInt8(ascii: ":"), notation: .plain, names: names)
  }

  /// Appends the object of the record at an offset.
  func append(_ record: UnsafeRawBufferPointer, at offset: Int, to json: inout [UInt8]) {
    let lines = record.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { UnsafeRawBufferPointer(rebasing: $0).withoutCarriageReturn }
      .filter { !layout.isBetweenRecords($0) }
    let exported = layout.isExport ? PairLayout.exported(record) : []
    let found = layout.isExport ? exported.first : layout.pairs(of: lines)
    guard let pairs = found, !pairs.isEmpty, exported.count < 2 else {
      return fields.appendOther(lines, at: offset, to: &json)
    }
    var groups: [(key: [UInt8], values: [[UInt8]])] = []
    var known: [[UInt8]: Int] = [:]
    for pair in pairs {
      if let group = known[pair.key] {
        groups[group].values.append(pair.value)
      } else {
        known[pair.key] = groups.count
        groups.append((pair.key, [pair.value]))
      }
    }
    for (index, (key, values)) in groups.enumerated() {
      json.append(UInt8(ascii: index == 0 ? "{" : ","))
      key.withUnsafeBytes { JSONText.quote($0, to: &json) }
      json.append(UInt8(ascii: ":"))
      if values.count > 1 { json.append(UInt8(ascii: "[")) }
      for (number, value) in values.enumerated() {
        if number > 0 { json.append(UInt8(ascii: ",")) }
        append(value, of: key, at: offset, to: &json)
      }
      if values.count > 1 { json.append(UInt8(ascii: "]")) }
      if layout.isExport, values.count == 1, key.elementsEqual("PRIORITY".utf8),
        let priority = SyslogSeverity.priority(values[0]), known[Array("level".utf8)] == nil
      {
        json.append(UInt8(ascii: ","))
        json += UnsafeRawBufferPointer(SyslogSeverity.key)
        JSONText.quote(UnsafeRawBufferPointer(SyslogSeverity.name(of: priority)), to: &json)
      }
    }
    json.append(UInt8(ascii: "}"))
  }

  private func append(_ value: [UInt8], of key: [UInt8], at offset: Int, to json: inout [UInt8]) {
    value.withUnsafeBytes { value in
      guard let column = columns[key] else { return JSONText.quote(value, to: &json) }
      fields.appendValue(value, ofColumn: column, at: offset, to: &json)
    }
  }
}
