import MocoaFeed
import MocoaTUI

/// A key binding: a command for rows, or an action of the page.
package enum KeyAssignment: Hashable, Sendable {
  /// A user-defined command.
  case command(RowCommand)
  /// An action by its name in the palette.
  case action(String, Key)

  /// Parses a binding: `o=open:{url}`, or `x=toggle-mark`.
  ///
  /// - Throws: A ``RowCommandError`` for an invalid key, verb, template or action.
  @MainActor package init(parsing text: String) throws(RowCommandError) {
    guard let sign = text.dropFirst().firstIndex(of: "="), !text[sign...].contains(":") else {
      self = .command(try RowCommand(parsing: text))
      return
    }
    let names = FeedPage.actionNames
    let name = String(text[text.index(after: sign)...])
    guard names.contains(name) else {
      let verbs = RowCommand.WorkKind.allCases.map { "\($0.rawValue):" }
      throw RowCommandError(
        description: "there is no action '\(name)'"
          + NearestNames.hint(for: name, among: names + verbs)
          + "; a command begins with \(verbs.joined(separator: ", "))")
    }
    self = .action(name, try RowCommand.key(named: text[..<sign]))
  }
}

extension FeedPage {
  /// The key maps whose keys can be changed.
  static var keyMaps: [KeyMap] { [TableView.defaultKeyMap, defaultKeyMap] }

  /// The names of the actions to which a key can be bound.
  static var actionNames: [String] { keyMaps.flatMap { $0.bindings.map(\.name) } }
}
