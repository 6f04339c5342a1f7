import RemoteModels
import Testing

@Suite struct ServerAddressTests {
  @Test(arguments: [
    ("http://127.0.0.1:11434/v1#qwen3.5:4b", "http://127.0.0.1:11434/v1", "qwen3.5:4b"),
    ("http://localhost:8080", "http://localhost:8080/v1", nil),
    ("HTTP://LocalHost/", "http://LocalHost/v1", nil),
    ("http://[::1]:1234/v1/#hf.co/owner/name:Q4_K_M", "http://[::1]:1234/v1", "hf.co/owner/name:Q4_K_M"),
    ("http://127.8.9.10:1/api/v1#a%20b", "http://127.8.9.10:1/api/v1", "a b"),
    ("http://127.0.0.1/v1#", "http://127.0.0.1/v1", nil),
  ])
  func addressesAreRead(_ text: String, _ base: String, _ model: String?) throws {
    let address = try ServerAddress(text)
    #expect(address.base == base && address.model == model && address.isLoopback)
  }

  @Test(arguments: [
    "http://example.org/v1", "http://127.0.0.1.example.org", "http://192.168.0.2:8080", "http://localhost.example.org",
    "http://128.0.0.1", "http://127.1", "http://0.0.0.0:80", "http://127.0.0.256", "http://[::2]",
    "http://[::ffff:8.8.8.8]",
  ])
  func anotherMachineIsRefusedUnlessAllowed(_ text: String) throws {
    #expect {
      try ServerAddress(text)
    } throws: {
      guard case .remoteAddress? = $0 as? ServerError else { return false }
      return true
    }
    #expect(try !ServerAddress(text, allowsRemote: true).isLoopback)
  }

  @Test(arguments: [
    "ftp://127.0.0.1", "http://", "http://user:secret@127.0.0.1/v1", "http://127.0.0.1/v1?key=1", "127.0.0.1:80",
    "http:///v1",
  ])
  func whatIsNoAddressIsAnError(_ text: String) {
    #expect {
      try ServerAddress(text, allowsRemote: true)
    } throws: {
      guard case .invalidAddress? = $0 as? ServerError else { return false }
      return true
    }
  }
}
