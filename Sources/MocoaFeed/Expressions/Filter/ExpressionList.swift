/// An expression in a list, with the name that was given to it: `hour = truncate(at, 1h)`.
package struct NamedExpression: Hashable, Sendable {
  /// The name; nil if none was given.
  package let name: String?

  /// The expression as it was typed.
  package let text: String

  /// Its place in the list.
  let range: Range<String.Index>

  /// The name, or else the expression.
  package var title: String { name ?? member?.title ?? text }

  /// The member, if the expression is nothing else.
  package let member: MemberPath?

  /// Parses a list: `hour = truncate(at, 1h), level`; nil if it has neither names nor calls, and is
  /// not needed, as it may be members of any names.
  package static func list(
    parsing text: String, isNeeded: Bool = false
  ) throws(FilterSyntaxError) -> [NamedExpression]? {
    let tokens: [FilterToken]
    do { tokens = try FilterLexer.tokens(of: text).dropLast() } catch {
      if isNeeded { throw error }
      return nil
    }
    let hasForm = tokens.indices.contains { index in
      tokens[index].isEquals(in: text)
        || tokens[index].kind == .sign(.open) && index > 0 && tokens[index - 1].isWord
          && tokens[index - 1].range.upperBound == tokens[index].range.lowerBound
    }
    guard isNeeded || hasForm else { return nil }
    var result: [NamedExpression] = []
    var (start, depth) = (0, 0)
    for index in 0...tokens.count {
      if index < tokens.count {
        switch tokens[index].kind {
        case .sign(.open), .sign(.openBracket): depth += 1
        case .sign(.close), .sign(.closeBracket): depth -= 1
        default: break
        }
        guard depth == 0, tokens[index].kind == .sign(.comma) else { continue }
      }
      let item = try NamedExpression(tokens[start..<index], of: text)
      if let name = item.name, result.contains(where: { $0.name == name }) {
        throw FilterSyntaxError("the name \(name) is there twice", at: item.range, in: text)
      }
      result.append(item)
      start = index + 1
    }
    return result
  }

  private init(
    _ tokens: ArraySlice<FilterToken>, of text: String
  ) throws(FilterSyntaxError) {
    var tokens = tokens
    name =
      tokens.count > 1 && tokens[tokens.startIndex + 1].isEquals(in: text)
      ? tokens.first?.name : nil
    if name != nil { tokens = tokens.dropFirst(2) }
    guard let first = tokens.first, let last = tokens.last else {
      throw FilterSyntaxError(
        "an expression is missing", at: text.endIndex..<text.endIndex, in: text)
    }
    range = first.range.lowerBound..<last.range.upperBound
    self.text = String(text[range])
    member = tokens.count == 1 ? first.path : nil
  }

  /// The member, or one that is derived for the expression.
  package var path: MemberPath { member ?? MemberPath(keys: [title]) }

  /// A Boolean value that indicates whether the parenthesis that it ends with is the first one.
  var isCall: Bool {
    guard let tokens = try? FilterLexer.tokens(of: text).dropLast() else { return false }
    var depth = 0
    for (index, token) in tokens.enumerated() {
      if token.kind == .sign(.open) { depth += 1 }
      guard token.kind == .sign(.close) else { continue }
      depth -= 1
      if depth <= 0 { return index == tokens.count - 1 }
    }
    return false
  }

  /// Returns the member that rows get for the expression; nil if it is a member already.
  package func derivedMember(for option: String) throws(FilterSyntaxError) -> DerivedMember? {
    member == nil ? try DerivedMember(name: title, expression: text, option: option) : nil
  }
}

extension FilterToken {
  /// Returns whether the token is a single equals sign.
  fileprivate func isEquals(in text: String) -> Bool {
    kind == .sign(.relation(.equal)) && text[range] == "="
  }

  /// The name that the token is, quoted or not.
  var name: String? {
    switch kind {
    case .path(let name), .string(let name): name
    default: nil
    }
  }

  fileprivate var path: MemberPath? {
    switch kind {
    case .path(let name): MemberPath(name)
    case .string(let name): MemberPath(keys: [name])
    default: nil
    }
  }
}
