import MocoaFeed
import MocoaTUI

/// The feature of showing a whole row in a pane, separated from the table by a line.
@MainActor
package final class DetailPane: View, FeedFeature {
  enum Placement {
    case beside, below, alone
  }

  let text = JSONTextView()

  /// The output of the preview command, in place of the row.
  let preview = PagerView()

  /// The command whose output is shown in place of the row; nil for the row itself.
  var command: CommandTemplate? {
    didSet {
      text.isHidden = command != nil
      preview.isHidden = command == nil
    }
  }

  /// The visible content, which scrolls.
  var content: View { command == nil ? text : preview }

  private var previewTask: Task<Void, Never>?
  private var previewToken: CommandToken?

  var placement = Placement.beside {
    didSet { if placement != oldValue { setNeedsLayout() } }
  }

  /// A Boolean value that indicates whether the pane replaces the table.
  var isZoomed = false

  private var shown: JSONBytes?

  private unowned let context: any FeedContext

  /// Creates a hidden pane; the page outlives it.
  init(context: any FeedContext) {
    self.context = context
    super.init()
    isPane = true
    addSubview(text)
    addSubview(preview)
    preview.isHidden = true
    isHidden = true
  }

  /// Lays out the pane: beside the rows if the room is wide, below if it is high, else hidden.
  ///
  /// - Returns: The area for the rows.
  func layOut(in room: Rect) -> Rect {
    let split: (strip: Rect, rest: Rect)
    if isHidden {
      return room
    } else if isZoomed {
      (placement, split) = (.alone, (room, room))
    } else if room.columns >= Self.minimumColumns {
      (placement, split) = (.beside, room.split(room.columns * 2 / 5, from: .right))
    } else if room.rows >= 12 {
      (placement, split) = (.below, room.split(room.rows / 2, from: .bottom))
    } else {
      split = (.zero, room)
    }
    frame = split.strip
    if !frame.isEmpty { context.status.clear(Self.refusal) }
    return split.rest
  }

  private static let refusal = "no room beside the list; z shows the row in full"

  /// The minimum width of the page for a pane beside the rows, in character columns.
  static let minimumColumns = 100

  /// The maximum number of bytes of a row that are displayed, which keeps cursor movement fast.
  static let byteLimit = 1 << 18

  /// Displays a row; does nothing if it is displayed already.
  func show(_ row: Row?) {
    text.pathInSource = context.pathInSource ?? { $0 }
    text.pathNote = context.pathNote
    guard row?.json != shown else { return }
    shown = row?.json
    text.show(row?.json, limit: Self.byteLimit, problem: row?.problem)
  }

  isolated deinit { cancelPreview() }

  package override var keyMap: KeyMap { Self.paneKeyMap }

  /// The delay between a cursor movement and the preview command, so that scrolling runs none.
  private static let rest = Duration.milliseconds(60)

  /// The duration for which the previous output remains while the command runs.
  private static let patience = Duration.milliseconds(200)

  /// The number of bytes after which a preview command is ended.
  private nonisolated static let previewLimit = 256 << 10

  /// Displays the output of the preview command for a row; the command of the last row is ended.
  private func showPreview(of row: Row) {
    guard let command, row.json != shown else { return }
    shown = row.json
    cancelPreview()
    let token = CommandToken()
    let catalog = context.catalog
    previewToken = token
    // Unlike an action, a preview does no harm if a value is missing.
    var notes: [Line] = []
    let script = command.replacingMembers { path in
      if let line = catalog.lineOfRow(path) { return line }
      if path.value(in: row.json) != nil { return path }
      do throws(UnknownColumnError) {
        let member = try catalog.memberPath(named: path.typed)
        if member.value(in: row.json) == nil {
          notes.append(Line("the row has no \(path.text)", style: .warning))
        }
        return member
      } catch {
        let text = "no row has a member \(error.name)\(error.hint)"
        notes.append(Line(text, style: .warning))
        return path
      }
    }
    let words = script.arguments(for: row.json)
    previewTask = Task { [weak self, notes] in
      try? await Task.sleep(for: Self.rest)
      guard !Task.isCancelled else { return }
      BackgroundWork.detach {
        let outcome = CommandOutcome(running: words, limit: Self.previewLimit, token: token)
        return token.isCancelled ? [] : notes + outcome.lines(withHeading: false)
      } completion: { [weak self] lines in
        guard !token.isCancelled else { return }
        self?.previewTask?.cancel()
        self?.showPreview(lines)
      }
      try? await Task.sleep(for: Self.patience)
      guard !Task.isCancelled else { return }
      self?.showPreview([Line("running …", style: .secondary)])
    }
  }

  private func showPreview(_ lines: [Line]) {
    preview.text = lines
    preview.scrollToStart()
  }

  private func cancelPreview() {
    previewTask?.cancel()
    previewToken?.cancel()
  }

  package override func layoutSubviews() {
    switch placement {
    case .beside: text.frame = bounds.inset(by: Insets(left: 2))
    case .below: text.frame = bounds.inset(by: Insets(top: 1))
    case .alone: text.frame = bounds
    }
    preview.frame = text.frame
  }

  package override func draw(in canvas: inout Canvas) {
    switch placement {
    case .beside:
      canvas.fill(
        Rect(column: 0, row: 0, columns: 1, rows: frame.rows), with: "│", style: .border)
    case .below:
      canvas.fill(
        Rect(column: 0, row: 0, columns: frame.columns, rows: 1), with: "─", style: .border)
    case .alone: break
    }
  }
}

