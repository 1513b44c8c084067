extension DifferenceEngine {
  /// The changeset between two lists of sections.
  ///
  /// A row is the same row wherever it is, so one that goes from a section to another is moved.
  /// Sections that share an identity are told apart by their occurrence, as rows are.
  ///
  /// - Parameters:
  ///   - old: The sections of the old list.
  ///   - new: The sections of the new list.
  ///   - options: What else to find, and how far to go.
  /// - Returns: The changeset.
  /// - Throws: `CancellationError` where the options' `isCancelled` said so.
  @inlinable
  public mutating func changeset<Section: DifferenceSection>(
    fromSections old: some Collection<Section>, to new: some Collection<Section>,
    options: DifferenceOptions = DifferenceOptions()
  ) throws(CancellationError) -> Changeset {
    let (old, new) = (Array(old), Array(new))
    var progress = withRows(old, new, reading: SectionReading(), unchanged: .unchanged) {
      $0.startSections(old.count, new.count, options: options, rows: $1)
    }
    for section in old.indices {
      guard progress == .ongoing else { break }
      progress = compareRows(of: section, old, new, options: options)
    }
    if progress == .ongoing { progress = compareRests(old, new, options: options) }
    guard let changeset = finishSections(progress, options: options) else {
      throw CancellationError()
    }
    return changeset
  }

  /// Compares the rows of a section with those of its successor, if it has one.
  @inlinable
  mutating func compareRows<Section: DifferenceSection>(
    of section: Int, _ old: [Section], _ new: [Section], options: DifferenceOptions
  ) -> Progress {
    let successor = successor(of: section)
    if successor < 0 {
      addRest(ofDeletedSection: section, count: old[section].rows.count)
      return .ongoing
    }
    let (oldRows, newRows) = (Array(old[section].rows), Array(new[successor].rows))
    return withRows(oldRows, newRows, reading: IdentifiableReading(), unchanged: .ongoing) {
      $0.compareRows(
        of: (section, successor), (oldRows.count, newRows.count), options: options, rows: $1)
    }
  }

  /// Compares what no section's successor has, so that moves between sections are found.
  @inlinable
  mutating func compareRests<Section: DifferenceSection>(
    _ old: [Section], _ new: [Section], options: DifferenceOptions
  ) -> Progress {
    guard hasRestsOnBothSides(rowCount: { new[$0].rows.count }) else { return .ongoing }
    let (oldPlaces, newPlaces) = (places(ofRest: .old), places(ofRest: .new))
    let (oldRows, newRows) = (old.map { Array($0.rows) }, new.map { Array($0.rows) })
    return withRows(
      oldPlaces.map { oldRows[$0.section][$0.item] },
      newPlaces.map { newRows[$0.section][$0.item] },
      reading: IdentifiableReading(), unchanged: .ongoing
    ) {
      $0.compareRests(oldPlaces, newPlaces, options: options, rows: $1)
    }
  }
}

/// How a difference between lists of sections stands.
@usableFromInline
enum Progress {
  case ongoing
  case unchanged
  case cancelled
  case tooManyChanges

  init(_ stop: RowMatcher.Stop?) {
    switch stop {
    case nil: self = .ongoing
    case .cancelled: self = .cancelled
    case .tooManyChanges: self = .tooManyChanges
    }
  }
}

extension DifferenceEngine {
  /// Finds out which section is which.
  @usableFromInline
  mutating func startSections(
    _ oldCount: Int, _ newCount: Int, options: DifferenceOptions, rows: RowAnswers
  ) -> Progress {
    let stop = scratch.matcher.match(
      oldCount: oldCount, newCount: newCount, bounds: options.bounds, rows: rows)
    if stop == nil {
      scratch.matcher.markStayingBlocks()
      scratch.work.start(oldCount: oldCount, newCount: newCount, matcher: scratch.matcher)
    }
    return Progress(stop)
  }

  /// The position in the new list of a section of the old one, or -1.
  @usableFromInline
  func successor(of section: Int) -> Int { Int(scratch.work.newSections[section]) }

  @usableFromInline
  mutating func addRest(ofDeletedSection section: Int, count: Int) {
    scratch.work.oldRests.append(0..<count, inSection: section)
  }

  /// Finds out which row of a section is which row of its successor.
  @usableFromInline
  mutating func compareRows(
    of sections: (old: Int, new: Int), _ counts: (old: Int, new: Int),
    options: DifferenceOptions, rows: RowAnswers
  ) -> Progress {
    let stop = scratch.matcher.match(
      oldCount: counts.old, newCount: counts.new, bounds: options.bounds, rows: rows)
    if stop == nil {
      scratch.matcher.markStayingBlocks()
      scratch.work.add(scratch.matcher, old: sections.old, new: sections.new)
    }
    return Progress(stop)
  }

  /// Brings the rests into order, and finishes if those of one side have nobody to meet.
  @usableFromInline
  mutating func hasRestsOnBothSides(rowCount: (Int) -> Int) -> Bool {
    scratch.work.sortNewRests(rowCount: rowCount)
    if scratch.work.oldRests.rowCount > 0, scratch.work.newRests.rowCount > 0 { return true }
    scratch.work.finish()
    return false
  }

  /// The positions of the rows that have found no partner in their own section.
  @usableFromInline
  func places(ofRest side: Side) -> [ListIndexPath] {
    side == .old ? scratch.work.oldRests.places : scratch.work.newRests.places
  }

  /// Finds out which row that left its section is which that came to another.
  @usableFromInline
  mutating func compareRests(
    _ old: [ListIndexPath], _ new: [ListIndexPath], options: DifferenceOptions, rows: RowAnswers
  ) -> Progress {
    var bounds = options.bounds
    // Rows that go or come with their section are no changes, however many they are.
    bounds.limit = .max
    let stop = scratch.matcher.match(
      oldCount: old.count, newCount: new.count, bounds: bounds, rows: rows)
    if stop == nil { scratch.work.finish(scratch.matcher, places: (old, new)) }
    return Progress(stop)
  }

  /// The changeset, or nil where it was cancelled.
  @usableFromInline
  mutating func finishSections(_ progress: Progress, options: DifferenceOptions) -> Changeset? {
    var changeset = Changeset()
    swap(&changeset, &scratch.work.changeset)
    switch progress {
    case .cancelled: return nil
    case .tooManyChanges: return .reload
    case .unchanged: return Changeset()
    case .ongoing: break
    }
    return changeset.count > options.limit ?? .max ? .reload : changeset
  }
}

extension Changeset {
  /// Works out what turns one list of sections into another.
  ///
  /// - Parameters:
  ///   - old: The sections of the old list.
  ///   - new: The sections of the new list.
  @inlinable
  public init<Section: DifferenceSection>(
    fromSections old: some Collection<Section>, to new: some Collection<Section>
  ) {
    var engine = DifferenceEngine()
    // Nothing cancels it, so there is always an answer.
    self = (try? engine.changeset(fromSections: old, to: new)) ?? .reload
  }
}
