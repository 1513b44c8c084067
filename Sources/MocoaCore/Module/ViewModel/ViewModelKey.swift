/// The name of a key event of a view model, with the type of its value.
///
/// ```swift
/// extension ViewModelKey where Value == Int {
///   static var unread: Self { "unread" }
/// }
/// ```
public struct ViewModelKey<Value>: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name; keys are equal if their names and the types of their values are equal.
  public let name: String

  /// Creates a key from its name.
  public init(name: String) { self.name = name }

  /// Creates a key from a literal.
  public init(stringLiteral value: String) { name = value }
}

extension ViewModelKey where Value == Void {
  /// An unspecified change.
  public static var none: Self { "" }
}

extension ViewModelKey where Value == String? {
  /// The text.
  public static var text: Self { "text" }
  /// The title.
  public static var title: Self { "title" }
  /// The second title.
  public static var subtitle: Self { "subtitle" }
  /// The detail text.
  public static var detailText: Self { "detailText" }
  /// The name.
  public static var name: Self { "name" }
}

extension ViewModelKey where Value == Bool {
  /// A Boolean value that indicates whether it is checked.
  public static var isChecked: Self { "isChecked" }
  /// A Boolean value that indicates whether it can be used.
  public static var isEnabled: Self { "isEnabled" }
  /// A Boolean value that indicates whether it is being refreshed.
  public static var isRefreshing: Self { "isRefreshing" }
  /// A Boolean value that indicates whether a request is in progress.
  public static var isRequesting: Self { "isRequesting" }
  /// A Boolean value that indicates whether it is being loaded.
  public static var isLoading: Self { "isLoading" }
}
