import MocoaFeed
import MocoaTUI

/// A user-defined action on rows: copy a text, open a link, run a command.
package struct RowCommand: Hashable, Sendable {
  /// The operation of the command.
  enum Work: Hashable, Sendable {
    /// Copies a text to the clipboard; of several rows, one line per row.
    case copy(RowTemplate)
    /// Opens a link with the desktop's opener.
    case open(RowTemplate)
    /// Runs a program once for each row; values are never part of a script.
    case run(CommandTemplate)
  }

  /// The name in the command palette and the help.
  var name: String

  /// A short description.
  var title: String
  var keys: [Key]
  var work: Work

  /// A Boolean value that indicates whether the command uses the terminal, as editors do.
  ///
  /// Otherwise its output is displayed.
  package var isForeground = false

  /// The confirmation to request; nil means none.
  var confirmation: RowTemplate?

  /// A Boolean value that indicates whether the feed is reloaded afterwards.
  package var reloads = true

  /// The names of the arguments of the source of its manifest, which are no members of rows.
  var sourceArguments: [String] = []

  /// The members that rows must have.
  package var neededPaths: [MemberPath] { templates.flatMap(\.neededPaths) }

  var templates: [RowTemplate] {
    switch work {
    case .copy(let template), .open(let template): [template]
    case .run(let program): program.templates
    }
  }

  /// The program that is run; nil if there is none.
  var program: CommandTemplate? { if case .run(let program) = work { program } else { nil } }
}

/// An error in a user-defined command.
package struct RowCommandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The description, in one line.
  package let description: String
}

extension RowCommand {
  static func key(named name: Substring) throws(RowCommandError) -> Key {
    do { return try Key(named: String(name)) } catch {
      throw RowCommandError(description: "\(error)")
    }
  }

  /// Parses a command with its key, such as `o=open:{url}` or `d=run?:kubectl delete pod {name}`.
  ///
  /// A question mark after the verb requires a confirmation.
  ///
  /// - Throws: A ``RowCommandError`` for an invalid key, verb or template.
  init(parsing text: String) throws(RowCommandError) {
    // The first character may be the key '=' itself.
    guard let sign = text.dropFirst().firstIndex(of: "=") else {
      throw RowCommandError(description: "expected KEY=VERB:TEXT, such as 'o=open:{url}'")
    }
    let key = try Self.key(named: text[..<sign])
    let rest = text[text.index(after: sign)...]
    var verb = rest.prefix { $0 != ":" }
    let end = verb.endIndex
    let isAsked = verb.last == "?"
    if isAsked { verb.removeLast() }
    guard let kind = WorkKind(rawValue: String(verb)), end < rest.endIndex else {
      let names = WorkKind.allCases.map(\.rawValue)
      throw RowCommandError(
        description:
          "expected \(names.joined(separator: ":, ")): or the name of an action after '='"
          + NearestNames.hint(for: String(verb), among: names))
    }
    let body = String(rest[rest.index(after: end)...])
    let work: Work
    let title = "\(kind.rawValue): \(body)"
    var question: RowTemplate?
    do {
      work = try kind.work(body)
      if isAsked { question = try RowTemplate(parsing: title) }
    } catch { throw RowCommandError(description: "\(error)") }
    self.init(
      name: "\(kind.rawValue)-\(key)", title: title, keys: [key], work: work,
      isForeground: kind.isForeground, confirmation: question)
  }

  /// The verbs of commands.
  enum WorkKind: String, CaseIterable {
    case copy, open, run, sh
    case runTTY = "run-tty"
    case shTTY = "sh-tty"

    /// A Boolean value that indicates whether the command uses the terminal.
    var isForeground: Bool { self == .runTTY || self == .shTTY }

    func work(_ text: String) throws(FilterSyntaxError) -> Work {
      switch self {
      case .copy: .copy(try RowTemplate(parsing: text))
      case .open: .open(try RowTemplate(parsing: text))
      case .sh, .shTTY: .run(.script(try ShellTemplate(parsing: text)))
      case .run, .runTTY: .run(.words(try CommandWords.templates(of: text)))
      }
    }
  }
}
