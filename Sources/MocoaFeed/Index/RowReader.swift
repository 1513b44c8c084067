/// Finds rows by their numbers, on any thread.
final class RowReader: Sendable {
  let source: any ByteSource
  let index: RowIndex

  /// The number of blocks of rows that are cached: more than any screen shows.
  private static let cachedBlocks = 16

  /// The number of bytes read at once to find rows.
  private static let chunk = 256 * 1024

  private struct Located {
    var block: RowBlock
    var rows: [Range<Int>]
  }

  private let cache = Monitor<[Located]>([])

  init(source: any ByteSource, index: RowIndex) {
    (self.source, self.index) = (source, index)
  }

  /// Returns the range of a row in the source, without surrounding white space.
  ///
  /// - Complexity: O(1): the rows between two anchors are scanned, once.
  /// - Throws: A `FeedError` if the source cannot be read any more.
  func range(ofRow row: Int) throws -> Range<Int> {
    let block = index.block(containing: row)
    if block.isExact, block.rows.count == 1 { return block.bytes }
    let position = row - block.rows.lowerBound
    if let rows = cached(block) { return rows[position] }
    let rows = try locate(block)
    guard position < rows.count else { throw FeedError(source: source.name, reason: .rowGone) }
    if rows.count == block.rows.count { remember(Located(block: block, rows: rows)) }
    return rows[position]
  }

  private func cached(_ block: RowBlock) -> [Range<Int>]? {
    cache.withLock { cache in
      guard let index = cache.firstIndex(where: { $0.block == block }) else { return nil }
      let found = cache.remove(at: index)
      cache.append(found)
      return found.rows
    }
  }

  private func remember(_ located: Located) {
    cache.withLock { cache in
      // While rows are added, only the newest version of the last block is cached.
      cache.removeAll { $0.block.rows.lowerBound == located.block.rows.lowerBound }
      if cache.count >= Self.cachedBlocks { cache.removeFirst() }
      cache.append(located)
    }
  }

  /// Finds the rows of a block again: fewer than before if the source has become shorter.
  private func locate(_ block: RowBlock) throws -> [Range<Int>] {
    var finder = RowFinder(block: block)
    var offset = block.bytes.lowerBound
    let size = min(Self.chunk, block.bytes.count)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
    defer { buffer.deallocate() }
    while offset < block.bytes.upperBound, !finder.isDone {
      let wanted = min(size, block.bytes.upperBound - offset)
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
      let count = try source.read(into: part, at: offset)
      if count == 0 { return finder.rows }
      finder.scan(UnsafeRawBufferPointer(rebasing: part[..<count]), at: offset)
      offset += count
    }
    finder.finish()
    return finder.rows
  }
}
