import MocoaFeed
import MocoaFeedUI

/// The command line that restores a list as it is displayed.
enum ViewCommand {
  /// Returns the typed command line with other options for filters, order and columns.
  static func line(_ typed: [String], with options: [String]) -> String {
    let typed = TypedWords(typed)
    var words: [String] = []
    var rest = typed.others[...]
    while let word = rest.popFirst() {
      let option = CommandOption.byWord[String(word.prefix { $0 != "=" })]
      let value = option?.argument != nil && !word.contains("=") ? rest.popFirst() : nil
      guard option?.traits.contains(.view) != true else { continue }
      words += [word] + [value].compactMap(\.self)
    }
    words += options
    for (position, command) in typed.commands.enumerated() {
      let isLast = position == typed.commands.count - 1
      words += [isLast && command.count > 1 ? "--" : "--command"] + command
    }
    return (["mocoa-tui"] + words).map { ShellTemplate.word(for: $0) }.joined(separator: " ")
  }

  /// Returns the source and the options of a typed command line, with other options for filters and
  /// order, as lines of a manifest; nil if a manifest cannot have them, as of several sources.
  static func manifest(_ typed: [String], with options: [String]) -> String? {
    let typed = TypedWords(typed)
    var sources: [String] = []
    var values: [(name: String, values: [String])] = []
    let names = Set(ManifestOptions.names).subtracting(["columns"])
    var rest = (typed.others + options)[...]
    while let word = rest.popFirst() {
      let isTyped = rest.count >= options.count
      guard word.hasPrefix("-"), word != "-" else {
        sources.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1)
      guard let option = CommandOption.byWord[String(parts[0])] else { return nil }
      let isJoined = parts.count > 1
      let value = option.argument == nil ? nil : isJoined ? String(parts[1]) : rest.popFirst()
      guard names.contains(option.name), !isTyped || !option.traits.contains(.view) else {
        continue
      }
      let index = values.firstIndex { $0.name == option.name } ?? values.count
      if index == values.count { values.append((option.name, [])) }
      values[index].values += [value].compactMap(\.self)
    }
    guard let source = source(sources, typed.commands) else { return nil }
    return "source: \(source)\n"
      + values.map { name, values in
        let text = values.map(quoted).joined(separator: ", ")
        return "\(name): \(values.isEmpty ? "true" : values.count == 1 ? text : "[\(text)]")\n"
      }.joined()
  }

  /// Returns the source of a manifest; nil for several ones, a recipe and standard input.
  private static func source(_ names: [String], _ commands: [[String]]) -> String? {
    if names.isEmpty, commands.count == 1 {
      return "[\(commands[0].map(quoted).joined(separator: ", "))]"
    }
    guard names.count == 1, commands.isEmpty, names[0] != "-", !Recipe.isName(names[0]) else {
      return nil
    }
    let isRelative = !names[0].hasPrefix("/") && !names[0].contains("://")
    return quoted(isRelative ? UserFolder.current + "/" + names[0] : names[0])
  }

  private static func quoted(_ text: String) -> String { JSONValue.string(text).description }
}
