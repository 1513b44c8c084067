import MocoaCore

/// The feature of searching the rows of a list by the text that their cells display.
///
/// Rows are drawn to be searched, in slices of a few milliseconds, so that keys do not wait for it.
@MainActor
final class ListSearch: PageFeature {
  private unowned let page: any ListContext

  /// The text that is searched for; empty if there is none.
  private var text = ""

  /// The search that goes on after its first slice.
  private var running: Task<Void, Never>?

  /// The time for which rows are searched before other work.
  var slice: Duration = .milliseconds(8)

  static let bindings: [KeyBinding<ListSearch>] = [
    .init("search", ["/"], help: "Search") { $0.ask() },
    .trying("next-match", ["n"], help: "Next match") { $0.goToMatch(forward: true) },
    .trying("previous-match", ["N"], help: "Previous match") { $0.goToMatch(forward: false) },
  ]

  /// Creates the feature; the page outlives it.
  init(page: any ListContext) { self.page = page }

  deinit { running?.cancel() }

  private func ask() {
    page.askForSearch(
      instead: text, restore: page.positionRestorer(),
      search: { [weak self] in self?.search($0) },
      goToMatch: { [weak self] in _ = self?.goToMatch(forward: true, includesCursor: true) })
  }

  /// Highlights a text in all rows; an empty one highlights nothing.
  private func search(_ text: String) {
    running?.cancel()
    self.text = text
    page.prompt?.show("")
    page.content.highlight(text.isEmpty ? nil : { $0.rangesIgnoringCase(of: text) })
  }

  /// Moves to the next row with the text, or says that there is none.
  ///
  /// - Returns: `false` if no text is searched for.
  private func goToMatch(forward: Bool, includesCursor: Bool = false) -> Bool {
    guard !text.isEmpty else { return false }
    running?.cancel()
    guard let list = page.content.list, let cursor = page.content.cursor else { return true }
    var scan = Scan(
      place: includesCursor ? cursor : list.path(after: cursor, forward: forward),
      rest: page.content.rowCount, forward: forward, start: cursor)
    guard !proceed(&scan) else { return true }
    running = Task { [weak self] in
      repeat { await Task.yield() } while !Task.isCancelled && self?.proceed(&scan) == false
    }
    return true
  }

  /// The next row to look at, the number of rows to look at, and where the search began.
  private struct Scan {
    var place: ListIndexPath
    var rest: Int
    let forward: Bool
    let start: ListIndexPath
    var shown = ContinuousClock.now
  }

  /// Searches for a short time.
  ///
  /// - Returns: `true` if the search has ended: at a match, without one, or because the cursor has
  ///   moved.
  private func proceed(_ scan: inout Scan) -> Bool {
    let content = page.content
    guard let list = content.list, content.cursor == scan.start else { return true }
    let end = ContinuousClock.now + slice
    while scan.rest > 0 {
      guard list.contains(scan.place) else {
        (scan.place, scan.rest) = (scan.start, content.rowCount)
        return false
      }
      if content.text(at: scan.place).containsIgnoringCase(text) {
        page.prompt?.show("")
        content.moveCursor(to: scan.place)
        return true
      }
      scan.place = list.path(after: scan.place, forward: scan.forward)
      scan.rest -= 1
      guard scan.rest % 16 == 0, ContinuousClock.now >= end else { continue }
      if ContinuousClock.now - scan.shown > .milliseconds(200) {
        scan.shown = .now
        show("searching, \(scan.rest.grouped) rows left", for: .milliseconds(400))
      }
      return false
    }
    page.showNotFound(text)
    return true
  }

  private func show(_ message: String, for duration: Duration) {
    if let prompt = page.prompt {
      prompt.show(message)
    } else {
      page.status.show(message, for: duration)
    }
  }
}

extension StatusPage {
  /// Prompts for a text, which is searched for while it is typed.
  ///
  /// - Parameters:
  ///   - before: The text that is searched for instead if there is no answer.
  ///   - restore: Restores the position from which is searched.
  ///   - search: Highlights a text; an empty one highlights nothing.
  ///   - goToMatch: Goes to the first match from the position on.
  func askForSearch(
    instead before: String, restore: @escaping () -> Void, search: @escaping (String) -> Void,
    goToMatch: @escaping () -> Void
  ) {
    let cancel = {
      restore()
      search(before)
    }
    ask(
      PromptRequest(
        label: "/", history: .search,
        onChange: { text in
          restore()
          search(text)
          if !text.isEmpty { goToMatch() }
        },
        onSubmit: { text in
          if text.isEmpty { cancel() }
          return true
        }, onCancel: cancel))
  }

  /// Reports that a text is not found, next to it while it is typed.
  func showNotFound(_ text: String) {
    if let prompt {
      prompt.show("not found", style: .warning)
    } else {
      status.show("\"\(TextWidth.sanitized(text))\" is not found")
    }
  }
}

extension ListView {
  /// Returns the text that the cell of an item displays, drawn into a separate buffer.
  func text(at path: ListIndexPath) -> String {
    guard let viewModel = content(of: .item(path)) else { return "" }
    let cell = prototype(for: viewModel)
    let columns = max(FrameBuffer.textColumns, viewport.columns)
    let rows = min(100, max(1, cell.measureItem(viewModel, columns: columns).rows))
    cell.show(viewModel, isHost: false)
    defer { cell.unbind() }
    if let text = cell.searchedText { return text }
    return FrameBuffer.text(columns: columns, rows: rows) { canvas in
      cell.frame = canvas.bounds
      cell.draw(in: &canvas)
    }
  }
}

extension FrameBuffer {
  /// The minimum width at which rows are drawn to be searched, so that little is truncated.
  static let textColumns = 200

  /// Returns what a closure draws, as text.
  static func text(columns: Int, rows: Int, draw: (inout Canvas) -> Void) -> String {
    let buffer = FrameBuffer(size: Size(columns: max(textColumns, columns), rows: rows))
    var canvas = Canvas(buffer)
    draw(&canvas)
    return buffer.lines.joined(separator: "\n")
  }
}

extension ListViewModel {
  /// Returns the next item or the previous one, wrapping around at the ends of the list.
  fileprivate func path(after path: ListIndexPath, forward: Bool) -> ListIndexPath {
    var (section, item) = (path.section, path.item + (forward ? 1 : -1))
    while !(0..<numberOfItems(in: section)).contains(item) {
      section = (section + (forward ? 1 : numberOfSections - 1)) % numberOfSections
      item = forward ? 0 : numberOfItems(in: section) - 1
    }
    return ListIndexPath(section: section, item: item)
  }
}

extension String {
  /// Returns the ranges at which a text occurs in this one, ignoring case.
  func rangesIgnoringCase(of other: String) -> [Range<Index>] {
    let wanted = other.map { $0.lowercased() }
    guard !wanted.isEmpty else { return [] }
    var ranges: [Range<Index>] = []
    var start = startIndex
    while start < endIndex {
      var (end, count) = (start, 0)
      while end < endIndex, count < wanted.count, self[end].lowercased() == wanted[count] {
        end = index(after: end)
        count += 1
      }
      if count == wanted.count {
        ranges.append(start..<end)
        start = end
      } else {
        start = index(after: start)
      }
    }
    return ranges
  }
}
