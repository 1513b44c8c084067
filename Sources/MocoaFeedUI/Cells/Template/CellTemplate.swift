import MocoaFeed
import MocoaTUI

/// The content of rows without a custom cell: lines, or the columns of the table.
enum CellTemplate: Hashable, Sendable {
  /// The lines of a template.
  case lines(RowTemplate)
  /// A template per column of the table, by the column's `id`; other columns show their member.
  case columns([String: RowTemplate])

  /// The number of screen rows that it needs.
  var lineCount: Int {
    switch self {
    case .lines(let template): template.lineCount
    case .columns: 1
    }
  }
}

/// Conditional templates for rows: the first rule that matches a row applies.
package struct CellRules: Hashable, Sendable {
  /// A template, and a condition on rows.
  package struct Rule: Hashable, Sendable {
    /// The condition on rows; nil matches every row.
    var condition: RowFilter?
    /// The template for matching rows.
    var template: CellTemplate

    init(when condition: RowFilter? = nil, _ template: CellTemplate) {
      self.condition = condition
      self.template = template
    }
  }

  /// The rules, in the order in which they are tested.
  package var rules: [Rule]

  init(_ rules: [Rule] = []) { self.rules = rules }

  /// Returns the number of the rule for a row, or nil if none matches.
  package func index(for row: Row) -> Int? {
    rules.firstIndex { $0.condition?.matches(row.json) ?? true }
  }

  /// Returns the template for a row, or nil if no rule matches.
  func template(for row: Row) -> CellTemplate? {
    index(for: row).map { rules[$0].template }
  }
}
