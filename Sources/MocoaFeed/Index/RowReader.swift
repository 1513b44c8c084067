import Synchronization

/// Finds rows by their numbers.
///
/// Any thread may use it.
final class RowReader: Sendable {
  let source: any ByteSource
  let index: RowIndex

  /// How many blocks of rows are remembered: more than any screen shows.
  private static let cachedBlocks = 16

  /// How many bytes are read at once to find rows.
  private static let chunk = 256 * 1024

  private struct Located {
    var block: RowIndex.Block
    var rows: [Range<Int>]
  }

  private let cache = Mutex<[Located]>([])

  init(source: any ByteSource, index: RowIndex) {
    self.source = source
    self.index = index
  }

  /// Where a row is in the source, white space around it left out.
  ///
  /// - Complexity: O(1): the rows between two anchors are looked through, once.
  /// - Throws: A `FeedError` where the source cannot be read any more.
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

  private func cached(_ block: RowIndex.Block) -> [Range<Int>]? {
    cache.withLock { cache in
      guard let index = cache.firstIndex(where: { $0.block == block }) else { return nil }
      let found = cache.remove(at: index)
      cache.append(found)
      return found.rows
    }
  }

  private func remember(_ located: Located) {
    cache.withLock { cache in
      // While rows are added, the last block is remembered in its newest form only.
      cache.removeAll { $0.block.rows.lowerBound == located.block.rows.lowerBound }
      if cache.count >= Self.cachedBlocks { cache.removeFirst() }
      cache.append(located)
    }
  }

  /// Finds the rows of a block anew: fewer than it had where the source has become shorter.
  private func locate(_ block: RowIndex.Block) throws -> [Range<Int>] {
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
