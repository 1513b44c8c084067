import MocoaFeed
import MocoaTUI

/// A column of the table that a manifest defines: a member, or a template.
package struct TemplateColumn: Hashable, Sendable {
  /// The column; its `id` is a JSON pointer to the member, or else the template.
  package var column: TableColumn

  /// The template of the cells; nil for the member itself.
  package var template: RowTemplate?

  /// A Boolean value that indicates whether the alignment was specified, rather than inferred.
  var isAligned = false

  /// A Boolean value that indicates whether the width was specified.
  var isSized = false

  /// The number of columns to which the text of a template may be cut where room is short.
  private static let shortestText = 12

  /// Creates a column.
  init(
    _ column: TableColumn, id: String? = nil, title: String? = nil, template: RowTemplate? = nil
  ) {
    self.column = column
    self.column.id = id ?? column.id
    self.column.title = title ?? column.title
    self.column.order = nil
    self.template = template
    (isAligned, isSized) = (true, true)
  }

  /// The members that rows need for this column.
  package var neededPaths: [MemberPath] {
    template?.neededPaths ?? [MemberPath(keys: column.memberPointer.tokens)]
  }

  /// Returns the column for rows like those of a sample, with the maximum width of its text.
  func fitted(to sample: [JSONBytes], like chosen: TableColumn?) -> (TableColumn, width: Int) {
    var column = column
    if let chosen, template == nil {
      if !isAligned { column.alignment = chosen.alignment }
      column.style = chosen.style
      if !isSized { column.width = chosen.width }
    }
    let widths = sample.map { row in
      guard let template else {
        let value = JSONPointer(column.id).flatMap { row[$0]?.displayedStart }
        return TextWidth.columns(of: value.map { JSONDisplayText($0).text } ?? "", upTo: 80)
      }
      return Line(template.lines(for: row).first ?? []).columns(upTo: 80)
    }
    let title = TextWidth.columns(of: column.title, upTo: 24)
    let width = max(widths.max() ?? 0, title)
    if !isSized, template != nil {
      column.width = .content(minimum: min(Self.shortestText, width), maximum: 40)
    }
    return (column, width)
  }
}
