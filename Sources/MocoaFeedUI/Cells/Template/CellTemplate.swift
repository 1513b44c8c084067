import MocoaFeed
import MocoaTUI

/// What a row looks like, without a cell written for it: lines, or the columns of the table.
public enum CellTemplate: Hashable, Sendable {
  /// The lines of a template.
  case lines(RowTemplate)
  /// A template for each column of the table, by the column's `id`; other columns show the member
  /// that their `id` names.
  case columns([String: RowTemplate])

  /// How many rows of the screen it needs.
  var lineCount: Int {
    switch self {
    case .lines(let template): template.lineCount
    case .columns: 1
    }
  }
}

/// Which rows look how: the first rule that is for a row counts.
public struct CellRules: Hashable, Sendable {
  /// A template, and the rows that it is for.
  public struct Rule: Hashable, Sendable {
    /// What a row has to pass; nil for every row.
    public var condition: RowFilter?
    /// What such a row looks like.
    public var template: CellTemplate

    /// Makes a rule.
    public init(when condition: RowFilter? = nil, _ template: CellTemplate) {
      self.condition = condition
      self.template = template
    }
  }

  /// The rules, in the order in which they are tried.
  public var rules: [Rule]

  /// Makes rules.
  public init(_ rules: [Rule] = []) { self.rules = rules }

  /// The number of the rule for a row, or nil where none is.
  public func index(for row: Row) -> Int? {
    rules.firstIndex { $0.condition?.matches(row.json) ?? true }
  }

  /// The template for a row, or nil where no rule is for it.
  public func template(for row: Row) -> CellTemplate? {
    index(for: row).map { rules[$0].template }
  }
}
