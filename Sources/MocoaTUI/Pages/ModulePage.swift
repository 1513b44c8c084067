import MocoaCore

/// The context in which a page is opened by address.
public struct PageContext {
  /// The module for which the page is registered.
  public let module: Module

  /// The address, with its query.
  public let url: ModuleURL

  /// Explicit options, and those of the query; explicit ones take precedence.
  public let options: ModuleOptions
}

/// A page that can be registered under an address.
///
/// ```swift
/// final class ContactPage: Page, ModulePage {
///   init(context: PageContext) throws {
///     guard let id = context.options.integer("id") else { throw PageError.missingOption("id") }
///     super.init()
///     bind(ContactViewModel(id: id))
///   }
/// }
/// modules["mocoa://contacts/contact"].register(page: ContactPage.self)
/// ```
@MainActor
public protocol ModulePage: Page {
  /// Creates the page.
  ///
  /// - Throws: An error that prevents opening; nothing is opened then.
  init(context: PageContext) throws
}

/// The reason why no page was opened at an address.
public enum PageError: Error, CustomStringConvertible {
  /// The text is not an address.
  case malformedAddress(ModuleURLError)
  /// No module is registered there.
  case noModule
  /// The view that is registered there is not a page.
  case noPage
  /// The page requires an option that is missing, or of another type.
  case missingOption(String)
  /// The page's initializer threw an error.
  case refused(any Error)
  /// There are too many pages in the stack.
  case tooDeep

  public var description: String {
    switch self {
    case .malformedAddress(let error): "\(error)"
    case .noModule: "no module is registered there"
    case .noPage: "the registered view is not a page"
    case .missingOption(let name): "the option \"\(name)\" is missing or of another type"
    case .refused(let error): "\(error)"
    case .tooDeep: "too many pages are open"
    }
  }
}

/// The factory of a page, stored in a module.
private final class PageFactory {
  let make: @MainActor (PageContext) throws -> Page
  init(_ make: @escaping @MainActor (PageContext) throws -> Page) { self.make = make }
}

extension ModuleView {
  /// Returns the description of a page that is opened by address.
  static func page<PageType: ModulePage>(_ page: PageType.Type) -> ModuleView {
    self.page(name: "\(page)") { try PageType(context: $0) }
  }

  /// Returns the description of a page that a closure creates.
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
  /// Creates the page that is registered at an address.
  ///
  /// - Parameters:
  ///   - address: The address; its query becomes options.
  ///   - options: Explicit options, which override the query; nil hides one of the query.
  /// - Returns: The page, which is not displayed yet.
  /// - Throws: A ``PageError``.
  public func makePage(
    at address: String, options: [String: (any Sendable)?] = [:]
  ) throws(PageError) -> Page {
    let view = try make(address, options, model: nil, isPage: true)
    guard let page = view as? Page else { throw .noPage }
    return page
  }

  /// Creates the view that is registered at an address: a page, or a view of a model.
  ///
  /// The view model that the module creates for the model is bound to the view.
  ///
  /// - Parameters:
  ///   - address: The address; its query becomes options of a page.
  ///   - options: Explicit options, which override the query; nil hides one of the query.
  ///   - model: The model of a view that is not a page.
  ///   - frame: The frame of the view in its superview.
  /// - Returns: The view, which is not displayed yet.
  /// - Throws: A ``PageError``.
  public func makeView(
    at address: String, options: [String: (any Sendable)?] = [:], model: Any? = nil,
    frame: Rect = .zero
  ) throws(PageError) -> View {
    let view = try make(address, options, model: model, isPage: false)
    view.frame = frame
    return view
  }

  private func make(
    _ address: String, _ options: [String: (any Sendable)?], model: Any?, isPage: Bool
  ) throws(PageError) -> View {
    let url: ModuleURL
    do { url = try ModuleURL(parsing: address) } catch { throw .malformedAddress(error) }
    guard let module = module(at: url), let description = module.view else { throw .noModule }
    do {
      switch try description.make() {
      case let factory as PageFactory:
        return try factory.make(
          PageContext(module: module, url: url, options: ModuleOptions(url: url, options)))
      case let view as View where !isPage:
        if module.viewModelType != nil { view.bind(try module.makeViewModel(for: model)) }
        return view
      default: throw PageError.noPage
      }
    } catch let error as PageError {
      throw error
    } catch {
      throw .refused(error)
    }
  }

  /// Creates a page, or reports to the logger why there is none.
  func makePageOrLog(at address: String, options: [String: (any Sendable)?]) -> Page? {
    let page = makePageOrMissing(at: address, options: options)
    return page is MissingPage ? nil : page
  }

  /// Creates a page; if there is none, one that shows the reason, which is also reported.
  func makePageOrMissing(at address: String, options: [String: (any Sendable)?] = [:]) -> Page {
    do {
      return try makePage(at: address, options: options)
    } catch {
      report(.unopenedPage(address: address, reason: "\(error)"))
      return MissingPage(address: address, reason: "\(error)")
    }
  }
}

/// A page that reports why there is no page at an address.
final class MissingPage: Page {
  private let address: String
  private let reason: String

  init(address: String, reason: String) {
    (self.address, self.reason) = (address, reason)
    super.init()
  }

  override var title: String { "?" }
  override var canBecomeFocused: Bool { true }

  override func draw(in canvas: inout Canvas) {
    canvas.write("no page at \(address)", style: .placeholder)
    canvas.draw(reason, at: Point(column: 0, row: 1), style: .secondary)
  }
}
