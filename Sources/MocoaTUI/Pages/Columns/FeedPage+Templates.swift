import MocoaFeed

extension FeedPage {
  /// The columns that were asked for, fitted to the first rows, and then the others, hidden.
  func templateChoices(besides suggested: [ColumnChoice]) -> [ColumnChoice] {
    let asked = columnTemplates.map { template in
      let like = suggested.first { $0.column.id == template.column.id }?.column
      let (column, width) = template.fitted(to: sample, like: like)
      return ColumnChoice(column: column, contentWidth: width)
    }
    return asked + suggested.hidden(without: asked)
  }
}
