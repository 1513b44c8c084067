import MocoaCore

/// Keys that are bound to closures.
extension Page {
  /// Keys of a page, and the closure that they call.
  struct BoundKeys {
    var binding: KeyMap.Binding
    var body: () -> Void
  }

  /// Binds keys to a closure, unless a view in the page binds them.
  ///
  /// They take precedence over the ``keyMap`` of the page, such as that of a list.
  ///
  /// ```swift
  /// on("r", help: "Refresh") { [unowned self] in refresh() }
  /// ```
  ///
  /// - Parameters:
  ///   - keys: The keys; the first one is shown in hints.
  ///   - help: The description of the keys in the help.
  ///   - body: Called when one of the keys is pressed.
  public func on(_ keys: Key..., help: String, do body: @escaping () -> Void) {
    let action = Action.unique(describedAs: help)
    boundKeys.append(BoundKeys(binding: .init(action, keys, help: help), body: body))
  }

  /// The keys that are bound to closures.
  var boundKeyMap: KeyMap { KeyMap(boundKeys.map(\.binding), title: title) }

  /// Calls the closure that is bound to an action.
  ///
  /// - Returns: `true` if there is one.
  func performBound(_ action: Action) -> Bool {
    guard let bound = boundKeys.first(where: { $0.binding.action == action }) else { return false }
    bound.body()
    return true
  }
}

extension View {
  /// The key maps of the view: that of the keys bound to closures, if there are any, then its own.
  var keyMaps: [KeyMap] {
    guard let page = self as? Page, !page.boundKeys.isEmpty else { return [keyMap] }
    return [page.boundKeyMap, keyMap]
  }

  /// Performs an action, or calls the closure that is bound to it.
  ///
  /// - Returns: `true` if the action was performed.
  func performAny(_ action: Action) -> Bool {
    perform(action) || (self as? Page)?.performBound(action) ?? false
  }
}
