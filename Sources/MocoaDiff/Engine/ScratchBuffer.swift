/// A growing buffer of plain values that keeps its memory when it is emptied.
///
/// An array would do the same at the price of a uniqueness and a bounds check at every access; here
/// the bounds are checked in debug builds alone.
struct ScratchBuffer<Value: BitwiseCopyable>: ~Copyable {
  /// The memory, of which the first `count` values are in use.
  private(set) var memory = UnsafeMutableBufferPointer<Value>(start: nil, count: 0)

  /// The number of values in use.
  private(set) var count = 0

  deinit { memory.deallocate() }

  /// The memory that is held, in bytes.
  var byteCount: Int { memory.count * MemoryLayout<Value>.stride }

  subscript(index: Int) -> Value {
    get {
      assert(index < count, "The index is past the end of the buffer.")
      return memory[index]
    }
    set {
      assert(index < count, "The index is past the end of the buffer.")
      memory[index] = newValue
    }
  }

  /// Adds a value at the end; O(1) on average.
  mutating func append(_ value: Value) {
    if count == memory.count { reserve(count + 1) }
    memory[count] = value
    count += 1
  }

  /// Makes room for so many values in all.
  mutating func reserve(_ wanted: Int) {
    guard wanted > memory.count else { return }
    // Small buffers grow in jumps, so that a difference takes few allocations.
    let jump = memory.count < 1024 ? 4 * memory.count : 2 * memory.count
    let larger = UnsafeMutableBufferPointer<Value>.allocate(capacity: max(wanted, jump, 64))
    _ = larger.update(fromContentsOf: memory[..<count])
    memory.deallocate()
    memory = larger
  }

  /// Sets the number of values, each of them to one value.
  mutating func fill(_ value: Value, count wanted: Int) {
    count = 0
    reserve(wanted)
    memory[..<wanted].update(repeating: value)
    count = wanted
  }

  /// Empties the buffer and keeps its memory.
  mutating func removeAll() { count = 0 }
}
