/// The words that say how a field of a template is shown.
public enum TemplateStyle {
  /// What can be said of text besides its colour.
  public static let attributes = ["bold", "dim", "italic", "underline", "reverse"]

  /// The colours by name; with `on-` before it, a name is a ground.
  public static let colors = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "gray",
  ]

  /// Names that a theme gives a look.
  public static let themed = [
    "title", "secondary", "tertiary", "number", "date", "keyword", "string", "key", "link",
    "section-header", "success", "warning", "error", "badge",
  ]

  /// All words that are styles, but for colours by their parts.
  public static let names = attributes + colors + colors.map { "on-" + $0 } + themed

  /// Whether a word is a style: one of the names, or a colour such as `#ff8800` or `on-#ff8800`.
  public static func isStyle(_ word: String) -> Bool {
    names.contains(word) || components(ofColor: word) != nil
  }

  /// The red, green and blue of a colour that is written by its parts, or nil.
  public static func components(ofColor word: String) -> (UInt8, UInt8, UInt8)? {
    let digits = word.hasPrefix("on-") ? word.dropFirst(3) : word[...]
    guard digits.first == "#", digits.utf8.count == 7,
      let number = UInt32(digits.dropFirst(), radix: 16)
    else { return nil }
    return (UInt8(number >> 16), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
  }
}
