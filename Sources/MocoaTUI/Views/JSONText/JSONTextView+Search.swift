import MocoaFeed

/// Looking for something in a value.
extension JSONTextView {
  func performSearch(_ action: Action) -> Bool {
    switch action {
    case .search: askForSearch()
    case .nextMatch: return goToMatch(forward: true)
    case .previousMatch: return goToMatch(forward: false)
    default: return false
    }
    return true
  }

  private func askForSearch() {
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
    do throws(FilterSyntaxError) {
      search = text.isEmpty ? nil : try RowSearch(parsing: text, isMember: { _ in false })
      let matches = matchingLines
      let best = matches.first { $0 >= line } ?? matches.first
      reveal(line: best ?? line)
      prompt?.show(
        text.isEmpty ? "" : "\(matches.count.grouped) lines",
        style: matches.isEmpty && !text.isEmpty ? .warning : .statusBar)
    } catch {
      prompt?.show(error)
    }
    setNeedsDisplay()
  }

  private func goToMatch(forward: Bool) -> Bool {
    guard search != nil, rows.indices.contains(cursor) else { return false }
    let (matches, line) = (matchingLines, rows[cursor].line)
    let next =
      forward
      ? matches.first { $0 > line } ?? matches.first
      : matches.last { $0 < line } ?? matches.last
    next.map { reveal(line: $0) }
    return true
  }

  /// The lines in which there is something to be found; O(bytes).
  private var matchingLines: [Int] {
    guard let search else { return [] }
    return lines.lines.indices.filter { !search.ranges(in: String(lines.lines[$0])).isEmpty }
  }

  /// Puts the cursor onto a line, and unfolds what it is in.
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
      let text = String(shown.text.prefix(10_000))
      canvas.mark(
        search.ranges(in: text), of: text, from: shown.indentation - leftColumn,
        columns: frame.columns + leftColumn, row: row)
    }
  }
}
