import MocoaFeed
import MocoaTUI

extension Look {
  /// Adds what a word of a template says about colours and attributes.
  ///
  /// - Returns: whether it does; a name that a theme gives a look says nothing itself.
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
  ]
}

extension TemplateSpan {
  /// The style that the text is drawn in, and what is laid over it, or nil.
  ///
  /// Of several names of a theme the last counts; colours and attributes add up.
  var drawing: (style: Style, overlay: Style?) {
    var name: String?
    var look = Look()
    for word in styles where !look.add(templateStyle: word) { name = word }
    let hasLook = look != Look()
    guard let name else { return (hasLook ? .custom(look) : .body, nil) }
    return (Style(name), hasLook ? .custom(look) : nil)
  }
}
