import MocoaFeed
import MocoaTUI

/// A page with a whole row as indented JSON; Esc closes it.
@MainActor
package final class JSONPage: PagerPage {
  private let row: JSONBytes
  private weak var origin: FeedPage?
  private var snapshot: RowSnapshot?

  /// Creates a page of a value.
  ///
  /// - Parameters:
  ///   - name: The name of the value, such as the position of a row.
  ///   - bytes: The value.
  ///   - problem: The error of the value.
  ///   - origin: The page that contains the row, which opens links; nil for none.
  package init(
    name: String, bytes: JSONBytes, problem: FeedError? = nil, origin: FeedPage? = nil
  ) {
    row = bytes
    self.origin = origin
    let text = JSONTextView()
    text.show(bytes, problem: problem)
    origin?.pathInSource.map { text.pathInSource = $0 }
    super.init(name: name, pager: text)
    let cut = text.isCut ? "only the beginning is shown" : ""
    status.activity = cut
    snapshot = origin.map { origin in
      RowSnapshot(of: [bytes], in: origin.feed) { [weak self] hasChanged in
        let notes = [cut, hasChanged ? RowSnapshot.message : ""].filter { !$0.isEmpty }
        self?.status.activity = notes.joined(separator: "; ")
      }
    }
    status.hint = "? help  Esc back  Enter fold  / search  y copy"
  }

  /// The keys of the page in addition to those of the text.
  package static let rowKeyMap = PagerPage.defaultKeyMap.appending(
    KeyMap(
      for: JSONPage.self,
      [
        .init("copy-row", ["y"], help: "Copy the row as JSON") { $0.copyText($0.row.description) },
        .init("open-link", ["o"], help: "Open the first link of the row") {
          $0.origin?.actions.openLinks([$0.row.firstLink ?? ""])
        },
        .init("help", ["?", .function(1)], help: "Show the keys") { $0.application?.showHelp() },
      ]))

  package override var keyMap: KeyMap { Self.rowKeyMap }
}
