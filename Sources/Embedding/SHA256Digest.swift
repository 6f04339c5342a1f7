import CNettle

/// An incremental SHA-256 digest (FIPS 180-4).
package struct SHA256Digest {
  private var context = sha256_ctx()

  package init() {
    nettle_sha256_init(&context)
  }

  /// Adds bytes to the digest.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    nettle_sha256_update(&context, bytes.count, base.assumingMemoryBound(to: UInt8.self))
  }

  /// Adds the UTF-8 bytes of a text to the digest.
  package mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the digest as 64 lower-case hexadecimal digits. Nothing may be added afterwards.
  package consuming func hexadecimal() -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Returns the digest of bytes.
  package static func hexadecimal(of bytes: UnsafeRawBufferPointer) -> String {
    var digest = SHA256Digest()
    digest.update(bytes)
    return digest.hexadecimal()
  }

  /// Returns the digest of one text.
  package static func hexadecimal(of text: String) -> String {
    var digest = SHA256Digest()
    digest.update(text)
    return digest.hexadecimal()
  }
}
