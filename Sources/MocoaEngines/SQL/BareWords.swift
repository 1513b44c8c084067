import MocoaFeed

extension UnsafeRawBufferPointer {
  /// The numbers that JSON does not have.
  private static let bareWords = ["NaN", "Infinity", "-Infinity"].map { Array($0.utf8) }
  private static let finders = ["NaN", "Infinity"].map { ByteFinder($0, ignoresCase: false) }

  /// Returns the text of a row with `NaN`, `Infinity` and `-Infinity` in quotes; nil where there
  /// are none.
  func bareWordsQuoted() -> [UInt8]? {
    guard Self.finders.contains(where: { $0.first(in: self) != nil }) else { return nil }
    let quote = UInt8(ascii: "\"")
    var result: [UInt8] = []
    var (isInText, position) = (false, 0)
    while position < count {
      let byte = self[position]
      if !isInText, let word = Self.bareWords.first(where: self[position...].starts(with:)) {
        result += [quote] + word + [quote]
        position += word.count
        continue
      }
      if isInText, byte == UInt8(ascii: "\\"), position + 1 < count {
        result.append(byte)
        position += 1
      } else if byte == quote {
        isInText.toggle()
      }
      result.append(self[position])
      position += 1
    }
    return result
  }
}
