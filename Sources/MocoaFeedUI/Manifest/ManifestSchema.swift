import MocoaFeed
import MocoaTUI

/// The JSON Schema of manifests, for editors, from the tables of keys by which they are read.
@MainActor
package enum ManifestSchema {
  /// Returns the schema, with options of the command line and the schemas of their values; other
  /// keys are errors.
  package static func schema(options: [(name: String, schema: JSONValue)]) -> JSONValue {
    var root = object(of: Manifest.rootKeys)
    var properties = root["properties"]?.object ?? [:]
    for (name, schema) in options { properties[name] = schema }
    root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    root["title"] = "A manifest of mocoa-tui"
    root["properties"] = .object(properties)
    root["$defs"] = [
      "module": .object(object(of: ManifestModule.placeKeys + ManifestModule.contentKeys)),
      "column": [
        "anyOf": [text, .object(object(of: FeedColumn.manifestKeys, in: "column"))]
      ],
      "action": .object(object(of: RowCommand.manifestKeys, in: "action")),
      "argument": [
        "anyOf": [text, .object(object(of: ManifestSource.Argument.manifestKeys, in: "argument"))]
      ],
      "format": [
        "anyOf": [text, .object(object(of: ManifestFormat.manifestKeys, in: "format"))]
      ],
      "theme": .object(object(of: ManifestTheme.manifestKeys, in: "theme")),
    ]
    return .object(root)
  }

  /// Returns a value of an option: one, or several.
  package static func value(_ help: String, isFlag: Bool, words: [String]) -> JSONValue {
    let one: JSONValue =
      isFlag
      ? ["type": "boolean"]
      : words.isEmpty ? scalar : ["enum": .array(words.map(JSONValue.string))]
    let list: JSONValue = ["type": "array", "items": one]
    return isFlag
      ? ["type": "boolean", "description": .string(help)]
      : ["anyOf": [one, list], "description": .string(help)]
  }

  private static let text: JSONValue = ["type": "string"]
  private static let texts: JSONValue = ["type": "array", "items": ["type": "string"]]
  private static let scalar: JSONValue = ["type": ["string", "number"]]
  private static let lines: JSONValue = ["anyOf": [text, texts]]

  private static func list(of name: String) -> JSONValue {
    ["type": "array", "items": ["$ref": .string("#/$defs/\(name)")]]
  }

  private static func object(of keys: [String], in place: String = "") -> JSONObject {
    var properties = JSONObject()
    for key in keys {
      let (schema, help) = property(key, in: place)
      var content = schema.object ?? [:]
      content["description"] = .string(help)
      properties[key] = .object(content)
    }
    return [
      "type": "object", "additionalProperties": false, "properties": .object(properties),
    ]
  }

  /// Returns the schema and the meaning of a key.
  private static func property(_ key: String, in place: String) -> (JSONValue, String) {
    switch (place, key) {
    case (_, "description"): (text, "What the recipe shows, in one line")
    case (_, "needs"): (lines, "Programs of which one must be installed")
    case (_, "empty"): (text, "What is missing and what to do if the source has no rows")
    case (_, "source"):
      (
        ["anyOf": [lines, ["type": "object", "properties": ["file": text]]]],
        "A list is a command, a text with blanks a line for the shell, else a file or address, as "
          + "is any text of the member file"
      )
    case (_, "arguments"): (list(of: "argument"), "What is typed behind the name of the recipe")
    case (_, "formats"): (list(of: "format"), "Patterns of the lines of a log, tried first")
    case ("format", "pattern"): (text, "A pattern as for --pattern")
    case ("format", "samples"): (lines, "Lines that the pattern must read")
    case (_, "detail"): (lines, "A command whose output is the row in full: words, or a script")
    case (_, "modules"): (list(of: "module"), "Templates for rows, headers and footers")
    case (_, "keys"):
      (["type": "object", "additionalProperties": lines], "Keys by the names of actions")
    case (_, "theme"):
      (["anyOf": [text, ["$ref": "#/$defs/theme"]]], "A base theme, or changes of styles")
    case (_, "actions"): (list(of: "action"), "What can be done with rows")
    case (_, "columns"):
      (["anyOf": [text, list(of: "column")]], "The columns: members, or templates with titles")
    case ("column", "cell"): (text, "A template: {member|filter:style}")
    case (_, "cell"): (lines, "A template: {member|filter:style}; a list has a line for each text")
    case (_, "header"): (lines, "The template of headers")
    case (_, "footer"): (lines, "The template of footers")
    case (_, "url"): (text, "The address of the list of the module")
    case (_, "section"): (text, "The name of the sections")
    case ("argument", "name"): (text, "The name, in the source between braces")
    case ("argument", "default"): (scalar, "The value if none is typed")
    case ("action", "name"): (text, "The name in the palette")
    case (_, "name"): (text, "The name of the rows")
    case (_, "when"): (text, "A filter: the condition on rows")
    case (_, "member"): (text, "The member that is shown")
    case (_, "title"): (text, "The title")
    case (_, "width"): (["type": "integer", "minimum": 0], "The width in columns")
    case (_, "align"): (["enum": ["left", "right"]], "The alignment")
    case (_, "pinned"): (["type": "boolean"], "Whether the column stays when others scroll")
    case (_, "key"): (lines, "Keys such as D, ctrl-y or f5")
    case (_, "confirm"):
      (
        ["type": ["string", "boolean"]], "The question before it is run; true asks with the command"
      )
    case (_, "reload"): (["type": "boolean"], "Whether the feed is reloaded afterwards")
    case (_, "base"):
      (["enum": .array(Theme.names.map { .string($0) })], "The name of the base theme")
    case (_, "styles"):
      (["type": "object", "additionalProperties": text], "Words such as bold blue, by style")
    default: (lines, "A command, text or link: {member} stands for the value of the row")
    }
  }
}
