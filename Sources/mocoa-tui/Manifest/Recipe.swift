import MocoaFeedUI
import MocoaSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A manifest with a source, which is run by its name: `mocoa-tui @pods`.
struct Recipe {
  /// The name, without the sign.
  let name: String

  let file: ManifestFile

  static let sign: Character = "@"

  /// The name as it is typed.
  var shownName: String { "\(Self.sign)\(name)" }

  static func isName(_ source: String) -> Bool { source.first == sign && source.count > 1 }

  /// The folder of the user's recipes; nil if there is no home folder.
  private static var ownFolder: String? { UserFolder.configuration.map { "\($0)/recipes" } }

  /// Returns the file of the user's recipe with a name, in a folder that is made if it is missing;
  /// nil if there is no home folder.
  static func ownFile(named name: String) -> String? {
    guard let folder = ownFolder else { return nil }
    // Writing to it says why it cannot be made.
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return "\(folder)/\(name).yaml"
  }

  /// The folders of recipes, those of the user first.
  ///
  /// Programs are installed in `bin` beside `share`; a build is inside of the package.
  static let folders: [String] = {
    var folders = [ownFolder].compactMap(\.self)
    let program = Programs.own
    if let build = program.firstRange(of: "/.build/") {
      folders.append("\(program[..<build.lowerBound])/Recipes")
    }
    if let end = program.lastIndex(of: "/") {
      let folder = program[..<end]
      folders.append("\(folder)/recipes")
      if let end = folder.lastIndex(of: "/") {
        folders.append("\(folder[..<end])/share/mocoa/recipes")
      }
    }
    return folders
  }()

  /// Finds a recipe.
  init(named typed: String) throws(UsageError) {
    let name = String(typed.dropFirst())
    // One that is not in a folder of recipes is named by its file.
    let isFile = name.hasSuffix(".yaml") && UserFolder.hasRegularFile(at: name)
    let paths = name.contains("/") ? [] : Self.folders.map { "\($0)/\(name).yaml" }
    guard let path = isFile ? name : paths.first(where: UserFolder.hasFile) else {
      let hint = NearestNames.hint(for: name, among: Self.all.map(\.name))
      throw UsageError(
        "there is no recipe '\(name)'\(hint)\(hint.isEmpty ? ";" : "") mocoa-tui @ lists them; "
          + "a file of this name is opened as ./\(typed)")
    }
    self.init(name: name, file: ManifestFile(path: path))
  }

  private init(name: String, file: ManifestFile) {
    (self.name, self.file) = (name, file)
  }

  /// What is said of it without running it; nil if its file cannot be read.
  var help: String? {
    guard let header = try? RecipeHeader(file.value()) else { return nil }
    let words = ["mocoa-tui", shownName, header.source?.usage ?? ""].filter { !$0.isEmpty }
    return """
      \(words.joined(separator: " "))
        \(TextWidth.sanitized(header.summary))
        \(file.path) is its file; mocoa-tui \(shownName) --explain prints what it runs
      """
  }

  /// Reads the manifest.
  @MainActor func load() throws -> LoadedManifest {
    LoadedManifest(content: try file.read(), path: file.path, recipe: shownName)
  }

  /// All recipes, by their names; those of the user take precedence.
  static var all: [Recipe] {
    var recipes: [String: Recipe] = [:]
    for folder in folders.reversed() {
      for file in UserFolder.files(in: folder) where file.hasSuffix(".yaml") && file.first != "." {
        let name = String(file.dropLast(5))
        recipes[name] = Recipe(name: name, file: ManifestFile(path: "\(folder)/\(file)"))
      }
    }
    return recipes.values.sorted { $0.name < $1.name }
  }
}

/// The programs of the machine.
enum Programs {
  /// The path of this program.
  static var own: String { "/proc/self/exe".linkTarget ?? "" }

  /// Returns whether a program can be run by its name or path.
  static func isInstalled(_ name: String) -> Bool {
    guard !name.contains("/") else { return access(name, X_OK) == 0 }
    let folders = (UserFolder.value(of: "PATH") ?? "/usr/bin:/bin").split(separator: ":")
    return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// Checks that one of several programs is installed.
  static func check(_ names: [String], of place: String) throws(MissingProgramError) {
    guard !names.isEmpty, !names.contains(where: isInstalled) else { return }
    throw MissingProgramError(
      description:
        "\(place): \(names.joined(separator: " or ")) is not installed, or not in PATH; "
        + "install it, or name another program in a manifest of your own")
  }
}

/// A program that a recipe needs is not installed.
struct MissingProgramError: Error, CustomStringConvertible {
  let description: String
}
