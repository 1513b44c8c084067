/// The looks of styles, by name.
///
/// The current row has a uniform color: it stands out, and moving it sends little.
public struct Theme: Hashable, Sendable, Codable {
  /// The name by which a user selects the theme.
  public var name: String

  private var looks: [String: Look]

  /// Creates a theme from the looks of its styles, by name.
  public init(name: String, looks: [String: Look]) {
    self.name = name
    self.looks = looks
  }

  /// The look of a style; an unknown name is plain text.
  public subscript(style: Style) -> Look {
    switch style.storage {
    case .look(let look): look
    case .name(let name): looks[name] ?? Look()
    case .overlaid(let name, let look): (looks[name] ?? Look()).overlaid(with: look)
    }
  }

  /// Returns the theme with some looks replaced.
  public func replacing(_ replacements: [String: Look]) -> Theme {
    Theme(name: name, looks: looks.merging(replacements) { $1 })
  }
}

extension Theme {
  /// The theme for a terminal without colors, with attributes instead.
  var withoutColors: Theme {
    let looks = looks.map { name, look in
      var attributes = look.attributes
      if look.foreground != nil || look.background != nil {
        attributes.formUnion(Self.common[name]?.attributes ?? [])
      }
      if attributes.isEmpty, look.background != nil { attributes = .reverse }
      return (name, Look(attributes: attributes))
    }
    return Theme(name: name, looks: Dictionary(uniqueKeysWithValues: looks))
  }

  /// The themes that come with the library.
  public static let all: [Theme] = [.dark, .light, .highContrast, .monochrome]

  /// The names of the styles of the library's themes, in alphabetical order.
  package static let styleNames = Set(all.flatMap(\.looks.keys)).sorted()

  /// The theme for a terminal with a dark background; uses the terminal's palette.
  public static let dark = Theme(
    name: "dark",
    looks: common.merging([
      "secondary": Look(foreground: .palette(245)),
      "tertiary": Look(foreground: .palette(240)),
      "number": Look(foreground: .palette(150)),
      "date": Look(foreground: .palette(110)),
      "keyword": Look(foreground: .palette(176)),
      "string": Look(foreground: .palette(180)),
      "key": Look(foreground: .palette(110)),
      "link": Look(foreground: .palette(74)),
      "section-header": Look(foreground: .palette(223), attributes: .bold),
      "column-header": Look(foreground: .palette(245), attributes: .underline),
      "border": Look(foreground: .palette(240)),
      "status-bar": Look(foreground: .palette(250), background: .palette(236)),
      "status-bar-strong": Look(
        foreground: .palette(255), background: .palette(236), attributes: .bold),
      "success": Look(foreground: .palette(114)),
      "warning": Look(foreground: .palette(179)),
      "error": Look(foreground: .palette(203)),
      "placeholder": Look(foreground: .palette(179)),
      "cursor-row": Look(foreground: .palette(255), background: .palette(24)),
      "inactive-cursor-row": Look(background: .palette(237)),
      "selected-row": Look(foreground: .palette(227), attributes: .bold),
      "selected-cursor-row": Look(
        foreground: .palette(227), background: .palette(24), attributes: .bold),
      "changed-row": Look(background: .palette(58)),
      "match": Look(foreground: .palette(16), background: .palette(220)),
    ]) { $1 })

  /// The theme for a terminal with a light background.
  public static let light = Theme(
    name: "light",
    looks: common.merging([
      "secondary": Look(foreground: .palette(241)),
      "tertiary": Look(foreground: .palette(246)),
      "number": Look(foreground: .palette(28)),
      "date": Look(foreground: .palette(25)),
      "keyword": Look(foreground: .palette(90)),
      "string": Look(foreground: .palette(94)),
      "key": Look(foreground: .palette(25)),
      "link": Look(foreground: .palette(26)),
      "section-header": Look(foreground: .palette(88), attributes: .bold),
      "column-header": Look(foreground: .palette(241), attributes: .underline),
      "border": Look(foreground: .palette(249)),
      "status-bar": Look(foreground: .palette(237), background: .palette(253)),
      "status-bar-strong": Look(
        foreground: .palette(16), background: .palette(253), attributes: .bold),
      "success": Look(foreground: .palette(28)),
      "warning": Look(foreground: .palette(130)),
      "error": Look(foreground: .palette(160)),
      "placeholder": Look(foreground: .palette(130)),
      "cursor-row": Look(foreground: .palette(16), background: .palette(153)),
      "inactive-cursor-row": Look(background: .palette(254)),
      "selected-row": Look(foreground: .palette(88), attributes: .bold),
      "selected-cursor-row": Look(
        foreground: .palette(88), background: .palette(153), attributes: .bold),
      "changed-row": Look(background: .palette(229)),
      "match": Look(foreground: .palette(16), background: .palette(220)),
    ]) { $1 })

  /// A theme with high contrast: the terminal's first eight colors only.
  public static let highContrast = Theme(
    name: "high-contrast",
    looks: common.merging([
      "secondary": Look(),
      "tertiary": Look(),
      "number": Look(foreground: .green),
      "date": Look(foreground: .cyan),
      "keyword": Look(foreground: .magenta),
      "key": Look(foreground: .cyan),
      "error": Look(foreground: .red, attributes: .bold),
      "warning": Look(foreground: .yellow, attributes: .bold),
      "placeholder": Look(foreground: .yellow),
      "cursor-row": Look(foreground: .black, background: .yellow),
      "selected-cursor-row": Look(
        foreground: .black, background: .yellow, attributes: [.bold, .underline]),
      "changed-row": Look(foreground: .black, background: .green),
      "match": Look(foreground: .black, background: .cyan),
    ]) { $1 })

  /// A theme without colors: attributes only.
  public static let monochrome = Theme(name: "monochrome", looks: common)

  /// The looks without colors, on which all themes are based.
  private static let common: [String: Look] = [
    "title": Look(attributes: .bold),
    "secondary": Look(attributes: .dim),
    "tertiary": Look(attributes: .dim),
    "link": Look(attributes: .underline),
    "section-header": Look(attributes: .bold),
    "column-header": Look(attributes: .underline),
    "border": Look(attributes: .dim),
    "status-bar": Look(attributes: .reverse),
    "status-bar-strong": Look(attributes: [.reverse, .bold]),
    "warning": Look(attributes: .bold),
    "error": Look(attributes: .bold),
    "cursor-row": Look(attributes: .reverse),
    "inactive-cursor-row": Look(attributes: [.reverse, .dim]),
    "selected-row": Look(attributes: [.bold, .underline]),
    "selected-cursor-row": Look(attributes: [.reverse, .bold, .underline]),
    "changed-row": Look(attributes: .italic),
    "match": Look(attributes: .reverse),
    "badge": Look(attributes: .reverse),
  ]
}
