/// A value that is stored elsewhere, such as the text that a text field edits.
///
/// If the object that stores it is `@Observable`, reading the value with observation tracking
/// observes each change, by the user or by the program.
///
/// ```swift
/// let field = TextField(text: ValueBinding(login, \.phone))
/// ```
@MainActor public struct ValueBinding<Value> {
  private let read: @MainActor () -> Value
  private let write: @MainActor (Value) -> Void

  /// Creates a binding from a getter and a setter.
  public init(
    get read: @escaping @MainActor () -> Value, set write: @escaping @MainActor (Value) -> Void
  ) {
    (self.read, self.write) = (read, write)
  }

  /// Creates a binding to a property of an object, which the binding retains.
  public init<Root: AnyObject>(_ root: Root, _ member: ReferenceWritableKeyPath<Root, Value>) {
    self.init(get: { root[keyPath: member] }, set: { root[keyPath: member] = $0 })
  }

  /// The value.
  public var value: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }
}
