import MocoaFeed
import MocoaTUI

/// Something that a user wants to do with rows: copy a text, open a link, run a command.
public struct RowCommand: Hashable, Sendable {
  /// What is done.
  public enum Work: Hashable, Sendable {
    /// Puts a text into the clipboard; of several rows, a line each.
    case copy(RowTemplate)
    /// Opens a link with what the desktop has for it.
    case open(RowTemplate)
    /// Runs a command with these arguments, once for each row. No shell sees them: what a row has
    /// is one argument, whatever is in it.
    case run([RowTemplate])
    /// Has `sh` run a script, once for each row; values are never part of the script.
    case shell(ShellTemplate)
  }

  /// The name by which the palette and the help know it.
  public var name: Action

  /// What it does, in a few words.
  public var title: String

  /// The keys that do it.
  public var keys: [Key]

  /// What is done.
  public var work: Work

  /// Whether the command that is run has the terminal, as an editor needs it; else what it writes
  /// is shown on a page.
  public var isForeground: Bool

  /// What is asked before; nil where it is done at once.
  public var confirmation: RowTemplate?

  /// Whether the feed is read anew afterwards.
  public var reloads: Bool

  /// Makes a command.
  public init(
    name: Action, title: String, keys: [Key], work: Work, isForeground: Bool = false,
    confirmation: RowTemplate? = nil, reloads: Bool = true
  ) {
    self.name = name
    self.title = title
    self.keys = keys
    self.work = work
    self.isForeground = isForeground
    self.confirmation = confirmation
    self.reloads = reloads
  }

  /// The templates of what is done.
  private var templates: [RowTemplate] {
    switch work {
    case .copy(let template), .open(let template): [template]
    case .run(let templates): templates
    case .shell(let script): [script.template]
    }
  }

  /// The command with the titles of columns replaced by the members that these show.
  ///
  /// - Throws: ``RowCommandError`` for the first row without one of the members: a text with a
  ///   hole in it, such as `rm -r folder/`, is never run, opened or copied.
  func resolved(for rows: [JSONBytes], in catalog: ColumnCatalog) throws(RowCommandError) -> Self {
    func member(_ path: MemberPath) throws(RowCommandError) -> MemberPath {
      if rows.contains(where: { path.value(in: $0) != nil }) { return path }
      do { return try catalog.memberPath(named: path.text) } catch {
        throw RowCommandError(
          description: "\(name): no row has a member \(error.name)\(error.hint)")
      }
    }
    var command = self
    switch work {
    case .copy(let template): command.work = .copy(try template.replacingMembers(member))
    case .open(let template): command.work = .open(try template.replacingMembers(member))
    case .run(let words):
      var resolved: [RowTemplate] = []
      for word in words { resolved.append(try word.replacingMembers(member)) }
      command.work = .run(resolved)
    case .shell(let script): command.work = .shell(try script.replacingMembers(member))
    }
    for template in command.templates {
      for (index, row) in rows.enumerated() {
        let which = rows.count == 1 ? "the row" : "row \(index + 1) of the \(rows.count)"
        if command.isRun, template.text(for: row).unicodeScalars.contains("\0") {
          // The system ends an argument there: it would be another name.
          throw RowCommandError(
            description: "\(name): \(which) has a zero byte in a value, and nothing was done")
        }
        guard let path = template.missingMember(in: row) else { continue }
        throw RowCommandError(
          description: "\(name): \(which) has no \(path.text), and nothing was done; "
            + "{\(path.text)|default()} allows it")
      }
    }
    return command
  }

  /// Whether a program is run.
  private var isRun: Bool {
    switch work {
    case .copy, .open: false
    case .run, .shell: true
    }
  }

  /// The command for a row, as arguments; nil where nothing is run.
  func arguments(for row: JSONBytes) -> [String]? {
    switch work {
    case .copy, .open: nil
    // The system ends an argument at a zero byte.
    case .run(let templates): templates.map { $0.text(for: row).withoutZeros }
    case .shell(let template): template.arguments(for: row)
    }
  }

