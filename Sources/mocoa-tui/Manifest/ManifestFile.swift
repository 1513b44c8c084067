import MocoaFeedUI

/// A file with a manifest.
struct ManifestFile {
  /// Where the file is.
  let path: String

  /// Reads the manifest.
  ///
  /// - Throws: ``ManifestFileError``: the file cannot be read, or what is wrong on which line.
  @MainActor func read() throws -> Manifest {
    let text: String
    do { text = try TextFile.text(at: path) } catch {
      throw ManifestFileError(description: "\(path): \(error)")
    }
    do { return try Manifest(YAMLReader.read(text)) } catch {
      throw ManifestFileError(description: "\(path):\(error)")
    }
  }

  /// The user's own manifest for a feed: in the configuration folder, by the name of the feed's
  /// file, with or without its ending, or by the host of its URL; nil where there is none.
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

  /// What the manifest of a feed may be called, without its ending.
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

/// Why a manifest cannot be used.
struct ManifestFileError: Error, CustomStringConvertible {
  /// The file, the line, and what is wrong.
  let description: String
}
