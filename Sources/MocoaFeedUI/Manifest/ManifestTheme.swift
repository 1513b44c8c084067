import MocoaFeed
import MocoaTUI

/// The theme of a manifest: a base theme and changes of styles.
package struct ManifestTheme: Hashable, Sendable {
  /// The name of the base theme; nil means the current one.
  package var base: String?

  /// The changed looks, by the names of their styles.
  var looks: [String: TextStyle] = [:]

  static let manifestKeys = ["base", "styles"]

  /// Reads a theme: the name of a base theme, or a mapping.
  init(_ node: ManifestNode) throws(ManifestError) {
    let names = Theme.names
    guard node.isMapping else {
      base = try node.word(of: names, "theme")
      return
    }
    let members = try node.members(Self.manifestKeys)
    base = try members["base"]?.word(of: names, "theme")
    for (name, node) in try members["styles"]?.members() ?? [] {
      let known = Theme.styleNames
      guard known.contains(name) else {
        throw node.error(
          "there is no style '\(name)'" + NearestNames.hintOrList(for: name, among: known))
      }
      looks[name] = try Self.look(node)
    }
  }

  /// Parses words such as `bold red on-white`.
  private static func look(_ node: ManifestNode) throws(ManifestError) -> TextStyle {
    var look = TextStyle()
    for word in try node.string().split(separator: " ").map(String.init)
    where !look.add(templateStyle: word) {
      let words = TemplateStyle.attributes + TemplateStyle.colors.flatMap { [$0, "on-" + $0] }
      throw node.error(
        "'\(word)' is neither a color nor an attribute"
          + NearestNames.hintOrList(for: word, among: words))
    }
    return look
  }

  /// Returns the theme, based on the given one if the manifest names none.
  package func theme(over theme: Theme) -> Theme {
    (base.flatMap { Theme.named($0) } ?? theme).replacing(looks)
  }
}
