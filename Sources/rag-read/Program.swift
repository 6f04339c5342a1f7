import AirGap
import Converters
import ForeignFormats
import Foundation

/// Converts files in foreign formats, one after another, for the process that started it.
///
/// A request on standard input is a line of JSON, a `ConversionRequest`, and the file's bytes; the answer on standard
/// output is a line with the number of bytes, and a `ConversionAnswer` in JSON. A file that makes a library crash or
/// hang harms nothing but this process, which can read nothing of the user's, write nothing and connect to nothing.
@main
enum Program {
  static func main() {
    do {
      try Limits.enter()
      // A child that ends before it has read everything is no reason to end.
      signal(SIGPIPE, SIG_IGN)
    } catch {
      exit(2)
    }
    while let line = line() {
      guard let request = try? JSONDecoder().decode(ConversionRequest.self, from: Data(line.utf8)),
        let bytes = read(request.count)
      else { exit(2) }
      write(answer(to: request, bytes))
    }
  }

  private static func answer(to request: ConversionRequest, _ bytes: [UInt8]) -> ConversionAnswer {
    guard let format = ForeignFormat(path: request.name) else {
      return ConversionAnswer(failure: "its format is unknown")
    }
    // The other end waits so long for each sign of life: a long book may take its time, but not for ever.
    let start = ContinuousClock.now
    let limit: Duration = request.readsScans ? .seconds(1800) : .seconds(300)
    do {
      let conversion = try format.conversion(
        of: bytes, named: request.name, readsScans: request.readsScans, calendar: request.calendar
      ) {
        guard ContinuousClock.now - start < limit else { return }
        FileHandle.standardOutput.write(Data("\n".utf8))
      }
      return ConversionAnswer(conversion: conversion)
    } catch {
      return ConversionAnswer(failure: error.localizedDescription)
    }
  }

  /// Reads up to a line feed; `nil` at the end.
  private static func line() -> String? {
    var bytes: [UInt8] = []
    while let byte = read(1)?.first {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }

  /// Reads exactly so many bytes; `nil` if there are fewer.
  private static func read(_ count: Int) -> [UInt8]? {
    guard count >= 0 else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = Foundation.read(STDIN_FILENO, buffer.baseAddress?.advanced(by: filled), count - filled)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        filled += got
      }
    }
    return bytes.count == count ? bytes : nil
  }

  private static func write(_ answer: ConversionAnswer) {
    guard let json = try? JSONEncoder().encode(answer) else { exit(2) }
    FileHandle.standardOutput.write(Data("\(json.count)\n".utf8) + json)
  }
}
