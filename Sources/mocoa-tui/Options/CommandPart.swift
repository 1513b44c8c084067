/// An option of a command line with its value, or another word.
struct CommandPart {
  /// The words as they were typed.
  private(set) var words: [String]

  /// The name as it was typed, and the option that has it; nil for none.
  let name: String
  let option: CommandOption?

  /// The value, which may be the next word; nil for none.
  private(set) var value: String?

  var isOption: Bool { option != nil || words[0].hasPrefix("-") && words[0] != "-" }

  /// A Boolean value that indicates whether the filters, order and columns of a list replace it.
  var isOfView: Bool { option?.traits.contains(.view) == true }

  /// A Boolean value that indicates whether a value is missing: another option is not one.
  var lacksValue: Bool {
    guard let option, option.argument != nil else { return false }
    guard let next = words.dropFirst().first else { return value == nil }
    return next.hasPrefix("-") && next != "-" && !option.traits.contains(.anyValue)
  }

  /// Divides the words of a command line.
  static func parts(of words: [String]) -> [CommandPart] {
    var parts: [CommandPart] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      guard let meant = meaning(ofPager: word) else { continue }
      let (name, value) = CommandOption.parts(of: meant)
      var part = CommandPart(
        words: [word], name: name,
        option: CommandOption.isName(name) ? CommandOption.byWord[name] : nil, value: value)
      if part.option?.argument != nil, value == nil, let next = rest.popFirst() {
        part.words.append(next)
        part.value = next
      }
      parts.append(part)
    }
    return parts
  }

  /// The options of pagers, such as `less +G`, and the options that they stand for.
  private static let optionsOfPagers = ["+G": "--end", "+F": "--follow"]

  /// The letters of options of pagers: `F`, and those that a list has no use for.
  private static let lettersOfPagers: Set<Character> = ["F", "N", "R", "S", "X"]

  /// Returns the option that one of pagers stands for, and any other word as it is; nil for one
  /// that changes nothing, such as `-R`.
  private static func meaning(ofPager word: String) -> String? {
    if let option = optionsOfPagers[word] { return option }
    let letters = word.dropFirst()
    if word.first == "+", letters.first == "/" { return "--search=\(letters.dropFirst())" }
    if word.first == "+", Int(letters) != nil { return "--row=\(letters)" }
    guard word.first == "-", !letters.isEmpty, letters.allSatisfy(lettersOfPagers.contains) else {
      return word
    }
    return letters.contains("F") ? "-F" : nil
  }
}
