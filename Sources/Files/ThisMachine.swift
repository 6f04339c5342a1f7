import Foundation

/// The machine that this process runs on.
package enum ThisMachine {
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
