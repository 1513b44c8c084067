extension ViewModel {
  /// Returns whether a view model can become a child: it is no ancestor, and not managed by a list.
  public final func canAdopt(_ child: ViewModel) -> Bool {
    guard !child.isManaged else { return false }
    var ancestor: ViewModel? = self
    while let current = ancestor {
      if current === child { return false }
      ancestor = current.parent
    }
    return true
  }

  /// Appends a child; see `insertChild(_:at:)`.
  public final func addChild(_ child: ViewModel) {
    insertChild(child, at: children.count)
  }

  /// Inserts a child, which is removed from its previous parent, and becomes ready if this one is.
  ///
  /// A view model that is already a child is not moved.
  ///
  /// - Precondition: The index is in `0...children.count`, and the child can be adopted.
  /// - Complexity: O(children + depth).
  public final func insertChild(_ child: ViewModel, at index: Int) {
    precondition(
      (0...children.count).contains(index), "A child is inserted among the others or at the end.")
    guard child.parent !== self || child.isManaged else { return }
    precondition(
      canAdopt(child),
      "A view model cannot be a child of itself, of one below it, or of two containers.")
    let oldParent = child.parent
    oldParent?.children.removeAll { $0 === child }
    child.parent = self
    children.insert(child, at: min(index, children.count))
    // The hook may give the child another parent again.
    oldParent?.didRemoveChild(child)
    if isReady, child.parent === self { child.ready() }
  }

  /// Moves a child to an index, which it has afterwards.
  ///
  /// - Precondition: Both indices are in `children.indices`.
  public final func moveChild(from source: Int, to target: Int) {
    precondition(
      children.indices.contains(source) && children.indices.contains(target),
      "A child is moved from one child's position to another's.")
    children.insert(children.remove(at: source), at: target)
  }

  /// Removes the view model from its parent, which is notified afterwards; no effect without one.
  ///
  /// - Precondition: The view model is no section or element of a list, which is changed by the
  ///   operations of the list.
  public final func removeFromParent() {
    guard let parent else { return }
    precondition(!isManaged, "An element of a list is removed by changing the list.")
    parent.children.removeAll { $0 === self }
    self.parent = nil
    parent.didRemoveChild(self)
  }

  /// Sets the parent of a view model that is stored outside of `children`.
  final func adoptManaged(_ child: ViewModel) {
    child.parent = self
    child.isManaged = true
    if isReady { child.ready() }
  }
}
