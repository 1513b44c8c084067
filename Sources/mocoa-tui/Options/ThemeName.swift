import MocoaFeedUI

/// The themes by the names that the command line knows.
enum ThemeName: String, CaseIterable {
  case dark, light
  case highContrast = "high-contrast"
  case monochrome

  var theme: Theme {
    switch self {
    case .dark: .dark
    case .light: .light
    case .highContrast: .highContrast
    case .monochrome: .monochrome
    }
  }
}
