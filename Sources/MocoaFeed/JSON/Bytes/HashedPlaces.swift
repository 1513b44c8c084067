/// The places of elements in the order of their insertion, found by their hashes.
///
/// A table with open addressing: the hashes are good ones, which need no other hash, as the keys of
/// a dictionary get.
struct HashedPlaces: Sendable {
  private(set) var hashes: [UInt64] = []

  /// The places, each with 1 added, below the upper half of the hash; 0 for none.
  ///
  /// Their number is a power of two, and at least twice that of the elements. Few elements have the
  /// same upper half, so that nearly all are found without reading their hashes.
  private var slots: [UInt64] = []

  /// Creates places of elements with different hashes.
  init(_ hashes: some Sequence<UInt64> = []) { for hash in hashes { _ = place(of: hash) } }

  /// Returns the place of the element with a hash; nil if there is none.
  ///
  /// - Complexity: O(1) on average.
  @inline(__always)
  func find(_ hash: UInt64) -> Int? {
    guard !slots.isEmpty else { return nil }
    let entry = slots[slot(of: hash)]
    return entry == 0 ? nil : Int(entry & Self.lowerHalf) - 1
  }

  /// Returns the place of the element with a hash, and whether it is new and the last one.
  ///
  /// - Complexity: O(1) on average.
  @inline(__always)
  mutating func place(of hash: UInt64) -> (place: Int, isNew: Bool) {
    if slots.count < 2 * (hashes.count + 1) { grow() }
    let slot = slot(of: hash)
    let entry = slots[slot]
    guard entry == 0 else { return (Int(entry & Self.lowerHalf) - 1, false) }
    hashes.append(hash)
    slots[slot] = hash & ~Self.lowerHalf | UInt64(hashes.count)
    return (hashes.count - 1, true)
  }

  private static let lowerHalf: UInt64 = 0xFFFF_FFFF

  /// Returns the slot of the element with a hash, or a free one if there is none.
  @inline(__always)
  private func slot(of hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let isLike = (slots[slot] ^ hash) & ~Self.lowerHalf == 0
      if isLike, hashes[Int(slots[slot] & Self.lowerHalf) - 1] == hash { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: max(16, 2 * slots.count))
    for (place, hash) in hashes.enumerated() {
      slots[slot(of: hash)] = hash & ~Self.lowerHalf | UInt64(place + 1)
    }
  }
}
