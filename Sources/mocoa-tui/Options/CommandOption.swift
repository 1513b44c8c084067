import MocoaFeedUI

/// An option of the command line: the declaration that it is parsed by, and from which help,
/// manual, completions, the schema of manifests and `--spec` are generated.
struct CommandOption: Sendable {
  struct Traits: OptionSet, Sendable {
    let rawValue: Int

    /// It can be given several times.
    static let repeats = Traits(rawValue: 1)
    /// Its value may begin with a hyphen.
    static let anyValue = Traits(rawValue: 2)
    /// Its value is the name of a file.
    static let file = Traits(rawValue: 4)
    /// The short help has it.
    static let daily = Traits(rawValue: 8)
    /// It is for one run: manifests cannot set it.
    static let run = Traits(rawValue: 16)
    /// It determines how a list is displayed, and is replaced in command lines that restore it.
    static let view = Traits(rawValue: 32)
    /// It is an argument without a name.
    static let positional = Traits(rawValue: 64)
    /// A second one is an error: two would mean both, of which members are one list.
    static let once = Traits(rawValue: 128)
  }

  typealias Path<Value> = WritableKeyPath<ProgramOptions, Value> & Sendable

  let name: String
  var short: Character?

  /// The name of the value in help; nil for a flag.
  let argument: String?

  let traits: Traits

  /// What it does, in one line.
  let summary: String

  /// What else there is to know, as sentences.
  let details: String

  /// The valid values; empty if there are others.
  var values: [String] = []

  /// The condition on a value, as the end of a sentence.
  var condition: String?

  /// Sets a value, empty for a flag; returns false if the value is invalid.
  let set: @Sendable (inout ProgramOptions, String) -> Bool

  init(
    _ name: String, _ argument: String?, _ traits: Traits, _ summary: String, _ details: String,
    set: @escaping @Sendable (inout ProgramOptions, String) -> Bool
  ) {
    (self.name, self.argument, self.traits, self.summary) = (name, argument, traits, summary)
    (self.details, self.set) = (details, set)
  }

  static func flag(
    _ name: String, _ path: Path<Bool>, _ traits: Traits, _ summary: String,
    _ details: String = ""
  ) -> Self {
    Self(name, nil, traits, summary, details) { options, _ in
      options[keyPath: path] = true
      return true
    }
  }

  static func list(
    _ name: String, _ argument: String, _ path: Path<[String]>, _ traits: Traits,
    _ summary: String, _ details: String = ""
  ) -> Self {
    Self(name, argument, traits.union(.repeats), summary, details) { options, text in
      options[keyPath: path].append(text)
      return true
    }
  }

  static func value<Value>(
    _ name: String, _ argument: String, _ path: Path<Value?>, _ traits: Traits,
    _ summary: String, _ details: String = "", condition: String? = nil,
    parsing parse: @escaping @Sendable (String) -> Value?
  ) -> Self {
    var option = Self(name, argument, traits, summary, details) { options, text in
      options[keyPath: path] = parse(text)
      return options[keyPath: path] != nil
    }
    option.condition = condition
    return option
  }

  static func text(
    _ name: String, _ argument: String, _ path: Path<String?>, _ traits: Traits,
    _ summary: String, _ details: String = ""
  ) -> Self {
    value(name, argument, path, traits, summary, details) { $0 }
  }

  /// A number of at least 1.
  static func count(
    _ name: String, _ argument: String, _ path: Path<Int?>, _ traits: Traits,
    _ summary: String, _ details: String = ""
  ) -> Self {
    value(name, argument, path, traits, summary, details, condition: "must be at least 1") { text in
      Int(text).flatMap { $0 < 1 ? nil : $0 }
    }
  }

  static func size(
    _ name: String, _ path: Path<Int?>, _ summary: String, _ details: String = ""
  ) -> Self {
    value(
      name, "size", path, [], summary, details, condition: "must be a size, such as 500M or 2Gi"
    ) { text in
      RowQuery.byteCount(text).flatMap { $0 < 1 ? nil : $0 }
    }
  }

  /// One of several words.
  static func choice<Value: RawRepresentable<String> & Sendable>(
    _ name: String, _ argument: String, _ path: Path<Value?>, _ traits: Traits,
    among values: [Value], _ summary: String, _ details: String = ""
  ) -> Self {
    let words = values.map(\.rawValue)
    return value(name, argument, path, traits, summary, details) { text in
      words.contains(text) ? Value(rawValue: text) : nil
    }.among(words)
  }

  /// One of the words of a type, in place of a default.
  static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ argument: String, _ path: Path<Value>, _ summary: String, _ details: String
  ) -> Self {
    Self(name, argument, [], summary, details) { options, text in
      guard let value = Value(rawValue: text) else { return false }
      options[keyPath: path] = value
      return true
    }.among(Value.allCases.map(\.rawValue))
  }

  /// Returns the option of which these are the only values.
  func among(_ values: [String]) -> Self {
    var copy = self
    copy.values = values
    return copy
  }

  /// Returns the option with a short name.
  func short(_ short: Character) -> Self {
    var copy = self
    copy.short = short
    return copy
  }

  // MARK: Names

  /// The option as it is listed: `-f, --filter <expression>`.
  var label: String {
    guard !traits.contains(.positional) else { return "<\(name)>" }
    return (short.map { "-\($0), " } ?? "") + usage
  }

  /// The option with its value: `--filter <expression>`.
  var usage: String { "--\(name)" + (argument.map { " <\($0)>" } ?? "") }

  /// The words that are typed for it.
  var words: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  var help: String { details.isEmpty ? summary : "\(summary). \(details)" }

  /// Divides a word into the name of an option and its value, which follows `=`, or the letter of
  /// an option that takes one: `-sname`.
  static func parts(of word: String) -> (name: String, value: String?) {
    let name = String(word.prefix { $0 != "=" })
    let short = String(word.prefix(2))
    if isName(word), byWord[name] == nil, short != "--", word.count > 2, byWord["-" + name] == nil,
      byWord[short]?.argument != nil
    {
      return (short, String(word.dropFirst(2)))
    }
    return (name, name.count == word.count ? nil : String(word.dropFirst(name.count + 1)))
  }

  /// Returns whether a word may be an option; the table of all options is made for such a word.
  static func isName(_ word: String) -> Bool { word.hasPrefix("-") }

  /// All options in the groups of the help.
  static let groups: [(title: String, options: [CommandOption])] = [
    ("Source", source), ("Format", format), ("Addresses", fetching), ("Rows and columns", query),
    ("Groups", aggregation), ("Choosing rows", selection), ("Printing all rows", output),
    ("Manifests and actions", manifest), ("Screen", screen), ("Options", other),
  ]

  /// All options, without arguments.
  static let all = groups.flatMap(\.options).filter { !$0.traits.contains(.positional) }

  /// The options by the words that are typed for them.
  static let byWord = Dictionary(
    all.flatMap { option in option.words.map { ($0, option) } },
    uniquingKeysWith: { first, _ in first }
  )
}
