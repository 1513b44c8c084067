import MocoaFeed
import MocoaTUI

/// A page with a whole row as indented JSON; Esc closes it.
@MainActor
package final class JSONPage: PagerPage {
  private var row: JSONBytes
  private weak var origin: FeedPage?
  private let text = JSONTextView()
  private var snapshot: RowSnapshot?

  /// The row in the list, which a reload may remove.
  private var anchor: AnchoredRow?

  /// Creates a page of a value, such as a row that has a position as its name and may have an
  /// error; links open on the page that contains it.
  package init(
    name: String, bytes: JSONBytes, problem: FeedError? = nil, origin: FeedPage? = nil
  ) {
    row = bytes
    self.origin = origin
    super.init(name: name, pager: text)
    show(bytes, problem: problem)
    status.hint = "? help  Esc back  Enter fold  / search  y copy"
    if origin != nil { status.hint += "  J next row" }
  }

  package convenience init(of row: Row, on page: FeedPage) {
    self.init(
      name: Self.name(of: row, on: page), bytes: row.json, problem: row.problem, origin: page)
  }

  private static func name(of row: Row, on page: FeedPage) -> String {
    "\(page.title): \(row.indexPath.map { "row \($0.item + 1)" } ?? "row")"
  }

  private func show(_ bytes: JSONBytes, problem: FeedError?) {
    row = bytes
    anchor = origin?.anchor(origin?.cursorRowNumber)
    text.show(bytes, problem: problem)
    origin?.pathInSource.map { text.pathInSource = $0 }
    text.pathNote = origin?.pathNote ?? ""
    let cut = text.isCut ? "only the beginning is shown" : ""
    status.activity = cut
    snapshot = origin.map { origin in
      RowSnapshot(of: [bytes], in: origin.feed) { [weak self] hasChanged in
        let notes = [cut, hasChanged ? RowSnapshot.message : ""].filter { !$0.isEmpty }
        self?.status.activity = notes.joined(separator: "; ")
      }
    }
  }

  /// Shows the row behind or before this one, to which the cursor of the list moves.
  private func showNeighbor(by step: Int) {
    guard let origin else { return }
    // The cursor is on the next row already if a reload has removed this one.
    let isNext = step > 0 && anchor?.isGone == true && origin.updater.tracker.isBehindLostRow
    guard isNext || origin.table.moveCursor(by: step), let row = origin.currentRow else {
      return status.show(step > 0 ? "this is the last row" : "this is the first row")
    }
    name = Self.name(of: row, on: origin)
    show(row.json, problem: row.problem)
  }

  /// The keys of the page in addition to those of the text.
  package static let rowKeyMap = PagerPage.defaultKeyMap.appending(
    KeyMap(
      for: JSONPage.self,
      [
        .init("next-row", ["J"], help: "Show the next row of the list") { $0.showNeighbor(by: 1) },
        .init("previous-row", ["K"], help: "Show the previous row of the list") {
          $0.showNeighbor(by: -1)
        },
        .init("copy-row", ["y"], help: "Copy the row as JSON") { $0.copyText($0.row.description) },
        .init("open-link", ["o"], help: "Open the first link of the row") {
          $0.origin?.actions.openLinks([$0.row.firstLink ?? ""])
        },
        .init("help", ["?", .function(1)], help: "Show the keys") { $0.application?.showHelp() },
      ]))

  package override var keyMap: KeyMap { Self.rowKeyMap }
}
