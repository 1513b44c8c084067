import MocoaFeedUI

extension ProgramOptions {
  /// Parses words of a command line, without commands, whose values replace those of other words.
  init(parsing words: [String], after defaults: [String] = []) throws(UsageError) {
    self.init()
    try parse(defaults, areDefaults: true)
    try parse(words)
    try query.validate()
    try output.validate()
    try manifest.validate()
  }

  private mutating func parse(_ words: [String], areDefaults: Bool = false) throws(UsageError) {
    var values: [String: [String]] = [:]
    for part in CommandPart.parts(of: words) {
      guard part.isOption else {
        source.sources += part.words
        continue
      }
      let (name, value) = (part.name, part.value)
      guard let option = part.option else {
        throw UsageError(
          "Unknown option '\(name)'"
            + (Self.option(meantBy: name).map { ". Did you mean '\($0)'?" }
              ?? "; mocoa-tui --help all lists the options"))
      }
      if let value, option.argument == nil {
        throw UsageError("The option '\(name)' does not take any value, but '\(value)' was given.")
      }
      guard !part.lacksValue else {
        throw UsageError(
          "Missing value for '\(option.usage)': \(option.summary)"
            + Self.hint(onWord: part.words.dropFirst().first, behind: option))
      }
      values[option.name, default: []].append(value ?? "")
      if !areDefaults, option.traits.contains(.once), let all = values[option.name], all.count > 1 {
        throw UsageError(
          "--\(option.name) can be given once"
            + (option.argument == "members"
              ? "; separate members by commas: " + all.joined(separator: ",")
              : ", not as '\(all.joined(separator: "' and '"))'"))
      }
      let formats = OutputOptions.Format.allCases.map(\.rawValue).filter { values[$0] != nil }
      if formats.count > 1 {
        throw UsageError("--\(formats[0]) and --\(formats[1]) cannot be combined.")
      }
      guard option.set(&self, value ?? "") else { throw Self.error(of: option, value ?? "") }
    }
  }

  /// Returns what is said of a word behind an option that is no value, as it begins with a minus
  /// sign, and no option either; empty for other words.
  private static func hint(onWord word: String?, behind option: CommandOption) -> String {
    guard let word, CommandOption.byWord[String(word.prefix { $0 != "=" })] == nil else {
      return ""
    }
    return option.argument == "number" && Int(word) != nil
      ? "; it must be at least 1, not '\(word)'"
      : "; a value that begins with '-' is written --\(option.name)=\(word)"
  }

  /// Returns the option that is probably meant by an unknown one; nil if there is none.
  private static func option(meantBy name: String) -> String? {
    if let option = optionsOfOthers[name] { return option }
    if name.hasPrefix("--"), Aggregate.Function(named: String(name.dropFirst(2))) != nil {
      return "--agg '\(name.dropFirst(2))(x)'"
    }
    // `-filter`, as in other languages.
    if !name.hasPrefix("--"), CommandOption.byWord["-" + name] != nil { return "-" + name }
    let names = CommandOption.all.map(\.name)
    return NearestNames.close(to: name.drop { $0 == "-" }, among: names).map { "--\($0)" }
  }

  /// The words of other programs, and the options that mean the same.
  private static let optionsOfOthers = [
    "-n": "--limit", "--head": "--limit", "--lines": "--limit", "--where": "--filter",
    "--select": "--columns", "--fields": "--columns", "--order-by": "--sort",
    "--distinct": "--unique", "--uniq": "--unique", "--flatten": "--unnest",
    "--explode": "--unnest", "-d": "--delimiter", "--sep": "--delimiter",
    "--separator": "--delimiter", "--fs": "--delimiter", "--ifs": "--delimiter",
    "--grep": "--query", "--interval": "--watch", "--live": "--watch", "--refresh": "--watch",
    "--every": "--watch", "--compute": "--derive", "--calc": "--derive", "--mutate": "--derive",
    "--let": "--derive", "--lookup": "--join", "--left-join": "--join", "--dedup": "--unique",
    "--top": "--limit", "--last": "--tail", "--cols": "--columns", "--tree": "--children",
    "--md": "--markdown", "--average": "--mean", "--light": "--theme light",
    "--dark": "--theme dark", "--wide": "--all-columns", "--hide": "--columns",
    "--list": "--plain", "--table": "--plain", "--to": "--output", "--output-format": "--output",
    "--jq": "--derive", "--add": "--derive", "--set": "--derive", "--eval": "--derive",
    "--diff": "--join", "--compare": "--join", "--multi": "--pick", "--reverse": "--sort -member",
    "--desc": "--sort -member", "--config": "--manifest", "--timezone": "--tz",
    "--time-zone": "--tz", "-v": "--version", "-V": "--version", "-m": "--merge",
    "-w": "--watch", "--having": "--group-filter", "--since": "--filter 'time > now - 1h'",
    "--count-distinct": "--agg 'unique(x)'", "--nunique": "--agg 'unique(x)'",
    "--page": "--paging", "-A": "--context", "-B": "--context", "-C": "--context",
  ]

  private static func error(of option: CommandOption, _ value: String) -> UsageError {
    if let condition = option.condition {
      return UsageError("--\(option.name) \(condition), not '\(value)'.")
    }
    let values = option.values.isEmpty ? option.summary : option.values.joined(separator: ", ")
    // The format of what is printed is an option.
    let isPrinted =
      option.name == "format" && OutputOptions.Format(rawValue: value) != nil
    let hint =
      isPrinted
      ? "; --\(value) prints rows so" : NearestNames.hint(for: value, among: option.values)
    return UsageError(
      "The value '\(value)' is invalid for '\(option.usage)'\(hint): \(values)")
  }
}
