extension Page {
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
    let binding = KeyMap.Binding.unnamed(keys, help: help) { _ in body() }
    boundKeys = KeyMap(boundKeys.bindings + [binding], title: title)
  }
}

extension View {
  /// The key maps of the view: that of the keys bound to closures, if there are any, then its own.
  var keyMaps: [KeyMap] {
    guard let page = self as? Page, !page.boundKeys.bindings.isEmpty else { return [keyMap] }
    return [page.boundKeys, keyMap]
  }

  /// Runs the bindings of a key in the view until one does not decline.
  ///
  /// - Returns: `false` if there is none.
  package func run(_ key: Key) -> Bool {
    (self as? Page)?.boundKeys.run(key, in: self) == true || keyMap.run(key, in: self)
  }

  /// Runs the binding of a name in the view's ``keyMap``, as if its key had been pressed.
  ///
  /// - Returns: `false` if there is none, it is not available, or it declines.
  @discardableResult
  public final func perform(_ name: String) -> Bool { keyMap.bindings.perform(name, in: self) }
}
