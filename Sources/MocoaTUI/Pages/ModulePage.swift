import MocoaCore

/// What a page is made from when it is opened by address.
public struct PageContext {
  /// The module that the page is registered for.
  public let module: Module

  /// The address, with its query.
  public let url: ModuleURL

  /// What was given by hand, and the query; what was given by hand goes first.
  public let options: ModuleOptions
}

/// A page that can be registered under an address.
///
/// ```swift
/// final class ContactPage: Page, ModulePage {
///   init(context: PageContext) throws {
///     contact = try Contact.find(context.options.integer("id"))
///     super.init()
///   }
/// }
/// modules["mocoa://contacts/contact"].register(page: ContactPage.self)
/// ```
@MainActor
public protocol ModulePage: Page {
  /// Makes the page.
  ///
  /// - Throws: whatever keeps it from being shown; then nothing is opened.
  init(context: PageContext) throws
}

/// Why no page was opened at an address.
public enum PageError: Error, CustomStringConvertible {
  /// The text is not an address.
  case malformedAddress(ModuleURLError)
  /// No module is registered there.
  case noModule
  /// What is registered there is not a page.
  case noPage
  /// The page did not want to be made.
  case refused(any Error)
  /// Too many pages lie above one another.
  case tooDeep

  public var description: String {
    switch self {
    case .malformedAddress(let error): "\(error)"
    case .noModule: "no module is registered there"
    case .noPage: "what is registered there is not a page"
    case .refused(let error): "\(error)"
    case .tooDeep: "too many pages are open"
    }
  }
}

/// What a module keeps to make its page from.
private final class PageFactory {
  let make: @MainActor (PageContext) throws -> Page
  init(_ make: @escaping @MainActor (PageContext) throws -> Page) { self.make = make }
}

extension ModuleView {
  /// The description of a page that is opened by address.
  public static func page<PageType: ModulePage>(_ page: PageType.Type) -> ModuleView {
    self.page(name: "\(page)") { try PageType(context: $0) }
  }

  /// The description of a page that a closure makes.
  public static func page(
    name: String, make: @escaping @MainActor (PageContext) throws -> Page
  ) -> ModuleView {
    ModuleView(.page, name: name) { PageFactory(make) }
  }
}

extension Module {
  /// Registers a page to be opened at the module's address.
  public func register<PageType: ModulePage>(page: PageType.Type) {
    register(view: .page(page))
  }
}

extension ModuleRegistry {
  /// Makes the page that is registered at an address.
  ///
  /// - Parameters:
  ///   - address: the address; its query becomes options.
  ///   - options: options given by hand, which go before the query; nil hides one of the query.
  /// - Returns: the page, which is shown nowhere yet.
  /// - Throws: a ``PageError``.
  public func makePage(
    at address: String, options: [String: (any Sendable)?] = [:]
  ) throws(PageError) -> Page {
    let url: ModuleURL
    do { url = try ModuleURL(parsing: address) } catch { throw .malformedAddress(error) }
    guard let module = module(at: url) else { throw .noModule }
    guard let view = module.view else { throw .noModule }
    let context = PageContext(
      module: module, url: url, options: ModuleOptions(url: url, options))
    do {
      guard let factory = try view.make() as? PageFactory else { throw PageError.noPage }
      return try factory.make(context)
    } catch let error as PageError {
      throw error
    } catch {
      throw .refused(error)
    }
  }

  /// Makes a page, or tells the logger why there is none.
  func makePageOrLog(at address: String, options: [String: (any Sendable)?]) -> Page? {
    do {
      return try makePage(at: address, options: options)
    } catch {
      logger(.unopenedPage(address: address, reason: "\(error)"))
      return nil
    }
  }
}
