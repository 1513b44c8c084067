import MocoaFeed
import MocoaTUI

/// The content of rows without a custom cell: lines, or the columns of the table.
public enum CellTemplate: Hashable, Sendable {
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
public struct CellRules: Hashable, Sendable {
  /// A template, and a condition on rows.
  public struct Rule: Hashable, Sendable {
    /// The condition on rows; nil matches every row.
    public var condition: RowFilter?
    /// The template for matching rows.
    public var template: CellTemplate

    /// Creates a rule.
    public init(when condition: RowFilter? = nil, _ template: CellTemplate) {
      self.condition = condition
      self.template = template
    }
  }

  /// The rules, in the order in which they are tested.
  public var rules: [Rule]

  /// Creates rules.
  public init(_ rules: [Rule] = []) { self.rules = rules }

  /// Returns the number of the rule for a row, or nil if none matches.
  public func index(for row: Row) -> Int? {
    rules.firstIndex { $0.condition?.matches(row.json) ?? true }
  }

  /// Returns the template for a row, or nil if no rule matches.
  public func template(for row: Row) -> CellTemplate? {
    index(for: row).map { rules[$0].template }
  }
}
