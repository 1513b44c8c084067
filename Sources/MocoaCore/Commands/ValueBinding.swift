/// A value that is kept somewhere else, to be read and set there: what an input field edits.
///
/// Where the other place is `@Observable`, reading the value while observation is tracked observes
/// each change, by the field and by the program alike.
///
/// ```swift
/// let field = TextField(text: ValueBinding(login, \.phone))
/// ```
@MainActor public struct ValueBinding<Value> {
  private let read: @MainActor () -> Value
  private let write: @MainActor (Value) -> Void

  /// Creates a binding from what reads the value and what sets it.
  public init(
    get read: @escaping @MainActor () -> Value, set write: @escaping @MainActor (Value) -> Void
  ) {
    self.read = read
    self.write = write
  }

  /// Creates a binding to a property of an object, which the binding keeps alive.
  public init<Root: AnyObject>(_ root: Root, _ member: ReferenceWritableKeyPath<Root, Value>) {
    self.init(get: { root[keyPath: member] }, set: { root[keyPath: member] = $0 })
  }

  /// The value.
  public var value: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  /// The same value in another form.
  func map<Other>(
    get: @escaping @MainActor (Value) -> Other, set: @escaping @MainActor (Other) -> Value
  ) -> ValueBinding<Other> {
    ValueBinding<Other>(get: { get(read()) }, set: { write(set($0)) })
  }
}
