import Testing

@testable import MocoaFeed

/// The display names of addresses have no secrets.
@Suite struct ShownNameTests {
  @Test(
    "18: secret parameters of addresses are not shown",
    arguments: [
      "token", "access_token", "key", "api-key", "apiKey", "client_secret", "password", "sig",
      "signature", "X-Amz-Signature", "X-Amz-Credential", "X-Amz-Security-Token", "auth",
    ])
  func secretParameters(_ name: String) {
    let address = "https://a.b/c?page=2&\(name)=S3CR3T&author=x"
    #expect(ByteSources.shownName(ofURL: address) == "https://a.b/c?page=2&\(name)=***&author=x")
    #expect(
      ByteSources.shownName(ofURL: "https://u:p@a.b?\(name)=S3/C:R@3T#\(name)=S3CR3T")
        == "https://***@a.b?\(name)=***#\(name)=***")
    #expect(
      ByteSources.shownName(ofURL: "https://a.b?next=/c?\(name)=S3C;R?3=T&x")
        == "https://a.b?next=/c?\(name)=***&x")
  }

  @Test(
    "18: other addresses are shown as they are",
    arguments: [
      "https://a.b/c?page=2&token=&keyword=x&author=y#part", "https://a.b?", "https://a.b",
    ])
  func otherAddresses(_ address: String) {
    #expect(ByteSources.shownName(ofURL: address) == address)
  }
}
