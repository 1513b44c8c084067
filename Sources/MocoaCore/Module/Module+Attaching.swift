extension Module {
  /// Moves a module with its descendants below this one.
  ///
  /// The module is removed from its previous parent, and the addresses of it and its descendants
  /// change accordingly. Registrations are preserved.
  ///
  /// - Parameters:
  ///   - module: The module, which may have been removed before.
  ///   - kind: Its new kind.
  ///   - name: Its new name.
  /// - Throws: A `ModuleError` if the new address is occupied, or below the module; then nothing
  ///   has changed.
  public func attach(
    _ module: Module, as kind: ModuleKind, _ name: ModuleName = .default
  ) throws(ModuleError) {
    let component = ModulePath.Component(kind: kind, name: name)
    let url = url.appending(component)
    guard let registry else { throw .removed(self.url) }
    var ancestor: Module? = self
    while let current = ancestor {
      if current === module { throw .cycle(url) }
      ancestor = current.parent
    }
    if let present = children[component] {
      if present === module { return }
      throw .occupied(url)
    }
    module.remove()
    module.settle(at: url, below: self, in: registry)
    adopt(module, as: component)
    registry.didChange(ModuleChange(url: url, includesDescendants: true))
  }
}
