/// A row that is being sorted, with eight bytes of its key; twelve bytes in memory.
struct SortEntry: Equatable {
  private var high: UInt32
  private var low: UInt32
  var row: UInt32

  /// The bytes of the key, the first of them in the highest bits.
  var window: UInt64 {
    get { UInt64(high) << 32 | UInt64(low) }
    set {
      high = UInt32(truncatingIfNeeded: newValue >> 32)
      low = UInt32(truncatingIfNeeded: newValue)
    }
  }

  init(window: UInt64, row: UInt32) {
    high = UInt32(truncatingIfNeeded: window >> 32)
    low = UInt32(truncatingIfNeeded: window)
    self.row = row
  }

  /// One of the twelve bytes that entries are sorted by; 0 is the most important.
  @inline(__always)
  fileprivate func digit(_ index: Int) -> Int {
    let word = index < 4 ? high : index < 8 ? low : row
    return Int(word >> UInt32(24 - 8 * (index & 3)) & 0xFF)
  }

  @inline(__always)
  static func < (left: SortEntry, right: SortEntry) -> Bool {
    let (first, second) = (left.window, right.window)
    return first != second ? first < second : left.row < right.row
  }
}

/// Sorts entries where they are, by window and then by row.
///
/// Byte by byte from the most important, each pass moving entries along cycles into their buckets
/// (McIlroy, Bostic, McIlroy, *Engineering radix sort*, 1993: "American flag sort").
enum FlagSort {
  private static let shortest = 48

  /// Sorts entries.
  ///
  /// - Complexity: O(n) passes over n entries, twelve at most; no memory but for some counters.
  static func sort(_ entries: UnsafeMutableBufferPointer<SortEntry>, digit: Int = 0) {
    guard entries.count > shortest, digit < 12 else {
      insertionSort(entries)
      return
    }
    var ends = [Int](repeating: 0, count: 256)
    for entry in entries { ends[entry.digit(digit)] += 1 }
    if ends[entries[0].digit(digit)] == entries.count {
      sort(entries, digit: digit + 1)
      return
    }
    var starts = ends
    var total = 0
    for bucket in 0..<256 {
      starts[bucket] = total
      total += ends[bucket]
      ends[bucket] = total
    }
    let buckets = starts
    permute(entries, digit, &starts, ends)
    for bucket in 0..<256 where ends[bucket] - buckets[bucket] > 1 {
      sort(
        UnsafeMutableBufferPointer(rebasing: entries[buckets[bucket]..<ends[bucket]]),
        digit: digit + 1)
    }
  }

  private static func permute(
    _ entries: UnsafeMutableBufferPointer<SortEntry>, _ digit: Int, _ starts: inout [Int],
    _ ends: [Int]
  ) {
    for bucket in 0..<256 {
      while starts[bucket] < ends[bucket] {
        var entry = entries[starts[bucket]]
        var target = entry.digit(digit)
        while target != bucket {
          let place = starts[target]
          starts[target] += 1
          swap(&entry, &entries[place])
          target = entry.digit(digit)
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
