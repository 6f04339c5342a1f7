import AirGap
import CProcess
import Converters
import ForeignFormats
import Foundation

/// Converts files in foreign formats for the process that started it, each in a process of its own.
///
/// Standard input is a socket, on which a descriptor comes for each file. A copy of this process serves it: it reads a
/// line of JSON, a `ConversionRequest`, and the file's bytes; it answers a line with the number of bytes, and a
/// `ConversionAnswer` in JSON. When the copy has ended, a line on standard output says how: 0, or its signal. So a file
/// that makes a library crash or hang, or takes it over, never meets another file; it can read nothing of the user's,
/// write nothing, connect to nothing and signal nobody.
///
/// By hand, with a pipe as standard input, requests are served one after another by this process.
@main
enum Program {
  static func main() {
    do {
      process_hang_on_parent()
      try Limits.enter()
      // A child that ends before it has read everything is no reason to end.
      signal(SIGPIPE, SIG_IGN)
      guard isSocket(STDIN_FILENO) else {
        try AirGap.allowOnlyConverting(starting: ScannedPages.recognizer)
        while try serve(isAlone: false) {}
        return
      }
    } catch {
      exit(2)
    }
    while true {
      let descriptor = process_receive(STDIN_FILENO)
      guard descriptor >= 0 else { exit(0) }
      let child = process_fork()
      guard child != 0 else { serveAlone(descriptor) }
      close(descriptor)
      guard child > 0 else { exit(2) }
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      // A signal, or 0; another exit code than 0 is a failure without an answer.
      FileHandle.standardOutput.write(Data("\(status & 0x7F)\n".utf8))
    }
  }

  private static func isSocket(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Serves one request and ends.
  private static func serveAlone(_ descriptor: Int32) -> Never {
    // It has nothing of its parent's but the socket for this file, and does not outlive it.
    process_hang_on_parent()
    for standard in [STDIN_FILENO, STDOUT_FILENO] { dup2(descriptor, standard) }
    close(descriptor)
    _exit((try? serve(isAlone: true)) == true ? 0 : 2)
  }

  /// Serves a request; returns whether there was one.
  private static func serve(isAlone: Bool) throws -> Bool {
    guard let line = line() else { return false }
    guard let request = try? JSONDecoder().decode(ConversionRequest.self, from: Data(line.utf8)) else { exit(2) }
    if isAlone {
      Limits.limitTime(to: request.seconds)
      // Before the first byte of the file is read.
      try AirGap.allowOnlyConverting(starting: request.readsScans ? ScannedPages.recognizer : nil)
    }
    guard let bytes = read(request.count) else { exit(2) }
    write(answer(to: request, bytes))
    return true
  }

  private static func answer(to request: ConversionRequest, _ bytes: [UInt8]) -> ConversionAnswer {
    guard let format = ForeignFormat(path: request.name) else {
      return ConversionAnswer(failure: "its format is unknown")
    }
    do {
      let conversion = try format.conversion(
        of: bytes, named: request.name, readsScans: request.readsScans, calendar: request.calendar
      ) {
        // A sign of life.
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
