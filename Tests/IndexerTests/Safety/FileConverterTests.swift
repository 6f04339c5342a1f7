import Files
import ForeignFormats
import Foundation
import Indexer
import TestSupport
import Testing
import VectorStore

/// What a reader of foreign files that was taken over can do to the process that started it, and to other files.
@Suite struct FileConverterTests {
  /// A reader that runs `body` with the socket of each file as `file`.
  private func reader(_ body: String, in folder: TemporaryFolder) throws -> String {
    try folder.writeProgram(
      """
      #!/usr/bin/env python3
      import os, signal, socket, time
      control = socket.socket(fileno=0)
      signal.signal(signal.SIGPIPE, signal.SIG_IGN)
      open("\(folder.path)/process", "w").write(str(os.getpid()))
      while descriptors := socket.recv_fds(control, 1, 1)[1]:
          file = socket.socket(fileno=descriptors[0])
      \(body.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))

      """, to: "reader")
  }

  private func limits(file: Int, multiple: Int) -> FileConverter.Limits {
    var limits = FileConverter.Limits()
    (limits.file, limits.multiple) = (file, multiple)
    return limits
  }

  private func isGone(_ folder: TemporaryFolder) throws -> Bool {
    let number = try String(contentsOfFile: folder.path + "/process", encoding: .utf8)
    return kill(try #require(Int32(number)), 0) != 0
  }

  @Test(
    .timeLimit(.minutes(2)),
    arguments: [
      ("while True: file.send(b'\\n'); time.sleep(0.01)", "its reader took longer than 2 seconds"),
      ("while True: time.sleep(60)", "its reader took longer than 1 seconds"),
      (
        "file.send(b'5000000\\n')\nwhile True: file.send(b'{'); time.sleep(0.01)",
        "its reader took longer than 2 seconds"
      ),
      // It never reads what it is sent.
      ("signal.pause()", "its reader took longer than 1 seconds"),
    ])
  func aReaderThatNeverEndsIsEnded(body: String, reason: String) throws {
    let folder = try TemporaryFolder()
    let converter = FileConverter(try reader(body, in: folder), limits: limits(file: 1, multiple: 2))
    let bytes = [UInt8](repeating: 1, count: body == "signal.pause()" ? 900_000 : 1)
    let failure = #expect(throws: FileConverter.Failure.self) { try converter.conversion(of: bytes, named: "a.csv") }
    #expect(failure?.reason == reason)
    #expect(try isGone(folder))
  }

  /// Its answer counts, but it gets no other file.
  @Test(.timeLimit(.minutes(2))) func aReaderThatStaysAfterItsAnswerIsEnded() throws {
    let folder = try TemporaryFolder()
    let answer = String(decoding: try JSONEncoder().encode(ConversionAnswer(failure: "it is empty")), as: UTF8.self)
    let body = "file.recv(1)\nfile.sendall(b'\(answer.utf8.count)\\n\(answer)')\ntime.sleep(1000)"
    let converter = FileConverter(try reader(body, in: folder))
    let failure = #expect(throws: FileConverter.Failure.self) { try converter.conversion(of: [1], named: "a.csv") }
    #expect(failure?.reason == "it is empty")
    #expect(try isGone(folder))
  }

  /// Each process that reads leaves its session once: the program, and a copy of it for each file.
  @Test func eachFileHasAReaderOfItsOwn() async throws {
    let notes = try Notes(["a.csv": "a;b\n1;2\n", "b.html": "<p>One</p>", "c.csv": "c;d\n3;4\n", "note.md": "Text."])
    let trace = notes.folder.path + "/trace"
    let result = try await BuiltProgram.run(
      executable: "/usr/bin/env",
      ["strace", "-f", "-qq", "-e", "trace=setsid,recvmsg", "-o", trace, BuiltProgram.path, "index", notes.notes],
      environment: notes.environment)
    #expect(result.status == 0 && result.output.contains("4 files"), "\(result)")
    let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
    let leaving = Set(calls.filter { $0.contains("setsid(") }.compactMap { $0.split(separator: " ").first })
    #expect(leaving.count == 4, "\(calls)")
  }

  @Test func whatIsLookedAtAgainIsNotConvertedAgain() throws {
    let name = UUID().uuidString
    var conversions = 0
    func look(at name: String?) -> Conversion {
      LastConversions.conversion(named: name) {
        conversions += 1
        return Conversion(text: "Text \(conversions)", title: nil, unit: nil, marks: [], remarks: [])
      }
    }
    #expect(look(at: name).text == "Text 1" && look(at: name).text == "Text 1" && conversions == 1)
    #expect(look(at: name + " changed").text == "Text 2")
    // What is only indexed is not kept.
    #expect(look(at: nil).text == "Text 3" && look(at: nil).text == "Text 4")
    for number in 0..<4 { _ = look(at: "\(name) \(number)") }
    #expect(look(at: name).text == "Text 9")
  }

  @Test func aConvertedNoteThatChangedIsReadAnew() async throws {
    try #require(FileConverter.shared != nil, "rag-read is not beside the tests: build it first")
    let fixture = try await IndexerFixture(["plums.csv": "Name;Price\nPlums;80 €\n"])
    try await fixture.update()
    let document = try #require(try await fixture.index.documents(in: fixture.notesPath).first)
    for _ in 0..<2 {
      let note = try #require(try await NoteFile.of(document, in: fixture.index))
      #expect(note.digest == document.digest && note.string(note.bytes).contains("Plums"))
    }
    try fixture.write("Name;Price\nPears;90 €\n", to: "plums.csv")
    let changed = try #require(try await NoteFile.of(document, in: fixture.index))
    #expect(changed.digest != document.digest && changed.string(changed.bytes).contains("Pears"))
  }
}
