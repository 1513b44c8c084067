import MocoaCore

/// Writing rows to a file, and copying them.
extension ListPage {
  /// The keys that write and copy rows.
  static var exportBindings: [KeyBinding<ListPage>] {
    [
      .init("save-view", ["w"], help: "Export the rows that are shown, or marked, to a file") {
        $0.askForFile()
      },
      .init("copy-row", ["y"], help: "Copy the row, or the marked ones") { page in
        let texts = page.targets.map { page.exportedTexts(of: $0).joined(separator: "\t") }
        guard !texts.isEmpty else { return page.status.show("no row") }
        page.copyText(
          texts.joined(separator: "\n"), texts.count == 1 ? "" : "\(texts.count.grouped) rows")
      },
    ]
  }

  /// The rows to write: the marked ones, else all that are shown, without notes.
  private var exportedPaths: [ListIndexPath] {
    let marked = Array(rows.selectedIndexPaths)
    return marked.isEmpty ? shownPaths : marked
  }

  private var exportedTitles: [String] {
    rowStyle.columns.isEmpty ? ["value"] : rowStyle.columns.map(\.column.title)
  }

  /// Returns the texts of a row in its columns, or else all of its text.
  private func exportedTexts(of model: Model) -> [String] {
    if !rowStyle.columns.isEmpty, let texts = rowStyle.texts { return texts(model) }
    return [text(of: model).split(separator: "\n").joined(separator: "  ")]
  }

  /// Prompts for the name of a file, whose extension determines the format.
  private func askForFile() {
    ask(
      PromptRequest(
        label: "write to:", history: "file",
        onSubmit: { [weak self] in self?.write(toFile: $0) ?? true }))
    prompt?.show("\(exportedPaths.count.counted("row")); name\(ListFormat.names)")
  }

  /// Writes the rows to a file with the typed name; asks before replacing an existing one.
  ///
  /// - Returns: `true` if the name is valid.
  private func write(toFile name: String) -> Bool {
    guard !name.isEmpty else { return true }
    guard let format = ListFormat(ofFile: name) else {
      return decline("expected a name that ends with one of \(ListFormat.names)")
    }
    let (file, paths, list) = (WholeFile(name: name), exportedPaths, rows.model)
    task { [weak self] in
      if file.exists {
        let question = "\(name) exists. Replace it?"
        guard await self?.confirm(question, title: "Write") == true else { return }
      }
      await self?.write(paths, of: list, as: format, to: file)
    }
    return true
  }

  private func write(
    _ paths: [ListIndexPath], of list: any ListModel, as format: ListFormat, to file: WholeFile
  ) async {
    let title = "writing \(file.name)"
    running.append(title)
    defer { running.firstIndex(of: title).map { _ = running.remove(at: $0) } }
    var (content, count) = (format.header(exportedTitles), 0)
    var end = ContinuousClock.now + slice
    for (index, path) in paths.enumerated() {
      let item = list.section(at: path.section).item(at: path.item)
      guard let row = item as? ListRow<Model>, row.note == nil else { continue }
      content += format.line(exportedTexts(of: row.model))
      count += 1
      // Keys do not wait.
      if index % 16 == 15, ContinuousClock.now >= end {
        await Task.yield()
        if Task.isCancelled { return }
        end = ContinuousClock.now + slice
      }
    }
    do {
      try await file.write(content)
      status.show("wrote \(count.counted("row")) to \(file.name)", for: .seconds(8))
    } catch {
      status.show("\(error)", style: .error, for: .seconds(8))
    }
  }
}
