import MocoaSystem

/// File names and command arguments, which are bytes to the system.
///
/// A string represents each byte that is not valid UTF-8 by a character at the end of the private
/// use planes, so that the same bytes are restored; such characters in a name are represented the
/// same way.
extension String {
  private static let bytes: ClosedRange<UInt32> = 0x10FF80...0x10FFFF

  /// Creates a string from the bytes of a name.
  package init(systemName name: some Sequence<UInt8>) {
    self.init(Array(name).withUnsafeBytes { Self.scalars(of: $0) })
  }

  private static func scalars(of name: UnsafeRawBufferPointer) -> UnicodeScalarView {
    var result = UnicodeScalarView()
    var position = 0
    while position < name.count {
      let length = UTF8Sequence.length(in: name, at: position)
      let part = name[position..<position + (length == 0 ? 1 : length)]
      let scalars = String(decoding: part, as: UTF8.self).unicodeScalars
      if length > 0, scalars.allSatisfy({ !bytes.contains($0.value) }) {
        result.append(contentsOf: scalars)
      } else {
        result.append(contentsOf: part.compactMap { Unicode.Scalar(0x10FF00 + UInt32($0)) })
      }
      position += part.count
    }
    return result
  }

  /// The bytes of the name, terminated by 0.
  package var systemName: [CChar] {
    var name: [UInt8] = []
    for scalar in unicodeScalars {
      if Self.bytes.contains(scalar.value) {
        name.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        name += Array(String(scalar).utf8)
      }
    }
    return name.map { CChar(bitPattern: $0) } + [0]
  }

  /// What the symbolic link of this name leads to; nil if there is none.
  package var linkTarget: String? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = readlink(systemName, &bytes, bytes.count)
    return count > 0 ? String(systemName: bytes[..<count]) : nil
  }

  /// The name for display, with U+FFFD for each invalid byte.
  package var shownName: String {
    guard unicodeScalars.contains(where: { Self.bytes.contains($0.value) }) else { return self }
    return String(
      String.UnicodeScalarView(
        unicodeScalars.map { Self.bytes.contains($0.value) ? "\u{FFFD}" : $0 }))
  }
}
