import MocoaCore
import Synchronization

/// Reads the rows of a source and checks them.
///
/// Any thread may use it.
final class RowStore: Sendable {
  let index: RowIndex
  let options: FeedOptions
  let reader: RowReader

  /// The fingerprints of the rows, once they have been asked for and made.
  let fingerprints = Mutex<RowFingerprints?>(nil)

  /// Where the bytes of the rows are.
  var source: any ByteSource { reader.source }

  init(source: any ByteSource, index: RowIndex, options: FeedOptions) {
    self.index = index
    self.options = options
    reader = RowReader(source: source, index: index)
  }

  /// Makes a way through the bytes of many rows.
  func makePass() -> RowPass {
    RowPass(source: source, index: index, longestRow: options.longestRow)
  }

  /// The row with a number in the whole source.
  func row(_ number: Int, at path: ListIndexPath) -> Row {
    do {
      let range = try reader.range(ofRow: number)
      let isMember = index.progress.format == .members
      return row(in: range, at: path, isMember: isMember)
    } catch {
      return broken([], problem(error, at: nil), at: path)
    }
  }

  /// A header or footer.
  func row(_ supplementary: SectionDetails.Supplementary) -> Row {
    switch supplementary {
    case .range(let range): row(in: range, at: nil, isMember: false)
    case .bytes(let bytes): checked(bytes, offset: nil, at: nil)
    }
  }

  private func row(
    in range: Range<Int>, at path: ListIndexPath?, isMember: Bool
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
      return isMember
        ? member(bytes, offset: start, at: path)
        : checked(bytes, offset: start, at: path)
    } catch {
      return broken([], problem(error, at: range.lowerBound), at: path)
    }
  }

  /// A row of bytes that may have white space around them.
  private func checked(
    _ bytes: [UInt8], offset: Int?, at path: ListIndexPath?
  ) -> Row {
    let content = bytes.trimmed
    let json = JSONBytes(content)
    let start = offset.map { $0 + content.startIndex }
    if content.isEmpty { return broken(json, error(.missingValue, at: start), at: path) }
    do {
      let isRepaired = try json.check()
      return Row(
        indexPath: path, json: json, isRepaired: isRepaired, nameKey: options.nameKey,
        defaultName: index.progress.format == .jsonFeed ? Row.jsonFeedName : Row.jsonName)
    } catch {
      let place = start.map { $0 + error.offset }
      return broken(json, self.error(.notJSON(error.reason), at: place), at: path)
    }
  }

  /// A row of a member of an object, `"key": value`, as an object with `key` and `value`.
  private func member(
    _ bytes: [UInt8], offset: Int, at path: ListIndexPath?
  ) -> Row {
    let object = JSONBytes([UInt8(ascii: "{")] + bytes + [UInt8(ascii: "}")])
    if bytes.trimmed.isEmpty { return broken(bytes, error(.missingValue, at: offset), at: path) }
    do {
      try object.check()
    } catch {
      let place = offset + max(0, error.offset - 1)
      return broken(bytes, self.error(.notJSON(error.reason), at: place), at: path)
    }
    var result = Array("{\"key\":".utf8)
    object.forEachMember { key, value in
      JSONText.quote(key, to: &result)
      result.append(contentsOf: ",\"value\":".utf8)
      result.append(contentsOf: value.slice)
      return false
    }
    result.append(UInt8(ascii: "}"))
    return checked(result, offset: nil, at: path)
  }

  // MARK: Problems

  private func broken(_ bytes: [UInt8], _ problem: FeedError, at path: ListIndexPath?) -> Row {
    broken(JSONBytes(bytes), problem, at: path)
  }

  private func broken(_ json: JSONBytes, _ problem: FeedError, at path: ListIndexPath?) -> Row {
    Row(indexPath: path, json: json, problem: problem)
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
  /// The bytes without white space, record separators and a byte-order mark around them.
  fileprivate var trimmed: ArraySlice<UInt8> {
    var result = self[...]
    while let first = result.first, first.isJSONWhitespace || first == 0x1E { result.removeFirst() }
    while let last = result.last, last.isJSONWhitespace { result.removeLast() }
    return result
  }
}
