import Converters
import ForeignFormats
import Foundation

/// The reader that libFuzzer gives bytes to; the environment names its format.
enum Reader {
  private static let format = ForeignFormat(rawValue: ProcessInfo.processInfo.environment["FORMAT"] ?? "")

  /// Reads bytes as a file or, of a format that is a zip archive, as its main part: libFuzzer cannot make sums right.
  static func read(_ bytes: [UInt8]) {
    guard let format, let ending = format.extensions.first else { exit(64) }
    let parts = Archive.parts(of: format, main: bytes)
    let file = parts.isEmpty ? bytes : Archive.bytes(of: parts)
    _ = try? format.conversion(of: file, named: "a." + ending)
  }
}

/// What libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  Reader.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
