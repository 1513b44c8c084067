import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Laws of numbers and of equality, order and hash.
@Suite struct ValueLawTests {
  /// Two numbers, how the first compares with the second, and their sum: by `decimal` of Python
  /// with 2,000 digits.
  private static let decimals: [(String, String, Int, String)] = [
    ("4", "-34658", 1, "-34654"),
    ("6.723653749", "78471343922135680965", -1, "78471343922135680971.723653749"),
    ("-37351652554179666.2", "952019841217178890.61", -1, "914668188662999224.41"),
    ("-3952812899365616526", "-3952812899365616525", -1, "-7905625798731233051"),
    ("707.40305409365411416", "-942138919207699545", 1, "-942138919207698837.59694590634588584"),
    ("9e3", "0e-1", 1, "9000"),
    ("372221770308157449", "7.35351255591893e-7", 1, "372221770308157449.000000735351255591893"),
    ("8.699755651882364e12", "4.883257006391281755e22", -1, "48832570072612573201882.364"),
    ("9.116", "4.3065003221653150755648690", 1, "13.422500322165315075564869"),
    ("4.113", "-2.8316911466834858392250714", 1, "1.2813088533165141607749286"),
    ("-410.314745439", "3.96253015848794250e3", -1, "3552.2154130489425"),
    ("-8715786460473630871685170", "505.123942677", -1, "-8715786460473630871684664.876057323"),
    ("7", "91741835568910036.16", -1, "91741835568910043.16"),
    ("-1434928578226451389300268", "-1434928578226451389300265", -1, "-2869857156452902778600533"),
    ("5.9642e-12", "12780855101216191", -1, "12780855101216191.0000000000059642"),
    ("-8e22", "14206", -1, "-79999999999999999985794"),
    ("-971001545303426636.44", "3.9", -1, "-971001545303426632.54"),
    ("9.4910e12", "7.727617333459507242188135e0", 1, "9491000000007.727617333459507242188135"),
    ("778759783620068669", "9", 1, "778759783620068678"),
    ("182190154514376", "182190154514373", 1, "364380309028749"),
    ("0", "-2", 1, "-2"),
    ("-1.1", "-73770734363529644583", 1, "-73770734363529644584.1"),
    ("-5e-12", "97", -1, "96.999999999995"),
    ("9.30498993270372217e22", "-5.711", 1, "93049899327037221699994.289"),
    ("-1.61356711227458287e3", "190.35053976425507109", -1, "-1423.21657251032779891"),
    ("-9.9", "-1.8880591305800342355e12", 1, "-1888059130589.9342355"),
    ("71414", "17719", 1, "89133"),
    ("87232120159580159021", "608.92", 1, "87232120159580159629.92"),
    ("77698178381999715", "9320043334386899.896920753", 1, "87018221716386614.896920753"),
    ("-2", "268.0", -1, "266"),
    ("-3540946313610302783", "-3540946313610302781", -1, "-7081892627220605564"),
    ("8075", "8071", 1, "16146"),
    ("82", "-27833019233352442940", 1, "-27833019233352442858"),
    ("33661", "2441697732973024", -1, "2441697733006685"),
    ("4.60", "6.8", -1, "11.4"),
    ("223615235245767402603241", "223615235245767402603242", -1, "447230470491534805206483"),
    ("78230076037176625", "-92", 1, "78230076037176533"),
    ("-109840063146676169.24", "9", -1, "-109840063146676160.24"),
    ("8369020450115141", "-9.67388728486383740e0", 1, "8369020450115131.3261127151361626"),
    ("-1.57", "-694.1", 1, "-695.67"),
  ]

  private static func order(_ left: String, _ right: String) -> Int {
    let keys = [left, right].map { value in
      var encoder = SortKeyEncoder([])
      Array(value.utf8).withUnsafeBytes { bytes in
        QueryValue(bytes).map { encoder.encode(value: $0) }
      }
      return encoder.bytes
    }
    return keys[0] == keys[1] ? 0 : keys[0].lexicographicallyPrecedes(keys[1]) ? -1 : 1
  }

