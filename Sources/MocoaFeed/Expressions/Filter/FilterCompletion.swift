/// Completions of a filter that is being typed: names of members and values.
package struct FilterCompletion {
  /// The range of characters to replace, up to the cursor.
  package let range: Range<Int>

  /// The replacements, the most likely first.
  package let candidates: [String]

  /// Collects completions: values of the compared member, or names with the typed prefix.
  ///
  /// - Parameters:
  ///   - text: The filter up to the cursor.
  ///   - names: The names of members, as they are typed.
  ///   - lookup: Resolves names.
  ///   - rows: Rows whose values are proposed.
  /// - Complexity: O(bytes of the rows).
  package init(of text: String, names: [String], lookup: MemberLookup, rows: [JSONBytes]) {
    let start = Self.wordStart(in: text)
    let word = text[start...]
    range = text.distance(from: text.startIndex, to: start)..<text.count
    var tokens = (try? FilterLexer.tokens(of: String(text[..<start]))) ?? []
    tokens.removeAll { $0.kind == .end }
    let values = Self.comparedMember(tokens).map { name in
      Self.values(of: lookup(name).path(named: name), in: rows)
    }
    let isName = word.first != "\"" && word.first != "'"
    let all = (values ?? []) + (isName ? names : [])
    let typed = word.lowercased().drop { $0 == "\"" || $0 == "'" }
    candidates = all.filter { candidate in
      candidate != word && candidate.lowercased().drop { $0 == "\"" }.hasPrefix(typed)
    }
  }

  /// Returns the start of the last word: of a name, or of a string whose quotation is open.
  private static func wordStart(in text: String) -> String.Index {
    var quote: (UnicodeScalar, String.Index)?
    var start = text.startIndex
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      if let open = quote {
        if scalar == open.0 { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = (scalar, index)
        if index == text.startIndex || text.unicodeScalars[..<index].last != "." { start = index }
      } else if !MemberPath.isNamePart(scalar), scalar != "[", scalar != "]" {
        start = text.unicodeScalars.index(after: index)
      }
    }
    return start
  }

  /// Returns the member whose values can follow some tokens.
  private static func comparedMember(_ tokens: [FilterToken]) -> String? {
    var tokens = tokens[...]
    guard case .sign(let sign)? = tokens.last?.kind else { return nil }
    switch sign {
    case .relation, .text: tokens.removeLast()
    case .open, .openBracket, .comma:
      guard let index = tokens.lastIndex(where: { $0.kind == .sign(.isIn) }) else { return nil }
      tokens = tokens[..<index]
      if tokens.last?.kind == .sign(.not) { tokens.removeLast() }
    default: return nil
    }
    return tokens.last?.name
  }

  /// Returns the distinct strings and numbers of a member, in the order of the rows.
  private static func values(of path: MemberPath, in rows: [JSONBytes]) -> [String] {
    var known: Set<String> = []
    return rows.compactMap { row in
      guard let value = path.value(in: row) else { return nil }
      let text: String
      switch value.kind {
      case .string: text = MemberPath.quoted(value.string ?? "")
      case .number, .bool, .null: text = value.text
      default: return nil
      }
      return text.count <= 80 && known.insert(text).inserted ? text : nil
    }
  }
}

extension MemberMeaning {
  /// Returns the member; an unresolved name is its own path.
  fileprivate func path(named name: String) -> MemberPath {
    if case .known(let path) = self { path } else { MemberPath(name) }
  }
}
