import MocoaCore

/// Reads the rows of a source and checks them, on any thread.
final class RowStore: Sendable {
  let index: RowIndex
  let options: FeedOptions
  let reader: RowReader

  /// The rows of an engine; nil for those that are found in bytes.
  let provided: ProvidedSource?

  /// The fingerprints of the rows, once they were requested and computed.
  let fingerprints = Monitor<RowFingerprints?>(nil)

  var source: any ByteSource { reader.source }

  init(source: any ByteSource, index: RowIndex, options: FeedOptions) {
    (self.index, self.options) = (index, options)
    reader = RowReader(source: source, index: index)
    provided = FeedSourceKind(source).provided
  }

  /// Creates a sequential reader of many rows.
  func makePass(
    _ narrowing: RowNarrowing = .none, isCancelled: @escaping () -> Bool = { false }
  ) -> RowPass {
    RowPass(
      source: source, index: index, longestRow: options.longestRow,
      derivedMembers: options.derivedMembers, provider: provided?.provider, narrowing: narrowing,
      isCancelled: isCancelled)
  }

  /// The conversion of the bytes of the rows to JSON.
  var coding: RowCoding { index.coding.deriving(options.derivedMembers) }

  /// Returns the row with a number in the whole source.
  ///
  /// - Parameters:
  ///   - number: The number of the row.
  ///   - path: The position in the list.
  ///   - neighbor: Returns the number of the row that is displayed an offset after it, if the row
  ///     is for display; the row is then pending if an engine does not return it at once.
  /// - Returns: The row.
  func row(_ number: Int, at path: ListIndexPath, neighbor: ((Int) -> Int?)? = nil) -> Row {
    do {
      if let provided {
        let count = index.progress.rowCount
        let next = { (offset: Int) in
          (0..<count).contains(number + offset) ? number + offset : nil
        }
        let bytes = try provided.row(
          number, isShown: neighbor != nil, neighbor: neighbor ?? next)
        guard let bytes else { return Row(pendingAt: path) }
        if bytes.count > options.longestRow {
          let reason = FeedError.Reason.rowTooLong(length: nil, limit: options.longestRow)
          return broken(Array(bytes.prefix(1024)), error(reason, at: nil), at: path)
        }
        return coding.isJSON
          ? checked(bytes, offset: nil, at: path) { self.repair(of: bytes, at: nil) }
          : converted(bytes, coding, offset: 0, at: path)
      }
      let row = row(in: try reader.range(ofRow: number), at: path, coding: coding)
      guard source.hasChanged, !isUnchanged(row, number) else { return row }
      return broken([], error(.rowGone, at: nil), at: path)
    } catch {
      return broken([], problem(error, at: nil), at: path)
    }
  }

  /// Returns whether a row of an overwritten file has the value that it had at first; `false` if
  /// that is unknown.
  private func isUnchanged(_ row: Row, _ number: Int) -> Bool {
    guard let values = fingerprints.withLock({ $0?.values }), number < values.count else {
      return false
    }
    var hash = ValueHash()
    let value = row.json.withBytes { RowValue(of: $0, by: &hash, withMembers: false) }
    return value == values[number]
  }

  /// Returns a header or footer.
  func row(_ supplementary: SectionDetails.Supplementary) -> Row {
    switch supplementary {
    case .range(let range): row(in: range, at: nil, coding: .json)
    case .bytes(let bytes): checked(bytes, offset: nil, at: nil)
    }
  }

  private func row(
    in range: Range<Int>, at path: ListIndexPath?, coding: RowCoding
  ) -> Row {
    do {
      if range.count > options.longestRow {
        let start = try source.bytes(
          in: range.lowerBound..<range.lowerBound + min(1024, range.count)
        ).trimmed
        let reason = FeedError.Reason.rowTooLong(
          length: range.count - start.startIndex, limit: options.longestRow)
        let offset = range.lowerBound + start.startIndex
        return broken(JSONBytes(start), error(reason, at: offset), at: path)
      }
      let bytes = try source.bytes(in: range)
      guard bytes.count == range.count else {
        return broken(bytes, error(.rowGone, at: nil), at: path)
      }
      let start = range.lowerBound
      guard coding.isJSON else { return converted(bytes, coding, offset: start, at: path) }
      return checked(bytes, offset: start, at: path) {
        self.repair(of: bytes, at: start)
      }
    } catch {
      return broken([], problem(error, at: range.lowerBound), at: path)
    }
  }

