import MocoaTUI

extension FeedPage {
  static let brokenRowBindings: [KeyBinding<FeedPage>] = [
    .init("next-broken-row", ["e"], help: "Next row that cannot be read, and why") {
      $0.goToBrokenRow()
    }
  ]

  /// Moves to the next broken row, wrapping around, and shows its error.
  func goToBrokenRow() {
    switch brokenRows.next(after: cursorRowNumber ?? -1) {
    case .unknown: status.show("checking the rows", for: .seconds(20))
    case .none: status.show("all rows can be read")
    case .row(let number) where rows?.indexPath(ofRow: number) == nil:
      status.show("row \((number + 1).grouped) is hidden by the filters", style: .warning)
    case .row(let number):
      showRow(number)
      feed.listModel.row(number).problem.map { status.show("\($0)", style: .error) }
    }
  }
}
