import MocoaCore

extension TextStyle {
  /// Applies the sequences in some bytes that select colors and attributes (SGR of ECMA-48).
  ///
  /// Parameters that are unknown, or that a ``TextStyle`` cannot represent, such as blinking,
  /// change nothing.
  mutating func apply(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
    let bytes = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text))
    var position = 0
    while position < bytes.count {
      position += 1
      guard bytes[position - 1] == GraphicRendition.escape,
        let end = GraphicRendition.endOfSequence(at: position, in: bytes)
      else { continue }
      if bytes[end - 1] == UInt8(ascii: "m") {
        var parameters = Parameters(bytes[position + 1..<end - 1])
        while let code = parameters.next() { apply(code, &parameters) }
      }
      position = end
    }
  }

  private mutating func apply(_ code: Int, _ parameters: inout Parameters) {
    switch code {
    case 0: self = TextStyle()
    case 1: attributes.insert(.bold)
    case 2: attributes.insert(.dim)
    case 3: attributes.insert(.italic)
    // `4:0` is none, other numbers are kinds of lines.
    case 4 where parameters.parts().first == 0: attributes.remove(.underline)
    case 4, 21: attributes.insert(.underline)
    case 7: attributes.insert(.reverse)
    case 9: attributes.insert(.strikethrough)
    case 22: attributes.subtract([.bold, .dim])
    case 23: attributes.remove(.italic)
    case 24: attributes.remove(.underline)
    case 27: attributes.remove(.reverse)
    case 29: attributes.remove(.strikethrough)
    case 30...37: foreground = .palette(UInt8(code - 30))
    case 38: foreground = parameters.color() ?? foreground
    case 39: foreground = nil
    case 40...47: background = .palette(UInt8(code - 40))
    case 48: background = parameters.color() ?? background
    case 49: background = nil
    // The color of underlines.
    case 58: _ = parameters.color()
    case 90...97: foreground = .palette(UInt8(code - 82))
    case 100...107: background = .palette(UInt8(code - 92))
    default: break
    }
  }
}

/// The parameters of a sequence: numbers between semicolons, which may have parts between colons.
private struct Parameters {
  private var rest: Slice<UnsafeRawBufferPointer>
  private var isAtEnd = false

  /// A Boolean value that indicates whether the last number is followed by a part of its parameter.
  private var hasPart = false

  init(_ bytes: Slice<UnsafeRawBufferPointer>) { rest = bytes }

  /// Returns the first number of the next parameter, 0 if it is omitted; nil at the end.
  mutating func next() -> Int? {
    while hasPart { number() }
    return isAtEnd ? nil : number()
  }

  /// Returns the remaining parts of a parameter.
  mutating func parts() -> [Int] {
    var parts: [Int] = []
    while hasPart { parts.append(number()) }
    return parts
  }

  /// Returns the color that the numbers after 38, 48 or 58 select; nil if there is none.
  ///
  /// They are `5;n` of the palette, or `2;r;g;b`; or parts such as `:2::r:g:b`, where a color space
  /// or nothing may be in front of the components.
  mutating func color() -> Color? {
    var numbers: [Int]
    if hasPart {
      numbers = parts()
      if numbers.first == 2, numbers.count > 4 { numbers.remove(at: 1) }
    } else {
      numbers = next().map { [$0] } ?? []
      let count = numbers.first == 5 ? 1 : numbers.first == 2 ? 3 : 0
      for _ in 0..<count { numbers.append(next() ?? .max) }
    }
    let bytes = numbers.dropFirst().compactMap { UInt8(exactly: $0) }
    switch numbers.first {
    case 5 where !bytes.isEmpty: return .palette(bytes[0])
    case 2 where bytes.count >= 3: return .rgb(bytes[0], bytes[1], bytes[2])
    default: return nil
    }
  }

  /// Consumes a number and what separates it from the next one.
  @discardableResult
  private mutating func number() -> Int {
    var value = 0
    while let byte = rest.first, byte &- 0x30 < 10 {
      value = min(value * 10 + Int(byte - 0x30), 0xFFFF)
      rest.removeFirst()
    }
    let separator = rest.popFirst()
    isAtEnd = separator == nil
    hasPart = separator == UInt8(ascii: ":")
    return value
  }
}

extension TextWidth {
  /// The number of bytes in front of a part of a text whose colors are taken over.
  private static let resumedBytes = 16 * 1024

  /// Returns a part of a text that looks as it does there: with the sequence in front that selects
  /// the colors that the text in front of it has selected.
  ///
  /// - Complexity: O(part).
  package static func resumed(_ part: Substring, in text: some StringProtocol) -> String {
    let before = Array(text[..<part.startIndex].utf8.suffix(resumedBytes))
    var look = TextStyle()
    before.withUnsafeBufferPointer { look.apply($0[...]) }
    return look == TextStyle() ? String(part) : look.sequence + part
  }

  /// Returns a text that can be written to a terminal in its own colors; nil if it has none.
  ///
  /// Sequences are written again from what they select; all else is that of ``sanitized(_:)``.
  ///
  /// - Complexity: O(text).
  package static func inItsColors(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    var (result, look, start, position) = ("", TextStyle(), 0, 0)
    func append(upTo end: Int) {
      let part = GraphicRendition.removed(from: String(decoding: bytes[start..<end], as: UTF8.self))
      result += sanitized(part)
    }
    bytes.withUnsafeBytes { text in
      while position < text.count {
        guard text[position] == GraphicRendition.escape,
          let end = GraphicRendition.endOfSequence(at: position + 1, in: text)
        else {
          position += 1
          continue
        }
        append(upTo: position)
        let before = look
        look.apply(text.bindMemory(to: UInt8.self)[position..<end])
        // A link changes nothing.
        if look != before { result += look.sequence }
        (position, start) = (end, end)
      }
    }
    guard start > 0 else { return nil }
    append(upTo: bytes.count)
    return result + (look == TextStyle() ? "" : TextStyle().sequence)
  }
}
