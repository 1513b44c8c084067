import MocoaFeedUI

/// A report of the modules that display the rows of a feed, with the reasons.
@MainActor
struct ModuleReport {
  /// Rows that the same module displays by the same rule.
  private struct Group: Hashable {
    var element: ElementName
    /// The number of the rule for the rows; nil if the module has none, or none matches.
    var rule: Int?
  }

  private var counts: [Group: Int] = [:]
  private var order: [Group] = []
  private let rules: [ModuleURL: CellRules]
  private let resolver: ModuleResolver

  /// Examines all rows of a feed.
  init(_ model: FeedListModel, module: Module, rules: [ModuleURL: CellRules]) {
    self.rules = rules
    resolver = ModuleResolver(module: module)
    for index in 0..<model.numberOfSections {
      let section = model.feedSection(at: index)
      for item in 0..<section.numberOfItems {
        let row = section.row(at: item)
        let element = ElementName(section: section.moduleName, kind: .cell, name: row.moduleName)
        add(Group(element: element, rule: cellRules(for: element)?.index(for: row)))
      }
      for kind in section.supplementaryKinds {
        guard let row = section.supplementaryRow(of: kind) else { continue }
        let element = ElementName(section: section.moduleName, kind: kind, name: row.moduleName)
        add(Group(element: element, rule: nil))
      }
    }
  }

  private mutating func add(_ group: Group) {
    if counts[group] == nil { order.append(group) }
    counts[group, default: 0] += 1
  }

  private func cellRules(for element: ElementName) -> CellRules? {
    guard case .module(let resolved) = resolver.resolve(element) else { return nil }
    return rules[resolved.module.url]
  }

  /// One paragraph per group, in the order of their appearance in the feed.
  var text: String {
    order.isEmpty ? "no rows" : order.map(paragraph).joined(separator: "\n")
  }

  private func paragraph(_ group: Group) -> String {
    let count = counts[group] ?? 0
    let element = group.element
    let what = element.kind == .cell ? "row" : element.kind.rawValue
    var lines = ["\(count) \(what)\(count == 1 ? "" : "s")\(place(of: element)): \(module(group))"]
    lines += resolver.explain(element).map { "  \($0)" }
    return lines.joined(separator: "\n")
  }

  private func place(of element: ElementName) -> String {
    let name = element.name == Row.jsonName ? "" : " named \"\(element.name)\""
    return name + (element.section == .default ? "" : " in section \"\(element.section)\"")
  }

  private func module(_ group: Group) -> String {
    guard case .module(let resolved) = resolver.resolve(group.element) else {
      return "a placeholder"
    }
    guard let rules = rules[resolved.module.url] else { return resolved.view.name }
    guard let rule = group.rule else { return "plain JSON, as no condition matches" }
    return rules.rules[rule].description
  }
}
