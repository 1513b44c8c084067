/// A row that is decoded into a registered model type on demand.
public protocol EncodedModel {
  /// Decodes the row.
  ///
  /// - Throws: A `DecodingError` with the key and the reason.
  func decode<Model: Decodable>(_ type: Model.Type) throws -> Model
}
