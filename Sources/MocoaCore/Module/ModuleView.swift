/// The view of a module, known to the core only by what it is for and how one is made.
@MainActor public struct ModuleView {
  /// What a view is for.
  public enum Form: String, Hashable, Sendable {
    /// A row of a table or an item of a collection.
    case cell
    /// A header, a footer or another supplementary view of a section.
    case supplementary
    /// A screen that is opened by its address.
    case page
    /// A declaration from which a cell or a supplementary view is made.
    case template
  }

  /// What the view is for.
  package nonisolated let form: Form

  /// What the view is called in diagnostics.
  package nonisolated let name: String

  private let factory: @MainActor () throws -> AnyObject

  /// Creates a description of a view from what makes the view itself.
  public init(_ form: Form, name: String, make: @escaping @MainActor () throws -> AnyObject) {
    self.form = form
    self.name = name
    factory = make
  }

  /// Makes a view.
  ///
  /// - Throws: what the factory throws.
  package func make() throws -> AnyObject { try factory() }

  /// A Boolean value that indicates whether the view can stand in a list.
  nonisolated var isElement: Bool { form != .page }
}
