import MocoaFeedUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file with a manifest.
struct ManifestFile {
  /// Where the file is.
  let path: String

  /// How many bytes a manifest may have.
  private static let byteLimit = 1 << 20

  /// Reads the manifest.
  ///
  /// - Throws: ``ManifestFileError``: the file cannot be read, or what is wrong on which line.
  @MainActor func read() throws -> Manifest {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(filePath: path))
    } catch {
      let isThere = UserFolder.hasFile(at: path)
      throw ManifestFileError(
        path: path, reason: isThere ? "the file cannot be read" : "no such file")
    }
    guard bytes.count <= Self.byteLimit else {
      throw ManifestFileError(path: path, reason: "a manifest has at most 1 MB")
    }
    guard let text = String(bytes: bytes, encoding: .utf8) else {
      throw ManifestFileError(path: path, reason: "the text is not UTF-8")
    }
    do {
      return try Manifest(YAMLReader.read(text))
    } catch {
      throw ManifestFileError(path: path, reason: nil, error: error)
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
  let path: String
  let reason: String?
  var error: ManifestError?

  /// The file, the line, and what is wrong.
  var description: String {
    if let error { return "\(path):\(error)" }
    return "\(path): \(reason ?? "")"
  }
}
