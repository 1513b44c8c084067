import MocoaFeedUI

/// A file with a manifest.
struct ManifestFile {
  let path: String

  /// Reads the manifest; its options of the command line are not checked.
  @MainActor func read() throws -> Manifest {
    let value = try value()
    do { return try Manifest(value, allowsOptions: true) } catch {
      throw ManifestFileError(description: "\(path):\(error)")
    }
  }

  /// Reads the content of the file.
  func value() throws -> ManifestValue {
    let text: String
    do { text = try TextFile.text(at: path) } catch {
      throw ManifestFileError(description: "\(path): \(error)")
    }
    do { return try YAMLReader.read(text) } catch {
      throw ManifestFileError(description: "\(path):\(error)")
    }
  }

  /// Returns the user's manifest for a feed; nil if there is none.
  static func ofUser(forFeed name: String) -> ManifestFile? {
    guard let folder = UserFolder.configuration else { return nil }
    for stem in stems(ofFeed: name) {
      for ending in ["yaml", "yml", "json"] {
        let path = "\(folder)/\(stem).\(ending)"
        if UserFolder.hasFile(at: path) { return ManifestFile(path: path) }
      }
    }
    return nil
  }

  /// Returns the possible names of a feed's manifest, without extension.
  static func stems(ofFeed name: String) -> [String] {
    if let scheme = name.firstRange(of: "://") {
      let host = name[scheme.upperBound...].prefix { !"/?#".contains($0) }
      let bare = host.split(separator: "@").last.map { $0.prefix { $0 != ":" } } ?? ""
      return bare.isEmpty ? [] : [bare.lowercased()]
    }
    guard let file = name.split(separator: "/").last.map(String.init), file != "..", file != "."
    else { return [] }
    let stem = file.split(separator: ".").first.map(String.init) ?? file
    return stem == file ? [file] : [file, stem]
  }
}

/// An error in a manifest file.
struct ManifestFileError: WrongUsage, CustomStringConvertible {
  /// The file, the line, and the description.
  let description: String
}
