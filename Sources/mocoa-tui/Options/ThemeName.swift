import MocoaFeedUI

/// The themes by their command-line names.
enum ThemeName: String, CaseIterable {
  case dark, light
  case highContrast = "high-contrast"
  case monochrome

  /// The theme for the background that the terminal reports in `COLORFGBG`; nil if it reports none.
  static var ofEnvironment: ThemeName? {
    let background = UserFolder.value(of: "COLORFGBG")?.split(separator: ";").last.flatMap {
      Int($0)
    }
    return background.map { $0 == 7 || (9...15).contains($0) ? .light : .dark }
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
