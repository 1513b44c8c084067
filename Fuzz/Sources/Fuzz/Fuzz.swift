#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What libFuzzer calls with each input that it invents; `FUZZ` in the environment names what is
/// tried.
///
/// A target holds a law against the bytes; a law that is broken traps, and libFuzzer keeps the
/// bytes that broke it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// The parts of the libraries that read what others have written.
enum Target: String, CaseIterable {
  case json, feed, filter, search, template, input, url, text

  func run(_ bytes: [UInt8]) {
    switch self {
    case .json: checkJSON(bytes)
    case .feed: checkFeed(bytes)
    case .filter: checkFilter(bytes)
    case .search: checkSearch(bytes)
    case .template: checkTemplate(bytes)
    case .input: checkInput(bytes)
    case .url: checkURL(bytes)
    case .text: checkText(bytes)
    }
  }
}

/// The target that this process tries.
private let target: Target = {
  let name = getenv("FUZZ").map { String(cString: $0) } ?? ""
  guard let target = Target(rawValue: name) else {
    print("FUZZ=\(Target.allCases.map(\.rawValue).joined(separator: "|"))")
    exit(2)
  }
  return target
}()
