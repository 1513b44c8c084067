/// The options with which an address is opened: explicit ones, and those of the query.
///
/// An explicit option overrides one with the same name in the query; an explicit nil hides it.
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

  /// Creates options from those of an address, and explicit ones.
  public init(url: ModuleURL? = nil, _ given: [String: (any Sendable)?] = [:]) {
    self.given = given
    query = url?.options ?? []
  }

  /// Returns whether there is an option with a name, even one without a value.
  public func contains(_ name: String) -> Bool {
    given.keys.contains(name) || query.contains { $0.name == name }
  }

  /// Returns the value of an option, or nil if there is none.
  ///
  /// An explicit value is returned as is, a value of the query as a string, and several values of
  /// the query as an array of strings.
  public subscript(name: String) -> (any Sendable)? {
    if let value = given[name] { return value }
    let values = all(name)
    return values.count > 1 ? values : values.first
  }

  /// Returns the value of an option, or nil if it is not of a type.
  public func value<Value>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    self[name] as? Value
  }

  /// Returns all values of an option as strings, in order.
  public func all(_ name: String) -> [String] {
    if let value = given[name] {
      return value.map { ($0 as? [Any])?.map { "\($0)" } ?? ["\($0)"] } ?? []
    }
    return query.filter { $0.name == name }.compactMap(\.value)
  }

  /// Returns the first value of an option as a string, or nil.
  public func string(_ name: String) -> String? { all(name).first }

  /// Returns the value of an option as an integer, or nil if it is not one.
  public func integer(_ name: String) -> Int? { value(name) ?? string(name).flatMap { Int($0) } }

  /// Returns the value of an option as a Boolean value, or nil if it is not one.
  ///
  /// `true`, `yes`, `1` and a missing value in the query are true; `false`, `no` and `0` are false.
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
