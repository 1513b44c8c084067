import Foundation
import MocoaCore
import MocoaTestSupport
import Testing

/// What can be registered in a list and in its sections.
@Suite @MainActor struct SectionModuleTests {
  /// Returns the errors of the compiler in a line of a client.
  private func errors(in line: String) async throws -> [Substring] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = """
      import MocoaCore
      final class RowViewModel: CellViewModel<Int> {}
      @MainActor func register(in module: Module, _ view: ModuleView) { \(line) }
      """
    try Data(text.utf8).write(to: file)
    let products = Bundle.main.bundleURL
    let modules = [products.appending(path: "Modules").path, products.path].flatMap { ["-I", $0] }
    let result = try await run(
      "swiftc", ["-typecheck", "-swift-version", "6", file.path] + modules, timeout: .seconds(120))
    return result.errorText.split(separator: "\n").filter { $0.contains("error: ") }
  }

  @Test("defect K12: a cell that is registered without its section does not compile")
  func aCellWithoutASectionIsRefused() async throws {
    let registration = "cell.register(viewModel: RowViewModel.self, view: view)"
    #expect(try await errors(in: "module.section." + registration).isEmpty)
    #expect(try await errors(in: "module.asSection." + registration).isEmpty)
    let errors = try await errors(in: "module." + registration)
    #expect(errors.contains { $0.hasSuffix("value of type 'Module' has no member 'cell'") })
  }

  @Test("defect K12: any module can be used as a section, wherever it was created")
  func anyModuleCanBeASection() throws {
    let registry = ModuleRegistry()
    let section = registry["mocoa://c/s"].asSection
    #expect(section.cell === registry["mocoa://c/s/:"])
    #expect(registry["mocoa://c/"].section("s") === section)
    try registry["mocoa://d/"].attach(registry["mocoa://c/kind:x"], as: .section, "x")
    #expect(registry["mocoa://d/"].section("x").header.url == "mocoa://d/x/header:")
  }
}
