extension TextStyle {
  /// Returns a text in this look, enclosed in ECMA-48 sequences (SGR).
  package func sequence(around text: String) -> String {
    let codes = parameters
    return codes.isEmpty ? text : "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[m"
  }

  /// The sequence that sets this look, whatever the look before.
  var sequence: String { "\u{1B}[\((["0"] + parameters).joined(separator: ";"))m" }

  private var parameters: [String] {
    let names: [(TextAttributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
      (.strikethrough, "9"),
    ]
    return names.filter { attributes.contains($0.0) }.map(\.1)
      + (foreground.map { $0.parameters(base: 30) } ?? [])
      + (background.map { $0.parameters(base: 40) } ?? [])
  }
}

extension Color {
  /// Returns the parameters that select the color; `base` is 30 for text and 40 for the background.
  fileprivate func parameters(base: Int) -> [String] {
    switch self {
    case .palette(let index) where index < 8: ["\(base + Int(index))"]
    case .palette(let index) where index < 16: ["\(base + 52 + Int(index))"]
    case .palette(let index): ["\(base + 8)", "5", "\(index)"]
    case .rgb(let red, let green, let blue): ["\(base + 8)", "2", "\(red)", "\(green)", "\(blue)"]
    }
  }
}
