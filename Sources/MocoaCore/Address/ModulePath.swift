/// The path of a module in its domain: a kind and a name for each level, none for the root.
///
/// As text a path is `/`, or a sequence of `/kind:name`, `/kind:` (default name), `/name` (default
/// kind) and `/:` (both default).
struct ModulePath: Hashable, Sendable {
  /// One level of a path.
  struct Component: Hashable, Sendable {
    var kind: ModuleKind = ""
    /// The name of the module among siblings of the same kind.
    var name = ModuleName.default
  }

  /// The levels, from the root down.
  var components: [Component]

  /// Creates a path from its levels; the root has none.
  init(_ components: [Component] = []) { self.components = components }

  /// The path of a domain's root module.
  static let root = ModulePath()

  /// Returns the path with another level.
  func appending(_ component: Component) -> ModulePath {
    ModulePath(components + [component])
  }
}

extension ModulePath: CustomStringConvertible {
  /// The canonical text, with a leading slash, and without a trailing one.
  var description: String {
    components.isEmpty ? "/" : components.map { "/\($0)" }.joined()
  }
}

extension ModulePath.Component: CustomStringConvertible, Comparable {
  /// `kind:name`, `kind:`, `name` or `:`.
  var description: String {
    kind == "" && name != .default ? name.rawValue : "\(kind):\(name)"
  }

  /// Orders components by kind, then by name.
  static func < (first: Self, second: Self) -> Bool {
    (first.kind, first.name) < (second.kind, second.name)
  }
}
