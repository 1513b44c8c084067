/// Percent-encoding of UTF-8 according to RFC 3986, section 2.1.
enum PercentEncoding {
  /// The index at which a text is not percent-encoded UTF-8.
  struct Fault: Error { var index: Int }

  /// Returns a text with the bytes of characters other than those of names percent-encoded.
  static func encode(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "~" || scalar.nameRole != nil {
        result.unicodeScalars.append(scalar)
        continue
      }
      for byte in UTF8.encode(scalar).map(Array.init) ?? [] {
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  static func decode(
    _ scalars: ArraySlice<Unicode.Scalar>, plusIsSpace: Bool
  ) -> Result<String, Fault> {
    var bytes: [UInt8] = []
    var index = scalars.startIndex
    var escape: Int?
    while index < scalars.endIndex {
      let scalar = scalars[index]
      if scalar == "%" {
        guard let byte = byte(scalars[index...].dropFirst().prefix(2)) else {
          return .failure(Fault(index: index))
        }
        escape = escape ?? index
        bytes.append(byte)
        index += 3
      } else {
        let written: Unicode.Scalar = plusIsSpace && scalar == "+" ? " " : scalar
        bytes += UTF8.encode(written).map(Array.init) ?? []
        index += 1
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .failure(Fault(index: escape ?? scalars.startIndex))
    }
    return .success(text)
  }

  private static func byte(_ digits: ArraySlice<Unicode.Scalar>) -> UInt8? {
    guard digits.count == 2 else { return nil }
    var value: UInt8 = 0
    for digit in digits {
      guard let number = Character(digit).hexDigitValue, digit.isASCII else { return nil }
      value = value << 4 | UInt8(number)
    }
    return value
  }
}