  /// Returns why there is no value at an offset: a document of a stream that ends there may lack
  /// the part to which a pointer leads.
  private func reasonOfGap(at offset: Int?) -> FeedError.Reason {
    guard let pointer = options.pointer, !pointer.tokens.isEmpty, let offset,
      (try? source.bytes(in: offset..<offset + 1)) == [UInt8(ascii: "}")]
    else { return .missingValue }
    return .nothingAt(pointer)
  }

  /// Returns a row without surrounding white space; `repair` locates invalid Unicode.
  private func checked(
    _ bytes: [UInt8], offset: Int?, at path: ListIndexPath?, repair: () -> FeedError? = { nil }
  ) -> Row {
    let content = bytes.trimmed
    let json = JSONBytes(content)
    let start = offset.map { $0 + content.startIndex }
    if content.isEmpty { return broken(json, error(reasonOfGap(at: start), at: start), at: path) }
    do {
      let isRepaired = try json.check()
      return Row(
        indexPath: path, json: json, repair: isRepaired ? repair() : nil, nameKey: options.nameKey,
        defaultName: index.progress.format == .jsonFeed ? Row.jsonFeedName : Row.jsonName)
    } catch {
      let place = start.map { $0 + error.offset }
      return broken(json, self.error(.notJSON(error.reason), at: place), at: path)
    }
  }

  private func converted(
    _ bytes: [UInt8], _ coding: RowCoding, offset: Int, at path: ListIndexPath?
  ) -> Row {
    var json: [UInt8] = []
    do throws(RowCoding.Fault) {
      try JSONBytes(bytes).withBytes { (row) throws(RowCoding.Fault) in
        try coding.append(row, at: offset, to: &json)
      }
    } catch {
      return broken(bytes, self.error(error.reason, at: offset + error.offset), at: path)
    }
    var row = checked(json, offset: nil, at: path) {
      self.repair(of: bytes, at: offset)
    }
    row.isOfTable = coding.fields != nil
    return row
  }

  // MARK: Problems

  private func broken(_ bytes: [UInt8], _ problem: FeedError, at path: ListIndexPath?) -> Row {
    broken(JSONBytes(bytes), problem, at: path)
  }

  private func broken(_ json: JSONBytes, _ problem: FeedError, at path: ListIndexPath?) -> Row {
    Row(indexPath: path, json: json, problem: problem)
  }

  /// Returns the position of invalid Unicode in a row.
  private func repair(of bytes: [UInt8], at offset: Int?) -> FeedError {
    let invalid = bytes.withUnsafeBytes(UTF8Sequence.firstInvalid)
    return error(
      invalid == nil ? .halfSurrogatePair : .notUTF8, at: offset.map { $0 + (invalid ?? 0) })
  }

  private func error(_ reason: FeedError.Reason, at offset: Int?) -> FeedError {
    guard let offset else { return FeedError(source: source.name, reason: reason) }
    let (line, column) = index.lines.position(of: offset, in: source)
    return FeedError(source: source.name, line: line, column: column, reason: reason)
  }

  private func problem(_ error: any Error, at offset: Int?) -> FeedError {
    (error as? FeedError) ?? self.error(.unreadable("\(error)"), at: offset)
  }
}

extension [UInt8] {
  /// The bytes without surrounding white space, record separators and byte order mark.
  fileprivate var trimmed: ArraySlice<UInt8> {
    var result = self[...]
    while let first = result.first, first.isJSONWhitespace || first == 0x1E { result.removeFirst() }
    while let last = result.last, last.isJSONWhitespace { result.removeLast() }
    return result
  }
}
