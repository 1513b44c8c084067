import MocoaTUI

/// What determines the visible columns; it still applies when later rows add other columns.
enum ColumnSelection: Hashable {
  /// Columns inferred from the rows, and the saved state.
  case none
  /// Columns that the user named.
  case names([String])
  /// Columns that the user showed, hid or moved.
  case byHand
}

extension FeedPage {
  /// A Boolean value that indicates whether more rows will be sampled for the columns.
  var isSampleOpen: Bool { sampledRows < ColumnCatalog.sampleSize && feed.status.isLoading }

  /// Returns the columns, shown and ordered as requested.
  func arranged(_ choices: [ColumnChoice]) -> [ColumnChoice] {
    switch columnSelection {
    case .none: restored(choices)
    case .names(let names): named(names, in: choices)
    case .byHand: chosenByHand(in: choices)
    }
  }

  private func named(_ names: [String], in choices: [ColumnChoice]) -> [ColumnChoice] {
    let catalog = ColumnCatalog(sample: sample, choices: choices, otherMembers: knownMembers)
    var shown: [ColumnChoice] = []
    for name in names {
      do {
        let choice = try catalog.choice(named: name)
        if !shown.contains(where: { $0.id == choice.id }) { shown.append(choice) }
      } catch {
        if !isSampleOpen { status.show("\(error)", style: .warning) }
        shown.append(catalog.choice(ofMember: name))
      }
    }
    return shown + choices.hidden(without: shown)
  }

  private func chosenByHand(in choices: [ColumnChoice]) -> [ColumnChoice] {
    let known = columnChoices.map { known in
      var known = known
      known.contentWidth = choices.first { $0.id == known.id }?.contentWidth ?? known.contentWidth
      return known
    }
    return known + choices.hidden(without: known)
  }
}

extension [ColumnChoice] {
  /// Returns the columns that are not among others, hidden.
  func hidden(without others: [ColumnChoice]) -> [ColumnChoice] {
    filter { choice in !others.contains { $0.id == choice.id } }.map { choice in
      var choice = choice
      choice.isShown = false
      return choice
    }
  }
}
