/// The looks of styles, by name.
///
/// The current row has a uniform color: it stands out, and moving it sends little.
public struct Theme: Hashable, Sendable, Codable {
  /// The name by which a user selects the theme.
  public var name: String

  private var looks: [String: TextStyle]

  /// Creates a theme from the looks of its styles, by name.
  public init(name: String, looks: [String: TextStyle]) {
    self.name = name
    self.looks = looks
  }

  /// The look of a style; an unknown name is plain text.
  public subscript(style: StyleName) -> TextStyle {
    switch style.storage {
    case .look(let look): look
    case .name(let name): looks[name] ?? TextStyle()
    case .overlaid(let name, let look): (looks[name] ?? TextStyle()).overlaid(with: look)
    }
  }

  /// Creates a theme from colors: each style has one of them, over the attributes of `monochrome`.
  public init(name: String, palette: ThemePalette) {
    self.init(name: name, looks: Self.common.merging(palette.looks) { $1 })
  }

  /// Returns the theme with some looks replaced.
  public func replacing(_ replacements: [String: TextStyle]) -> Theme {
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
      return (name, TextStyle(attributes: attributes))
    }
    return Theme(name: name, looks: Dictionary(uniqueKeysWithValues: looks))
  }

  /// The themes that come with the library: its own ones, then those of ``ThemePalette``.
  public static let all: [Theme] =
    own + ThemePalette.known.map { Theme(name: $0.name, palette: $0.palette) }

  private static let own: [Theme] = [.dark, .light, .highContrast, .monochrome]

  /// The names of the themes, for which not all of them are made.
  package static let names = own.map(\.name) + ThemePalette.known.map { $0.name }

  /// Returns the theme that comes with the library by its name; nil if there is none.
  public static func named(_ name: String) -> Theme? { all.first { $0.name == name } }

  /// The names of the styles of the library's themes, in alphabetical order.
  package static let styleNames = Set(all.flatMap(\.looks.keys)).sorted()

  /// The theme for a terminal with a dark background; uses the terminal's palette.
  public static let dark = Theme(name: "dark", palette: .dark)

  /// The theme for a terminal with a light background.
  public static let light = Theme(name: "light", palette: .light)

  /// A theme with high contrast: the terminal's first eight colors only.
  public static let highContrast = Theme(
    name: "high-contrast",
    looks: common.merging([
      "secondary": TextStyle(),
      "tertiary": TextStyle(),
      "number": TextStyle(foreground: .green),
      "date": TextStyle(foreground: .cyan),
      "keyword": TextStyle(foreground: .magenta),
      "key": TextStyle(foreground: .cyan),
      "error": TextStyle(foreground: .red, attributes: .bold),
      "warning": TextStyle(foreground: .yellow, attributes: .bold),
      "placeholder": TextStyle(foreground: .yellow),
      "cursor-row": TextStyle(foreground: .black, background: .yellow),
      "marked-cursor-row": TextStyle(
        foreground: .black, background: .yellow, attributes: [.bold, .underline]),
      "changed-row": TextStyle(foreground: .black, background: .green),
      "match": TextStyle(foreground: .black, background: .cyan),
    ]) { $1 })

  /// A theme without colors: attributes only.
  public static let monochrome = Theme(name: "monochrome", looks: common)

  /// The looks without colors, on which all themes are based.
  private static let common: [String: TextStyle] = [
    "title": TextStyle(attributes: .bold),
    "secondary": TextStyle(attributes: .dim),
    "tertiary": TextStyle(attributes: .dim),
    "link": TextStyle(attributes: .underline),
    "section-header": TextStyle(attributes: .bold),
    "column-header": TextStyle(attributes: .underline),
    "border": TextStyle(attributes: .dim),
    "status-bar": TextStyle(attributes: .reverse),
    "status-bar-strong": TextStyle(attributes: [.reverse, .bold]),
    "warning": TextStyle(attributes: .bold),
    "error": TextStyle(attributes: .bold),
    "cursor-row": TextStyle(attributes: .reverse),
    "inactive-cursor-row": TextStyle(attributes: [.reverse, .dim]),
    "marked-row": TextStyle(attributes: [.bold, .underline]),
    "marked-cursor-row": TextStyle(attributes: [.reverse, .bold, .underline]),
    "changed-row": TextStyle(attributes: .italic),
    "match": TextStyle(attributes: .reverse),
    "badge": TextStyle(attributes: .reverse),
  ]
}
