/// A change of a registry, of which its observers are notified.
public struct ModuleChange: Hashable, Sendable {
  /// The address of the module that was created, registered, removed or attached.
  ///
  /// Nil if any module may be concerned, as after a change of the providers.
  public let url: ModuleURL?

  /// A Boolean value that indicates whether the descendants of the module are concerned, too.
  public let includesDescendants: Bool

  init(url: ModuleURL?, includesDescendants: Bool = false) {
    (self.url, self.includesDescendants) = (url, includesDescendants)
  }

  /// A change that concerns all modules.
  static let everything = ModuleChange(url: nil, includesDescendants: true)

  /// Returns whether the change concerns the module at an address, or one of its descendants.
  ///
  /// - Complexity: O(length of the path).
  public func concerns(_ url: ModuleURL) -> Bool {
    guard let changed = self.url else { return true }
    guard changed.domain == url.domain else { return false }
    return changed.path.components.starts(with: url.path.components)
      || includesDescendants && url.path.components.starts(with: changed.path.components)
  }
}
