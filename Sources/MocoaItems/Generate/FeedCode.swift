import MocoaCore
import MocoaFeed

/// Code generated for a feed from a sample of its rows.
///
/// The same sample generates the same text, regardless of the order of its rows.
public struct FeedCode: Sendable {
  /// The name of the type of the rows, such as `Event`.
  let modelName: String

  /// The domain of the modules, such as `events`.
  package let domain: String

  private let sample: FeedSample

  /// Creates a generator for a feed.
  ///
  /// - Parameters:
  ///   - sample: Rows of the feed.
  ///   - feedName: The name of the feed, such as the path of its file.
  public init(sample: FeedSample, feedName: String) {
    self.sample = sample
    let file = feedName.split(separator: "/").last.map(String.init) ?? ""
    let stem = file.split(separator: ".").first.map(String.init) ?? ""
    var names = IdentifierMaker(reserved: IdentifierMaker.usedTypes)
    let plural = names.type(stem)
    modelName = plural == "member" ? "Item" : Self.singular(plural, reserved: names)
    let word = String(
      String.UnicodeScalarView(
        stem.lowercased().unicodeScalars.filter { $0.isASCII && $0.properties.isAlphabetic }))
    domain = word.isEmpty ? "feed" : word
  }

  /// Returns the singular of a name by its ending: `Stories` becomes `Story`.
  private static func singular(_ name: String, reserved: IdentifierMaker) -> String {
    let endings = [
      ("news", "news"), ("series", "series"), ("species", "species"), ("ss", "ss"), ("ies", "y"),
      ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("s", ""),
    ]
    guard name.count > 3, let ending = endings.first(where: { name.lowercased().hasSuffix($0.0) })
    else { return name }
    var reserved = reserved
    let kept = ending.0 == ending.1 ? name : name.dropLast(ending.0.count) + ending.1
    return kept == name ? name : reserved.type(kept)
  }

  private var model: SwiftModel { SwiftModel(name: modelName, shape: sample.shape) }

  /// The expected title of an example row, as a Swift expression.
  var titleExpectation: String { DisplayedFields(model).titleExpectation }

  // MARK: Swift

  /// A Swift file with model, view model, cell, and the registration of the cell.
  public var swift: String {
    let model = model
    let fields = DisplayedFields(model)
    var imports = ["MocoaFeedUI"]
    if model.uses("Date") || model.uses("URL") { imports.insert("Foundation", at: 0) }
    return """
      \(imports.map { "import \($0)" }.joined(separator: "\n"))

      \(model.declaration())

      final class \(modelName)ViewModel: CellViewModel<\(modelName)> {
      \(fields.viewModelMembers)
      }

      final class \(modelName)Cell: TableViewCell<\(modelName)ViewModel> {
        override func draw(in canvas: inout Canvas) {
      \(fields.drawing)
        }
      }

      extension Module {
        /// Registers the cell for the rows of a list.
        func register\(modelName)Cell() { section.cell.register(\(modelName)Cell.self) }
      }

      """
  }

  /// Returns a Swift file with tests of the model and the view model.
  ///
  /// It imports the target that contains the code; nil means its own.
  package func test(of target: String? = nil) -> String {
    let text = Self.example(of: sample.shape).pretty().rawSwiftLiteral(indentation: 4)
    return """
      import MocoaFeedUI
      import Testing
      \(target.map { "\n@testable import \($0)\n" } ?? "")
      @MainActor @Suite struct \(modelName)Tests {
        @Test func aRowIsDecodedAndShown() throws {
          let row = Row(indexPath: nil, json: JSONBytes(Array(Self.text.utf8)))
          let viewModel = \(modelName)ViewModel(model: try row.decode(\(modelName).self))
          #expect(viewModel.title == \(titleExpectation))
        }

        static let text = \(text)
      }

      """
  }

  /// Keys with the types of their values, for rows without a model.
  package var keys: String {
    var lines = ["import Foundation", "import MocoaFeed", "import MocoaItems"]
    var names = IdentifierMaker(reserved: ["title", "subtitle", "detail", "isSelected"])
    let properties = model.properties.map { property in
      (property, name: names.property(modelName + "_" + property.key))
    }
    let types = Dictionary(grouping: properties) { Self.keyType(of: $0.0.type) }
    for type in types.keys.sorted() {
      lines += ["", "extension ItemKey where Value == \(type) {"]
      for (property, name) in types[type] ?? [] {
        lines.append("  static var \(name): Self { \(property.key.swiftLiteral) }")
      }
      lines.append("}")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the type for reading a member; nested types are any JSON.
  private static func keyType(of type: String) -> String {
    let plain = type.filter { !"[]".contains($0) }
    guard ["Bool", "Date", "Double", "Int", "String", "URL", "JSONValue"].contains(plain) else {
      return "JSONValue"
    }
    return type
  }

  // MARK: Manifest

  /// A YAML manifest whose cell displays the most descriptive members of a row.
  package var manifest: String {
    let chooser = TemplateChooser(sample.shape)
    let name = chooser.titlePath ?? "."
    return """
      # Modules for \(domain): what stands between braces is a member of the row.
      # Use it with: mocoa-tui FEED --manifest FILE; mocoa-tui --help manifest explains all of it.
      modules:
        - url: mocoa://\(domain)/
          cell: \(chooser.template.swiftLiteral)

      # Uncomment to bind keys to actions on rows:
      # actions:
      #   - key: ctrl-t
      #     title: Copy the name
      #     copy: "{\(name)}"
      #   - key: D
      #     title: Delete
      #     run: echo rm -- {\(name)}
      #     confirm: "Delete {\(name)}?"
      # keys:
      #   filter: [f, ctrl-f]
      # theme: dark

      """
  }

  /// Returns an object with every required member of a shape.
  private static func example(of shape: ObjectShape) -> JSONValue {
    .object(
      JSONObject(
        shape.sortedKeys.compactMap { key in
          guard !shape.isOptional(key), let member = shape.members[key] else { return nil }
          return .init(key: key, value: example(of: member))
        }))
  }

  private static func example(of shape: ValueShape) -> JSONValue {
    if shape.kindCount > 1 { return 1 }
    if shape.hasBool { return true }
    if shape.hasInteger || shape.hasFraction { return 1 }
    if shape.hasString {
      return shape.stringsAreDates
        ? "2024-05-01T12:00:00Z" : shape.stringsAreURLs ? "https://example.com/" : "text"
    }
    if let object = shape.object { return example(of: object) }
    return shape.element == nil ? nil : []
  }
}
