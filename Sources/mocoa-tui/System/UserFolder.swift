import MocoaSystem

/// The user's folders, according to the XDG Base Directory Specification.
enum UserFolder {
  /// The folder of manifests and options; nil if there is no home folder.
  static var configuration: String? { folder("XDG_CONFIG_HOME", orBelowHome: ".config") }

  /// The folder of saved state; nil if there is no home folder.
  static var state: String? { folder("XDG_STATE_HOME", orBelowHome: ".local/state") }

  static var current: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }

  private static func folder(_ variable: String, orBelowHome path: String) -> String? {
    // A relative path is ignored.
    if let folder = value(of: variable), folder.hasPrefix("/") { return "\(folder)/mocoa" }
    guard let home = value(of: "HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/\(path)/mocoa"
  }

  /// Returns whether a file exists; called at each start, so without Foundation.
  static func hasFile(at path: String) -> Bool { access(path, F_OK) == 0 }

  static func hasRegularFile(at path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the names of the files in a folder; none if it cannot be read.
  static func files(in folder: String) -> [String] {
    var names: [String] = []
    _ = forEachFile(inFolder: folder) { name, _ in
      names.append(String(decoding: name, as: UTF8.self))
    }
    return names
  }

  /// Returns the value of an environment variable; file names in it need not be UTF-8.
  static func value(of variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }
  }
}
