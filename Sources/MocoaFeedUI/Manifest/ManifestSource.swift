import MocoaFeed

/// The source of a manifest: a command, a file or an address, with the values of its arguments.
package struct ManifestSource: Hashable, Sendable {
  /// A value that is typed behind the name of a recipe.
  package struct Argument: Hashable, Sendable {
    /// The name, in the source between braces.
    package let name: String

    /// The value if none is typed; nil if one is needed.
    package let defaultValue: String?

    static let manifestKeys = ["name", "default"]

    /// Reads an argument: its name, or a mapping.
    init(_ node: ManifestNode) throws(ManifestError) {
      let members = try node.isMapping ? node.members(Self.manifestKeys) : ["name": node]
      guard let name = members["name"] else { throw node.error("'name' is missing") }
      self.name = try name.string()
      let isName = self.name.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
      guard isName, self.name.first?.isLetter == true else {
        throw name.error("a name has letters, digits and '_', and begins with a letter")
      }
      defaultValue = try members["default"]?.string()
    }
  }

  /// What is read.
  package enum Content: Hashable, Sendable {
    /// The output of a command, and the command for display; a single word with blanks is a line
    /// for a shell.
    case command([String], text: String)
    /// A file or an address.
    case name(String)
  }

  private enum Template: Hashable, Sendable {
    case plain(Content)
    case command(CommandTemplate)
    case name(RowTemplate)
  }

  /// The line of the source, from 1.
  package let line: Int

  /// The arguments, in the order in which they are typed.
  package let arguments: [Argument]

  /// The program that is run; nil if there is none.
  package let program: String?

  private let template: Template

  /// Reads a source; nil if there is none.
  ///
  /// A list is a command as words. A text with blanks is a line for a shell, one without is the
  /// name of a file or an address, and so is any text that is the member `file`.
  init?(_ node: ManifestNode?, arguments list: ManifestNode?) throws(ManifestError) {
    guard let node else {
      if let list { throw list.error("arguments are for a 'source', which is missing") }
      return nil
    }
    line = node.value.line
    var arguments: [Argument] = []
    for node in try list?.list() ?? [] {
      let argument = try Argument(node)
      if arguments.contains(where: { $0.name == argument.name }) {
        throw node.error("there is an argument '\(argument.name)' already")
      }
      if arguments.last?.defaultValue != nil, argument.defaultValue == nil {
        throw node.error("an argument without a default is behind one that has one")
      }
      arguments.append(argument)
    }
    self.arguments = arguments
    switch node.value.content {
    case .string, .list, .mapping: break
    default: throw node.expected("a command, a file or an address")
    }
    let file = node.isMapping ? try node.members(["file"])["file"] : nil
    var texts: [String] = []
    if let file { texts = [try file.string()] } else { texts = try node.strings() }
    guard let first = texts.first, !first.allSatisfy(\.isWhitespace) else {
      throw node.error("expected a command, a file or an address, found nothing")
    }
    let isCommand = file == nil && (node.isList || first.contains(where: \.isWhitespace))
    program = isCommand ? first.split(separator: " ").first.map(String.init) : nil
    guard !arguments.isEmpty else {
      let text = node.isList ? Self.line(of: texts) : first
      template = .plain(isCommand ? .command(texts, text: text) : .name(first))
      return
    }
    let names = arguments.map(\.name)
    if let name = names.first(where: { name in !texts.contains { $0.contains("{\(name)}") } }) {
      throw node.error(
        "the argument '\(name)' is not used: {\(name)} is missing here, its only place")
    }
    var words: [RowTemplate] = []
    for text in texts { words.append(try node.template(Self.template(text, names))) }
    if node.isList {
      template = .command(.words(words))
    } else if isCommand {
      do { template = .command(.script(try ShellTemplate(parsing: words[0].text))) } catch {
        throw node.error("\(error)")
      }
    } else {
      template = .name(words[0])
    }
  }

  /// Returns the text of a template in which only arguments are fields.
  private static func template(_ text: String, _ names: [String]) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.first {
      if let name = names.first(where: { rest.hasPrefix("{\($0)}") }) {
        result += "{\(name)}"
        rest = rest.dropFirst(name.count + 2)
      } else {
        result += "{}\\".contains(character) ? "\(character)\(character)" : "\(character)"
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static func line(of words: [String]) -> String {
    words.map { ShellTemplate.word(for: $0) }.joined(separator: " ")
  }

  /// The text of a help: `DATABASE [SCHEMA]`.
  package var usage: String {
    arguments.map { argument in
      let name = argument.name.uppercased()
      return argument.defaultValue == nil ? name : "[\(name)]"
    }
    .joined(separator: " ")
  }

  /// Returns what is read with the values of arguments, which are never part of a script.
  ///
  /// - Returns: nil if there are too many values, or too few.
  package func content(_ values: [String]) -> Content? {
    guard values.count <= arguments.count else { return nil }
    var row = JSONObject()
    for (index, argument) in arguments.enumerated() {
      guard let value = index < values.count ? values[index] : argument.defaultValue else {
        return nil
      }
      row[argument.name] = .string(value)
    }
    let bytes = JSONBytes(Array(JSONValue.object(row).description.utf8))
    return switch template {
    case .plain(let content): content
    case .command(let command):
      .command(command.arguments(for: bytes), text: command.line(for: bytes))
    case .name(let name): .name(name.text(for: bytes))
    }
  }
}
