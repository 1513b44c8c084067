import MocoaFeed

/// A command for a row: words, each of which is one argument, or a script.
package enum CommandTemplate: Hashable, Sendable {
  /// A command that is run without a shell.
  case words([RowTemplate])
  /// A script for `sh`.
  case script(ShellTemplate)

  var templates: [RowTemplate] {
    switch self {
    case .words(let words): words
    case .script(let script): [script.template]
    }
  }

  func replacingMembers<Failure>(
    _ member: (MemberPath) throws(Failure) -> MemberPath
  ) throws(Failure) -> CommandTemplate {
    switch self {
    case .words(let words):
      var replaced: [RowTemplate] = []
      for word in words { replaced.append(try word.replacingMembers(member)) }
      return .words(replaced)
    case .script(let script): return .script(try script.replacingMembers(member))
    }
  }

  func arguments(for row: JSONBytes) -> [String] {
    switch self {
    // The system ends an argument at a NUL byte.
    case .words(let words): words.map { $0.text(for: row).withoutZeros }
    case .script(let script): script.arguments(for: row)
    }
  }

  /// Returns the command line for a row, for display.
  func line(for row: JSONBytes) -> String {
    switch self {
    case .words(let words):
      words.map { ShellTemplate.word(for: $0.text(for: row)) }.joined(separator: " ")
    case .script(let script): script.description(for: row)
    }
  }
}

extension String {
  /// The text without NUL scalars, which may be part of a longer character.
  fileprivate var withoutZeros: String {
    String(UnicodeScalarView(unicodeScalars.filter { $0 != "\0" }))
  }
}
