import ForeignFormats
import Foundation
import TestSupport
import Testing

/// Documents that are cut off or have wrong bits become a text or an error.
struct DamagedDocumentTests {
  @Test(arguments: Documents.names)
  func cutOffAnywhereADocumentIsATextOrAnError(name: String) throws {
    let bytes = try Documents.bytes(name)
    let program = try ReadingProgram()
    for place in 0..<20 {
      let outcome = try program.outcome(of: bytes.prefix(bytes.count * place / 20), named: name)
      if case .ended(let code) = outcome {
        Issue.record("\(name) ends the program with \(code) if cut off at \(bytes.count * place / 20)")
        return
      }
      // Nothing before the first byte.
      if place == 0 { #expect(outcome == .failure("it has no text")) }
    }
  }

  @Test(arguments: Documents.names)
  func wrongBitsMakeATextOrAnError(name: String) throws {
    let bytes = try Documents.bytes(name)
    var generator = SeededGenerator(seed: 11)
    let program = try ReadingProgram()
    for trial in 0..<200 {
      var damaged = bytes
      // One bit at first, then more and more.
      for _ in 0...trial / 20 {
        damaged[Int.random(in: damaged.indices, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      if case .ended(let code) = try program.outcome(of: damaged, named: name) {
        Issue.record("\(name) ends the program with \(code) at trial \(trial)")
        return
      }
    }
  }

  @Test func theProgramReadsOnAfterAFailure() throws {
    let program = try ReadingProgram()
    #expect(
      try program.outcome(of: Data("%PDF-1.4 nothing".utf8), named: "a.pdf")
        == .failure("it is damaged: no page can be found in it"))
    #expect(try program.outcome(of: Data("a".utf8), named: "a.exe") == .failure("its format is unknown"))
    let expected = try Documents.conversion("records/apples.tsv")
    #expect(try program.outcome(of: Documents.bytes("records/apples.tsv"), named: "apples.tsv") == .text(expected))
  }
}
