import MocoaTestSupport
import Testing

@testable import MocoaCore

/// Promises I: which row a model stands for.
@Suite struct RowIdentityTests {
  private final class Object {}
  private struct Plain: Equatable { var value: Double }
  private struct Opaque { var value = 0 }
  private struct Keyed: Identifiable, Equatable {
    var id: String
    var text = ""
  }
  private final class Entity: Identifiable {
    let id: Int
    init(id: Int) { self.id = id }
  }
  private struct Printed: SectionModel {
    var numberOfItems: Int { 1 }
    var rowFingerprints: [RowFingerprint]? { [RowFingerprint(id: 7, content: 0)] }
    func item(at index: Int) -> Any { Keyed(id: "a") }
  }

  @Test(
    "I1: by fingerprint, by id, by object, by content, and a missing model by that",
    .parity("1.8.5", "1.10.10"))
  func identitiesAreTaken() {
    let object = Object()
    #expect(Printed().identity(at: 0) == .fingerprint(7))
    #expect(RowIdentity(of: Entity(id: 1)) == RowIdentity(of: Entity(id: 1)))
    #expect(RowIdentity(of: Keyed(id: "a")) == RowIdentity(of: Keyed(id: "a", text: "x")))
    #expect(RowIdentity(of: Keyed(id: "a")) != RowIdentity(of: Keyed(id: "b")))
    #expect(RowIdentity(of: object) == RowIdentity(of: object))
    #expect(RowIdentity(of: object) != RowIdentity(of: Object()))
    #expect(RowIdentity(of: 1) == RowIdentity(of: 1))
    #expect(RowIdentity(of: Plain(value: 1)) == RowIdentity(of: Plain(value: 1)))
    #expect(RowIdentity(of: Plain(value: 1)) != RowIdentity(of: Plain(value: 2)))
    #expect(RowIdentity(of: Opaque()) != RowIdentity(of: Opaque()))
    #expect(RowIdentity(of: Int?.none as Any) == .none)
    #expect(RowIdentity(of: Int?.some(1) as Any) == RowIdentity(of: 1))
    #expect(RowIdentity(of: Keyed?.some(Keyed(id: "a")) as Any) == .id("a"))
  }

  @Test("I2: an id, an object and a fingerprint outlive a change of content")
  func someIdentitiesLast() {
    #expect(RowIdentity(of: Keyed(id: "a")).isLasting)
    #expect(RowIdentity(of: Object()).isLasting)
    #expect(RowIdentity.fingerprint(1).isLasting)
    #expect(!RowIdentity(of: 1).isLasting)
    #expect(!RowIdentity.none.isLasting)
    #expect(!RowIdentity(of: Opaque()).isKnown)
  }

  @Test("I3: content is compared by fingerprint, ==, by object, and else taken to differ")
  func contentIsCompared() {
    let object = Object()
    #expect(ModelContent.isEqual(Keyed(id: "a"), Keyed(id: "a")))
    #expect(!ModelContent.isEqual(Keyed(id: "a"), Keyed(id: "a", text: "x")))
    #expect(!ModelContent.isEqual(1, "1"))
    #expect(RowFingerprint(id: 1, content: 1) != RowFingerprint(id: 1, content: 2))
    #expect(ModelContent.isEqual(object, object))
    #expect(!ModelContent.isEqual(object, Object()))
    #expect(!ModelContent.isEqual(Opaque(), Opaque()))
    #expect(ModelContent.isEqual(Int?.none as Any, Int?.none as Any))
    #expect(!ModelContent.isEqual(Int?.none as Any, 1))
    #expect(ModelContent.isEqual(Int?.some(1) as Any, 1))
  }
}
