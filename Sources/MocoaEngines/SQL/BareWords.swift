extension [UInt8] {
  /// Puts the words for numbers that JSON has not in quotes: `NaN`, `Infinity`, `-Infinity`.
  mutating func quoteBareWords() {
    let words = ["NaN", "Infinity", "-Infinity"].map { Array($0.utf8) }
    let mayHaveSome = withUnsafeBytes { bytes in
      for place in 0..<Swift.max(0, bytes.count - 2) {
        let three = (bytes[place], bytes[place + 1], bytes[place + 2])
        if three == (0x4E, 0x61, 0x4E) || three == (0x49, 0x6E, 0x66) { return true }
      }
      return false
    }
    guard mayHaveSome else { return }
    var result: [UInt8] = []
    var (isInText, position) = (false, 0)
    while position < count {
      let byte = self[position]
      if isInText, byte == UInt8(ascii: "\\"), position + 1 < count {
        result += self[position...position + 1]
        position += 2
        continue
      }
      if byte == UInt8(ascii: "\"") { isInText.toggle() }
      if !isInText, let word = words.first(where: { self[position...].starts(with: $0) }) {
        result += [UInt8(ascii: "\"")] + word + [UInt8(ascii: "\"")]
        position += word.count
        continue
      }
      result.append(byte)
      position += 1
    }
    self = result
  }
}
