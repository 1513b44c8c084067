import MocoaCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Application {
  /// Shows the page at an address on the terminal until the user leaves.
  ///
  /// ```swift
  /// try Application.run(opening: "mocoa://contacts/") { modules in
  ///   modules["mocoa://contacts/"].register(page: ContactsPage.self)
  /// }
  /// ```
  ///
  /// What is wrong with the address or the terminal is said on standard error, and ends the
  /// program.
  ///
  /// - Parameters:
  ///   - address: the address; its query becomes options of the page.
  ///   - configure: registers modules.
  /// - Throws: what `configure` throws.
  /// - Precondition: called on the main thread, in a synchronous `main`.
  public nonisolated static func run(
    opening address: String, modules configure: @MainActor (ModuleRegistry) throws -> Void
  ) throws {
    try MainActor.assumeIsolated {
      let registry = ModuleRegistry()
      try configure(registry)
      endingProgram { try $0.open(address, in: registry) }
    }
  }

  /// Shows a page on the terminal until the user leaves.
  ///
  /// A problem with the terminal is reported on standard error and ends the program.
  ///
  /// - Throws: what `makePage` throws.
  /// - Precondition: called on the main thread, in a synchronous `main`.
  public nonisolated static func run(page makePage: @MainActor () throws -> Page) throws {
    try MainActor.assumeIsolated {
      let page = try makePage()
      endingProgram { $0.show(page) }
    }
  }

  /// Runs an application to its end, with which the program ends; an error ends it too, and is said
  /// on standard error.
  package static func endingProgram(_ prepare: (Application) throws -> Void) -> Never {
    do {
      let application = Application(terminal: NcursesTerminal())
      try prepare(application)
      exit(try application.run())
    } catch {
      let program = CommandLine.arguments.first?.split(separator: "/").last ?? "program"
      let line = Array(TextWidth.sanitized("\(program): \(error)").utf8) + [0x0A]
      _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      exit(error is TerminalError ? 2 : 1)
    }
  }

  /// Shows a page in a stack of its own, below the overlays that are open; `q` quits.
  @discardableResult
  public func show(_ page: Page) -> PageStack {
    let stack = PageStack()
    let overlays = root.subviews.firstIndex { $0 is OverlayView }
    root.insertSubview(stack, at: overlays ?? root.subviews.count)
    stack.push(page)
    return stack
  }

  /// Shows the page at an address, with those that are opened from it above it; `q` leaves.
  ///
  /// - Throws: a ``PageError`` where no page can be opened at the address.
  @discardableResult
  public func open(_ address: String, in registry: ModuleRegistry) throws(PageError) -> PageStack {
    let stack = show(try registry.makePage(at: address))
    stack.registry = registry
    return stack
  }
}
