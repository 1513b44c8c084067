import MocoaFeed
import MocoaTUI

/// The feature of writing the displayed or marked rows to a file, copying them, or passing them to
/// a command, in the background.
@MainActor
package final class ExportController: PageFeature {
  package static let bindings: [KeyBinding<ExportController>] =
    [
      .init("save-view", ["w"], help: "Export the rows that are shown, or marked, to a file") {
        $0.askForFile()
        $0.rows.confirmedTargets = ConfirmedTargets(count: $0.rows.count)
      },
      .init("pipe-rows", ["|"], help: "Pass the rows to a command, such as jq, and list its output")
      {
        $0.askForPipe()
        $0.rows.confirmedTargets = ConfirmedTargets(count: $0.rows.count)
      },
      .init("copy-view", ["W"], help: "Copy the rows that are shown, or marked, in a format") {
        exports in
        exports.actions.showPalette(copyBindings.map { $0.within { [weak exports] _ in exports } })
      },
    ] + copyBindings

  private static let copyBindings: [KeyBinding<ExportController>] = ViewFormat.allCases.map {
    format in
    .init("copy-\(format.rawValue)", [], help: format.help) { $0.copy(as: format) }
  }

  /// Returns a command line that displays this list with some options replaced; nil if unavailable.
  package var commandLine: ((_ options: [String]) -> String)?

  /// Returns the source and the options of this list, with some replaced, as lines of a manifest;
  /// nil if unavailable.
  package var manifestLines: ((_ options: [String]) -> String?)?

  /// Returns the file of the user's recipe with a name, and makes its folder; nil if unavailable.
  package var recipeFile: ((_ name: String) -> String?)?

  /// The number of rows in the prompt for a file.
  private var countText = ""

  private unowned let page: any FeedContext
  private unowned let rows: any ActionRows
  private let actions: RowActionController
  private var work: BackgroundWork { actions.work }

  /// Creates a controller; the page and its rows outlive it.
  init(page: any FeedContext, rows: any ActionRows, actions: RowActionController) {
    (self.page, self.rows, self.actions) = (page, rows, actions)
  }

  /// Returns the displayed or marked rows in a format; nil if there is no command line for them.
  func export(as format: ViewFormat) -> RowExport? {
    ViewExport(
      page: page, rows: rows.written, commandLine: commandLine, manifestLines: manifestLines
    ).export(as: format)
  }

  // MARK: Files

  /// Prompts for the name of a file, whose extension determines the format.
  ///
  /// What forbids writing is reported when the name is entered: the keys of a name that is typed at
  /// once must not apply to the list.
  func askForFile() {
    page.ask(
      PromptRequest(
        label: "write to:", history: .file,
        complete: { FileCompletion.candidates(for: $0) },
        onSubmit: { [weak self] text in self?.write(toFile: text) ?? true }))
    showCount()
  }

  /// Shows how many rows would be written.
  private func showCount() {
    let count = (export(as: .json)?.rowCount ?? 0).counted("row")
    countText = "\(count)\(page.remainder != nil ? " so far" : ""); name\(ViewFormat.names)"
    page.prompt?.show(countText)
  }

  /// Shows how many rows there are now, unless the prompt shows something else.
  package func rowsDidChange() {
    if !countText.isEmpty, page.prompt?.message == countText { showCount() }
  }

  /// Writes the view to a file with the typed name; asks before replacing an existing one.
  ///
  /// `@NAME` is a recipe of the user.
  ///
  /// - Returns: `true` if the name is valid.
  private func write(toFile text: String) -> Bool {
    guard !text.isEmpty else { return true }
    if let fault = rows.takeFault() {
      return page.decline(fault)
    }
    let recipe = recipe(named: text)
    guard let format = ViewFormat(ofFile: text) ?? recipe.map({ _ in ViewFormat.manifest }) else {
      return page.decline(
        "expected a name that ends with one of \(ViewFormat.names), or @NAME for a recipe")
    }
    guard let export = export(as: format) else {
      return page.decline("there is no command line for this list")
    }
    let name = recipe?.file ?? text.expandingHome
    if let use = use(of: name) {
      return page.decline("\(text) is \(use); write to another file")
    }
    do throws(FeedError) { try OutputFile.check(name) } catch {
      return page.decline("\(error)")
    }
    page.remember(text, in: .file)
    page.closePrompt()
    guard OutputFile.exists(name) else {
      write(export, to: name, recipe: recipe?.name, isReplacing: false)
      return true
    }
    page.application?.present(
      MessageOverlay.confirmation(
        title: "Write", text: "\(recipe?.file ?? text) exists. Replace it?"
      ) {
        [weak self] in self?.write(export, to: name, recipe: recipe?.name, isReplacing: true)
      })
    return true
  }

  /// Returns the name and the file of the recipe that `@NAME` is; nil if it is none, or if a recipe
  /// cannot have the source of the list.
  private func recipe(named text: String) -> (name: String, file: String)? {
    let name = String(text.dropFirst())
    guard text.first == "@", !name.isEmpty, !name.contains(where: { "/.@~ ".contains($0) }),
      manifestLines?([]) != nil, let file = recipeFile?(name)
    else { return nil }
    return (name, file)
  }

  /// Returns how a file is used for the rows of the page, or of one below; nil if it is not.
  private func use(of name: String) -> String? {
    let below = (page.stack?.pages ?? []).compactMap { ($0 as? any FeedContext)?.feed }
    let feeds = below + [page.feed]
    func isInput(_ input: String) -> Bool { OutputFile.isFile(name, input: input) }
    if feeds.contains(where: { $0.inputs.contains(where: isInput) }) { return "displayed" }
    return feeds.contains { $0.options.inputs.contains(where: isInput) }
      ? "read for this list" : nil
  }

  private func write(
    _ export: RowExport, to name: String, recipe: String?, isReplacing: Bool
  ) {
    work.run("writing \(name)") { token in
      let file = try OutputFile(name, isReplacing: isReplacing, isPrivate: export.isPrivate)
      let outcome = try export.write(token: token) { try file.write($0) }
      return (outcome, try file.close(faults: outcome.faults))
    } completion: { [weak self] outcome, partial in
      let rows = outcome.rowCount.map { $0.counted("row") + " to " } ?? ""
      let kept = partial.map { partial in
        "\(name): \(partial.state)" + (partial.name.map { "; wrote \(rows)\($0)" } ?? "")
      }
      let columns = outcome.columns.map { "; \($0)" } ?? ""
      let written =
        recipe.map { "wrote the recipe: mocoa-tui @\($0) lists it; its file is \(name)" }
        ?? "wrote \(rows)\(name)"
      self?.show(
        (kept ?? written) + columns + export.notes + outcome.notes, outcome.faults)
    }
  }

  /// Shows what was written or copied, and what is missing; in a dialog if it is too long.
  private func show(_ text: String, _ faults: ResultFaults) {
    guard !faults.isWhole else { return page.status.show(text, for: .seconds(8)) }
    let lines = [text] + faults.lines
    let message = lines.joined(separator: "; ")
    page.status.show(message, style: .warning, for: .seconds(60))
    if page.status.hasRoom(for: message) { return }
    page.application?.present(
      MessageOverlay(title: "Not all rows", text: lines.joined(separator: "\n")))
  }

  // MARK: Clipboard

  /// Copies the displayed or marked rows in a format.
  func copy(as format: ViewFormat) {
    guard rows.areInPlace() else { return }
    guard let export = export(as: format) else {
      return page.status.show("there is no command line for this list", style: .warning)
    }
    guard export.rowCount <= RowActionController.rowLimit else {
      return page.status.show(
        "at most \(RowActionController.rowLimit.grouped) rows are copied; w writes all to a file",
        style: .warning)
    }
    work.run("copying") { token in
      var bytes: [UInt8] = []
      let outcome = try export.write(token: token) { bytes += $0 }
      return (String(decoding: bytes, as: UTF8.self), outcome)
    } completion: { [weak self] text, outcome in
      let rows = outcome.rowCount?.counted("row")
      let notes = [
        rows.map { "\($0) as \(format.title)" }, outcome.columns, export.limit, export.hidden,
        export.order,
      ]
      self?.page.copyText(text, notes.compactMap(\.self).joined(separator: ", "))
      guard !outcome.faults.isWhole || !outcome.notes.isEmpty else { return }
      self?.show("copied \(rows ?? "the text")\(outcome.notes)", outcome.faults)
    }
  }

  // MARK: Commands

  /// Prompts for a command that reads the rows as lines of JSON; its output is shown as a list.
  private func askForPipe() {
    page.ask(
      PromptRequest(
        label: "|", history: .pipe,
        onSubmit: { [weak self] text in
          guard let self, text.contains(where: { !$0.isWhitespace }) else { return true }
          if let fault = rows.takeFault() {
            return page.decline(fault)
          }
          page.remember(text, in: .pipe)
          page.closePrompt()
          pipe(through: text)
          return true
        }))
    page.prompt?.show("a command that gets the rows as lines of JSON: jq '.name', sort | uniq -c")
  }

  private func pipe(through script: String) {
    guard let export = export(as: .json) else { return }
    work.run("passing the rows on") { token in
      let input = try CommandInput()
      return (input, try export.write(token: token) { try input.write($0) })
    } completion: { [weak self] input, outcome in
      guard let self else { return }
      do {
        let output = try PipePage(script, reading: input, with: outcome.faults, of: page)
        page.stack?.push(output)
        guard !outcome.faults.isWhole || !export.notes.isEmpty else { return }
        output.status.show(
          "the command read \(outcome.text)\(export.notes)", style: .warning, for: .seconds(60))
      } catch {
        page.status.show("\(error)", style: .error)
      }
    }
  }
}
