import MocoaCore
import MocoaFeed
import MocoaTUI

extension Module {
  /// Registers templates for rows; a row that no rule matches is displayed as plain JSON.
  ///
  /// ```swift
  /// let template = try RowTemplate(parsing: "{title:bold} {date|relative:right}")
  /// modules["mocoa://events/"].section.cell.register(CellRules([.init(.lines(template))]))
  /// ```
  func register(_ rules: CellRules) {
    let view = ModuleView(.template, name: rules.description) { TemplateCell() }
    register(model: Row.self, view: view) { row in
      let viewModel = TemplateCellViewModel(model: row)
      viewModel.template = rules.template(for: row)
      return viewModel
    }
  }

  /// Registers a template for headers or footers.
  func register(header template: RowTemplate) {
    let view = ModuleView(.template, name: template.quoted) { TemplateHeaderView() }
    register(model: Row.self, view: view) { row in
      let viewModel = TemplateHeaderViewModel(model: row)
      viewModel.template = template
      return viewModel
    }
  }
}

extension CellRules: CustomStringConvertible {
  /// The templates with their conditions, in order.
  package var description: String {
    rules.map(\.description).joined(separator: ", else ")
  }
}

extension CellRules.Rule: CustomStringConvertible {
  /// The template and its condition.
  package var description: String {
    let text =
      switch template {
      case .lines(let template): template.quoted
      case .columns(let columns): "\(columns.count) columns"
      }
    return condition.map { "\(text) when \($0.text)" } ?? text
  }
}

extension RowTemplate {
  /// The quoted template on one line.
  fileprivate var quoted: String {
    "\"" + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
      + "\""
  }
}
