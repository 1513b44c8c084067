import MocoaCore
import MocoaFeed
import MocoaTUI

/// What features know of the page.
extension FeedPage: ListContext, QueryPage {
  public var content: ListView { table }
  public var currentItem: Any? { currentRow }
  public var targetItems: [Any] { targetRows }

  public func name(ofSection index: Int) -> String { list.model.section(at: index).title }

  public func positionRestorer() -> () -> Void {
    let (row, screenRow) = (anchor(cursorRowNumber), table.screenRowOfCursor)
    return { [weak self] in self?.updater.show(row, keeping: screenRow) }
  }

  public func updateStatus() { statusBar.update() }

  func updatePosition() { statusBar.updatePosition() }

  var columns: FeedColumns { columnController.columns }
  var markText: String? { targets.markText }
  var lossText: String? { targets.pickLoss?.report }

  var shownRows: ShownRows { updater.shownRows }

  func anchor(_ number: Int?) -> AnchoredRow? { updater.anchor(number) }

  package func showRow(_ number: Int?, keeping screenRow: Int?) {
    updater.showRow(number, keeping: screenRow)
  }

  func addFilter(_ text: String) {
    undo.remember()
    query.addFilter(text)
  }

  func willAsk(for prompt: PromptHistory) {
    guard prompt == .filter else { return memberFinder.start() }
    updater.origin = anchor(cursorRowNumber)
  }

  func queryDidChange(isFilterNew: Bool) {
    if isFilterNew { search.restart() }
    columnController.display()
    updateStatus()
  }
}
