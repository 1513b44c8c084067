import MocoaCore

/// A cell's view model that says what a ready-made cell shows.
///
/// What is shown, how it is drawn, and what happens when the row is chosen are apart: the content
/// is a value, the cell draws it, and the view model does the rest.
///
/// ```swift
/// final class ContactViewModel: TableCellViewModel<Contact>, ContentProviding {
///   var content: TitleDetailContent { .init(title: model.name, detail: model.phone) }
/// }
/// modules["mocoa://contacts/"].section.cell.register(TitleDetailCell<ContactViewModel>.self)
/// ```
@MainActor
public protocol ContentProviding: CellViewModel {
  /// What the cell shows.
  associatedtype Content
  /// What the cell shows.
  var content: Content { get }
}

/// The view model of a row whose model is what a ready-made cell shows.
public final class ContentViewModel<Content>: TableCellViewModel<Content>, ContentProviding {
  public var content: Content { model }
}

/// What a ``LabelCell`` shows.
public struct LabelContent: Hashable, Sendable, Decodable {
  /// The text, wrapped at the width of the table.
  var text: String

  /// Makes content.
  public init(text: String) { self.text = text }
}

/// What a ``TitleDetailCell`` and a ``KeyValueCell`` show.
public struct TitleDetailContent: Hashable, Sendable, Decodable {
  /// The text at the left.
  var title: String
  /// The text at the right.
  var detail: String

  /// Makes content.
  public init(title: String, detail: String) {
    self.title = title
    self.detail = detail
  }
}

/// What a ``ColumnsCell`` shows.
public struct ColumnsContent: Hashable, Sendable, Decodable {
  /// The texts, by column.
  var texts: [String]

  /// Makes content.
  public init(texts: [String]) { self.texts = texts }
}

/// What a ``CardCell`` shows.
public struct CardContent: Hashable, Sendable, Decodable {
  /// The title, in the frame.
  var title: String
  /// The lines.
  var lines: [String]

  /// Makes content.
  public init(title: String, lines: [String]) {
    self.title = title
    self.lines = lines
  }
}

/// What a ``ProgressCell`` shows.
public struct ProgressContent: Hashable, Sendable, Decodable {
  /// What is going on.
  var title: String
  /// The part that is done, from 0 to 1.
  var fraction: Double

  /// Makes content.
  public init(title: String, fraction: Double) {
    self.title = title
    self.fraction = fraction
  }
}

/// What a ``SparklineCell`` shows.
public struct SparklineContent: Hashable, Sendable, Decodable {
  /// What the values are of.
  var title: String
  /// The values, the oldest first.
  var values: [Double]

  /// Makes content.
  public init(title: String, values: [Double]) {
    self.title = title
    self.values = values
  }
}

/// What a ``BarCell`` shows.
public struct BarContent: Hashable, Sendable, Decodable {
  /// What the value is of.
  var title: String
  /// The value; what is less than 0 has no bar.
  var value: Double
  /// The value at which the bar is as long as it can be.
  var limit: Double

  /// Makes content.
  public init(title: String, value: Double, limit: Double) {
    self.title = title
    self.value = value
    self.limit = limit
  }
}

/// What a ``CheckBoxCell`` shows.
public struct CheckBoxContent: Hashable, Sendable, Decodable {
  /// What is checked or not.
  public var title: String
  /// Whether it is.
  public var isChecked: Bool

  /// Makes content.
  public init(title: String, isChecked: Bool) {
    self.title = title
    self.isChecked = isChecked
  }
}

/// What a ``LinkCell`` shows.
public struct LinkContent: Hashable, Sendable, Decodable {
  /// The text of the link.
  var title: String
  /// Where it leads.
  public var url: String

  /// Makes content.
  public init(title: String, url: String) {
    self.title = title
    self.url = url
  }
}
