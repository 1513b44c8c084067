import MocoaCore
import MocoaFeed

/// Colors and links in the strings of JSON.
extension JSONLines {
  /// Returns JSON for drawing: with the control characters of sequences that select colors, of
  /// links, and of characters that are struck over others, in place of their escapes.
  ///
  /// - Complexity: O(n) for n bytes.
  static func rendered(_ json: String) -> String {
    var json = json
    let bytes = json.withUTF8 { rendered(UnsafeRawBufferPointer($0)) }
    return bytes.isEmpty ? json : String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the JSON that was rendered.
  static func escaped(_ text: some StringProtocol) -> [UInt8] {
    var isEnding = false
    return text.utf8.reduce(into: []) { json, byte in
      // The end of a link, `ESC \`.
      if isEnding, byte == UInt8(ascii: "\\") { json.append(byte) }
      isEnding = byte == GraphicRendition.escape
      switch byte {
      case GraphicRendition.escape: json += "\\u001b".utf8
      case GraphicRendition.bell: json += "\\u0007".utf8
      case GraphicRendition.backspace: json += "\\b".utf8
      default: json.append(byte)
      }
    }
  }

  /// Returns the rendered bytes; none if they are the same.
  private static func rendered(_ json: UnsafeRawBufferPointer) -> [UInt8] {
    var result: [UInt8] = []
    var (position, copied) = (0, 0)
    while let place = json[position...].firstIndex(of: UInt8(ascii: "\\")) {
      position = min(place + 2, json.count)
      guard let (character, end) = control(escapedAt: place, in: json) else { continue }
      result += json[copied..<place]
      copied = place
      if character == GraphicRendition.escape, let (link, end) = link(at: end, in: json) {
        result += [character] + link
        (position, copied) = (end, end)
        continue
      }
      let isShown =
        character == GraphicRendition.escape
        ? GraphicRendition.endOfSequence(at: end, in: json) != nil
        : character == GraphicRendition.backspace && isStruck(json[end...].prefix(4), over: result)
      // Another escape is copied with what follows.
      guard isShown else { continue }
      result.append(character)
      (position, copied) = (end, end)
    }
    return copied == 0 ? [] : result + json[copied...]
  }

  /// Returns the start or the end of a link in JSON behind its escape character, as it is drawn,
  /// and where it ends; nil if it is something else.
  private static func link(
    at start: Int, in json: UnsafeRawBufferPointer
  ) -> (text: [UInt8], end: Int)? {
    guard json[start...].starts(with: "]8;".utf8) else { return nil }
    let backslash = UInt8(ascii: "\\")
    var position = start
    while let place = json[position...].firstIndex(where: { $0 == backslash || $0 == 0x22 }),
      json[place] == backslash
    {
      position = min(place + 2, json.count)
      guard let (character, end) = control(escapedAt: place, in: json) else { continue }
      let isString =
        character == GraphicRendition.escape && json[end...].starts(with: [backslash, backslash])
      let isEnd = character == GraphicRendition.bell || isString
      let text = json[start..<place] + [character] + (isString ? [backslash] : [])
      let length = text.withUnsafeBytes { GraphicRendition.endOfSequence(at: 0, in: $0) }
      return isEnd && length == text.count ? (text, isString ? end + 2 : end) : nil
    }
    return nil
  }

  /// Returns the escape character, backspace or bell whose escape is at a place, and its end.
  private static func control(
    escapedAt place: Int, in json: UnsafeRawBufferPointer
  ) -> (character: UInt8, end: Int)? {
    if json[place...].starts(with: "\\b".utf8) { return (GraphicRendition.backspace, place + 2) }
    let controls = [GraphicRendition.escape, GraphicRendition.backspace, GraphicRendition.bell]
    let unit = JSONEscape.codeUnit(in: json, at: place)
    return controls.first { unit == UInt16($0) }.map { ($0, place + 6) }
  }

  /// Returns whether the first character of some bytes is struck over the last one of others.
  private static func isStruck(_ next: Slice<UnsafeRawBufferPointer>, over text: [UInt8]) -> Bool {
    let start = text.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    let last = text[start...] + [GraphicRendition.backspace]
    return Array(last + next).withUnsafeBytes {
      GraphicRendition.overstrike(at: last.count - 1, over: 0, in: $0) != nil
    }
  }
}
