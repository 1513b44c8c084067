import MocoaFeedUI

/// What the program understands, as JSON for other programs: `--spec`.
@MainActor
enum Specification {
  static var text: String {
    JSONValue.object([
      "version": .string(Version.current), "options": .array(options),
      "formats": strings(FeedFormat.allCases.filter { $0 != .empty }.map(\.rawValue)),
      "functions": strings(RowFilter.functionNames), "keys": .array(keys),
      "exitStatuses": .array(
        ExitStatus.all.map { ["status": .string($0), "meaning": .string($1)] }),
      "recipes": strings(Recipe.all.map(\.shownName)),
    ]).description
  }

  private static func strings(_ texts: [String]) -> JSONValue {
    .array(texts.sorted().map(JSONValue.string))
  }

  private static var options: [JSONValue] {
    let options = CommandOption.groups.flatMap { title, options in
      options.filter { !$0.traits.contains(.positional) }.map { (title, $0) }
    }
    return options.sorted { $0.1.name < $1.1.name }.map { group, option in
      [
        "name": .string(option.name), "short": option.short.map { .string(String($0)) } ?? .null,
        "argument": option.argument.map(JSONValue.string) ?? .null, "group": .string(group),
        "help": .string(option.help), "values": .array(option.values.map(JSONValue.string)),
        "repeatable": .bool(option.traits.contains(.repeats)),
        "formerNames": strings(
          FormerOption.all.filter { $0.newName == option.name }.map(\.name)),
      ]
    }
  }

  private static var keys: [JSONValue] {
    Manual.keyTables.flatMap { title, keys in
      keys.bindings.map { binding in
        [
          "place": .string(title), "action": .string(binding.name),
          "keys": .array(binding.keys.map { .string($0.description) }),
          "help": .string(binding.help),
        ]
      }
    }
  }
}
