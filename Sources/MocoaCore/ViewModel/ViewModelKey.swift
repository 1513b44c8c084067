/// The name of something about a view model that others want to hear of, with the type of its
/// value.
///
/// ```swift
/// extension ViewModelKey where Value == Int {
///   static var unread: Self { "unread" }
/// }
/// ```
public struct ViewModelKey<Value>: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name, which is what keys are compared by.
  public let name: String

  /// Makes a key from its name.
  public init(name: String) { self.name = name }

  /// Makes a key from a literal.
  public init(stringLiteral value: String) { name = value }
}

/// A value that a view model sends to those who observe a key.
@MainActor public struct ViewModelEvent<Value> {
  /// The view model.
  public let sender: ViewModel
  /// The key.
  public let key: ViewModelKey<Value>
  /// The value.
  public let value: Value
}

extension ViewModelKey where Value == Void {
  /// Something has changed, no matter what.
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
  /// Whether it is checked.
  public static var isChecked: Self { "isChecked" }
  /// Whether it can be used.
  public static var isEnabled: Self { "isEnabled" }
  /// Whether it is being refreshed.
  public static var isRefreshing: Self { "isRefreshing" }
  /// Whether a request is under way.
  public static var isRequesting: Self { "isRequesting" }
  /// Whether it is being loaded.
  public static var isLoading: Self { "isLoading" }
}
