#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Folders of the user's own, as the XDG Base Directory Specification places them.
enum UserFolder {
  /// Where the user keeps manifests; nil where there is no home.
  static var configuration: String? { folder("XDG_CONFIG_HOME", orBelowHome: ".config") }

  /// Where the program keeps how feeds were left; nil where there is no home.
  static var state: String? { folder("XDG_STATE_HOME", orBelowHome: ".local/state") }

  /// The folder that names of files begin from.
  static var current: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }

  private static func folder(_ variable: String, orBelowHome path: String) -> String? {
    // A path that is not absolute counts as none.
    if let folder = value(of: variable), folder.hasPrefix("/") { return "\(folder)/mocoa" }
    guard let home = value(of: "HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/\(path)/mocoa"
  }

  /// Whether there is a file at a path; asked at each start, so without Foundation.
  static func hasFile(at path: String) -> Bool { access(path, F_OK) == 0 }

  /// The value of a variable of the environment, of which file names need not be UTF-8.
  static func value(of variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }
  }
}
