import MocoaCore
import MocoaFeed
import MocoaTUI

extension Application {
  /// Displays a feed on the terminal until the user quits.
  ///
  /// The list's module is the one whose domain is the feed's name without its extension, or else
  /// the only registered one. If nothing is registered for rows, they are displayed as plain JSON.
  ///
  /// - Parameters:
  ///   - path: A file, or `-` for standard input.
  ///   - theme: The theme.
  ///   - configure: Registers modules.
  ///
  /// The program ends with the application. Errors that `configure` throws, and those of the feed
  /// or the terminal, are reported in one line on standard error, with status 1 or 2.
  ///
  /// - Precondition: Called on the main thread, in a synchronous `main`.
  @available(*, noasync, message: "The loop needs the main thread: make main synchronous.")
  public nonisolated static func run(
    feed path: String, theme: Theme = .dark,
    modules configure: @MainActor (ModuleRegistry) throws -> Void = { _ in }
  ) -> Never {
    endingProgram(theme: theme) { application in
      let registry = ModuleRegistry()
      try configure(registry)
      let source = path == "-" ? try ByteSources.standardInput() : try ByteSources.file(path)
      application.show(try makePage(feed: Feed(source: source), registry: registry))
    }
  }

  /// Creates the page of a feed, with the first rows found.
  ///
  /// - Throws: A `FeedError` if the feed has no rows because of an error in the whole source.
  public static func makePage(feed: Feed, registry: ModuleRegistry) throws -> FeedPage {
    feed.start()
    feed.wait(forRows: 100, timeout: patience(for: feed), headStart: .milliseconds(50))
    if case .failed(let error, let progress) = feed.status, progress.rowCount == 0 { throw error }
    return FeedPage(feed: feed, module: registry.listModule(forFeed: feed.name))
  }

  /// Returns the maximum time to wait for the first rows before the interface is displayed.
  private static func patience(for feed: Feed) -> Duration {
    guard case .loading(let progress) = feed.status, let size = progress.totalByteCount,
      size <= 1 << 20
    else { return .milliseconds(60) }
    return .seconds(2)
  }
}

extension ModuleRegistry {
  /// Returns the module of the list for a feed: by the feed's name, else the only one.
  package func listModule(forFeed name: String) -> Module {
    let file = name.split(separator: "/").last ?? ""
    let stem = file.split(separator: ".").first.map(String.init) ?? ""
    if let module = domains.first(where: { $0.url.domain == stem.lowercased() }) { return module }
    return domains.count == 1 ? domains[0] : self["mocoa://feed/"]
  }
}

extension Module {
  /// Registers the built-in plain views for rows, headers and footers, as far as there are none.
  package func registerPlainJSON() {
    registerPlain(JSONCell.self, for: .cell, Row.jsonName)
    registerPlain(JSONFeedCell.self, for: .cell, Row.jsonFeedName)
    registerPlain(JSONHeaderView.self, for: .header, Row.jsonName)
    registerPlain(JSONFeedHeaderView.self, for: .header, Row.jsonFeedName)
    registerPlain(JSONHeaderView.self, for: .footer, Row.jsonName)
  }

  private func registerPlain<ElementView: ModuleElementView>(
    _ view: ElementView.Type, for kind: ModuleKind, _ name: ModuleName
  ) where ElementView.ViewModelType: ModelViewModel {
    // Looked up without being created: a module with nothing registered is mostly a wrong name.
    let isFree = [ModuleName.default, name].allSatisfy {
      section.existingSubmodule(kind, $0)?.isBare ?? true
    }
    if isFree { section.submodule(kind, name).register(view) }
  }
}
