extension Substring {
  /// The text without surrounding spaces.
  package var trimmingSpaces: String {
    var result = drop { $0.isWhitespace }
    while result.last?.isWhitespace ?? false { result.removeLast() }
    return String(result)
  }
}
