#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONBytes {
  /// Decodes the text into a model.
  ///
  /// Invalid UTF-8 and lone surrogates are first replaced by U+FFFD. A date is read according to
  /// RFC 3339, or as seconds since 1970.
  ///
  /// - Throws: A `DecodingError` with the key and the cause.
  public func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
    if let type = type as? any JSONTextModel.Type, let model = try type.init(text: self) as? Model {
      return model
    }
    let needsRepair: Bool
    do {
      needsRepair = try check()
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: error.description, underlyingError: error))
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom(Self.decodeDate)
    return try decoder.decode(type, from: Data(needsRepair ? repaired() : Array(slice)))
  }

  /// Returns the text with invalid Unicode replaced by U+FFFD.
  func repaired() -> [UInt8] {
    withBytes { bytes in
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      var reader = JSONReader(bytes)
      var copied = 0
      while let token = try? reader.next() {
        guard !token.string.isDisjoint(with: [.invalidUTF8, .loneSurrogate]) else { continue }
        result.append(contentsOf: bytes[copied..<token.range.lowerBound])
        JSONText.quote(JSONText.string(of: token, in: bytes), to: &result)
        copied = token.range.upperBound
      }
      result.append(contentsOf: bytes[copied...])
      return result
    }
  }

  @Sendable
  private static func decodeDate(from decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    if let seconds = try? container.decode(Double.self) {
      return Date(timeIntervalSince1970: seconds)
    }
    let text = try container.decode(String.self)
    if let date = Date(time: text) { return date }
    throw DecodingError.dataCorruptedError(
      in: container, debugDescription: "'\(text)' is not an RFC 3339 date")
  }
}

extension Date {
  /// Reads a date or a time as of ``Timestamp``; nil for other texts.
  package init?(time text: String) {
    guard let time = Timestamp(text) else { return nil }
    self.init(timeIntervalSince1970: Double(time.seconds) + Double(time.attoseconds) / 1e18)
  }

  /// The time in UTC (RFC 3339), to the microsecond.
  package var timeText: String {
    Timestamp(microseconds: Int(exactly: (timeIntervalSince1970 * 1e6).rounded()) ?? .max).text
  }
}
