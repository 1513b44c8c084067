import MocoaFeed

/// A command for a row: words, each of which is one argument, or a script.
package enum CommandTemplate: Hashable, Sendable {
  /// A command that is run without a shell.
  case words([RowTemplate])
  /// A script for `sh`.
  case script(ShellTemplate)

  /// The members that rows must have.
  var neededPaths: [MemberPath] {
    switch self {
    case .words(let words): words.flatMap(\.neededPaths)
    case .script(let script): script.template.neededPaths
    }
  }

  /// Returns the command with members replaced.
  func replacingMembers(_ member: (MemberPath) -> MemberPath) -> CommandTemplate {
    switch self {
    case .words(let words): .words(words.map { $0.replacingMembers(member) })
    case .script(let script): .script(script.replacingMembers(member))
    }
  }

  /// Returns the command for a row, as arguments.
  func arguments(for row: JSONBytes) -> [String] {
    switch self {
    // The system ends an argument at a NUL byte.
    case .words(let words): words.map { $0.text(for: row).withoutZeros }
    case .script(let script): script.arguments(for: row)
    }
  }
}
