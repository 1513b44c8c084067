import MocoaFeed
import MocoaTUI

/// The rows to write, and what is known of them.
struct WrittenRows {
  /// The numbers of the rows, in display order; nil for all rows in feed order.
  var numbers: RowNumbers?

  /// The faults that are known, such as a source that failed.
  var faults = ResultFaults()

  /// A Boolean value that indicates whether the rows are not all displayed ones.
  var areMarked = false

  /// The rows that are not in the order of the list; nil if all are.
  var order: String?
}

/// The displayed or marked rows and columns of a page, to be written or copied in any format.
@MainActor
struct ViewExport {
  let page: any FeedContext
  let rows: WrittenRows

  /// Returns a command line that displays the list with some options; nil if unavailable.
  let commandLine: ((_ options: [String]) -> String)?

  /// Returns the source and options of the list as lines of a manifest; nil if unavailable.
  let manifestLines: ((_ options: [String]) -> String?)?

  /// The rows of the feed as they are displayed, which may have been reloaded since.
  private var model: FeedListModel { page.rows?.base ?? page.feed.listModel }
  private var columns: FeedColumns { page.columns }

  /// Returns the content in a format; nil if there is no command line for it.
  func export(as format: ViewFormat) -> RowExport? {
    switch format {
    case .csv: return table { .csv($0) }
    case .tsv: return table { .tsv($0) }
    case .markdown: return table { .markdown($0) }
    case .html: return table { .html($0) }
    case .json: return wholeRows(.json(nil))
    case .array: return wholeRows(.array(nil))
    case .text: return alignedText
    case .log:
      return SourceLines(of: model).map { export(.lines($0, of: model, rows.numbers)) }
        ?? alignedText
    case .command:
      return commandLine.map {
        RowExport(content: .text($0(viewArguments) + "\n"))
      }
    case .manifest:
      let source = manifestLines?(viewArguments)
      var export = RowExport(content: .text(manifestText(source)))
      if source == nil {
        export.limit =
          "without source, filters and order, which several sources and standard input do not have"
      } else {
        export.use = "mocoa-tui @FILE shows it"
      }
      return export
    }
  }

  /// A Boolean value that indicates whether the displayed columns are those that the user wants:
  /// they were named, or others were hidden.
  private var areColumnsChosen: Bool { columns.areNamed || columns.leavesOutColumns }

  /// The rows with the columns that the user has chosen, or otherwise with all members.
  private func table(_ format: @escaping @Sendable ([OutputColumn]) -> RowFormat) -> RowExport {
    var export =
      areColumnsChosen
      ? export(.rows(format(writtenColumns), of: model, rows.numbers))
      : export(
        .allMembers(
          format, first: columns.areInferred ? [] : writtenColumns, of: model, rows.numbers))
    export.columns = columnLimit
    return export
  }

  /// The columns that are written, if the user has hidden or replaced some.
  private var columnLimit: RowExport.ColumnLimit? {
    let all = columns.choices.filter { !$0.column.title.isEmpty }
    let keys = columns.choices.written.map(\.keys)
    let count = max(all.count, columns.counts?.all ?? 0)
    return areColumnsChosen ? RowExport.ColumnLimit(keys: keys, count: count) : nil
  }

  /// The rows as text, with the columns of a table.
  private var alignedText: RowExport {
    let all = columns.choices.filter { !$0.column.title.isEmpty }
    let shown = all.filter(\.isShown)
    var export = export(
      .aligned(
        columns.areInferred ? [] : shown, others: areColumnsChosen ? nil : columns.catalog,
        of: model, rows.numbers))
    export.columns = columnLimit
    return export
  }

  /// The rows with all members, also those of columns that the user has hidden.
  private func wholeRows(_ format: RowFormat) -> RowExport {
    var export = export(.rows(format, of: model, rows.numbers))
    let count = columns.hiddenByHand.count
    export.hidden = count == 0 ? nil : "also \(count.counted("hidden column"))"
    return export
  }

  /// Rows with their faults.
  private func export(_ content: RowExport.Content) -> RowExport {
    var export = RowExport(
      content: content, faults: rows.faults, filters: rows.areMarked ? [] : page.filters)
    export.order = rows.order
    return export
  }

  /// The displayed columns, except bars next to numbers.
  private var writtenColumns: [OutputColumn] {
    var shown = columns.choices.written
    // On the screen, titles that were not asked for are short: two may be the same.
    for index in shown.indices where !columns.areNamed && !shown[index].path.keys.isEmpty {
      shown[index].title = shown[index].path.title
    }
    return shown.isEmpty ? [.ofValue] : shown
  }

  /// The options of a command line that displays the same rows and columns of the feed.
  private var viewArguments: [String] {
    // Those of joins are among the options that were typed, which stay.
    var words = page.feed.derivedMembers.filter { !$0.isJoined }.flatMap { ["--derive", $0.text] }
    words += page.filters.flatMap { ["--filter", $0.argument] }
    if let grouping = page.source.arrangement?.grouping { words += ["--section-by", grouping.key] }
    let order = page.sortKeys.map(\.description).joined(separator: ",")
    if !order.isEmpty { words += ["--sort", order] }
    let shown = columns.choices.filter(\.isShown)
    let areSuggested = columns.selection == .inferred && columns.changedColumns.isEmpty
    if !areSuggested, !shown.isEmpty {
      let names = shown.map(\.memberPath.text)
      // Two columns may show one member.
      let distinct = names.indices.filter { !names[..<$0].contains(names[$0]) }.map { names[$0] }
      words.append("--columns=" + distinct.joined(separator: ","))
    }
    return words
  }

  /// A manifest with the displayed columns, and with the source, filters and order if it can have
  /// them, so that it is a recipe.
  private func manifestText(_ source: String?) -> String {
    func quoted(_ text: String) -> String { JSONValue.string(text).description }
    let lines = columns.choices.filter(\.isShown).map { choice in
      var line =
        choice.template.map { "cell: " + quoted($0.text) }
        ?? "member: " + quoted(choice.memberPath.text)
      line += ", title: " + quoted(choice.column.title)
      if case .fixed(let width) = choice.column.width { line += ", width: \(width)" }
      if choice.column.isPinned { line += ", pinned: true" }
      return "  - {\(line)}\n"
    }
    let use =
      source == nil
      ? "# Columns of a list, without its source, filters and order, for:\n"
        + "# mocoa-tui FEED --manifest FILE\n"
      : "# A list as it was shown: mocoa-tui @FILE, or in the folder of recipes,\n"
        + "# ~/.config/mocoa/recipes/NAME.yaml, mocoa-tui @NAME\n"
    return use + (source ?? "") + "columns:\n" + lines.joined()
  }
}
