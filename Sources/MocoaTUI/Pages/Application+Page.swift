import MocoaCore
import MocoaSystem

extension Application {
  /// Displays the page at an address on the terminal until the user quits.
  ///
  /// ```swift
  /// Application.run(opening: "mocoa://contacts/") { modules in
  ///   modules["mocoa://contacts/"].register(page: ContactsPage.self)
  /// }
  /// ```
  ///
  /// The program ends with the application. Errors that `configure` throws, and those of the
  /// address or the terminal, are reported in one line on standard error, with status 1 or 2.
  ///
  /// - Parameters:
  ///   - address: The address; its query becomes options of the page.
  ///   - theme: The theme.
  ///   - configure: Registers modules.
  /// - Precondition: Called on the main thread, in a synchronous `main`.
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

  /// Displays a page on the terminal until the user quits.
  ///
  /// The program ends with the application. Errors that `makePage` throws, and those of the
  /// terminal, are reported in one line on standard error, with status 1 or 2.
  ///
  /// - Parameters:
  ///   - theme: The theme.
  ///   - makePage: Returns the page.
  /// - Precondition: Called on the main thread, in a synchronous `main`.
  @available(*, noasync, message: "The loop needs the main thread: make main synchronous.")
  public nonisolated static func run(
    theme: Theme = .dark, page makePage: @MainActor () throws -> Page
  ) -> Never {
    endingProgram(theme: theme) { $0.show(try makePage()) }
  }

  /// Runs an application, and exits with its status, or with 1 or 2 for an error.
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
      let text = TextWidth.sanitized("\(program): \(error.displayText)")
      _ = writeAll(text + "\n", to: STDERR_FILENO)
      exit(error is TerminalError ? 2 : 1)
    }
  }

  /// Displays a page in its own stack, below open overlays; `q` quits.
  @discardableResult
  public func show(_ page: Page) -> PageStack {
    let stack = PageStack()
    let overlays = root.subviews.firstIndex { $0 is OverlayView || $0 is ToastView }
    root.insertSubview(stack, at: overlays ?? root.subviews.count)
    stack.push(page)
    return stack
  }

  /// Displays the page at an address in its own stack; `q` quits.
  ///
  /// - Throws: A ``PageError`` if no page can be opened at the address.
  @discardableResult
  public func open(_ address: String, in registry: ModuleRegistry) throws(PageError) -> PageStack {
    let stack = show(try registry.makePage(at: address))
    stack.registry = registry
    return stack
  }
}
