import MocoaCore
import MocoaFeed
import MocoaTUI

extension Application {
  /// Shows a feed on the terminal until the user leaves.
  ///
  /// The list's module is the one whose domain is the feed's name without its ending, or else the
  /// only one that was registered. Where nothing is registered for rows, they are shown as plain
  /// JSON.
  ///
  /// - Parameters:
  ///   - path: a file, or `-` for standard input.
  ///   - theme: what the styles look like.
  ///   - configure: registers modules.
  ///
  /// The program ends with the application. What `configure` throws and what is wrong with the feed
  /// or the terminal is reported in one line on standard error, with status 1 or 2.
  ///
  /// - Precondition: called on the main thread, in a synchronous `main`.
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

  /// Makes the page of a feed, with the first rows found.
  ///
  /// - Throws: `FeedError` where the feed has no rows because something is wrong with it as a
  ///   whole.
  public static func makePage(feed: Feed, registry: ModuleRegistry) throws -> FeedPage {
    feed.start()
    feed.wait(forRows: 100, timeout: patience(for: feed), headStart: .milliseconds(50))
    if case .failed(let error, let progress) = feed.status, progress.rowCount == 0 { throw error }
    return FeedPage(feed: feed, module: registry.listModule(forFeed: feed.name))
  }

  /// How long the first rows are waited for before an interface is shown without them: a small file
  /// is read to its end, so that what is wrong with it is said instead.
  private static func patience(for feed: Feed) -> Duration {
    guard case .loading(let progress) = feed.status, let size = progress.totalByteCount,
      size <= 1 << 20
    else { return .milliseconds(60) }
    return .seconds(2)
  }
}

extension ModuleRegistry {
  /// The module of the list that shows a feed: by the feed's name, else the only one there is.
  public func listModule(forFeed name: String) -> Module {
    let file = name.split(separator: "/").last ?? ""
    let stem = file.split(separator: ".").first.map(String.init) ?? ""
    if let module = domains.first(where: { $0.url.domain == stem.lowercased() }) { return module }
    return domains.count == 1 ? domains[0] : self["mocoa://feed/"]
  }
}

extension Module {
  /// Registers the built-in views for rows, headers and footers without a name, and for those of a
  /// JSON Feed, unless something else is registered for all rows.
  public func registerPlainJSON() {
    registerPlain(JSONCell.self, for: .cell, Row.jsonName)
    registerPlain(JSONFeedCell.self, for: .cell, Row.jsonFeedName)
    registerPlain(JSONHeaderView.self, for: .header, Row.jsonName)
    registerPlain(JSONFeedHeaderView.self, for: .header, Row.jsonFeedName)
    registerPlain(JSONHeaderView.self, for: .footer, Row.jsonName)
  }

  private func registerPlain<ElementView: ModuleElementView>(
    _ view: ElementView.Type, for kind: ModuleKind, _ name: ModuleName
  ) where ElementView.ViewModelType: ModelViewModel {
    // Looked up without being made: a module with nothing registered is mostly a wrong name.
    let isFree = [ModuleName.default, name].allSatisfy {
      section.submodule(ifLoaded: kind, $0)?.isBare ?? true
    }
    if isFree { section.submodule(kind, name).register(view) }
  }
}
