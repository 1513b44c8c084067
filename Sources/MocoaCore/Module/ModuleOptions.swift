/// The options with which an address is opened: those given by hand, and the query.
///
/// An option given by hand goes before one of the same name in the query, and nil given by hand
/// hides it.
///
/// ```swift
/// let options = ModuleOptions(url: "mocoa://c/page?size=2&tag=a&tag=b", ["size": nil])
/// options.contains("size")  // true
/// options.integer("size")   // nil
/// options.all("tag")        // ["a", "b"]
/// ```
public struct ModuleOptions: Sendable {
  private let given: [String: (any Sendable)?]
  private let query: [ModuleURL.Option]

  /// Creates options from those of an address and those given by hand.
  package init(url: ModuleURL? = nil, _ given: [String: (any Sendable)?] = [:]) {
    self.given = given
    query = url?.options ?? []
  }

  /// Returns whether there is an option of a name, even one without a value.
  public func contains(_ name: String) -> Bool {
    given.keys.contains(name) || query.contains { $0.name == name }
  }

  /// The value of an option: one that was given as it is, one of the query as text, and several of
  /// the query as a list of texts; nil for a name without a value.
  public subscript(name: String) -> (any Sendable)? {
    if let value = given[name] { return value }
    let values = all(name)
    return values.count > 1 ? values : values.first
  }

  /// The value of an option if it is of a type.
  public func value<Value>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    self[name] as? Value
  }

  /// All values of an option as text, in order.
  public func all(_ name: String) -> [String] {
    if let value = given[name] {
      return value.map { ($0 as? [Any])?.map { "\($0)" } ?? ["\($0)"] } ?? []
    }
    return query.filter { $0.name == name }.compactMap(\.value)
  }

  /// The first value of an option as text.
  public func string(_ name: String) -> String? { all(name).first }

  /// The value of an option as an integer; nil if it is none.
  public func integer(_ name: String) -> Int? { value(name) ?? string(name).flatMap { Int($0) } }

  /// The value of an option as a truth value: `true`, `yes`, `1`, or no value at all; `false`, `no`
  /// and `0`; else nil.
  public func bool(_ name: String) -> Bool? {
    if let value = given[name] { return value.flatMap { $0 as? Bool ?? Self.bool("\($0)") } }
    guard let option = query.first(where: { $0.name == name }) else { return nil }
    return option.value.map(Self.bool) ?? true
  }

  private static func bool(_ text: String) -> Bool? {
    switch text {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }
}
