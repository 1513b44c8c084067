extension Changeset {
  /// Works out what turns one list of rows into another, as a list of one section.
  ///
  /// O(n + m) at most, and a single comparison for each row that nobody has touched. Whoever
  /// compares often keeps a `DifferenceEngine`; there one can also cancel and limit.
  ///
  /// - Parameters:
  ///   - old: The rows of the old list.
  ///   - new: The rows of the new list.
  @inlinable
  public init<Row: Identifiable & Equatable>(
    from old: some Collection<Row>, to new: some Collection<Row>
  ) {
    self.init(from: old, to: new, reading: IdentifiableReading())
  }

  /// Works out what turns one list of rows into another, with a closure that says which row it is.
  ///
  /// - Parameters:
  ///   - old: The rows of the old list.
  ///   - new: The rows of the new list.
  ///   - identity: Says which row it is.
  @inlinable
  public init<Row: Equatable, Identity: Hashable>(
    from old: some Collection<Row>, to new: some Collection<Row>,
    identity: @escaping (Row) -> Identity
  ) {
    self.init(from: old, to: new, reading: ClosureReading(identity: identity, content: ==))
  }

  /// Works out what turns one list of rows into another, with closures for both questions.
  ///
  /// - Parameters:
  ///   - old: The rows of the old list.
  ///   - new: The rows of the new list.
  ///   - identity: Says which row it is.
  ///   - content: Says whether two rows of the same identity show the same.
  @inlinable
  public init<Row, Identity: Hashable>(
    from old: some Collection<Row>, to new: some Collection<Row>,
    identity: @escaping (Row) -> Identity, content: @escaping (Row, Row) -> Bool
  ) {
    self.init(from: old, to: new, reading: ClosureReading(identity: identity, content: content))
  }

  @inlinable
  init<Reading: RowReading>(
    from old: some Collection<Reading.Row>, to new: some Collection<Reading.Row>, reading: Reading
  ) {
    var engine = DifferenceEngine()
    // Nothing cancels it, so there is always an answer.
    self =
      (try? engine.compare(
        Array(old), Array(new), reading: reading, options: DifferenceOptions())) ?? .reload
  }
}
