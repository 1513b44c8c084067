/// The type of the fields of a column of a table.
///
/// It is concluded from all fields of the sample, so that a column is read in one way: `12345`
/// below the zip code `01234` is a text, and so is `1.1` below `1.10`, which as a number would be
/// equal to it.
package enum FieldType: Hashable, Sendable {
  /// Numbers in a notation, and texts that are not; an empty field is null.
  case number(NumberNotation)
  /// `true` and `false`, and texts that are neither; an empty field is null.
  case truth
  /// Texts, whatever they look like.
  case text
  /// Not known, as no field has a value: each has a type of its own.
  case unknown

  /// Creates the type with a name: `number` or `text`.
  package init?(named name: String) {
    switch name {
    case "number": self = .number(.any)
    case "text": self = .text
    default: return nil
    }
  }

  var name: String {
    switch self {
    case .number: "number"
    case .truth: "true or false"
    case .text: "text"
    case .unknown: "no values"
    }
  }

  /// A Boolean value that indicates whether the fields are numbers, not texts; nil for others.
  var isNumber: Bool? {
    switch self {
    case .number: true
    case .text: false
    case .truth, .unknown: nil
    }
  }

  /// Infers the type from the fields of a column.
  ///
  /// Blank fields and placeholders such as `-` and `N/A` are not considered. Up to a tenth of the
  /// fields of a column of numbers may be words.
  ///
  /// - Complexity: O(n) for n bytes of the fields.
  /// - Parameter fields: The fields.
  /// - Returns: The type, and the fields for which a column of numbers is read as texts: `1.1 and
  ///   1.10`.
  static func inferred(from fields: some Sequence<String>) -> (type: FieldType, doubt: String?) {
    var evidence = Evidence()
    for field in fields {
      var field = field
      field.withUTF8 { evidence.add(UnsafeRawBufferPointer($0)) }
    }
    return evidence.conclusion
  }

  /// Appends the value of a field as JSON.
  ///
  /// - Returns: `false` for a field that is a text although the column has another type.
  @inline(__always)
  @discardableResult
  func append(_ field: UnsafeRawBufferPointer, to json: inout [UInt8]) -> Bool {
    var (isLiteral, isTyped) = (false, false)
    switch self {
    case .text: break
    case .truth: (isLiteral, isTyped) = (field.isTruth, true)
    case .unknown: isLiteral = field.isTruth || NumberForm(field) != nil
    case .number(let notation):
      (isLiteral, isTyped) = (NumberForm(field).map(notation.permits) ?? false, true)
      if !isLiteral, notation.isLoose, let number = field.jsonNumber(withoutZeros: true) {
        json.append(contentsOf: number)
        return true
      }
    }
    if field.isEmpty, isTyped {
      json.append(contentsOf: "null".utf8)
      return true
    }
    isLiteral ? json.append(contentsOf: field) : JSONText.quote(field, to: &json)
    return isLiteral || !isTyped
  }

  /// What a sample of fields says about their type.
  private struct Evidence {
    private var numberCount = 0
    private var truthCount = 0
    private var wordCount = 0
    /// Whether a field begins like a number but is none, such as `01234`, `5M` and `10.0.0.1`.
    private var hasOther = false
    /// The first number that is not written as in JSON, and how many are: `.5`, `+5`, `5.`.
    private var odd: String?
    private var oddCount = 0
    private var notation = NumberNotation()
    private var doubt: String?
    /// The first field of each number.
    private var known: [Quantity: String] = [:]
    /// The first field with decimals, and the first with another number of them.
    private var (fraction, otherFraction): (String?, String?)
    private var fractionCount = 0

    mutating func add(_ field: UnsafeRawBufferPointer) {
      if QueryValue.text(field).isMissing { return }
      if field.isTruth {
        truthCount += 1
      } else if let number = NumberForm(field), let quantity = Quantity(field) {
        numberCount += 1
        add(number, quantity, String(decoding: field, as: UTF8.self))
      } else if field.jsonNumber(withoutZeros: false) != nil {
        odd = odd ?? String(decoding: field, as: UTF8.self)
        oddCount += 1
      } else if field.first.map({ $0.isDigit || "+-.".utf8.contains($0) }) ?? false {
        hasOther = true
      } else {
        wordCount += 1
      }
    }

    private mutating func add(_ number: NumberForm, _ quantity: Quantity, _ text: String) {
      // The sign of zero is no difference.
      let spelling = quantity.double == 0 && text.first == "-" ? String(text.dropFirst()) : text
      let first = known[quantity] ?? spelling
      known[quantity] = first
      if first != spelling { doubt = doubt ?? "\(first) and \(text)" }
      if number.hasBareExponent { doubt = doubt ?? text }
      notation.hasExponents = notation.hasExponents || number.hasExponent
      guard number.decimalCount > 0, !number.hasExponent else { return }
      if number.isPadded { notation.decimalCount = number.decimalCount }
      if fraction == nil {
        (fraction, fractionCount) = (text, number.decimalCount)
      } else if fractionCount != number.decimalCount {
        otherFraction = otherFraction ?? text
      }
    }

    var conclusion: (FieldType, String?) {
      if let odd {
        let isDoubtful =
          !hasOther && (truthCount + wordCount) * 10 <= numberCount + oddCount
          && (numberCount > 0 || !odd.hasPrefix("+") && !odd.hasSuffix("."))
        return (.text, isDoubtful ? odd : nil)
      }
      let count = numberCount + truthCount + wordCount
      if count == 0, !hasOther { return (.unknown, nil) }
      if truthCount == count, !hasOther { return (.truth, nil) }
      guard !hasOther, (truthCount + wordCount) * 10 <= numberCount else { return (.text, nil) }
      if let doubt { return (.text, doubt) }
      // Decimals that are filled up with zeros are as many in all fields; otherwise they may be
      // parts of versions.
      if notation.decimalCount != nil, let fraction, let otherFraction {
        return (.text, "\(fraction) and \(otherFraction)")
      }
      return (.number(notation), nil)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the bytes as a number of JSON: `0.5` for `.5`, `5` for `+5` and `5.`, and `-7.5` for
  /// `-007.5` without zeros in front; nil if they are no number.
  func jsonNumber(withoutZeros: Bool) -> [UInt8]? {
    let (zero, point) = (UInt8(ascii: "0"), UInt8(ascii: "."))
    var digits = self[...]
    var number: [UInt8] = []
    if let sign = digits.first, sign.isSign {
      if sign == UInt8(ascii: "-") { number.append(sign) }
      digits = digits.dropFirst()
    }
    while withoutZeros, digits.first == zero, digits.dropFirst().first?.isDigit == true {
      digits = digits.dropFirst()
    }
    guard digits.first?.isDigit == true || digits.first == point && digits.count > 1 else {
      return nil
    }
    if digits.first == point {
      number.append(zero)
    } else if digits.firstIndex(of: point) == digits.endIndex - 1 {
      digits = digits.dropLast()
    }
    number.append(contentsOf: digits)
    return number.withUnsafeBytes { NumberForm($0) } == nil ? nil : number
  }
}

/// How the numbers of a column are written, so that equal numbers are equal texts.
package struct NumberNotation: Hashable, Sendable {
  /// The number of decimals if zeros fill them up, as in `1.50`; nil if they do not.
  var decimalCount: Int?

  /// A Boolean value that indicates whether numbers may have exponents.
  var hasExponents = false

  /// A Boolean value that indicates whether numbers may be written as in no JSON: with zeros in
  /// front, as codes have them, or as `.5`, `+5` and `5.`.
  var isLoose = false

  /// The notation of all numbers, in a column of which the type is specified.
  static let any = NumberNotation(decimalCount: nil, hasExponents: true, isLoose: true)

  /// Returns whether a number is written so.
  func permits(_ number: NumberForm) -> Bool {
    if hasExponents { return true }
    guard !number.hasExponent else { return false }
    guard number.decimalCount > 0 else { return true }
    return decimalCount.map { $0 == number.decimalCount } ?? !number.isPadded
  }
}
