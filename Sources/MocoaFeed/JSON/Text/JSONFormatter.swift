/// Reformats JSON text, compact or indented, from its tokens.
///
/// Indented text, which is for reading, has characters in place of escapes that they do not need.
struct JSONFormatter {
  /// The number of spaces per level, or nil for one line.
  let indentation: Int?
  private(set) var result: [UInt8] = []

  /// The level from which indentation is constant; otherwise n levels would take n² spaces.
  static let deepestIndentation = 64

  private var depth = 0
  private var last: JSONToken.Kind?

  init(indentation: Int?) {
    self.indentation = indentation
  }

  /// Returns the reformatted text.
  static func format(
    _ bytes: UnsafeRawBufferPointer, indentation: Int?
  ) throws(JSONSyntaxError) -> [UInt8] {
    var formatter = JSONFormatter(indentation: indentation)
    formatter.result.reserveCapacity(bytes.count)
    var reader = JSONReader(bytes)
    while let token = try reader.next() { formatter.add(token, of: bytes) }
    return formatter.result
  }

  private mutating func add(_ token: JSONToken, of bytes: UnsafeRawBufferPointer) {
    let ends = token.kind == .endArray || token.kind == .endObject
    if ends { depth -= 1 }
    separate(from: token.kind, ends: ends)
    let text = bytes[rebased: token.range]
    if indentation != nil, token.kind == .string || token.kind == .key {
      JSONText.appendReadable(text, to: &result)
    } else {
      result.append(contentsOf: text)
    }
    if token.kind == .beginArray || token.kind == .beginObject { depth += 1 }
    last = token.kind
  }

  private mutating func separate(from kind: JSONToken.Kind, ends: Bool) {
    switch last {
    case nil: return
    case .key:
      result.append(UInt8(ascii: ":"))
      if indentation != nil { result.append(UInt8(ascii: " ")) }
    case .beginArray, .beginObject:
      if !ends { breakLine() }
    default:
      if !ends { result.append(UInt8(ascii: ",")) }
      breakLine()
    }
  }

  private mutating func breakLine() {
    guard let indentation else { return }
    result.append(UInt8(ascii: "\n"))
    let levels = min(depth, Self.deepestIndentation)
    result.append(contentsOf: repeatElement(UInt8(ascii: " "), count: levels * indentation))
  }
}
