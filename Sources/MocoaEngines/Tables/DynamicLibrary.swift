import MocoaFeed
import MocoaSystem

/// A library of the system that is loaded when it is needed.
final class DynamicLibrary: Sendable {
  private let names: [String]
  private let package: String
  private let missing = Monitor<String?>(nil)

  /// Describes a library by its names, of which the first that is installed is loaded, and the
  /// package to install if none is.
  init(_ names: [String], package: String) { (self.names, self.package) = (names, package) }

  private func load() -> UnsafeMutableRawPointer? {
    for name in names {
      if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) { return handle }
    }
    return nil
  }

  /// A function of the library, which must not be called before ``check()``.
  subscript<Function>(symbol: String) -> Function {
    let stub: @convention(c) () -> Void = {}
    if let address = load().flatMap({ dlsym($0, symbol) }) {
      return unsafeBitCast(address, to: Function.self)
    }
    missing.withLock { $0 = symbol }
    return unsafeBitCast(stub, to: Function.self)
  }

  /// Checks that the library has been loaded with the functions that were asked for.
  func check() throws(FeedError.Reason) {
    guard load() != nil else {
      throw .unreadable("\(names[0]) is not installed; install it: apt-get install \(package)")
    }
    if let symbol = missing.withLock({ $0 }) {
      throw .unreadable("\(names[0]) is too old: it has no \(symbol)")
    }
  }
}
