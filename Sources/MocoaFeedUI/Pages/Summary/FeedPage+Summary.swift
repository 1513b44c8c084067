import MocoaCore
import MocoaFeed
import MocoaTUI

extension FeedPage {
  /// The keys for columns and sections.
  static let summaryBindings: [KeyBinding<FeedPage>] = [
    .init("summary", ["S"], help: "Summarize a column") { $0.askForSummary() },
    .init("describe-columns", ["I"], help: "Summarize all columns") { $0.describeColumns() },
    .init("find-section", ["'"], help: "Go to a section by name") { $0.askForSection() },
  ]

  // MARK: Summaries

  /// Prompts for a column to summarize.
  private func askForSummary() {
    if let currentChoice { return showSummary(of: catalog.displayed(currentChoice).memberPath) }
    askForMember("summary of:") { [weak self] in self?.showSummary(of: $0) }
  }

  /// Prompts for a member whose values are counted.
  func askForFrequency() {
    askForMember("values of:") { [weak self] path in
      guard let self else { return }
      showFrequency(of: [catalog.displayed(catalog.choice(of: path))])
    }
  }

  /// Shows a histogram of the current column, or of the first column of times, or prompts for one.
  func showHistogram() {
    let times = columns.choices.first { choice in
      choice.isShown
        && columns.sample.contains {
          choice.memberPath.value(in: $0).map(TimeMember.isTime) ?? false
        }
    }
    guard let choice = currentChoice ?? times else {
      return askForMember("ranges of:") { [weak self] in self?.showHistogram(of: $0) }
    }
    showHistogram(of: catalog.displayed(choice).memberPath)
  }

  private func showHistogram(of path: MemberPath) { push { try HistogramPage(of: path, in: self) } }

  /// Shows a page of computed rows.
  func push(_ makePage: () throws -> ComputedPage) {
    do { stack?.push(try makePage()) } catch { status.show("\(error)", style: .error) }
  }

  /// Prompts for a column or a member, and calls `body` with its path.
  private func askForMember(_ label: String, _ body: @escaping (MemberPath) -> Void) {
    memberFinder.start()
    let member = sortKeys.first.flatMap { $0.expression == nil ? $0.path.text : nil }
    let suggestion = member ?? columns.choices.first { $0.isShown }?.typedName
    ask(
      PromptRequest(
        label: label, history: .column,
        complete: { [weak self] in self?.catalog.completions(ofLastNameIn: $0) ?? (0..<0, []) },
        onSubmit: { [weak self] text in
          guard let self else { return true }
          let name = text.isEmpty ? suggestion ?? "" : text
          guard !name.isEmpty else { return true }
          do throws(UnknownColumnError) {
            let path = try catalog.memberPath(named: name)
            closePrompt()
            body(path)
            return true
          } catch {
            prompt?.show("\(error)", style: .error)
            return false
          }
        }))
    if let suggestion { prompt?.show("Enter for \(suggestion), Tab completes") }
  }

  /// Shows the summary of a member over the matching rows.
  func showSummary(of path: MemberPath) {
    application?.present(
      SummaryOverlay(
        of: path, over: feed.listModel, filters: filters, remainder: feed.remainder))
  }

  /// Shows the summaries of all columns.
  private func describeColumns() {
    guard !columns.choices.isEmpty else { return status.show("these rows have no members") }
    push { try DescriptionPage(of: self) }
  }

  // MARK: Sections

  /// The maximum number of sections searched by name.
  private static let sectionLimit = 10_000

  /// Prompts for a section, and moves to the first match while it is typed.
  private func askForSection() {
    guard list.numberOfSections > 1 else { return status.show("there is only one section") }
    let names = sectionNames
    let words = names.map { $0.lowercased() }
    let start = cursorRowNumber
    ask(
      PromptRequest(
        label: "section:", history: .section,
        onChange: { [weak self] in self?.goToSection($0, names, words) },
        onSubmit: { [weak self] text in self?.goToSection(text, names, words) ?? true },
        onCancel: { [weak self] in self?.showRow(start) }))
    prompt?.show(Self.listed(names))
  }

  /// The names of the sections as displayed in their headers.
  private var sectionNames: [String] {
    (0..<min(list.numberOfSections, Self.sectionLimit)).map { index in
      let section = list.model.section(at: index)
      if let grouped = section as? GroupedSection { return grouped.displayName }
      guard let header = section.supplementaryModel(of: .header, at: 0) as? Row else {
        return section.mocoaName.rawValue
      }
      return header.headerTitle
    }
  }

  /// Moves to the section whose name matches best.
  ///
  /// - Parameters:
  ///   - text: A part of the name.
  ///   - names: The names of the sections.
  ///   - words: The names in lower case.
  /// - Returns: `true` if there is one, or no text.
  @discardableResult
  private func goToSection(_ text: String, _ names: [String], _ words: [String]) -> Bool {
    let wanted = text.lowercased()
    let length = wanted.utf8.count
    let matches = words.indices.filter {
      // Searching for a long text is slow.
      words[$0].utf8.count >= length && words[$0].contains(wanted)
    }
    let best = matches.first { words[$0].hasPrefix(wanted) } ?? matches.first
    guard let best, !wanted.isEmpty else {
      prompt?.show(wanted.isEmpty ? Self.listed(names) : "no such section", style: .statusBar)
      return wanted.isEmpty
    }
    prompt?.show(Self.listed(matches.map { names[$0] }))
    table.moveCursor(toSection: best)
    return true
  }

  private static func listed(_ names: [String]) -> String {
    names.prefix(8).map { TextWidth.sanitized($0) }.joined(separator: ", ")
      + (names.count > 8 ? ", …" : "")
  }
}

extension GroupedSection {
  /// The common value of the rows of the section, unquoted.
  package var displayName: String {
    var name = ""
    header.json.forEachMember { _, value in
      name = JSONDisplayText(value).text
      return false
    }
    return name
  }
}
