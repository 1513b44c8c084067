/// Calls a closure with the name of each file in a folder, without `.` and `..`, in no order.
///
/// - Parameters:
///   - path: The path of the folder.
///   - body: The closure, which gets the bytes of the name and the descriptor of the folder.
/// - Returns: `false` if the folder could not be read, or not to its end; `errno` says why.
package func forEachFile(
  inFolder path: UnsafePointer<CChar>, _ body: (UnsafeRawBufferPointer, _ folder: CInt) -> Void
) -> Bool {
  guard let stream = opendir(path) else { return false }
  errno = 0
  while let entry = readdir(stream) {
    withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      let name = bytes.prefix { $0 != 0 }
      if name.elementsEqual([0x2E]) || name.elementsEqual([0x2E, 0x2E]) { return }
      body(UnsafeRawBufferPointer(rebasing: name), dirfd(stream))
    }
    errno = 0
  }
  let reason = errno
  closedir(stream)
  errno = reason
  return reason == 0
}

extension String {
  /// The name of a file with the user's home folder in place of `~/`.
  package var expandingHome: String {
    guard hasPrefix("~/"), let home = getenv("HOME") else { return self }
    return String(cString: home) + dropFirst()
  }
}
