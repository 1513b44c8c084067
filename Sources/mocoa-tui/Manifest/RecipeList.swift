import MocoaFeedUI

/// The list of all recipes: `mocoa-tui @`.
enum RecipeList {
  /// The source that is the list.
  static let name = String(Recipe.sign)

  static var origin: FeedOrigin {
    FeedOrigin(name: name) {
      let lines = Recipe.all.map { row($0).description + "\n" }
      return MemorySource(Array(lines.joined().utf8), name: name)
    }
  }

  private static func row(_ recipe: Recipe) -> JSONValue {
    var row: JSONObject = ["name": .string(recipe.name)]
    do {
      let header = try RecipeHeader(recipe.file.value())
      row["description"] = .string(header.summary)
      row["needs"] = .string(header.programs.joined(separator: " or "))
      row["installed"] = .bool(
        header.programs.isEmpty || header.programs.contains(where: Programs.isInstalled))
      row["arguments"] = .string(header.source?.usage ?? "")
    } catch let error as ManifestError {
      row["description"] = .string("\(recipe.file.path):\(error)")
    } catch {
      row["description"] = .string("\(error)")
    }
    row["file"] = .string(recipe.file.path)
    return .object(row)
  }

  /// The manifest of the list: Enter runs a recipe.
  @MainActor static func manifest() throws -> Manifest {
    let program = ShellTemplate.word(for: Programs.own)
    // A recipe that cannot be run says why, until Enter is pressed.
    let script = "\(program) @{name} || (printf '\\nPress Enter: '; read -r answer)"
    let text = """
      columns:
        - {cell: "{name:bold}", title: name}
        - description
        - needs
        - {cell: "{installed|check:green(true):dim}", title: installed}
        - arguments
      id: name
      actions:
        - name: run-recipe
          title: Run the recipe
          key: enter
          sh-tty: \(JSONValue.string(script))
          reload: false
      """
    do { return try Manifest(YAMLReader.read(text), allowsOptions: true) } catch {
      throw ManifestFileError(description: "\(name):\(error)")
    }
  }
}
