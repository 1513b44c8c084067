/// A row being sorted, with eight bytes of its key; sixteen bytes in memory.
struct SortEntry: Equatable {
  /// Eight bytes of the key, the first of them in the highest bits.
  var window: UInt64

  var row: Int

  @inline(__always)
  static func < (left: SortEntry, right: SortEntry) -> Bool {
    left.window != right.window ? left.window < right.window : left.row < right.row
  }
}

/// Sorts entries in place, by window and then by row.
///
/// A radix sort from the most significant byte, each pass moving entries along cycles into their
/// buckets (McIlroy, Bostic, McIlroy, *Engineering radix sort*, 1993: "American flag sort").
enum FlagSort {
  private static let shortest = 48

  /// Sorts entries.
  ///
  /// - Complexity: O(n) scans n entries, eight at most, and O(n log n) for those of one window;
  ///   allocates only some counters.
  static func sort(_ entries: UnsafeMutableBufferPointer<SortEntry>, digit: Int = 0) {
    guard entries.count > shortest else { return insertionSort(entries) }
    guard digit < 8 else {
      var entries = entries
      return entries.sort { $0.row < $1.row }
    }
    let shift = UInt64(56 - 8 * digit)
    var ends = [Int](repeating: 0, count: 256)
    for entry in entries { ends[Int(entry.window >> shift & 0xFF)] += 1 }
    if ends[Int(entries[0].window >> shift & 0xFF)] == entries.count {
      return sort(entries, digit: digit + 1)
    }
    var starts = ends
    var total = 0
    for bucket in 0..<256 {
      starts[bucket] = total
      total += ends[bucket]
      ends[bucket] = total
    }
    let buckets = starts
    permute(entries, shift, &starts, ends)
    for bucket in 0..<256 where ends[bucket] - buckets[bucket] > 1 {
      sort(
        UnsafeMutableBufferPointer(rebasing: entries[buckets[bucket]..<ends[bucket]]),
        digit: digit + 1)
    }
  }

  private static func permute(
    _ entries: UnsafeMutableBufferPointer<SortEntry>, _ shift: UInt64, _ starts: inout [Int],
    _ ends: [Int]
  ) {
    for bucket in 0..<256 {
      while starts[bucket] < ends[bucket] {
        var entry = entries[starts[bucket]]
        var target = Int(entry.window >> shift & 0xFF)
        while target != bucket {
          let place = starts[target]
          starts[target] += 1
          swap(&entry, &entries[place])
          target = Int(entry.window >> shift & 0xFF)
        }
        entries[starts[bucket]] = entry
        starts[bucket] += 1
      }
    }
  }

  private static func insertionSort(_ entries: UnsafeMutableBufferPointer<SortEntry>) {
    guard entries.count > 1 else { return }
    for index in 1..<entries.count {
      let entry = entries[index]
      var place = index
      while place > 0, entry < entries[place - 1] {
        entries[place] = entries[place - 1]
        place -= 1
      }
      entries[place] = entry
    }
  }
}
