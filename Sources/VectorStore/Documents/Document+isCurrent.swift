import Embedding
import Foundation

extension Document {
  /// Whether the file is still what was indexed; `nil` if it is missing or unreadable.
  ///
  /// Like `rag index`, treats a file of the same size and date as unchanged. If only the date differs, compares the
  /// contents.
  package func isCurrent() -> Bool? {
    let file = folder + "/" + path
    var status = stat()
    guard stat(file, &status) == 0 else { return nil }
    guard Int64(status.st_size) == size else { return false }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    if Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec) == modified { return true }
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: file), options: .mappedIfSafe) else { return nil }
    var digest = SHA256Digest()
    data.withUnsafeBytes { digest.update($0) }
    return digest.hexadecimal() == self.digest
  }
}
