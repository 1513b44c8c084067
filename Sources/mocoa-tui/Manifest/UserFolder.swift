#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Folders of the user's own, as the XDG Base Directory Specification places them.
enum UserFolder {
  /// Where the user keeps manifests; nil where there is no home.
  static var configuration: String? { folder("XDG_CONFIG_HOME", orBelowHome: ".config") }

  /// Where the program keeps how feeds were left; nil where there is no home.
  static var state: String? { folder("XDG_STATE_HOME", orBelowHome: ".local/state") }

  private static func folder(_ variable: String, orBelowHome path: String) -> String? {
    let environment = ProcessInfo.processInfo.environment
    // A path that is not absolute counts as none.
    if let folder = environment[variable], folder.hasPrefix("/") { return "\(folder)/mocoa" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/\(path)/mocoa"
  }
}
