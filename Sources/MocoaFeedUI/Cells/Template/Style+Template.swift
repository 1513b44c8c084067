import MocoaFeed
import MocoaTUI

extension TextStyle {
  /// Adds the color or attribute of a template's style word.
  ///
  /// - Returns: `true` if it was one; a style that the theme defines is not.
  mutating func add(templateStyle word: String) -> Bool {
    if let attribute = Self.textAttributes[word] {
      attributes.insert(attribute)
      return true
    }
    let isGround = word.hasPrefix("on-")
    let name = isGround ? String(word.dropFirst(3)) : word
    let color: Color
    if let (red, green, blue) = TemplateStyle.components(ofColor: word) {
      color = .rgb(red, green, blue)
    } else if let index = TemplateStyle.colors.firstIndex(of: name) {
      color = .palette(UInt8(index))
    } else {
      return false
    }
    if isGround { background = color } else { foreground = color }
    return true
  }

  private static let textAttributes: [String: TextAttributes] = [
    "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
    "strikethrough": .strikethrough,
  ]
}

extension TemplateSpan {
  /// The base style and an overlay, or nil.
  ///
  /// Of several theme styles the last counts; colors and attributes are combined.
  var drawing: (style: StyleName, overlay: StyleName?) {
    var name: String?
    var look = TextStyle()
    for word in styles where !look.add(templateStyle: word) { name = word }
    let hasLook = look != TextStyle()
    guard let name else { return (hasLook ? .custom(look) : .body, nil) }
    return (StyleName(name), hasLook ? .custom(look) : nil)
  }
}
