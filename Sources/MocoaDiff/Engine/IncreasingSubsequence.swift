/// Finds which blocks stay, so that as few rows as possible move.
///
/// The blocks that stay must follow each other in the same order in both lists: they are a heaviest
/// increasing subsequence of the blocks' new positions, in old order, weighted by their lengths.
///
/// Blocks that no other has overtaken stay at once: the sequence is split wherever all that stand
/// before are before in the new list too. A single row that moved is thus a question about the few
/// blocks that it passed. Each part is then solved by patience sorting where its blocks are short,
/// row by row, and by a Fenwick tree of prefix maxima where they are long; see
/// M. L. Fredman, "On computing the length of longest increasing subsequences" (1975), and
/// P. M. Fenwick, "A new data structure for cumulative frequency tables" (1994).
struct IncreasingSubsequence: ~Copyable {
  typealias Block = RowMatcher.Block

  /// For each block, the least new position after it; then the weight up to and with it.
  private var weights = ScratchBuffer<UInt32>()
  /// Patience sorting: the least new position at which a sequence of each length ends.
  private var piles = ScratchBuffer<UInt32>()
  /// Indexes of blocks by their new position, and room for sorting them.
  private var order = ScratchBuffer<UInt32>()
  private var sorting = ScratchBuffer<UInt32>()

  /// The memory that is held, in bytes.
  var byteCount: Int {
    weights.byteCount + piles.byteCount + order.byteCount + sorting.byteCount
  }

  /// Decides for every block whether it stays.
  mutating func mark(_ blocks: inout ScratchBuffer<Block>) {
    guard blocks.count > 1 else { return }
    weights.fill(.max, count: blocks.count)
    for index in stride(from: blocks.count - 1, to: 0, by: -1) {
      weights[index - 1] = min(weights[index], blocks[index].new)
    }
    var (start, greatest) = (0, UInt32(0))
    for index in 0..<blocks.count {
      greatest = max(greatest, blocks[index].new)
      if index == blocks.count - 1 || greatest < weights[index] {
        solve(&blocks, start..<(index + 1))
        start = index + 1
      }
    }
  }

  private mutating func solve(_ blocks: inout ScratchBuffer<Block>, _ range: Range<Int>) {
    guard range.count > 1 else { return }
    var rows = 0
    for index in range { rows += Int(blocks[index].length) }
    let total =
      rows <= 8 * range.count
      ? weighByPatience(blocks, range) : weighByPrefixMaxima(blocks, range)
    trace(&blocks, range, total: total)
  }

  /// Goes back from the heaviest end, always to the last block that carries on its weight.
  private func trace(_ blocks: inout ScratchBuffer<Block>, _ range: Range<Int>, total: UInt32) {
    var (rest, next) = (total, UInt32.max)
    for index in range.reversed() {
      let block = blocks[index]
      let stays = rest > 0 && weights[index] == rest && block.new < next
      blocks[index].stays = stays
      if stays {
        rest -= block.length
        next = block.new
      }
    }
  }

  /// Deals the rows of each block to piles; a block of *n* rows covers *n* piles that follow.
  private mutating func weighByPatience(
    _ blocks: borrowing ScratchBuffer<Block>, _ range: Range<Int>
  ) -> UInt32 {
    piles.removeAll()
    for index in range {
      let block = blocks[index]
      let low = pile(for: block.new)
      for offset in 0..<block.length {
        let pile = low + Int(offset)
        if pile < piles.count {
          piles[pile] = block.new + offset
        } else {
          piles.append(block.new + offset)
        }
      }
      weights[index] = UInt32(low) + block.length
    }
    return UInt32(piles.count)
  }

  /// The first pile whose top is not below a position, searched without branches to mispredict.
  private func pile(for position: UInt32) -> Int {
    let tops = piles.memory
    var (low, count) = (0, piles.count)
    while count > 1 {
      let half = count / 2
      // The sign of the difference as a mask: a branch would be mispredicted half of the time.
      let difference = Int(tops[low &+ half &- 1]) &- Int(position)
      low &+= half & (difference >> (Int.bitWidth - 1))
      count &-= half
    }
    return low + (count == 1 && tops[low] < position ? 1 : 0)
  }

  /// Asks a Fenwick tree for the heaviest sequence that ends before each block.
  private mutating func weighByPrefixMaxima(
    _ blocks: borrowing ScratchBuffer<Block>, _ range: Range<Int>
  ) -> UInt32 {
    sortByNewPosition(blocks, range)
    // The order becomes ranks: where each block of the range stands among them, from 1.
    sorting.fill(0, count: range.count)
    for rank in 0..<range.count { sorting[Int(order[rank]) - range.lowerBound] = UInt32(rank + 1) }
    piles.fill(0, count: range.count + 1)
    var heaviest: UInt32 = 0
    for index in range {
      let rank = Int(sorting[index - range.lowerBound])
      var (weight, node) = (UInt32(0), rank - 1)
      while node > 0 {
        weight = max(weight, piles[node])
        node &= node - 1
      }
      weight += blocks[index].length
      weights[index] = weight
      heaviest = max(heaviest, weight)
      node = rank
      while node <= range.count {
        piles[node] = max(piles[node], weight)
        node += node & -node
      }
    }
    return heaviest
  }

  /// Merges ever longer runs of indexes, in memory that is kept.
  private mutating func sortByNewPosition(
    _ blocks: borrowing ScratchBuffer<Block>, _ range: Range<Int>
  ) {
    order.removeAll()
    order.reserve(range.count)
    for index in range { order.append(UInt32(index)) }
    sorting.fill(0, count: range.count)
    var width = 1
    while width < range.count {
      for lower in stride(from: 0, to: range.count, by: 2 * width) {
        let middle = min(lower + width, range.count)
        let upper = min(lower + 2 * width, range.count)
        var (left, right) = (lower, middle)
        for place in lower..<upper {
          let takesLeft =
            right == upper
            || (left < middle && blocks[Int(order[left])].new < blocks[Int(order[right])].new)
          sorting[place] = order[takesLeft ? left : right]
          if takesLeft { left += 1 } else { right += 1 }
        }
      }
      swap(&order, &sorting)
      width *= 2
    }
  }
}

/// Finds which runs of rows stay in place, so that as few rows as possible move.
package enum StayingRuns {
  /// Finds the heaviest increasing subsequence of the old positions of runs in new order.
  ///
  /// - Parameter runs: disjoint ranges of old positions.
  /// - Returns: for each run, whether it is in the subsequence.
  /// - Complexity: O(*n* log *n*), and O(*n*) where all runs stay.
  package static func find(_ runs: [Range<Int>]) -> [Bool] {
    var end = Int.min
    let isAscending = runs.allSatisfy { run in
      defer { end = run.upperBound }
      return run.lowerBound >= end
    }
    if isAscending { return runs.map { _ in true } }
    guard runs.allSatisfy({ $0.upperBound < UInt32.max }) else {
      // More rows than the search counts: the runs that ascend from the first one stay.
      end = Int.min
      return runs.map { run in
        guard run.lowerBound >= end else { return false }
        end = run.upperBound
        return true
      }
    }
    var blocks = ScratchBuffer<RowMatcher.Block>()
    for run in runs {
      blocks.append(
        RowMatcher.Block(
          old: 0, new: UInt32(run.lowerBound), length: UInt32(run.count), stays: true))
    }
    var subsequence = IncreasingSubsequence()
    subsequence.mark(&blocks)
    return (0..<blocks.count).map { blocks[$0].stays }
  }
}
