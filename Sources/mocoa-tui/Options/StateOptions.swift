/// Whether a feed is found as it was left.
struct StateOptions {
  /// Whether how the feed was left is forgotten.
  var fresh = false
}
