import CProcess
import MocoaSystem

/// The number of files that the process may have open.
package enum DescriptorLimit {
  /// The least limit with which the program works.
  package static let minimum = 24

  /// The limit, as far as descriptors are numbers.
  package static var current: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
    return Int(min(limit.rlim_cur, rlim_t(CInt.max)))
  }

  /// Raises the limit as far as the process may; commands have the one that it was started with.
  ///
  /// Call it before there are other threads.
  package static func raise() { cprocess_raise_limit() }

  /// Refuses a descriptor of a source if there would be too few others, without which libdispatch
  /// ends the process.
  static func check(_ descriptor: FileDescriptor) throws {
    let limit = current
    guard descriptor.number < limit - max(16, min(64, limit / 4)) else {
      throw SystemError(number: EMFILE)
    }
  }
}
