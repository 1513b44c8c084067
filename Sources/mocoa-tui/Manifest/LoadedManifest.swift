import MocoaFeedUI

/// A manifest that was read.
struct LoadedManifest {
  let content: Manifest

  /// The path of the file; nil for one of the program.
  var path: String?

  /// The name of the recipe, as it is typed; nil if it was not run by its name.
  var recipe: String?

  /// Returns the file and line of the column that needs a member, in front of what is said of it;
  /// an empty text if they are unknown.
  func place(ofColumnNeeding member: MemberPath) -> String {
    guard let path, let line = content.line(ofColumnNeeding: member) else { return "" }
    return "\(path):\(line): "
  }
}
