import MocoaCore

/// Keys that do what closures say.
extension Page {
  /// What a page does for some keys.
  struct BoundKeys {
    var binding: KeyMap.Binding
    var body: () -> Void
  }

  /// Has keys do something on the page, as far as no view in it and ``keyMap`` have them.
  ///
  /// ```swift
  /// on("r", help: "Refresh") { [unowned self] in refresh() }
  /// ```
  ///
  /// - Parameters:
  ///   - keys: the keys; the first one is shown in hints.
  ///   - help: what they do, as `?` shows it.
  ///   - body: does it.
  public func on(_ keys: Key..., help: String, do body: @escaping () -> Void) {
    let name = help.lowercased().split(separator: " ").joined(separator: "-")
    boundKeys.append(
      BoundKeys(binding: .init(Action(rawValue: name), keys, help: help), body: body))
  }

  /// The keys that do what closures say.
  var boundKeyMap: KeyMap { KeyMap(boundKeys.map(\.binding), title: title) }

  /// Does what a closure says for an action.
  ///
  /// - Returns: whether there is one.
  func performBound(_ action: Action) -> Bool {
    guard let bound = boundKeys.first(where: { $0.binding.action == action }) else { return false }
    bound.body()
    return true
  }
}

extension View {
  /// All keys of the view: those of its table, and those of closures.
  var allKeys: KeyMap {
    guard let page = self as? Page, !page.boundKeys.isEmpty else { return keyMap }
    return keyMap.appending(page.boundKeyMap)
  }

  /// Does what an action says, or what a closure says for it.
  ///
  /// - Returns: whether it was done.
  func performAny(_ action: Action) -> Bool {
    perform(action) || (self as? Page)?.performBound(action) ?? false
  }
}