  private static func hash(_ value: String) -> UInt64 {
    var identity = ValueIdentity()
    return Array(value.utf8).withUnsafeBytes { identity.hash(of: $0) }
  }

  private static func areEqual(_ left: String, _ right: String) -> Bool {
    Array(left.utf8).withUnsafeBytes { left in
      Array(right.utf8).withUnsafeBytes { ValueIdentity.areEqual(left, $0) }
    }
  }

  @Test("36: decimals compare and add as those of Python")
  func decimalsAgreeWithPython() throws {
    for (left, right, expected, sum) in Self.decimals {
      #expect(Self.order(left, right) == expected, "\(left) \(right)")
      #expect(Self.areEqual(left, right) == (expected == 0), "\(left) \(right)")
      let row = JSONBytes(Array("{\"a\":\(left),\"b\":\(right)}".utf8))
      let sign = expected < 0 ? "<" : expected > 0 ? ">" : "=="
      #expect(try RowFilter(parsing: "a \(sign) b").matches(row), "\(left) \(right)")
      var total = DecimalSum()
      // The sum without what it should be is nothing.
      let negative = sum.hasPrefix("-") ? String(sum.dropFirst()) : "-" + sum
      for number in [left, right, negative] {
        Array(number.utf8).withUnsafeBytes { total.add($0) }
      }
      #expect(String(decoding: total.json, as: UTF8.self) == "0", "\(left) \(right)")
    }
  }

  /// Values in several notations.
  private static let values = [
    "0", "-0", "0.0", "1", "1.0", "10e-1", "1e0", "2", "12345678901234567890",
    "12345678901234567891", "1.2345678901234567890e19", #""1""#, #""\u0031""#, #""1.0""#, #""a""#,
    #""A""#, #""\u0061""#, #"" a""#, #""""#, #""-""#, "null", "true", "false", #""true""#,
    #""2026-11-05T10:00:00Z""#, #""2026-11-05T11:00:00+01:00""#, #""2026-11-05T10:00:00.0Z""#,
    #""2026-11-05""#, "[1,2]", "[1.0,2]", "[2,1]", "[]", #"{"a":1,"b":2}"#, #"{"b":2,"a":1.0}"#,
    #"{"a":1}"#, "{}", #""é""#, #""e\u0301""#, "1e400", "-1e400",
  ]

  @Test("36: equality is an equivalence, with which the hash and the order agree")
  func equalityIsAnEquivalence() {
    let values = Self.values
    let isEqual = values.map { left in values.map { Self.areEqual(left, $0) } }
    for (i, left) in values.enumerated() {
      #expect(isEqual[i][i], "\(left)")
      for (j, right) in values.enumerated() {
        #expect(isEqual[i][j] == isEqual[j][i], "\(left) \(right)")
        let areSame = Self.hash(left) == Self.hash(right)
        #expect(isEqual[i][j] == areSame, "\(left) \(right)")
        let (order, opposite) = (Self.order(left, right), Self.order(right, left))
        #expect(order == -opposite, "\(left) \(right)")
        // Containers are ordered by their texts; texts in order, but not in identity, by their
        // letters.
        let isContainer = [left, right].contains { $0.hasPrefix("[") || $0.hasPrefix("{") }
        if isEqual[i][j], !isContainer { #expect(order == 0, "\(left) \(right)") }
        for (k, third) in values.enumerated() where isEqual[i][j] && isEqual[j][k] {
          #expect(isEqual[i][k], "\(left) \(right) \(third)")
        }
        for third in values where order <= 0 && Self.order(right, third) <= 0 {
          #expect(Self.order(left, third) <= 0, "\(left) \(right) \(third)")
        }
      }
    }
  }
}
