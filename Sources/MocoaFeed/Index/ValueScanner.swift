/// Finds the ends of consecutive values, with or without white space between them.
///
/// Invalid text is treated as a value up to the next white space, quote or opening bracket.
struct ValueScanner: StreamScanner {
  private enum State {
    case between
    case container(ElementScanner)
    case string(escaped: Bool)
    case scalar
  }

  private var state = State.between

  /// A Boolean value that indicates whether a value is unfinished at the end of the bytes so far.
  var hasContent: Bool {
    if case .between = state { false } else { true }
  }

  /// Scans more bytes; `end` receives the offset after each value, and returns whether to continue.
  mutating func scan(_ bytes: UnsafeRawBufferPointer, end: (Int) -> Bool) {
    var position = 0
    while position < bytes.count {
      let isEnd: Bool
      switch state {
      case .between:
        begin(with: bytes[position])
        position += 1
        isEnd = false
      case .container(var scanner):
        let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
        let close = scanner.scan(rest) { _ in true }
        state = .container(scanner)
        isEnd = close != nil
        position += close.map { $0 + 1 } ?? rest.count
      case .string(let escaped):
        let byte = bytes[position]
        position += 1
        isEnd = !escaped && byte == UInt8(ascii: "\"")
        state = .string(escaped: !escaped && byte == UInt8(ascii: "\\"))
      case .scalar:
        isEnd = bytes[position].isJSONWhitespace || bytes[position].beginsValueOfItsOwn
        if !isEnd { position += 1 }
      }
      guard isEnd else { continue }
      state = .between
      if !end(position) { return }
    }
  }

  private mutating func begin(with byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"): state = .container(ElementScanner())
    case UInt8(ascii: "\""): state = .string(escaped: false)
    case _ where byte.isJSONWhitespace: break
    default: state = .scalar
    }
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte begins a string, an array or an object.
  var beginsValueOfItsOwn: Bool {
    self == UInt8(ascii: "\"") || self == UInt8(ascii: "[") || self == UInt8(ascii: "{")
  }
}
