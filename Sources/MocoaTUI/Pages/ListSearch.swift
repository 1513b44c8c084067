import MocoaCore

/// Searching rows by the text that their cells display.
extension ListViewPage {
  /// The keys that search.
  static let searchKeyMap = KeyMap(
    for: ListViewPage.self,
    [
      .init("search", ["/"], help: "Search") { $0.askForSearch() },
      .trying("next-match", ["n"], help: "Next match") { $0.goToMatch(forward: true) },
      .trying("previous-match", ["N"], help: "Previous match") { $0.goToMatch(forward: false) },
    ])

  /// The maximum number of rows that a search examines, because each is drawn to get its text.
  static let searchLimit = 10_000

  private func askForSearch() {
    let (before, start) = (searchText, content.cursor)
    let restore = { [weak self] in
      guard let self else { return }
      search(before)
      start.map { self.content.moveCursor(to: $0) }
    }
    ask(
      PromptRequest(
        label: "/", history: .search,
        onChange: { [weak self] text in
          start.map { self?.content.moveCursor(to: $0) }
          self?.search(text)
          if !text.isEmpty { _ = self?.goToMatch(forward: true, includesCursor: true) }
        },
        onSubmit: { text in
          if text.isEmpty { restore() }
          return true
        }, onCancel: restore))
  }

  /// Highlights a text in all rows; an empty one highlights nothing.
  private func search(_ text: String) {
    searchText = text
    prompt?.show("")
    content.highlight(text.isEmpty ? nil : { $0.rangesIgnoringCase(of: text) })
  }

  private func goToMatch(forward: Bool, includesCursor: Bool = false) -> Bool {
    guard !searchText.isEmpty else { return false }
    guard let list = content.list, let cursor = content.cursor else { return true }
    var path = cursor
    for step in 0..<min(Self.searchLimit, content.rowCount) {
      if step > 0 || !includesCursor { path = list.path(after: path, forward: forward) }
      if content.text(at: path).containsIgnoringCase(searchText) {
        content.moveCursor(to: path)
        return true
      }
    }
    let places = content.rowCount > Self.searchLimit ? " in \(Self.searchLimit.grouped) rows" : ""
    let text = "\"\(TextWidth.sanitized(searchText))\" is not found\(places)"
    if let prompt { prompt.show("not found\(places)", style: .warning) } else { status.show(text) }
    return true
  }
}

extension ListView {
  /// Returns the text that the cell of an item displays, drawn into a separate buffer.
  func text(at path: ListIndexPath) -> String {
    guard let viewModel = viewModel(of: .item(path)) else { return "" }
    let cell = prototype(for: viewModel)
    let columns = max(FrameBuffer.textColumns, viewport.columns)
    let rows = min(100, max(1, cell.measureItem(viewModel, columns: columns).rows))
    cell.show(viewModel, isHost: false)
    defer { cell.unbind() }
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
