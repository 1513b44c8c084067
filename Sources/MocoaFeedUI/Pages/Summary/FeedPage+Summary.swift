import MocoaCore
import MocoaFeed
import MocoaTUI

extension FeedPage {
  /// The keys for columns and sections.
  static let summaryBindings: [KeyBinding<FeedPage>] = [
    .init("summary", ["S"], help: "Summarize a column") { $0.askForSummary() },
    .init("describe-columns", ["I"], help: "Summarize all columns") { $0.describeColumns() },
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
}

extension FeedPage {
  /// The keys of the pages of values and of ranges, in addition to the list's.
  package static let summaryKeyMap = FrequencyPage.aggregateKeyMap.appending(
    HistogramPage.rangeKeyMap)
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
