import MocoaCore

/// A cell's view model that supplies the content of a ready-made cell.
///
/// Content, drawing and behavior are separate: the content is a value, the cell draws it, and the
/// view model handles selection.
///
/// ```swift
/// final class ContactViewModel: CellViewModel<Contact>, ContentProviding {
///   var content: TitleDetailContent { .init(title: model.name, detail: model.phone) }
/// }
/// modules["mocoa://contacts/"].section.cell.register(TitleDetailCell<ContactViewModel>.self)
/// ```
@MainActor
public protocol ContentProviding: AnyCellViewModel {
  /// The content of the cell.
  associatedtype Content
  /// The content of the cell.
  var content: Content { get }
}

/// A view model whose model is the content of a ready-made cell.
open class ContentViewModel<Content>: CellViewModel<Content>, ContentProviding {
  open var content: Content { model }
}

/// The content of a ``LabelCell``.
public struct LabelContent: Hashable, Sendable, Decodable {
  /// The text, wrapped at the width of the table.
  public var text: String

  /// Creates content.
  public init(text: String) { self.text = text }
}

/// The content of a ``TitleDetailCell`` or a ``KeyValueCell``.
public struct TitleDetailContent: Hashable, Sendable, Decodable {
  /// The text at the left.
  public var title: String
  /// The text at the right.
  public var detail: String

  /// Creates content.
  public init(title: String, detail: String) {
    (self.title, self.detail) = (title, detail)
  }
}

/// The content of a ``ColumnsCell``.
public struct ColumnsContent: Hashable, Sendable, Decodable {
  /// The texts, by column.
  public var texts: [String]

  /// Creates content.
  public init(texts: [String]) { self.texts = texts }
}

/// The content of a ``CardCell``.
public struct CardContent: Hashable, Sendable, Decodable {
  /// The title, in the border.
  public var title: String
  /// The lines.
  public var lines: [String]

  /// Creates content.
  public init(title: String, lines: [String]) {
    (self.title, self.lines) = (title, lines)
  }
}

/// The content of a ``ProgressCell``.
public struct ProgressContent: Hashable, Sendable, Decodable {
  /// The title of the task.
  public var title: String
  /// The completed fraction, from 0 to 1.
  public var fraction: Double

  /// Creates content.
  public init(title: String, fraction: Double) {
    (self.title, self.fraction) = (title, fraction)
  }
}

/// The content of a ``SparklineCell``.
public struct SparklineContent: Hashable, Sendable, Decodable {
  /// The title of the values.
  public var title: String
  /// The values, the oldest first.
  public var values: [Double]

  /// Creates content.
  public init(title: String, values: [Double]) {
    (self.title, self.values) = (title, values)
  }
}

/// The content of a ``BarCell``.
public struct BarContent: Hashable, Sendable, Decodable {
  /// The title of the value.
  public var title: String
  /// The value; the bar is empty if it is negative.
  public var value: Double
  /// The value at which the bar has its full length.
  public var limit: Double

  /// Creates content.
  public init(title: String, value: Double, limit: Double) {
    (self.title, self.value, self.limit) = (title, value, limit)
  }
}

/// The content of a ``CheckBoxCell``.
public struct CheckBoxContent: Hashable, Sendable, Decodable {
  /// The title of the check box.
  public var title: String
  /// A Boolean value that indicates whether the box is checked.
  public var isChecked: Bool

  /// Creates content.
  public init(title: String, isChecked: Bool) {
    (self.title, self.isChecked) = (title, isChecked)
  }
}

/// The content of a ``LinkCell``.
public struct LinkContent: Hashable, Sendable, Decodable {
  /// The text of the link.
  public var title: String
  /// The target of the link.
  public var url: String

  /// Creates content.
  public init(title: String, url: String) {
    (self.title, self.url) = (title, url)
  }
}
