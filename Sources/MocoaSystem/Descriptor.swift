/// Writes a whole text to a descriptor.
///
/// - Returns: `false` if not all of it could be written; `errno` says why.
package func writeAll(_ text: String, to descriptor: CInt) -> Bool {
  var text = text
  return text.withUTF8 { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