extension DetailPane {
  package static let bindings: [KeyBinding<DetailPane>] = [
    .init("toggle-detail", ["v"], help: "Toggle the row in full beside the list") { $0.toggle() },
    .init("zoom-detail", ["z"], help: "Toggle the row in full on the whole screen") { $0.zoom() },
    .trying("switch-focus", [.control("w")], help: "Switch between the list and the row in full") {
      $0.switchFocus()
    },
  ]

  /// The keys of the pane beside those of its text: those of a page with the row.
  static let paneKeyMap = KeyMap(
    for: DetailPane.self, title: "Row in full",
    [
      .init("next-row", ["J"], help: "Show the next row of the list") { $0.showNeighbor(by: 1) },
      .init("previous-row", ["K"], help: "Show the previous row of the list") {
        $0.showNeighbor(by: -1)
      },
      .init("back", ["q"], help: "Back to the list") { $0.leave() },
    ])

  /// Moves the cursor of the list, whose row the pane shows.
  private func showNeighbor(by step: Int) {
    if context.table.moveCursor(by: step) { return }
    context.status.show(step > 0 ? "this is the last row" : "this is the first row")
  }

  private func leave() {
    if replacesTable { return setShown(false) }
    context.application?.focus(context.table)
  }

  private func toggle() {
    setShown(isHidden)
    if !isHidden, !isZoomed, context.bounds.columns < Self.minimumColumns, context.bounds.rows < 14
    {
      context.status.show(Self.refusal)
    }
  }

  private func zoom() {
    isZoomed.toggle()
    setShown(true)
    context.application?.focus(isZoomed ? content : context.table)
  }

  private func switchFocus() -> Bool {
    guard !isHidden else { return false }
    context.application?.focus(
      context.application?.focusedView === context.table ? content : context.table)
    return true
  }

  /// A Boolean value that indicates whether the pane is shown in place of the table.
  var replacesTable: Bool { isZoomed && !isHidden }

  /// Shows or hides the pane.
  func setShown(_ isShown: Bool) {
    isHidden = !isShown
    if !isShown {
      isZoomed = false
      context.application?.focus(context.table)
    }
    cursorDidMove()
    context.setNeedsLayout()
  }

  /// Shows the output of a command for the current row beside the list.
  package func showPreview(of command: ShellTemplate) {
    self.command = .script(command)
    setShown(true)
  }

  func feedDidChange(_ change: FeedChange) { if case .loaded = change { cursorDidMove() } }

  /// Displays the current row, unless the pane is hidden.
  package func cursorDidMove() {
    guard !isHidden, context.table.cursor != nil else { return }
    guard command != nil else { return show(context.currentRow) }
    context.currentRow.map { showPreview(of: $0) }
  }
}
