import Testing

/// The options of `unshare` with which a user may mount file systems, where that is allowed.
package let mountingOptions = ["--user", "--map-root-user", "--mount"]

extension Trait where Self == ConditionTrait {
  /// Skips a test where users may not mount file systems in namespaces of their own.
  package static var mounting: Self {
    .enabled("unshare and mount are not allowed") {
      let mount = "mount -t tmpfs none /mnt"
      let result = try? await run("unshare", mountingOptions + ["sh", "-c", mount])
      return result?.status == .exited(0)
    }
  }
}
