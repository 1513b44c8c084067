import MocoaFeed
import MocoaSystem

/// Completion for the name of a file that is being typed.
enum FileCompletion {
  /// Returns the range of a text to replace, in characters, and the files whose names begin with
  /// the text up to the cursor, followed by the extensions of formats.
  static func candidates(for text: String) -> (range: Range<Int>, candidates: [String]) {
    let start = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let (folder, word) = (String(text[..<start]), text[start...])
    let names = Self.names(in: folder.isEmpty ? "." : folder.expandingHome)
      .filter { $0.hasPrefix(word) && $0 != word && ($0.first != "." || word.first == ".") }
      .sorted()
    let endings =
      word.isEmpty || ViewFormat(ofFile: text) != nil
      ? [] : ViewFormat.allCases.map { "\(word).\($0.endings[0])" }
    return (text.count - word.count..<text.count, names + endings.filter { !names.contains($0) })
  }

  /// Returns the names of the files in a folder, empty if it is unreadable; folders end with `/`.
  private static func names(in folder: String) -> [String] {
    var names: [String] = []
    _ = forEachFile(inFolder: folder.systemName) { bytes, _ in
      let name = String(systemName: bytes)
      var status = stat()
      let isFolder =
        stat("\(folder)/\(name)".systemName, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      names.append(isFolder ? name + "/" : name)
    }
    return names
  }
}
