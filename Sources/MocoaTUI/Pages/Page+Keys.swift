extension Page {
  /// Binds keys to a closure, unless a view in the page binds them.
  ///
  /// They take precedence over the ``keyMap`` of the page, and over the keys of a ``ListView``, a
  /// ``ListPage`` and a ``PagerView`` in it.
  ///
  /// ```swift
  /// on("r", help: "Refresh") { [unowned self] in refresh() }
  /// ```
  ///
  /// - Parameters:
  ///   - keys: The keys; the first one is shown in hints.
  ///   - help: The description of the keys in the help.
  ///   - body: Called when one of the keys is pressed.
  /// - Returns: The page.
  @discardableResult
  public func on(_ keys: Key..., help: String, do body: @escaping () -> Void) -> Self {
    let binding = KeyMap.Binding.unnamed(keys, help: help) { _ in body() }
    boundKeys = KeyMap(boundKeys.bindings + [binding], title: title)
    return self
  }
}

extension View {
  /// The key maps of the view: that of the keys bound to closures, if there are any, then its own.
  var keyMaps: [KeyMap] {
    let own = leavesKeysToPages ? keyMap.applying(KeyChanges(reserved: precedingKeys)) : keyMap
    guard let page = self as? Page, !page.boundKeys.bindings.isEmpty else { return [own] }
    return [page.boundKeys, own]
  }

  /// The keys that the pages which contain the view, or are it, bind to closures, and those of the
  /// actions of the current row.
  private var precedingKeys: Set<Key> {
    let pages = sequence(first: self as View, next: \.superview).compactMap { $0 as? Page }
    let ofActions = (self as? ListView)?.currentRowActions.compactMap(\.shortcut) ?? []
    return Set(pages.flatMap(\.boundKeys.bindings).flatMap(\.keys)).union(ofActions)
  }

  /// Runs the bindings of a key in the view until one does not decline.
  ///
  /// - Returns: `false` if there is none.
  package func run(_ key: Key) -> Bool { keyMaps.contains { $0.run(key, in: self) } }

  /// Runs the binding of a name in the view's ``keyMap``, as if its key had been pressed.
  ///
  /// - Returns: `false` if there is none, it is not available, or it declines.
  @discardableResult
  public final func perform(_ name: String) -> Bool { keyMap.bindings.perform(name, in: self) }
}
