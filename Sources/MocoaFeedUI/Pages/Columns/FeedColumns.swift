import MocoaFeed
import MocoaTUI

/// The columns of a feed: inferred from its first rows, named, restored, or changed by the user.
///
/// A value that knows neither the table nor the page.
package struct FeedColumns {
  /// The rule that selects the displayed columns, also when later rows add more.
  enum Selection: Hashable {
    /// Columns inferred from the rows, and the saved ones.
    case inferred
    /// Columns that the user named.
    case named([OutputColumn])
    /// Columns that the user showed, hid or moved.
    case byHand
  }

  /// The columns and the members by name.
  package private(set) var catalog = ColumnCatalog()

  /// The columns, shown or hidden, in their order.
  var choices: [FeedColumn] {
    get { catalog.choices }
    set { catalog.choices = newValue }
  }

  /// The first rows, from which columns are inferred and against which names are checked.
  var sample: [JSONBytes] { catalog.sample }

  private(set) var selection = Selection.inferred

  /// The columns inferred from the sample, or those of the templates.
  private(set) var inferred: [FeedColumn] = []

  /// The columns that the user has hidden, even if they were shown again.
  var hiddenIDs: Set<FeedColumn.ID> = []

  /// The columns of saved state; empty for none.
  private var saved: [FeedPageState.Column] = []

  /// The requested columns; empty means those inferred from the rows.
  var templates: [FeedColumn] = [] {
    didSet { sampledRows = 0 }
  }

  /// Members that are known from rows outside the sample.
  package var knownMembers: Set<MemberPath> {
    get { catalog.otherMembers }
    set {
      catalog.otherMembers = newValue
      findLateKeys()
    }
  }

  /// The names of derived and joined members.
  var derivedNames: Set<String> {
    get { catalog.derivedNames }
    set { catalog.derivedNames = newValue }
  }

  /// A Boolean value that indicates whether some rows of the sample have cells of their own, which
  /// show other members.
  private var hasOtherCells = false

  /// The members of rows that no row of the sample has, in alphabetical order.
  private var lateKeys: [String] = []

  /// The keys that the first rows have by now: a reload may have added members to the sampled ones.
  private var presentKeys: Set<String> = []

  private(set) var sampledRows = 0

  /// The names of the columns of a table when its rows were sampled.
  private var sampledFields: [String] = []

  /// A Boolean value that indicates whether more rows will be sampled.
  private(set) var isSampleOpen = true

  /// A named column that no row has, once the sample is complete.
  private(set) var unknownName: UnknownColumnError?

  /// The number of rows for which the columns are known to be wide enough.
  private var measuredRows = 0

  // MARK: Rows

  /// Infers the columns from the first rows: at once, and again when the sample is complete.
  ///
  /// Of several sources, the first rows of each are sampled.
  ///
  /// - Returns: `true` if the columns were inferred again.
  mutating func infer(
    from model: FeedListModel, sourceCount: Int = 1, merged: () -> [JSONBytes] = { [] },
    isLoading: Bool
  ) -> Bool {
    let (numbers, isComplete) = Self.sampledNumbers(of: model, sourceCount)
    isSampleOpen = !isComplete && isLoading
    guard !numbers.isEmpty, sampledRows == 0 || (!isSampleOpen && numbers.count > sampledRows)
    else { return false }
    (sampledRows, sampledFields) = (numbers.count, model.fieldNames)
    let rows = numbers.map { model.row($0) }.filter { $0.problem == nil }
    var sample = rows.filter { $0.moduleName == Row.jsonName }.map(\.json)
    hasOtherCells = sample.count < rows.count
    let merged = merged()
    if !hasOtherCells, !merged.isEmpty { sample = merged }
    let new = ColumnCatalog(sample: sample, templates: templates, format: model.format)
    inferred = new.choices
    (catalog.sample, catalog.columnCount) = (sample, new.columnCount)
    catalog.requested = new.requested
    choices = arranged(inferred)
    measuredRows = sampledRows
    findLateKeys()
    widen(for: model, isLoading: isLoading)
    return true
  }

  /// Returns the first rows of a feed with some derived members.
  @MainActor
  static func sample(of feed: Feed, deriving members: [DerivedMember]) -> [JSONBytes] {
    let merged = feed.sampleOfMergedSources(ColumnCatalog.sampleSize, deriving: members)
    guard merged.isEmpty else { return merged }
    let model = feed.listModel.deriving(members)
    return sampledNumbers(of: model, feed.sources.count).numbers.map { model.row($0) }
      .filter { $0.problem == nil && $0.moduleName == Row.jsonName }.map(\.json)
  }

  /// Returns the numbers of the first rows, of several sources those of each, and whether there are
  /// enough of them.
  private static func sampledNumbers(
    of model: FeedListModel, _ sourceCount: Int
  ) -> (numbers: [Int], isComplete: Bool) {
    let limit = ColumnCatalog.sampleSize
    // The rows of merged sources are one section.
    guard sourceCount > 1, model.numberOfSections > 1 else {
      return (Array(0..<min(limit, model.numberOfRows)), model.numberOfRows >= limit)
    }
    let share = max(1, limit / sourceCount)
    let parts = (0..<min(model.numberOfSections, limit)).map { section in
      model.feedSection(at: section).rows.prefix(share)
    }
    return (parts.flatMap { Array($0) }, parts.allSatisfy { $0.count == share })
  }

  /// Widens columns for rows that were added since the last call.
  mutating func widen(for model: FeedListModel, isLoading: Bool) {
    guard !choices.isEmpty, !isLoading, model.numberOfRows > measuredRows else { return }
    choices = choices.widened(
      for: model, in: measuredRows..<max(measuredRows, model.numberOfRows))
    measuredRows = model.numberOfRows
  }

  /// Measures all rows again, as the rows were replaced.
  mutating func rowsDidChange(to model: FeedListModel) {
    measuredRows = 0
    // A table may have been altered.
    if model.fieldNames != sampledFields { sampledRows = 0 }
  }

  /// Infers the columns again, as the rows have other members.
  mutating func membersDidChange() { (measuredRows, sampledRows) = (0, 0) }

  // MARK: Requests

  /// Shows these columns, in this order, and hides all others, including later ones.
  ///
  /// - Throws: An ``UnknownColumnError`` for a name that none of the first rows has, unless more
  ///   rows will be sampled.
  mutating func show(_ columns: [OutputColumn]) throws(UnknownColumnError) {
    if !isSampleOpen { for column in columns { _ = try catalog.choice(named: column.path.typed) } }
    selection = .named(columns)
    choices = arranged(choices)
    measuredRows = sampledRows
  }

  /// Changes the columns as the user requests it.
  mutating func change(_ change: (inout [FeedColumn]) -> Void) {
    selection = .byHand
    change(&choices)
  }

  /// Arranges the columns as they were; those added later are hidden.
  mutating func arrange(as columns: [FeedPageState.Column]) {
    let known = arranged(choices, as: columns)
    change { $0 = known + $0.hidden(without: known) }
  }

  /// Restores saved columns, as far as the rows have them; new ones are at the end.
  mutating func restore(_ columns: [FeedPageState.Column]) {
    saved = columns
    choices = restored(choices)
  }

  /// Restores saved columns of members that the sample lacks, when those of all rows are known.
  mutating func restoreLateColumns() {
    if selection == .inferred { choices = restored(choices) }
  }

  /// A Boolean value that indicates whether the displayed columns are those inferred from the rows.
  var areInferred: Bool {
    if case .named = selection { return false }
    return templates.isEmpty
      && choices.filter(\.isShown).map(\.id) == inferred.filter(\.isShown).map(\.id)
  }

  /// The displayed column that names the rows: the first one, unless the columns are inferred.
  var naming: FeedColumn? {
    let shown = choices.filter(\.isShown)
    return (areInferred ? shown.min { $0.rank < $1.rank } : nil) ?? shown.first
  }

  /// A Boolean value that indicates whether only the displayed columns were requested.
  var areNamed: Bool {
    if case .named = selection { return true }
    return !templates.isEmpty
  }

  /// The columns that the user named, as they were typed.
  var namedPaths: [MemberPath] {
    if case .named(let columns) = selection { columns.map(\.path) } else { [] }
  }

  /// The columns that the user has hidden, and not shown again.
  var hiddenByHand: [FeedColumn] {
    choices.filter { !$0.isShown && hiddenIDs.contains($0.id) }
  }

  /// A Boolean value that indicates whether columns that were displayed, at first or since, are not
  /// any more.
  var leavesOutColumns: Bool {
    !hiddenByHand.isEmpty
      || inferred.contains { first in
        first.isShown && !choices.contains { $0.id == first.id && $0.isShown }
      }
  }

  /// The numbers of displayed and of all columns, if there are too many to display all of them and
  /// the user named none.
  var counts: (shown: Int, all: Int)? {
    if case .named = selection { return nil }
    guard templates.isEmpty, catalog.columnCount > inferred.count else { return nil }
    let shown = choices.count(where: \.isShown)
    return shown < catalog.columnCount ? (shown, catalog.columnCount) : nil
  }

  /// The members that only rows behind the sample have, and for which there is no column, unless
  /// the user named the columns.
  var lateMembers: [String] {
    guard !areNamed, !choices.isEmpty, !hasOtherCells else { return [] }
    return lateKeys.filter { key in !choices.contains { $0.memberPath.keys.first == key } }
  }

  /// Returns whether a reload has added all of some late members to the first rows.
  func areNew(_ members: [String]) -> Bool { members.allSatisfy(presentKeys.contains) }

  /// Finds out which members the first rows have by now, if there are late ones.
  ///
  /// - Complexity: O(bytes of the first rows).
  mutating func findPresentKeys(in model: FeedListModel) {
    presentKeys = []
    guard !lateKeys.isEmpty else { return }
    for row in model.firstRows { presentKeys.formUnion(row.members.map(\.key)) }
  }

  /// - Complexity: O(known members, and bytes of the sample).
  private mutating func findLateKeys() {
    var keys = Set(knownMembers.compactMap(\.keys.first))
    for row in sample where row.kind == .object && !keys.isEmpty {
      keys.subtract(row.members.map(\.key))
    }
    lateKeys = sample.isEmpty ? [] : keys.sorted()
  }

  /// A Boolean value that indicates whether saved columns have not been found in the sample.
  var lacksSavedColumns: Bool {
    saved.contains { column in column.isShown && !choices.contains { $0.id == column.id } }
  }

  /// The columns for saved state; empty if they are those inferred.
  var changedColumns: [FeedPageState.Column] {
    let columns = choices.map(FeedPageState.Column.init)
    return columns == inferred.map(FeedPageState.Column.init) ? [] : columns
  }

  // MARK: Arrangement

  /// Returns columns, shown and ordered as requested.
  private mutating func arranged(_ choices: [FeedColumn]) -> [FeedColumn] {
    switch selection {
    case .inferred: restored(choices)
    case .named(let columns): named(columns, in: choices)
    case .byHand: chosenByHand(in: choices)
    }
  }

  private mutating func named(
    _ columns: [OutputColumn], in choices: [FeedColumn]
  ) -> [FeedColumn] {
    var catalog = catalog
    catalog.choices = choices
    var shown: [FeedColumn] = []
    for column in columns {
      do throws(UnknownColumnError) {
        _ = try catalog.choice(named: column.path.typed)
      } catch {
        if !isSampleOpen { unknownName = error }
      }
      let choice = catalog.choice(for: column)
      if !shown.contains(where: { $0.id == choice.id }) { shown.append(choice) }
    }
    return shown + choices.hidden(without: shown)
  }

  private func chosenByHand(in choices: [FeedColumn]) -> [FeedColumn] {
    let known = self.choices.map { known in
      var known = known
      guard let choice = choices.first(where: { $0.id == known.id }) else { return known }
      known.contentWidth = max(choice.contentWidth, known.column.titleWidth)
      (known.column.alignment, known.column.style) = (choice.column.alignment, choice.column.style)
      return known
    }
    return known + choices.hidden(without: known)
  }

  private func restored(_ choices: [FeedColumn]) -> [FeedColumn] {
    let known = arranged(choices, as: saved)
    return known + choices.filter { choice in !known.contains { $0.id == choice.id } }
  }

  /// Returns the columns that were described, as far as the rows have them.
  private func arranged(
    _ choices: [FeedColumn], as columns: [FeedPageState.Column]
  ) -> [FeedColumn] {
    var arranged: [FeedColumn] = []
    for column in columns where !arranged.contains(where: { $0.id == column.id }) {
      guard var choice = choices.first(where: { $0.id == column.id }) ?? added(column) else {
        continue
      }
      choice.isShown = column.isShown
      choice.column.isPinned = column.isPinned ?? choice.column.isPinned
      let width = inferred.first { $0.id == column.id }?.column.width ?? choice.column.width
      choice.column.width = column.width.map { .fixed($0) } ?? width
      arranged.append(choice)
    }
    return arranged
  }

  /// Returns a column that the user had added to the inferred ones.
  private func added(_ column: FeedPageState.Column) -> FeedColumn? {
    guard column.isShown, !sample.isEmpty, let pointer = JSONPointer(column.id) else { return nil }
    let path = MemberPath(keys: pointer.tokens)
    return catalog.hasMember(path.text) ? catalog.choice(of: path) : nil
  }
}