  /// What is run for a row, as one would type it; empty where nothing is run.
  func line(for row: JSONBytes) -> String {
    switch work {
    case .copy, .open: ""
    case .run(let templates):
      templates.map { ShellTemplate.word(for: $0.text(for: row)) }.joined(separator: " ")
    case .shell(let template): template.description(for: row)
    }
  }
}

extension String {
  /// The text without zero bytes; by scalars, as a zero byte may be part of a longer character.
  fileprivate var withoutZeros: String {
    String(UnicodeScalarView(unicodeScalars.filter { $0 != "\0" }))
  }
}

/// What is wrong with a command that somebody has written.
public struct RowCommandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in one line.
  public let description: String
}

/// A key with what it does: something with rows, or an action of the page.
public enum KeyBinding: Hashable, Sendable {
  /// A command of the user's own.
  case command(RowCommand)
  /// An action by its name, as the palette shows it.
  case action(Action, Key)

  /// Reads a binding: `o=open:{url}`, or `x=toggle-mark`.
  ///
  /// - Throws: ``RowCommandError``: a key, a verb, a template or an action that is none.
  @MainActor public init(parsing text: String) throws(RowCommandError) {
    guard let sign = text.dropFirst().firstIndex(of: "="), !text[sign...].contains(":") else {
      self = .command(try RowCommand(parsing: text))
      return
    }
    let names = Manifest.actionNames
    let name = String(text[text.index(after: sign)...])
    guard names.contains(name) else {
      let verbs = RowCommand.WorkKind.allCases.map { "\($0.rawValue):" }
      throw RowCommandError(
        description: "there is no action '\(name)'"
          + NearestNames.hint(for: name, among: names + verbs)
          + "; a command begins with \(verbs.joined(separator: ", "))")
    }
    self = .action(Action(rawValue: name), try RowCommand.key(named: text[..<sign]))
  }
}

extension RowCommand {
  static func key(named name: Substring) throws(RowCommandError) -> Key {
    do { return try Key(named: String(name)) } catch {
      throw RowCommandError(description: "\(error)")
    }
  }

  /// Reads a key with what it does: `o=open:{url}`, `ctrl-y=copy:{id}`,
  /// `d=run:kubectl delete pod {name}`, `x=sh:…`.
  ///
  /// - Throws: ``RowCommandError``: a key, a verb or a template that is none.
  public init(parsing text: String) throws(RowCommandError) {
    // The first character may be the key '=' itself.
    guard let sign = text.dropFirst().firstIndex(of: "=") else {
      throw RowCommandError(description: "expected KEY=VERB:TEXT, such as 'o=open:{url}'")
    }
    let key = try Self.key(named: text[..<sign])
    let rest = text[text.index(after: sign)...]
    let verb = rest.prefix { $0 != ":" }
    guard let kind = WorkKind(rawValue: String(verb)), verb.endIndex < rest.endIndex else {
      let names = WorkKind.allCases.map(\.rawValue)
      throw RowCommandError(
        description:
          "expected \(names.joined(separator: ":, ")): or the name of an action after '='"
          + NearestNames.hint(for: String(verb), among: names))
    }
    let body = String(rest[rest.index(after: verb.endIndex)...])
    let work: Work
    do { work = try kind.work(body) } catch { throw RowCommandError(description: "\(error)") }
    self.init(
      name: Action(rawValue: "\(kind.rawValue)-\(key)"), title: "\(kind.rawValue): \(body)",
      keys: [key], work: work, isForeground: kind.isForeground)
  }

  /// The verbs of what a command does.
  enum WorkKind: String, CaseIterable {
    case copy, open, run, sh
    case runTTY = "run-tty"
    case shTTY = "sh-tty"

    /// Whether the command has the terminal.
    var isForeground: Bool { self == .runTTY || self == .shTTY }

    func work(_ text: String) throws(FilterSyntaxError) -> Work {
      switch self {
      case .copy: .copy(try RowTemplate(parsing: text))
      case .open: .open(try RowTemplate(parsing: text))
      case .sh, .shTTY: .shell(try ShellTemplate(parsing: text))
      case .run, .runTTY: .run(try CommandWords.templates(of: text))
      }
    }
  }
}
