/// JSON text and what a parser has to make of it.
///
/// The names are those of the JSON parsing test suite (Seriot, *Parsing JSON is a Minefield*): `y`
/// must be accepted, `n` refused, and `i` is up to the parser. The texts follow the names and the
/// grammar of RFC 8259.
package struct SyntaxCase: Sendable, CustomStringConvertible {
  /// The name of the case.
  package var name: String

  /// The text.
  package var bytes: [UInt8]

  init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// The name of the case.
  package var description: String { name }

  /// All cases.
  package static var all: [SyntaxCase] { accepted + refused + tolerated + otherEncodings }
}
