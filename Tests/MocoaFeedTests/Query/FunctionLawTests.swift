import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// What functions do with each kind of value.
@Suite struct FunctionLawTests {
  /// A value of each kind, and what a function may give nothing for without a fault.
  private static let kinds: [(name: String, json: String, isMissing: Bool)] = [
    ("text", #""Ada b""#, false), ("numeric", #""12""#, false), ("size", #""5M""#, false),
    ("percentage", #""31%""#, false), ("duration", #""2h30m""#, false),
    ("time", #""2026-11-05T12:34:56Z""#, false), ("number", "-2.5", false),
    ("big", "12345678901234567890123", false), ("truth", "true", false),
    ("array", "[1,2]", false), ("object", #"{"a":1}"#, false),
    ("null", "null", true), ("blank", #""""#, true), ("placeholder", #""-""#, true),
    ("escaped", #""\u002d""#, true),
  ]

  private static let row = JSONBytes(
    Array("{\(kinds.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ","))}".utf8))

  /// The arguments of a call whose first one is a member.
  private static func arguments(
    of function: Function, _ name: String, _ other: String
  ) -> [String] {
    switch function {
    case .concat, .min, .max, .coalesce: [name, other]
    case .split: [name, "' '"]
    case .truncate: [name, "1h"]
    case .format: [name, "'%F'"]
    case .round: [name, "1"]
    case .substr: [name, "0", "2"]
    case .extract: [name, "/(.)/"]
    case .replace: [name, "'a'", "'b'"]
    default: [name]
    }
  }

  @Test(
    "36: each function of each kind of value has a result, or a fault, or nothing for nothing",
    arguments: Function.allCases)
  func eachFunctionOfEachKind(_ function: Function) throws {
    for (name, _, isMissing) in Self.kinds {
      for (other, _, isOtherMissing) in Self.kinds {
        let arguments = Self.arguments(of: function, name, other)
        guard arguments.count > 1 && arguments[1] == other || other == Self.kinds[0].name else {
          continue
        }
        let call = "\(function)(\(arguments.joined(separator: ", ")))"
        let member = try DerivedMember(parsing: "x = \(call)")
        var json: [UInt8] = []
        let hasValue = Self.row.withBytes { member.evaluation.append(valueOf: $0, to: &json) }
        let value = String(decoding: json, as: UTF8.self)
        if hasValue {
          #expect(json.withUnsafeBytes { CheckedScanner.isValid($0) }, "\(call) = \(value)")
          #expect(member.failure == nil, "\(call)")
        } else {
          let mayBeNothing = isMissing || arguments.contains(other) && isOtherMissing
          #expect(json.isEmpty && (member.failure != nil || mayBeNothing), "\(call)")
        }
      }
    }
  }
}
