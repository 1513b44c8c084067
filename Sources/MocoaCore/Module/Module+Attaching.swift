extension Module {
  /// Puts a module below this one, with all those below it.
  ///
  /// The module leaves its present place, and its address and those of the modules below it become
  /// those of the new place. What was registered stays.
  ///
  /// - Parameters:
  ///   - module: the module, removed before or not.
  ///   - kind: the kind that it has here.
  ///   - name: the name that it has here.
  /// - Throws: a `ModuleError` if the place is taken, or below the module; nothing has
  ///   changed then.
  func attach(
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
    registry.didChange()
  }
}
