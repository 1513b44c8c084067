import MocoaFeedUI

/// A topic that `--help` explains in full, such as `--help filter`.
enum HelpTopic: String, CaseIterable {
  case all, filter, manifest, keys

  init?(_ word: String) {
    switch word {
    case "all": self = .all
    case "filter", "filters", "query": self = .filter
    case "manifest", "manifests", "modules", "template", "templates", "cell", "actions", "theme":
      self = .manifest
    case "keys", "key", "bind": self = .keys
    default: return nil
    }
  }

  static var names: String {
    allCases.map(\.rawValue).joined(separator: ", ") + ", and the names of options, such as join"
  }

  /// Returns the help on a word, which may be a part of the names of options; nil if there is none.
  @MainActor static func text(on word: String) -> String? {
    if Recipe.isName(word) { return (try? Recipe(named: word))?.help }
    let topic = HelpTopic(word)
    // What a key is bound to is in the option, and its names are in the keys.
    let options = topic == nil || word == "bind" ? Help.options(named: word) : nil
    let texts = [options, topic?.text].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
  }

  @MainActor var text: String {
    switch self {
    case .all: Help.all
    case .filter: FilterReference.text
    case .manifest: ManifestReference.text
    case .keys: Manual.keys
    }
  }
}
