import MocoaFeed

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A library of the system that is loaded when it is needed.
struct DynamicLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer
  private let name: String

  /// Loads the first that is installed.
  ///
  /// - Parameters:
  ///   - names: The names of the library.
  ///   - package: What to install where there is none.
  /// - Throws: A reason that says what to install.
  init(_ names: [String], package: String) throws(FeedError.Reason) {
    for name in names {
      if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) {
        (self.handle, self.name) = (handle, name)
        return
      }
    }
    throw .unreadable("\(names[0]) is not installed; install it: apt-get install \(package)")
  }

  /// A function of the library.
  ///
  /// - Throws: A reason where the library has none of that name.
  func function<Function>(
    _ symbol: String, as type: Function.Type = Function.self
  ) throws(FeedError.Reason) -> Function {
    guard let address = dlsym(handle, symbol) else {
      throw .unreadable("\(name) is too old: it has no \(symbol)")
    }
    return unsafeBitCast(address, to: type)
  }
}
