import MocoaCore

extension PlaceholderView {
  /// A page with the reason for a placeholder and all that its row holds; nil for other elements.
  static func detailsPage(for viewModel: ElementViewModel) -> PagerPage? {
    guard viewModel.isPlaceholder, case .placeholder(let reason) = viewModel.resolution else {
      return nil
    }
    var data = "nil"
    if let model = viewModel.sourceModel as? any CustomStringConvertible {
      data = model.description
    } else if let model = viewModel.sourceModel {
      data = ""
      dump(model, to: &data, maxDepth: 8, maxItems: 1000)
    }
    let reasons = reason.description.split(separator: "\n")
    return PagerPage(
      name: title(of: viewModel),
      lines: reasons.map { Line(String($0), style: .secondary) } + [""]
        + data.split(separator: "\n").map { Line(String($0)) })
  }
}
