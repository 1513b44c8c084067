import MocoaFeed
import MocoaFeedUI

/// The command line that restores a list as it is displayed.
enum ViewCommand {
  /// Returns the typed command line with other options for filters, order and columns.
  static func line(_ typed: [String], with options: [String]) -> String {
    let typed = TypedWords(typed)
    var words = CommandPart.parts(of: typed.others).filter { !$0.isOfView }.flatMap(\.words)
    words += options
    for (position, command) in typed.commands.enumerated() {
      let isLast = position == typed.commands.count - 1
      words += [isLast && command.count > 1 ? "--" : "--command"] + command
    }
    return (["mocoa-tui"] + words).map { ShellTemplate.word(for: $0) }.joined(separator: " ")
  }

  /// Returns the source and the options of a typed command line, with other options for filters and
  /// order, as lines of a manifest; nil if a manifest cannot have them, as of several sources.
  ///
  /// Those of a recipe are what it says, with what was typed in place of it.
  static func manifest(_ typed: [String], with options: [String]) -> String? {
    let typed = TypedWords(typed)
    var sources: [String] = []
    var values: [(name: String, values: [String])] = []
    let names = Set(ManifestOptions.names).subtracting(["columns"])
    let typedParts = CommandPart.parts(of: typed.others).filter { !$0.isOfView }
    for part in typedParts + CommandPart.parts(of: options) {
      guard let option = part.option else {
        if part.isOption { return nil }
        sources.append(part.words[0])
        continue
      }
      guard names.contains(option.name) else { continue }
      let index = values.firstIndex { $0.name == option.name } ?? values.count
      if index == values.count { values.append((option.name, [])) }
      values[index].values += [part.value].compactMap(\.self)
    }
    let replaced = CommandOption.all.filter { $0.traits.contains(.view) }.map(\.name)
    let first =
      sources.count == 1 && typed.commands.isEmpty && Recipe.isName(sources[0])
      ? recipe(sources[0], without: Set(["columns"] + replaced + values.map(\.name)))
      : source(sources, typed.commands).map { "source: \($0)\n" }
    guard let first else { return nil }
    return first
      + values.map { name, values in
        let text = values.map(quoted).joined(separator: ", ")
        return "\(name): \(values.isEmpty ? "true" : values.count == 1 ? text : "[\(text)]")\n"
      }.joined()
  }

  /// Returns the source of a manifest; nil for several ones and standard input.
  private static func source(_ names: [String], _ commands: [[String]]) -> String? {
    if names.isEmpty, commands.count == 1 {
      return "[\(commands[0].map(quoted).joined(separator: ", "))]"
    }
    guard names.count == 1, commands.isEmpty, names[0] != "-" else { return nil }
    let isRelative = !names[0].hasPrefix("/") && !names[0].contains("://")
    let name = isRelative ? UserFolder.current + "/" + names[0] : names[0]
    // A text with blanks would be a line for a shell.
    return name.contains(where: \.isWhitespace) ? "{file: \(quoted(name))}" : quoted(name)
  }

  /// Returns the lines of a recipe without some of its keys; nil if it is not written in blocks.
  private static func recipe(_ name: String, without keys: Set<String>) -> String? {
    guard let path = try? Recipe(named: name).file.path, let text = try? TextFile.text(at: path)
    else { return nil }
    var isKept = true
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      // Other lines belong to the key above them.
      if let first = line.first, !" -#".contains(first), let colon = line.firstIndex(of: ":") {
        isKept = !keys.contains(String(line[..<colon]))
      }
      return isKept
    }
    let kept = lines.joined(separator: "\n")
    guard (try? YAMLReader.read(kept)) != nil else { return nil }
    return kept.hasSuffix("\n") ? kept : kept + "\n"
  }

  private static func quoted(_ text: String) -> String { JSONValue.string(text).description }
}
