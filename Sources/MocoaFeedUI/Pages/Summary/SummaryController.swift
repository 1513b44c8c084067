import MocoaCore
import MocoaFeed
import MocoaTUI

/// The feature of summaries of columns: figures, values with their counts, and ranges.
@MainActor
final class SummaryController: PageFeature {
  static let bindings: [KeyBinding<SummaryController>] = [
    .init("summary", ["S"], help: "Summarize a column") { $0.askForSummary() },
    .init("describe-columns", ["I"], help: "Summarize all columns") { $0.describeColumns() },
  ]

  private unowned let page: any FeedContext

  /// Creates the feature; the page outlives it.
  init(page: any FeedContext) { self.page = page }

  private var catalog: ColumnCatalog { page.catalog }

  /// Prompts for a column to summarize.
  private func askForSummary() {
    if let choice = page.currentChoice {
      return showSummary(of: catalog.displayed(choice).memberPath)
    }
    askForMember("summary of:") { [weak self] in self?.showSummary(of: $0) }
  }

  /// Shows the values of the current column, or prompts for a member whose values are counted.
  func showFrequency() {
    if let choice = page.currentChoice { return showFrequency(of: choice) }
    askForMember("values of:") { [weak self] path in
      guard let self else { return }
      showFrequency(of: catalog.choice(of: path))
    }
  }

  private func showFrequency(of choice: FeedColumn) {
    page.push { try FrequencyPage(of: [catalog.displayed(choice)], in: page) }
  }

  /// Shows a histogram of the current column, or of the first column of times, or prompts for one.
  func showHistogram() {
    let times = page.columns.choices.first { choice in
      choice.isShown
        && page.columns.sample.contains {
          choice.memberPath.value(in: $0).map(TimeMember.isTime) ?? false
        }
    }
    guard let choice = page.currentChoice ?? times else {
      return askForMember("ranges of:") { [weak self] in self?.showHistogram(of: $0) }
    }
    showHistogram(of: catalog.displayed(choice).memberPath)
  }

  private func showHistogram(of path: MemberPath) {
    page.push { try HistogramPage(of: path, in: page) }
  }

  /// Prompts for a column or a member, and calls `body` with its path.
  private func askForMember(_ label: String, _ body: @escaping (MemberPath) -> Void) {
    page.memberFinder.start()
    let member = page.sortKeys.first.flatMap { $0.expression == nil ? $0.path.text : nil }
    let suggestion = member ?? page.columns.naming?.typedName
    page.ask(
      PromptRequest(
        label: label, history: .column,
        complete: { [weak self] in self?.catalog.completions(ofLastNameIn: $0) ?? (0..<0, []) },
        onSubmit: { [weak self] text in
          guard let self else { return true }
          let name = text.isEmpty ? suggestion ?? "" : text
          guard !name.isEmpty else { return true }
          do throws(UnknownColumnError) {
            let path = try catalog.memberPath(named: name)
            page.closePrompt()
            body(path)
            return true
          } catch {
            return page.decline("\(error)")
          }
        }))
    if let suggestion { page.prompt?.show("Enter for \(suggestion), Tab completes") }
  }

  /// Shows the summary of a member over the matching rows.
  func showSummary(of path: MemberPath) {
    page.application?.present(SummaryOverlay(of: path, in: page.feed, filters: page.filters))
  }

  /// Shows the summaries of all columns.
  private func describeColumns() {
    guard !page.columns.choices.isEmpty else {
      return page.status.show("these rows have no members")
    }
    page.push { try DescriptionPage(of: page) }
  }
}

extension FeedPage {
  /// The keys of the pages of values and of ranges, in addition to the list's.
  package static let summaryKeyMap = FrequencyPage.aggregateKeyMap.appending(
    HistogramPage.rangeKeyMap)
}

extension SectionModel {
  /// The name of the section as its header displays it.
  var title: String {
    let section = uncollapsed
    if let grouping = section as? GroupedSection { return grouping.displayName }
    let header = section.supplementaryModel(of: .header, at: 0) as? Row
    return header?.headerTitle ?? section.moduleName.rawValue
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
