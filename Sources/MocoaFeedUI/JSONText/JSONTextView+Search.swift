import MocoaCore
import MocoaFeed
import MocoaTUI

extension JSONTextView {
  func askForSearch() {
    let (before, start) = (search, rows.indices.contains(cursor) ? rows[cursor].line : 0)
    let prompt = PromptView(label: "/")
    prompt.field.onChange = { [weak self] in self?.look(for: $0, from: start) }
    prompt.field.onSubmit = { [weak self] _ in self?.closePrompt() }
    prompt.field.onCancel = { [weak self] in
      self?.search = before
      self?.moveCursor(toLine: start)
      self?.closePrompt()
    }
    self.prompt = prompt
    addSubview(prompt)
    setNeedsLayout()
    application?.focus(prompt.field)
  }

  private func closePrompt() {
    prompt?.removeFromSuperview()
    prompt = nil
    application?.focus(self)
    setNeedsLayout()
  }

  func layOutPrompt() {
    prompt?.frame = bounds.split(1, from: .bottom).strip
  }

  private func look(for text: String, from line: Int) {
    matches = nil
    searchTask?.cancel()
    do throws(FilterSyntaxError) {
      search =
        text.isEmpty ? nil : try RowSearch(parsing: text, lookup: { _ in .unknown(nearest: []) })
    } catch {
      prompt?.show(error)
      return
    }
    setNeedsDisplay()
    guard search != nil else {
      prompt?.show("")
      return reveal(line: line)
    }
    findMatches { [weak self] matches in
      self?.reveal(line: matches.first { $0 >= line } ?? matches.first ?? line)
      self?.prompt?.show(
        matches.count.counted("line"),
        style: matches.isEmpty ? .warning : .statusBar)
    }
  }

  func goToMatch(forward: Bool) -> Bool {
    guard search != nil, rows.indices.contains(cursor) else { return false }
    let line = rows[cursor].line
    findMatches { [weak self] matches in
      let next =
        forward
        ? matches.first { $0 > line } ?? matches.first
        : matches.last { $0 < line } ?? matches.last
      guard let next else {
        self?.showMessage("not found")
        return
      }
      self?.reveal(line: next)
      let number = matches.firstIndex(of: next).map { $0 + 1 } ?? 0
      self?.showMessage("line \(number.grouped) of \(matches.count.grouped) with a match")
    }
    return true
  }

  /// Calls a closure with the matching lines.
  ///
  /// It is called at once if they are known or the value is short, and otherwise when a background
  /// search has found them. The last call counts.
  private func findMatches(_ body: @escaping ([Int]) -> Void) {
    searchTask?.cancel()
    guard let search else { return }
    if let matches { return body(matches) }
    let lines = lines
    guard lines.lines.count > Self.longestSearchedAtOnce else {
      matches = lines.matches(of: search)
      return body(matches ?? [])
    }
    prompt?.show("searching")
    searchTask = Task { [weak self] in
      let matches = await withDetachedTask(priority: .userInitiated) { lines.matches(of: search) }
      guard !Task.isCancelled else { return }
      self?.matches = matches
      body(matches)
    }
  }

  /// The maximum number of lines that are searched within a frame.
  private static let longestSearchedAtOnce = 1_000

  /// Moves the cursor to a line, and unfolds its containers.
  private func reveal(line: Int) {
    var parent = lines.parent(of: line)
    var isFolded = false
    while let start = parent {
      isFolded = folded.remove(start) != nil || isFolded
      parent = lines.parent(of: start)
    }
    if isFolded { wrap() }
    moveCursor(toLine: line)
  }

  func drawMatches(in canvas: Canvas) {
    guard let search else { return }
    for row in 0..<min(textRows, max(0, rows.count - topLine)) {
      let shown = rows[topLine + row]
      let text = String(GraphicRendition.removed(from: shown.text.prefix(10_000)))
      canvas.mark(
        search.ranges(in: text), of: text, from: shown.indentation - leftColumn,
        columns: frame.columns + leftColumn, row: row)
    }
  }
}

extension JSONLines {
  /// Returns the lines that match a search; none if the task is cancelled.
  ///
  /// - Complexity: O(n) for n bytes.
  fileprivate func matches(of search: RowSearch) -> [Int] {
    var found: [Int] = []
    for (number, line) in lines.enumerated() {
      if Task.isCancelled { return [] }
      if search.isFound(in: GraphicRendition.removed(from: line)) { found.append(number) }
    }
    return found
  }
}
