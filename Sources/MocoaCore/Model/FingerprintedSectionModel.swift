/// A section whose rows can be told apart and compared without making them.
///
/// A list of a million such rows is compared with its next version in milliseconds, off the main
/// actor. See `RowFingerprint` for what the numbers must be and for the odds of a collision.
public protocol FingerprintedSectionModel: SectionModel {
  /// The fingerprints of all rows, by position, or nil as long as they are not known; O(1).
  var rowFingerprints: [RowFingerprint]? { get }
}

extension SectionModel {
  /// The fingerprints of all rows, if there is one for each.
  var usableFingerprints: [RowFingerprint]? {
    guard let section = self as? any FingerprintedSectionModel,
      let fingerprints = section.rowFingerprints, fingerprints.count == numberOfItems
    else { return nil }
    return fingerprints
  }
}
