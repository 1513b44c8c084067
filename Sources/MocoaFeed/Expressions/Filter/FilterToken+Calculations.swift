// Names such as `price-tax` and `total/2`, which may be calculations without blanks, and units
// behind one.

extension [FilterToken] {
  /// Returns the tokens with calculations in place of names that no member has, and with numbers
  /// that have units in place of both.
  ///
  /// `x-y` is a subtraction where `x` and `y` are members or constants, and there is no member
  /// `x-y`.
  ///
  /// - Throws: A `FilterSyntaxError` for a name that is a member and whose parts are, too.
  func withCalculations(
    in text: String, _ lookup: MemberLookup
  ) throws(FilterSyntaxError) -> [FilterToken] {
    var result: [FilterToken] = []
    for (index, token) in enumerated() {
      if let last = result.last, let quantity = last.quantity(withUnit: token, in: text, lookup) {
        result[result.count - 1] = quantity
        continue
      }
      let isCalled =
        index + 1 < count && self[index + 1].kind == .sign(.open)
        && self[index + 1].range.lowerBound == token.range.upperBound
      guard case .path(let name) = token.kind, let parts = NameParts(name),
        case let calculations = parts.calculations(isCalled: isCalled, lookup),
        let calculation = calculations.first
      else {
        result.append(token)
        continue
      }
      if case .known(let path) = lookup(name) {
        guard calculation.allSatisfy(\.isMemberOrSign), path.keys == MemberPath(name).keys
        else {
          result.append(token)
          continue
        }
        let spaced = calculation.map { name[$0.range] }.joined(separator: " ")
        throw FilterSyntaxError(
          "'\(name)' is a member, and so are its parts; write \(spaced) with blanks for the "
            + "calculation, or \(JSONPointer(tokens: path.keys)) for the member",
          at: token.range, in: text)
      }
      guard calculations.count == 1 else {
        let all = calculations.map { parts in parts.map { name[$0.range] }.joined(separator: " ") }
        throw FilterSyntaxError(
          "'\(name)' may be \(all.joined(separator: " or ")); write one with blanks",
          at: token.range, in: text)
      }
      let start = token.range.lowerBound
      result += calculation.map { part in
        let range = [part.range.lowerBound, part.range.upperBound].map {
          text.unicodeScalars.index(
            start, offsetBy: name.unicodeScalars.distance(from: name.startIndex, to: $0))
        }
        return FilterToken(kind: part.kind, range: range[0]..<range[1])
      }
    }
    return result
  }
}

/// The parts of a name between its signs `-` and `/`.
private struct NameParts {
  private let name: String

  private let signs: [String.Index]

  /// The maximum number of signs of a name that is taken for a calculation.
  private static let signLimit = 8

  /// Divides a name; nil if it has no signs behind other characters.
  init?(_ name: String) {
    self.name = name
    signs = name.indices.dropFirst().filter { name[$0] == "-" || name[$0] == "/" }
    guard !signs.isEmpty, signs.count <= Self.signLimit, name.first != "/" else { return nil }
  }

  /// Returns the tokens of the calculations that the name may be, at most two, with ranges in the
  /// name; if it is called, its last part is a function, or empty.
  func calculations(isCalled: Bool, _ lookup: MemberLookup) -> [[FilterToken]] {
    Array(calculations(from: name.startIndex, isCalled, lookup).prefix(2))
  }

  private func calculations(
    from start: String.Index, _ isCalled: Bool, _ lookup: MemberLookup
  ) -> [[FilterToken]] {
    signs.filter { $0 > start }.flatMap { sign -> [[FilterToken]] in
      guard let first = operand(start..<sign, lookup) else { return [] }
      let next = name.index(after: sign)
      let kind = name[sign] == "-" ? FilterToken.Sign.minus : .divided
      let head = [first, FilterToken(kind: .sign(kind), range: sign..<next)]
      let ends = last(next..<name.endIndex, isCalled, lookup).map { [$0] } ?? []
      return (ends + calculations(from: next, isCalled, lookup)).map { head + $0 }
    }
  }

  /// Returns the tokens of the last part: none in front of a parenthesis.
  private func last(
    _ range: Range<String.Index>, _ isCalled: Bool, _ lookup: MemberLookup
  ) -> [FilterToken]? {
    guard isCalled else { return operand(range, lookup).map { [$0] } }
    if range.isEmpty { return [] }
    let isFunction = FilterParser.functionNames.contains(String(name[range]))
    return isFunction ? [FilterToken(kind: .path(String(name[range])), range: range)] : nil
  }

  /// Returns the token of a constant or a member; nil for other text.
  private func operand(_ range: Range<String.Index>, _ lookup: MemberLookup) -> FilterToken? {
    let word = String(name[range])
    guard let tokens = try? FilterLexer.tokens(of: word), tokens.count == 2 else { return nil }
    switch tokens[0].kind {
    case .path(let name):
      guard case .known = lookup(name) else { return nil }
      return FilterToken(kind: .path(name), range: range)
    case .value(let operand): return FilterToken(kind: .value(operand), range: range)
    default: return nil
    }
  }
}

extension FilterToken {
  /// Returns a number and the unit behind it as one token, `500 MB`; nil if the next token is none,
  /// or the name of a member.
  fileprivate func quantity(
    withUnit next: FilterToken, in text: String, _ lookup: MemberLookup
  ) -> FilterToken? {
    guard case .value(.number) = kind, case .path(let unit) = next.kind,
      let operand = Operand(constant: "\(text[range]) \(unit)")
    else { return nil }
    if case .known = lookup(unit) { return nil }
    return FilterToken(kind: .value(operand), range: range.lowerBound..<next.range.upperBound)
  }

  /// A Boolean value that indicates whether the token is the name of a member, or a sign.
  fileprivate var isMemberOrSign: Bool {
    switch kind {
    case .path, .sign: true
    default: false
    }
  }
}
