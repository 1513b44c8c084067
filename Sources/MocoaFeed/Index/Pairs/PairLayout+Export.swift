/// Records of `journalctl -o export`: a value that is no text is behind a line with its key, eight
/// bytes of its length, the lowest first, and a line end is behind it.
extension PairLayout {
  /// The first bytes of all records.
  static let exportStart = Array("__CURSOR=".utf8)

  /// The number of bytes of a length.
  static let lengthSize = 8

  /// Returns whether a line is the key of a value of any bytes.
  static func isKey(_ line: UnsafeRawBufferPointer) -> Bool {
    !line.isEmpty
      && line.allSatisfy { $0.isDigit || $0 &- 0x41 < 26 || $0 == UInt8(ascii: "_") }
  }

  /// Returns the length that the first bytes are; nil if it is too large.
  static func length(_ bytes: some Collection<UInt8>) -> Int? {
    let length = bytes.prefix(lengthSize).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return length <= UInt64(UInt32.max) ? Int(length) : nil
  }

  /// Returns the pairs of the records in some bytes, up to one that is not whole.
  static func exported(_ bytes: UnsafeRawBufferPointer) -> [[Pair]] {
    var records: [[Pair]] = [[]]
    var position = 0
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
      let line = bytes[rebased: position..<end]
      position = end + 1
      if line.isEmpty {
        if records.last?.isEmpty == false { records.append([]) }
      } else if let sign = line.firstIndex(of: UInt8(ascii: "=")), isKey(line[rebased: 0..<sign]) {
        let value = line[rebased: sign + 1..<line.count]
        records[records.count - 1].append(Pair(key: Array(line[..<sign]), parts: [value]))
      } else {
        let start = position + lengthSize
        guard isKey(line), start <= bytes.count, let length = length(bytes[position..<start]),
          start + length <= bytes.count
        else { return records.dropLast() }
        let value = bytes[rebased: start..<start + length]
        records[records.count - 1].append(Pair(key: Array(line), parts: [value]))
        position = start + length + 1
      }
    }
    return records.filter { !$0.isEmpty }
  }
}

/// A value of any bytes that lines are parts of.
struct ExportedValue {
  /// The first bytes, as many as are known, and the number of all that were read.
  private var start: [UInt8] = []
  private var count = 0

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - line: Its first bytes.
  ///   - length: The number of its bytes.
  /// - Returns: Whether the value goes on.
  mutating func goesOn(_ line: UnsafeRawBufferPointer, _ length: Int) -> Bool {
    if start.count < PairLayout.lengthSize { start += line.prefix(PairLayout.lengthSize) + [0x0A] }
    count += length + 1
    guard start.count >= PairLayout.lengthSize else { return true }
    guard let size = PairLayout.length(start) else { return false }
    return count < PairLayout.lengthSize + size + 1
  }
}
