import MocoaCore

/// A section of a feed at one moment.
public struct FeedSection: SectionModel, Sendable {
  let part: FeedListPart

  /// The position of the section in the list.
  let index: Int

  /// The numbers of the rows in the whole feed.
  package let rows: Range<Int>

  init(part: FeedListPart, index: Int) {
    (self.part, self.index) = (part, index)
    rows = part.rows(ofSection: index)
  }

  private var position: Int { index - part.sections.lowerBound }

  private var details: SectionDetails { part.store.index.details(ofSection: position) }

  /// The source and the position in it, if the feed has several sources.
  public var sectionIdentity: AnyHashable? {
    part.title.map { AnyHashable(SourceSection(source: $0.name, position: position)) }
  }

  /// The name of the section in the feed; `""` if it has none.
  public var moduleName: ModuleName { details.name }

  /// The number of rows.
  public var numberOfItems: Int { rows.count }

  /// The identities and contents of the rows, if the feed was watched or reloaded and is complete.
  public var rowFingerprints: [RowFingerprint]? {
    let sections = part.store.fingerprints.withLock { $0?.sections }
    guard let sections else { return nil }
    let found = sections.indices.contains(position) ? sections[position] : []
    return found.count == rows.count ? found : nil
  }

  /// The row at a position, as a `Row`.
  public func item(at index: Int) -> Any {
    shownRow(at: index) { offset in
      (0..<rows.count).contains(index + offset) ? rows.lowerBound + index + offset : nil
    }
  }

  /// The row at a position.
  ///
  /// - Complexity: O(1): some dozen rows are scanned if none nearby was requested before.
  /// - Precondition: `position` is in `0..<numberOfItems`.
  package func row(at position: Int) -> Row {
    shownRow(at: position, neighbor: nil)
  }

  /// Returns the row at a position for display; it may be pending.
  func shownRow(at position: Int, neighbor: ((Int) -> Int?)?) -> Row {
    precondition(0..<rows.count ~= position, "There is no such row.")
    let first = part.rows.lowerBound
    let own = neighbor.map { neighbor in
      { (offset: Int) in
        neighbor(offset).flatMap { part.rows.contains($0) ? $0 - first : nil }
      }
    }
    return part.store.row(
      rows.lowerBound - first + position, at: ListIndexPath(section: index, item: position),
      neighbor: own)
  }

  // MARK: Header and footer

  /// Header and footer, if the feed has them; of several sources, each has a header.
  public var supplementaryKinds: [ModuleKind] {
    [ModuleKind.header, .footer].filter { has($0) }
  }

  private func has(_ kind: ModuleKind) -> Bool {
    switch kind {
    case .header: details.header != nil || hasTitle
    case .footer: details.footer != nil
    default: false
    }
  }

  private var hasTitle: Bool { part.title != nil && position == 0 }

  /// The number of headers or footers: 1 if the section has one, otherwise 0.
  public func numberOfSupplementaryModels(of kind: ModuleKind) -> Int { has(kind) ? 1 : 0 }

  /// The header or footer as a `Row`, or nil if there is none.
  public func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? {
    guard index == 0 else { return nil }
    return supplementaryRow(of: kind)
  }

  /// The header or footer, or nil if there is none.
  ///
  /// The header of the first section of one of several sources is an object with the name of the
  /// source, `mocoaSource`, and the members of the source's own header; its problem is that of the
  /// source.
  package func supplementaryRow(of kind: ModuleKind) -> Row? {
    let store = part.store
    switch kind {
    case .header:
      let own = details.header.map(store.row)
      guard hasTitle, let title = part.title else { return own }
      return title.header(with: own, nameKey: store.options.nameKey)
    case .footer: return details.footer.map(store.row)
    default: return nil
    }
  }
}

/// A section of one of several sources.
private struct SourceSection: Hashable {
  var source: String
  var position: Int
}
