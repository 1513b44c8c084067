/// A stack of bits that indicate which of the open containers are objects.
///
/// The first 64 levels need no allocation.
struct Nesting {
  private(set) var depth = 0
  private var top: UInt64 = 0
  private var below: [UInt64] = []

  /// A Boolean value that indicates whether the innermost container is an object.
  var isInObject: Bool { top & 1 == 1 }

  mutating func push(object: Bool) {
    if depth > 0, depth & 63 == 0 { below.append(top) }
    top = top << 1 | (object ? 1 : 0)
    depth += 1
  }

  /// Leaves the innermost container.
  ///
  /// - Precondition: There is one.
  mutating func pop() {
    precondition(depth > 0, "No container is open.")
    depth -= 1
    if depth > 0, depth & 63 == 0, let saved = below.popLast() {
      top = saved
    } else {
      top >>= 1
    }
  }
}
