import Foundation
import MocoaCore
import Testing

@testable import MocoaFeed

/// What is said of a row that does not fit its model: the words depend on Foundation's decoder.
@Suite struct DecodingSentenceTests {
  struct Person: Decodable {
    var name: String
    var age: Int?
    var isKnown: Bool?
    var friends: [Friend]?
    var tags: [String: String]?
  }

  struct Friend: Decodable { var phone: String }

  @Test(arguments: [
    (#"{"name": 7}"#, "name: expected a string, found a number"),
    (#"{"name": [7]}"#, "name: expected a string, found an array"),
    (#"{"name": {}}"#, "name: expected a string, found an object"),
    (#"{"name": true}"#, "name: expected a string, found true or false"),
    (#"{"name": null}"#, "name: expected a string, found null"),
    (#"{"nom": "Ada"}"#, "name: the key is missing"),
    (#"{"name": "a", "age": "7"}"#, "age: expected a number, found a string"),
    (#"{"name": "a", "isKnown": 1}"#, "isKnown: expected true or false, found a number"),
    (#"{"name": "a", "friends": {}}"#, "friends: expected an array, found an object"),
    (
      #"{"name": "a", "friends": [{"phone": "1"}, {"phone": 2}]}"#,
      "friends[1].phone: expected a string, found a number"
    ),
    (#"{"name": "a", "friends": [{}]}"#, "friends[0].phone: the key is missing"),
    (#"{"name": "a", "tags": []}"#, "tags: expected an object, found an array"),
    (#"[1]"#, "expected an object, found an array"),
  ])
  func oneLineSaysWhichKeyAndWhy(_ text: String, _ sentence: String) throws {
    let error = try #require(throws: DecodingError.self) {
      try JSONBytes(Array(text.utf8)).decode(Person.self)
    }
    #expect(error.sentence == sentence)
  }

  /// Where there is no type to name, the words of the error are used.
  @Test func otherWordsAreTheErrors() throws {
    let error = try #require(throws: DecodingError.self) {
      try JSONBytes(Array(#"{"born": "soon"}"#.utf8)).decode([String: Date].self)
    }
    #expect(error.sentence == "born: 'soon' is not an RFC 3339 date")
  }
}
