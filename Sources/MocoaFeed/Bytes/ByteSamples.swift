/// Samples of the bytes that were read from a file, at regular distances.
///
/// They show whether the bytes have been overwritten since, unless only bytes between two samples
/// were. Any thread may use the object.
final class ByteSamples: Sendable {
  /// The distance of two samples, and the number of bytes of each.
  private static let (distance, length) = (16 * 1024, 32)

  private struct State {
    /// The hashes of the samples, 0 for those that were not read.
    var hashes: [UInt64] = []
    /// A Boolean value that indicates whether a sample was read twice with different bytes.
    var isInconsistent = false
  }

  private let state = Monitor(State())

  /// Adds the samples in bytes at an offset, unless there are none.
  ///
  /// - Complexity: O(1) for each sample.
  func add(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    var index = (offset + Self.distance - 1) / Self.distance
    guard index * Self.distance + Self.length <= offset + bytes.count else { return }
    state.withLock { state in
      while index * Self.distance + Self.length <= offset + bytes.count {
        let hash = Self.hash(bytes, at: index * Self.distance - offset)
        if index >= state.hashes.count {
          state.hashes += repeatElement(0, count: index + 1 - state.hashes.count)
        }
        if state.hashes[index] == 0 { state.hashes[index] = hash }
        if state.hashes[index] != hash { state.isInconsistent = true }
        index += 1
      }
    }
  }

  /// Returns whether the samples are still in the file.
  ///
  /// - Complexity: O(n) for n samples, each of which is read.
  /// - Parameters:
  ///   - count: The maximum number of samples, at regular distances; the default is all.
  ///   - read: Reads bytes at an offset, and returns their number.
  /// - Returns: `false` if one differs, or cannot be read.
  func matches(
    atMost count: Int = .max, _ read: (UnsafeMutableRawBufferPointer, Int) throws -> Int
  ) -> Bool {
    let (hashes, isInconsistent) = state.withLock { ($0.hashes, $0.isInconsistent) }
    if isInconsistent { return false }
    return withUnsafeTemporaryAllocation(byteCount: Self.length, alignment: 8) { buffer in
      stride(from: 0, to: hashes.count, by: 1 + hashes.count / count).allSatisfy { index in
        guard hashes[index] != 0 else { return true }
        guard let count = try? read(buffer, index * Self.distance), count == Self.length else {
          return false
        }
        return Self.hash(UnsafeRawBufferPointer(buffer), at: 0) == hashes[index]
      }
    }
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer, at start: Int) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for offset in stride(from: start, to: start + length, by: 8) {
      hash = (hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      hash = (hash ^ hash >> 29) &* 0x9E37_79B9_7F4A_7C15
    }
    return max(1, hash)
  }
}
