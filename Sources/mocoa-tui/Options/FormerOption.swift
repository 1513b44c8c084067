import MocoaFeedUI

/// An option by its former name, which is valid until the next version.
struct FormerOption: Sendable {
  /// The former name, without hyphens.
  let name: String

  /// The new name, without hyphens.
  let newName: String

  /// What is written before the value, or in its place.
  var value = ""

  /// A Boolean value that indicates whether no value is typed.
  var isFlag = false

  /// The value in a note; nil for that of the former option.
  var usage: String?

  /// Writes a note that names the new option, maybe a key of a manifest, to standard error; its
  /// place is nil for the command line.
  func note(at place: String? = nil, isKey: Bool = false) {
    let value = isFlag && !self.value.isEmpty ? self.value : usage
    let new = newName + (value.map { (isKey ? ": " : " ") + $0 } ?? "")
    let sign = isKey ? "" : "--"
    let prefix = place.map { "\($0): " } ?? ""
    Output.note("mocoa-tui: \(prefix)\(sign)\(name) is now called \(sign)\(new)")
  }

  static let all = [
    FormerOption(name: "generate-completion-script", newName: "completions"),
    FormerOption(name: "modules", newName: "manifest"),
    FormerOption(name: "cert", newName: "client-cert"),
    FormerOption(name: "key", newName: "client-key"),
    FormerOption(name: "pages", newName: "follow-links", isFlag: true),
    FormerOption(name: "has-header", newName: "header-row", value: "yes", isFlag: true),
    FormerOption(name: "no-header", newName: "header-row", value: "no", isFlag: true),
    FormerOption(name: "page-param", newName: "paging", value: "page=", usage: "page=NAME"),
    FormerOption(name: "offset-param", newName: "paging", value: "offset=", usage: "offset=NAME"),
    FormerOption(
      name: "cursor-param", newName: "paging", value: "cursor=", usage: "cursor=NAME:/POINTER"),
    FormerOption(
      name: "next-pointer", newName: "paging", value: ":", usage: "cursor=NAME:/POINTER"),
  ]

  static func named(_ name: String) -> FormerOption? { all.first { $0.name == name } }

  /// Replaces former names in words of a command line.
  static func replacing(in words: [String]) -> (words: [String], options: [FormerOption]) {
    var (result, options): ([String], [FormerOption]) = ([], [])
    var rest = words[...]
    while let word = rest.popFirst() {
      let name = word.prefix { $0 != "=" }
      guard name.hasPrefix("--"), let option = named(String(name.dropFirst(2))),
        // Last, so that most starts need no table of all options.
        result.last.flatMap({ CommandOption.byWord[$0] })?.traits.contains(.anyValue) != true
      else {
        result.append(word)
        continue
      }
      if !options.contains(where: { $0.name == option.name }) { options.append(option) }
      result.append("--\(option.newName)")
      if option.isFlag {
        if !option.value.isEmpty { result.append(option.value) }
      } else if name.count < word.count {
        result.append(option.value + word.dropFirst(name.count + 1))
      } else if let value = rest.popFirst() {
        result.append(option.value + value)
      }
    }
    return (result, options)
  }
}
