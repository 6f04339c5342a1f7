import Foundation

/// The machine that this process runs on.
package enum ThisMachine {
  /// The system and its version, as `Linux 6.1.0`; `nil` if it does not tell.
  package static var kernel: String? {
    var names = utsname()
    guard uname(&names) == 0 else { return nil }
    func text(_ name: some Any) -> String {
      withUnsafeBytes(of: name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return text(names.sysname) + " " + text(names.release)
  }

  /// Its name in the network, as `hostname` prints it; empty if it has none.
  package static var name: String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let isNamed = bytes.withUnsafeMutableBytes { buffer in
      guard let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
      return gethostname(start, buffer.count - 1) == 0
    }
    return isNamed ? String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) : ""
  }
}
