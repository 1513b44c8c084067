import MocoaFeed
import MocoaTUI

extension Action {
  static let saveView: Action = "save-view"
  static let copyView: Action = "copy-view"
}

/// Writing the displayed rows and columns to a file, or copying them.
extension FeedPage {
  /// The keys for saving and copying.
  static let savingKeyMap = KeyMap(
    [
      .init(.saveView, ["w"], help: "Write the rows that are shown, or marked, to a file"),
      .init(.pipeRows, ["|"], help: "Pass the rows to a command, such as jq, and list its output"),
      .init(.copyView, ["W"], help: "Copy the rows that are shown, or marked, in a format"),
    ] + ViewFormat.allCases.map { .init($0.action, [], help: $0.help) })

  func performSavingAction(_ action: Action) -> Bool {
    switch action {
    case .saveView: askForFile()
    case .pipeRows: askForPipe()
    case .copyView: showPalette([Self.savingKeyMap.removing([.saveView, .pipeRows, .copyView])])
    default:
      guard let format = ViewFormat.allCases.first(where: { $0.action == action }) else {
        return false
      }
      copyView(as: format)
    }
    return true
  }

  // MARK: Files

  /// Prompts for the name of a file, whose extension determines the format.
  private func askForFile() {
    guard areRowsInPlace() else { return }
    ask(
      PromptRequest(
        label: "write to:", history: .file,
        complete: { FileCompletion.candidates(for: $0) },
        onSubmit: { [weak self] text in self?.write(toFile: text) ?? true }))
    let rows = RowExport.rows(writtenRows?.count ?? feed.listModel.numberOfRows)
    prompt?.show("\(rows)\(feed.status.isLoading ? " so far" : ""); name\(ViewFormat.names)")
  }

  /// Writes the view to a file with the typed name; asks before replacing an existing one.
  ///
  /// - Returns: `true` if the name is valid.
  private func write(toFile text: String) -> Bool {
    guard !text.isEmpty else { return true }
    guard let format = ViewFormat(ofFile: text) else {
      prompt?.show("expected a name that ends with one of \(ViewFormat.names)", style: .error)
      return false
    }
    guard let export = export(as: format) else {
      prompt?.show("there is no command line for this list", style: .error)
      return false
    }
    let name = text.expandingHome
    remember(text, in: .file)
    closePrompt()
    guard OutputFile.exists(name) else {
      write(export, to: name, isReplacing: false)
      return true
    }
    application?.present(
      MessageView.confirmation(title: "Write", text: "\(text) exists. Replace it?") {
        [weak self] in self?.write(export, to: name, isReplacing: true)
      })
    return true
  }

  private func write(_ export: RowExport, to name: String, isReplacing: Bool) {
    work.run("writing \(name)") { token in
      let file = try OutputFile(name, isReplacing: isReplacing, isPrivate: export.isPrivate)
      let what = try export.write(token: token) { try file.write($0) }
      try file.close()
      return "wrote \(what.isEmpty ? "" : what + " to ")\(name)"
    } completion: { [weak self] in
      self?.status.show($0, for: .seconds(8))
    }
  }

  // MARK: Clipboard

  private func copyView(as format: ViewFormat) {
    guard areRowsInPlace() else { return }
    guard let export = export(as: format) else {
      return status.show("there is no command line for this list", style: .warning)
    }
    guard export.rowCount <= Self.commandRowLimit else {
      return status.show(
        "at most \(Self.commandRowLimit.grouped) rows are copied; w writes all to a file",
        style: .warning)
    }
    work.run("copying") { token in
      var bytes: [UInt8] = []
      let what = try export.write(token: token) { bytes += $0 }
      return (String(decoding: bytes, as: UTF8.self), what)
    } completion: { [weak self] text, what in
      self?.copyText(text, what.isEmpty ? "" : what + ", ")
    }
  }

  // MARK: Content

  /// The numbers of the rows to write, in display order; nil for all rows in feed order.
  private var writtenRows: RowNumbers? {
    guard let rows else { return RowNumbers() }
    if markedCount > 0 {
      return RowNumbers(rows.order(of: list.selectedIndexPaths) + hiddenMarks.rows)
    }
    return rows.order
  }

  func export(as format: ViewFormat) -> RowExport? {
    let rowFormat: RowFormat
    switch format {
    case .csv: rowFormat = .csv(writtenColumns)
    case .tsv: rowFormat = .tsv(writtenColumns)
    case .markdown: rowFormat = .markdown(writtenColumns)
    case .json: rowFormat = .json(nil)
    case .array: rowFormat = .array(nil)
    case .command:
      return commandLine.map {
        RowExport(content: .text($0(viewArguments) + "\n"))
      }
    case .manifest: return RowExport(content: .text(manifestText))
    }
    return RowExport(content: .rows(rowFormat, of: feed.listModel, writtenRows))
  }

  /// The displayed columns, except bars next to numbers, which have no title.
  private var writtenColumns: [OutputColumn] {
    let shown = columns.choices.filter { $0.isShown && !$0.column.title.isEmpty }.map {
      OutputColumn(title: $0.column.title, path: $0.memberPath, template: template(of: $0))
    }
    return shown.isEmpty ? [OutputColumn(title: "value", path: ".")] : shown
  }

  private func template(of choice: ColumnChoice) -> RowTemplate? {
    columnTemplates.first { $0.column.id == choice.id }?.template
  }

  /// The options of a command line that displays the same rows and columns of the feed.
  private var viewArguments: [String] {
    var words = feed.derivedMembers.flatMap {
      [$0.isJoined ? "--join" : "--derive", $0.text]
    }
    words += filters.flatMap { ["--filter", $0.text] }
    if let grouping { words += ["--section-by", grouping.key] }
    let order = sortKeys.map(\.description).joined(separator: ",")
    if !order.isEmpty { words += ["--sort", order] }
    let shown = columns.choices.filter(\.isShown)
    let areSuggested = columns.selection == .inferred && columns.changedColumns.isEmpty
    if !areSuggested, !shown.isEmpty {
      words.append("--columns=" + shown.map(\.memberPath.text).joined(separator: ","))
    }
    return words
  }

  /// A manifest with the displayed columns.
  private var manifestText: String {
    func quoted(_ text: String) -> String { JSONValue.string(text).description }
    let lines = columns.choices.filter(\.isShown).map { choice in
      let template = template(of: choice)
      var line =
        template.map { "cell: " + quoted($0.text) }
        ?? "member: " + quoted(choice.memberPath.text)
      line += ", title: " + quoted(choice.column.title)
      if case .fixed(let width) = choice.column.width { line += ", width: \(width)" }
      if choice.column.isPinned { line += ", pinned: true" }
      return "  - {\(line)}\n"
    }
    return "# Columns of a list, without its filters, order, keys and actions, for:\n"
      + "# mocoa-tui FEED --modules FILE\ncolumns:\n" + lines.joined()
  }
}
