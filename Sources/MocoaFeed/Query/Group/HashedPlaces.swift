/// The places of elements in the order of their insertion, found by their hashes.
///
/// A table with open addressing: the hashes are good ones, which need no other hash, as the keys of
/// a dictionary get.
struct HashedPlaces: Sendable {
  /// The hashes of the elements.
  private(set) var hashes: [UInt64] = []

  /// The places, each with 1 added; 0 for none.
  ///
  /// Their number is a power of two, and at least twice that of the elements.
  private var slots: [UInt32] = []

  /// Creates places of elements with different hashes.
  init(_ hashes: some Sequence<UInt64> = []) { for hash in hashes { _ = place(of: hash) } }

  /// Returns the place of the element with a hash, and whether it is new and the last one.
  ///
  /// - Complexity: O(1) on average.
  @inline(__always)
  mutating func place(of hash: UInt64) -> (place: Int, isNew: Bool) {
    if slots.count < 2 * (hashes.count + 1) { grow() }
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] > 0 {
      let place = Int(slots[slot]) - 1
      if hashes[place] == hash { return (place, false) }
      slot = (slot + 1) & (slots.count - 1)
    }
    hashes.append(hash)
    slots[slot] = UInt32(hashes.count)
    return (hashes.count - 1, true)
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: max(16, 4 * slots.count))
    for (place, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] > 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(place + 1)
    }
  }
}
