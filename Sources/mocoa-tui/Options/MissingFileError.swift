import MocoaFeedUI

/// A name of a source that is no file, where something else was probably meant.
struct MissingFileError: Error, CustomStringConvertible {
  let description: String

  /// Creates the error; nil if one of the names is something else than a missing file, or if
  /// nothing else is probably meant.
  init?(_ names: [String]) {
    guard let first = names.first, names.allSatisfy(Self.isMissing) else { return nil }
    if !first.contains("/"), Programs.isInstalled(first) {
      let command = names.map(ShellTemplate.word(for:)).joined(separator: " ")
      self.init(first, "it is a program, whose output is shown by: mocoa-tui -- \(command)")
    } else if names.count > 1 {
      return nil
    } else if Self.isAddress(first) {
      self.init(first, "an address begins with http:// or https://")
    } else if let near = Self.nearest(to: first) {
      self.init(first, "did you mean '\(near)'?")
    } else {
      return nil
    }
  }

  private init(_ name: String, _ advice: String) {
    let error = FeedError(source: name.shownName, reason: .notFound)
    description = TextWidth.sanitized("\(error); \(advice)")
  }

  private static func isMissing(_ name: String) -> Bool {
    !name.isEmpty && name != "-" && name.first != Recipe.sign && SourceOptions.isMissingFile(name)
  }

  /// Returns whether a name begins with a host: `localhost:8080/rows`, `api.example.org/rows`.
  private static func isAddress(_ name: String) -> Bool {
    let host = name.prefix { $0 != "/" }
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2, !parts[0].isEmpty, Int(parts[1]) != nil { return true }
    let labels = host.split(separator: ".")
    return host.count < name.count && labels.count > 1 && !UserFolder.hasFile(at: String(host))
      && labels.last?.count ?? 0 > 1 && labels.last?.allSatisfy(\.isLetter) == true
  }

  /// Returns the file of the same folder whose name is most similar.
  private static func nearest(to name: String) -> String? {
    guard !SourceOptions.isPattern(name) else { return nil }
    let folder = name.lastIndex(of: "/").map { name[...$0] } ?? ""
    let files = UserFolder.files(in: folder.isEmpty ? "." : String(folder)).filter {
      $0 != "." && $0 != ".."
    }
    return NearestNames.nearest(to: String(name.dropFirst(folder.count)), among: files).first
      .map { folder + $0 }
  }
}
