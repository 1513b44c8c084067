import MocoaFeedUI

/// A manifest that was read.
struct LoadedManifest {
  let content: Manifest

  /// The path of the file; nil for one of the program.
  var path: String?

  /// The name of the recipe, as it is typed; nil if it was not run by its name.
  var recipe: String?
}
