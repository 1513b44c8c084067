extension LogTime.DateOrder {
  /// Concludes the order from the dates of a log; nil if they have several, or show none.
  init?(_ evidence: [LogTime.Evidence]) {
    let certain = evidence.compactMap { if case .certain(let order) = $0 { order } else { nil } }
    let likely = evidence.compactMap { if case .likely(let order) = $0 { order } else { nil } }
    let orders = certain.isEmpty ? likely : certain
    guard let first = orders.first, orders.allSatisfy({ $0 == first }) else { return nil }
    self = first
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte is a blank or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// A Boolean value that indicates whether the byte may be part of the name of a logger.
  @inline(__always) var isNameByte: Bool {
    if isPartOfWord { return true }
    return switch Unicode.Scalar(self) {
    case ".", "$", "/", ":", "<", ">", "~", "#", "-", "@": true
    default: false
    }
  }
}
