/// The words of a command line: those of commands whose output is read, and the others.
struct TypedWords {
  /// The words that are no commands.
  private(set) var others: [String] = []

  /// The commands, each as its words; one word with blanks is a line for a shell.
  private(set) var commands: [[String]] = []

  /// The options that were typed by their former names; the other words have the new ones.
  private(set) var formerOptions: [FormerOption] = []

  /// Divides a command line.
  ///
  /// `--` begins a command that ends with the line. `--command` begins one that ends before the
  /// next `--command`, or is the next word only if that has blanks.
  init(_ words: [String]) {
    let option = "--command"
    var rest = words[...]
    while let word = rest.popFirst() {
      let command: [String]
      switch word {
      case "--": command = Array(rest)
      case option where rest.first?.contains(where: \.isWhitespace) == true:
        command = Array(rest.prefix(1))
      case option: command = Array(rest.prefix { $0 != option && !$0.hasPrefix(option + "=") })
      case _ where word.hasPrefix(option + "="):
        commands.append([String(word.dropFirst(option.count + 1))])
        continue
      default:
        others.append(word)
        continue
      }
      rest = rest.dropFirst(command.count)
      commands.append(command)
    }
    (others, formerOptions) = FormerOption.replacing(in: others)
  }
}
