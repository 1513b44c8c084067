import MocoaFeedUI

/// The themes by the names that the command line knows.
enum ThemeName: String, CaseIterable {
  case dark, light
  case highContrast = "high-contrast"
  case monochrome

  /// The one for the background that the terminal reports in `COLORFGBG`, as the number of one of
  /// sixteen colours behind the last semicolon; dark where it reports none.
  static var ofTerminal: ThemeName {
    let background = UserFolder.value(of: "COLORFGBG")?.split(separator: ";").last.flatMap {
      Int($0)
    }
    return background.map { $0 == 7 || (9...15).contains($0) } ?? false ? .light : .dark
  }

  var theme: Theme {
    switch self {
    case .dark: .dark
    case .light: .light
    case .highContrast: .highContrast
    case .monochrome: .monochrome
    }
  }
}
