extension Operand {
  /// A Boolean value that indicates whether it is a member that usually has the level of a log.
  var hasLevel: Bool { if case .member(let path) = self { path.hasLevel } else { false } }
}

extension MemberPath {
  /// A Boolean value that indicates whether the member is one of those that usually have the level
  /// of a log, or the minimum or maximum of one in a group: `max(level)`.
  package var hasLevel: Bool {
    let name = keys.last ?? ""
    if [text, name].contains(where: { LogLevel.isMember($0) }) { return true }
    guard name.hasSuffix(")"), name.hasPrefix("max(") || name.hasPrefix("min(") else {
      return false
    }
    return MemberPath(String(name.dropFirst(4).dropLast())).hasLevel
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
