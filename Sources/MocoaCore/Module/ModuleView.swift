/// The description of a module's view: its form, its name, and a factory.
@MainActor public struct ModuleView {
  /// The form of a view.
  public enum Form: String, Hashable, Sendable {
    /// A row of a table or an item of a collection.
    case cell
    /// A header, a footer or another supplementary view of a section.
    case supplementary
    /// A page that is opened by its address.
    case page
    /// A view that is created by its address, with a model.
    case view
    /// A template from which a cell or a supplementary view is created.
    case template
  }

  /// The form of the view.
  public nonisolated let form: Form

  /// The name of the view in diagnostics.
  public nonisolated let name: String

  private let factory: @MainActor () throws -> AnyObject

  /// Creates a description of a view that a closure creates.
  public init(_ form: Form, name: String, make: @escaping @MainActor () throws -> AnyObject) {
    (self.form, self.name) = (form, name)
    factory = make
  }

  /// Creates a view.
  ///
  /// - Throws: An error of the factory.
  public func make() throws -> AnyObject { try factory() }

  /// A Boolean value that indicates whether the view displays an element of a list.
  nonisolated var isElement: Bool { form != .page && form != .view }
}
