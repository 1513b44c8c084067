/// The names of styles of template fields.
package enum TemplateStyle {
  /// Text attributes.
  package static let attributes = [
    "bold", "dim", "italic", "underline", "reverse", "strikethrough",
  ]

  /// The colors by name; with the prefix `on-`, a name is a background color.
  package static let colors = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "gray",
  ]

  /// Names that the theme defines.
  package static let themed = [
    "title", "secondary", "tertiary", "number", "date", "keyword", "string", "key", "link",
    "section-header", "success", "warning", "error", "badge",
  ]

  /// All style names, except colors given by components.
  package static let names = attributes + colors + colors.map { "on-" + $0 } + themed

  /// Returns whether a word is a style: one of the names, or a color such as `#ff8800`.
  static func isStyle(_ word: String) -> Bool {
    names.contains(word) || components(ofColor: word) != nil
  }

  /// Returns the red, green and blue components of a color such as `#ff8800`, or nil.
  package static func components(ofColor word: String) -> (UInt8, UInt8, UInt8)? {
    let digits = word.hasPrefix("on-") ? word.dropFirst(3) : word[...]
    guard digits.first == "#", digits.utf8.count == 7,
      let number = UInt32(digits.dropFirst(), radix: 16)
    else { return nil }
    return (UInt8(number >> 16), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
  }
}
