import MocoaTUI

/// Who has decided which columns are shown: it counts still when later rows bring other columns.
enum ColumnWish: Hashable {
  /// Nobody: they are those that the rows suggest, as they were left the last time.
  case none
  /// Who has typed their names.
  case names([String])
  /// Who has shown, hidden or moved them one by one.
  case byHand
}

extension FeedPage {
  /// Whether more rows will be looked at to choose the columns.
  var isSampleOpen: Bool { sampledRows < ColumnCatalog.sampleSize && feed.status.isLoading }

  /// The columns that there are, shown and ordered as somebody wished.
  func arranged(_ choices: [ColumnChoice]) -> [ColumnChoice] {
    switch columnWish {
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
  /// Those that are not among others, not shown.
  func hidden(without others: [ColumnChoice]) -> [ColumnChoice] {
    filter { choice in !others.contains { $0.id == choice.id } }.map { choice in
      var choice = choice
      choice.isShown = false
      return choice
    }
  }
}
