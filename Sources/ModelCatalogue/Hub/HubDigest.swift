import CNettle
import Embedding

/// What identifies the contents of a file on a hub.
package enum HubDigest: Sendable, Hashable {
  /// The SHA-256 of a large file, kept by Git LFS.
  case sha256(String)
  /// The SHA-1 of a small file as Git computes it, with its size in front.
  case gitBlob(String)

  /// The digest in hexadecimal.
  package var hexadecimal: String {
    switch self {
    case .sha256(let digits), .gitBlob(let digits): digits
    }
  }

  /// A digest that is being computed.
  enum Computation {
    case sha256(SHA256Digest)
    case sha1(sha1_ctx)

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
      switch self {
      case .sha256(var digest):
        digest.update(bytes)
        self = .sha256(digest)
      case .sha1(var context):
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
        nettle_sha1_update(&context, bytes.count, base.assumingMemoryBound(to: UInt8.self))
        self = .sha1(context)
      }
    }

    /// Returns the digest in hexadecimal.
    func hexadecimal() -> String {
      switch self {
      case .sha256(let digest): return digest.hexadecimal()
      case .sha1(var context):
        var digest = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_SIZE))
        nettle_sha1_digest(&context, digest.count, &digest)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      }
    }
  }

  /// Begins the digest of a file of this size.
  func computation(bytes: Int64) -> Computation {
    switch self {
    case .sha256: return .sha256(SHA256Digest())
    case .gitBlob:
      var context = sha1_ctx()
      nettle_sha1_init(&context)
      var digest = Computation.sha1(context)
      Array("blob \(bytes)\0".utf8).withUnsafeBytes { digest.update($0) }
      return digest
    }
  }
}
