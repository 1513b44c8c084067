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
  /// Application.run(opening: "mocoa://contacts/") { modules in
  ///   modules["mocoa://contacts/"].register(page: ContactsPage.self)
  /// }
  /// ```
  ///
  /// The program ends with the application. What `configure` throws and what is wrong with the
  /// address or the terminal is reported in one line on standard error, with status 1 or 2.
  ///
  /// - Parameters:
  ///   - address: the address; its query becomes options of the page.
  ///   - theme: what the styles look like.
  ///   - configure: registers modules.
  /// - Precondition: called on the main thread, in a synchronous `main`.
  @available(*, noasync, message: "The loop needs the main thread: make main synchronous.")
  public nonisolated static func run(
    opening address: String, theme: Theme = .dark,
    modules configure: @MainActor (ModuleRegistry) throws -> Void
  ) -> Never {
    endingProgram(theme: theme) { application in
      let registry = ModuleRegistry()
      try configure(registry)
      try application.open(address, in: registry)
    }
  }

  /// Shows a page on the terminal until the user leaves.
  ///
  /// The program ends with the application. What `makePage` throws and what is wrong with the
  /// terminal is reported in one line on standard error, with status 1 or 2.
  ///
  /// - Parameters:
  ///   - theme: what the styles look like.
  ///   - makePage: makes the page.
  /// - Precondition: called on the main thread, in a synchronous `main`.
  @available(*, noasync, message: "The loop needs the main thread: make main synchronous.")
  public nonisolated static func run(
    theme: Theme = .dark, page makePage: @MainActor () throws -> Page
  ) -> Never {
    endingProgram(theme: theme) { $0.show(try makePage()) }
  }

  /// Runs an application to its end, with which the program ends; an error is reported on standard
  /// error and ends it with status 2 where it is the terminal's, else 1.
  package nonisolated static func endingProgram(
    theme: Theme, _ prepare: @MainActor (Application) throws -> Void
  ) -> Never {
    do {
      let status = try MainActor.assumeIsolated {
        let application = Application(terminal: NcursesTerminal(), theme: theme)
        try prepare(application)
        return try application.run()
      }
      exit(status)
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
