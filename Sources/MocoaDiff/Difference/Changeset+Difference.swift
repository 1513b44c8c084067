extension Changeset {
  /// Compares two lists of rows, as lists of one section.
  ///
  /// A row of both lists is kept, moved, reloaded, or moved and reloaded; as few rows as possible
  /// are moved. Rows with equal identities are matched by occurrence. An inconsistent `==` or
  /// `hash(into:)` yields a correct, possibly larger changeset.
  ///
  /// Collections other than arrays are copied first.
  ///
  /// - Complexity: O(n + m), with one comparison for each row that stays and equal identities;
  ///   memory for the rows that do not.
  @inlinable
  public init<Row: Identifiable & Equatable>(
    from old: some Collection<Row>, to new: some Collection<Row>
  ) {
    self = Self.difference(Array(old), Array(new), IdentifiableReading(), neverCancelled) ?? .reload
  }

  /// Compares two lists of rows unless it is cancelled.
  ///
  /// - Parameters:
  ///   - old: The rows of the old list.
  ///   - new: The rows of the new list.
  ///   - isCancelled: Returns whether to cancel the comparison; called every few thousand rows.
  /// - Throws: A `CancellationError` if `isCancelled` returned true.
  @inlinable
  public init<Row: Identifiable & Equatable>(
    from old: some Collection<Row>, to new: some Collection<Row>,
    isCancelled: @escaping () -> Bool
  ) throws(CancellationError) {
    let changeset = Self.difference(Array(old), Array(new), IdentifiableReading(), isCancelled)
    guard let changeset else { throw CancellationError() }
    self = changeset
  }

  /// Compares two lists of rows with a closure that returns the identity of a row.
  @inlinable
  public init<Row: Equatable, Identity: Hashable>(
    from old: some Collection<Row>, to new: some Collection<Row>,
    identity: @escaping (Row) -> Identity
  ) {
    self.init(from: old, to: new, identity: identity, content: ==)
  }

  /// Compares two lists of rows with closures for the identity and the content of a row.
  ///
  /// The second closure returns whether two rows with equal identities have equal content.
  @inlinable
  public init<Row, Identity: Hashable>(
    from old: some Collection<Row>, to new: some Collection<Row>,
    identity: @escaping (Row) -> Identity, content: @escaping (Row, Row) -> Bool
  ) {
    let reading = ClosureReading(identity: identity, content: content)
    self = Self.difference(Array(old), Array(new), reading, neverCancelled) ?? .reload
  }

  /// Compares two lists of sections.
  ///
  /// Rows are matched in all sections: a row that is in another section than before is moved.
  /// Sections with equal identities are matched by occurrence.
  @inlinable
  public init<Section: DifferenceSection>(
    fromSections old: some Collection<Section>, to new: some Collection<Section>
  ) {
    self = Self.difference(Array(old), Array(new), neverCancelled) ?? .reload
  }

  /// Compares two lists of sections unless it is cancelled.
  ///
  /// - Parameters:
  ///   - old: The sections of the old list.
  ///   - new: The sections of the new list.
  ///   - isCancelled: Returns whether to cancel the comparison; called every few thousand rows.
  /// - Throws: A `CancellationError` if `isCancelled` returned true.
  @inlinable
  public init<Section: DifferenceSection>(
    fromSections old: some Collection<Section>, to new: some Collection<Section>,
    isCancelled: @escaping () -> Bool
  ) throws(CancellationError) {
    guard let changeset = Self.difference(Array(old), Array(new), isCancelled) else {
      throw CancellationError()
    }
    self = changeset
  }
}

extension Changeset {
  /// Returns the changeset between two lists of one section, or nil if it was cancelled.
  @inlinable
  static func difference<Reading: RowReading>(
    _ old: [Reading.Row], _ new: [Reading.Row], _ reading: Reading,
    _ isCancelled: @escaping () -> Bool
  ) -> Changeset? {
    if isSameStorage(old, new) { return Changeset() }
    var comparison = ListComparison(isCancelled: isCancelled)
    comparison.read(old, new, reading) {
      $0.matchRows(of: 0, old.count, and: 0, new.count, rows: $1)
    }
    return comparison.finish()
  }

  /// Returns the changeset between two lists of sections, or nil if it was cancelled.
  @inlinable
  static func difference<Section: DifferenceSection>(
    _ old: [Section], _ new: [Section], _ isCancelled: @escaping () -> Bool
  ) -> Changeset? {
    if isSameStorage(old, new) { return Changeset() }
    var comparison = ListComparison(isCancelled: isCancelled)
    comparison.read(old, new, SectionReading()) {
      $0.matchSections(oldCount: old.count, newCount: new.count, rows: $1)
    }
    for (index, section) in old.enumerated() {
      guard let newIndex = comparison.newSection(of: index) else { continue }
      let (oldRows, newRows) = (Array(section.rows), Array(new[newIndex].rows))
      if isSameStorage(oldRows, newRows) { continue }
      comparison.read(oldRows, newRows, IdentifiableReading()) {
        $0.matchRows(of: index, oldRows.count, and: newIndex, newRows.count, rows: $1)
      }
    }
    let paths = comparison.rowsLeftOver(
      oldCount: { old[$0].rows.count }, newCount: { new[$0].rows.count })
    if let paths {
      let (oldRows, newRows) = (old.map { Array($0.rows) }, new.map { Array($0.rows) })
      comparison.read(
        paths.old.map { oldRows[$0.section][$0.item] },
        paths.new.map { newRows[$0.section][$0.item] }, IdentifiableReading()
      ) { $0.matchRowsLeftOver(paths, rows: $1) }
    }
    return comparison.finish()
  }
}

extension ListComparison {
  /// Calls a closure with another one that answers questions about two lists.
  @inlinable
  mutating func read<Reading: RowReading>(
    _ old: [Reading.Row], _ new: [Reading.Row], _ reading: Reading,
    _ body: (inout ListComparison, RowAnswers) -> Void
  ) {
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        let pair = RowPair(old: old, new: new, reading: reading)
        body(&self) { pair.answer($0) }
      }
    }
  }
}

/// Returns whether two arrays share their storage, so that they need not be compared.
@inlinable
func isSameStorage<Element>(_ first: [Element], _ second: [Element]) -> Bool {
  first.withUnsafeBufferPointer { first in
    second.withUnsafeBufferPointer { second in
      first.baseAddress == second.baseAddress && first.count == second.count
    }
  }
}

/// The default of `isCancelled`: never cancels the comparison.
@inlinable
func neverCancelled() -> Bool { false }
