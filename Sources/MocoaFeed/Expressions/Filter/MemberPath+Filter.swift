extension Operand {
  /// A Boolean value that indicates whether it is a member that usually has the level of a log.
  var hasLevel: Bool { if case .member(let path) = self { path.hasLevel } else { false } }
}

extension MemberPath {
  /// A Boolean value that indicates whether the member is one of those that usually have the level
  /// of a log.
  package var hasLevel: Bool {
    [text, keys.last ?? ""].contains { LogLevel.isMember($0) }
  }

  /// The path as it is typed in a filter, in which numbers and some words are not names.
  package var filterText: String {
    guard let tokens = try? FilterLexer.tokens(of: text), tokens.count == 2,
      tokens[0].kind == .path(text)
    else { return text.first == "\"" || text.first == "." ? text : ".\(text)" }
    return text
  }

  /// Returns a filter for the rows whose member has a value; a missing member equals null.
  ///
  /// - Returns: nil for arrays and objects, which no filter compares.
  package func filterText(of value: JSONBytes?) -> String? {
    switch value?.kind {
    case .string: "\(filterText) == \(Self.quoted(value?.string ?? ""))"
    case .number, .bool: "\(filterText) == \(value?.text ?? "")"
    case .null, nil: "!(\(filterText) != null)"
    case .object, .array: nil
    }
  }
}
