/// One side of a comparison.
@usableFromInline
enum Side: UInt32, BitwiseCopyable {
  case old = 0
  case new = 1
}

/// A row that was read while looking for where the lists agree again.
struct WaitingRow: BitwiseCopyable {
  enum State: UInt32, BitwiseCopyable {
    /// No row of the other side has been met.
    case waiting
    /// Met, with the same content.
    case matched
    /// Met, with another content.
    case changed
    /// Given back: the lists agree before this row, which will be read again.
    case released
  }

  let row: UInt32
  /// The link, and the state in the two highest bits.
  private var word: UInt32

  /// Makes a row that waits alone: its link leads to itself.
  init(row: Int, index: Int) {
    self.row = UInt32(row)
    word = UInt32(index)
  }

  /// Of a waiting row the next in its queue; of a matched one its partner on the other side.
  var link: Int {
    get { Int(word & 0x3fff_ffff) }
    set { word = word & 0xc000_0000 | UInt32(newValue) }
  }

  var state: State {
    get { State(rawValue: word >> 30) ?? .waiting }
    set { word = word & 0x3fff_ffff | newValue.rawValue << 30 }
  }

  var isMatched: Bool { state == .matched || state == .changed }
}

/// An open-addressing hash table of queues of waiting rows, one queue for each identity.
///
/// A slot keeps the hash beside the end of the queue, so that probing touches rows only where 32
/// bits agree, and growing touches none. The queue is a circle of links: the end links to the
/// start. All rows of a queue are of one side, since they would have met otherwise.
struct WaitingTable: ~Copyable {
  struct Slot: BitwiseCopyable {
    static let empty = Slot(hash: 0, content: 0)

    var hash: UInt32
    /// 0 is empty and 1 is vacant; otherwise the side and the index of the row at the queue's end.
    fileprivate var content: UInt32

    fileprivate init(hash: UInt32, content: UInt32) {
      self.hash = hash
      self.content = content
    }

    init(hash: UInt32, side: Side, last: Int) {
      self.init(hash: hash, content: (UInt32(last) + 1) << 1 | side.rawValue)
    }

    /// A slot whose queue has ended, and that may be taken by any row of the same hash.
    static func vacant(hash: UInt32) -> Slot { Slot(hash: hash, content: 1) }

    var isEmpty: Bool { content == 0 }
    var isVacant: Bool { content == 1 }
    var isWaiting: Bool { content > 1 }
    var side: Side { content & 1 == 0 ? .old : .new }
    var last: Int { Int(content >> 1) - 1 }
  }

  private(set) var slots = ScratchBuffer<Slot>()
  /// The memory that the table grows into, and leaves when it grows.
  private var spare = ScratchBuffer<Slot>()
  private var used = 0

  /// The memory that is held, in bytes.
  var byteCount: Int { slots.byteCount + spare.byteCount }

  /// Empties the table; O(1) where it is empty already.
  mutating func removeAll() {
    slots.removeAll()
    used = 0
  }

  /// The place at which the search for a hash starts.
  func place(of hash: UInt32) -> Int { Int(hash) & (slots.count - 1) }

  /// The place after another one.
  func place(after place: Int) -> Int { (place + 1) & (slots.count - 1) }

  subscript(place: Int) -> Slot {
    get { slots[place] }
    set {
      if slots[place].isEmpty { used += 1 }
      slots[place] = newValue
    }
  }

  /// Makes room for one more row, so that at least a third of the slots stays empty.
  ///
  /// - Parameter expected: How many rows may yet come, which is how far it grows at most.
  mutating func makeRoom(expected: Int) {
    guard (used + 1) * 3 > slots.count * 2 else { return }
    let bound = Self.powerOfTwo(max(used + expected, used * 2 + 1) * 3 / 2 + 1)
    let wanted = max(slots.count * 4, 256)
    grow(to: wanted * 2 >= bound ? bound : wanted)
  }

  /// The least power of two that is not below a number, and 16 at least.
  private static func powerOfTwo(_ number: Int) -> Int {
    1 << (Int.bitWidth - (max(number, 16) - 1).leadingZeroBitCount)
  }

  private mutating func grow(to capacity: Int) {
    guard used > 0 else { return slots.fill(.empty, count: capacity) }
    spare.fill(.empty, count: capacity)
    used = 0
    for index in 0..<slots.count {
      let slot = slots[index]
      if slot.isEmpty || slot.isVacant { continue }
      var place = Int(slot.hash) & (capacity - 1)
      while !spare[place].isEmpty { place = (place + 1) & (capacity - 1) }
      spare[place] = slot
      used += 1
    }
    swap(&slots, &spare)
  }
}
