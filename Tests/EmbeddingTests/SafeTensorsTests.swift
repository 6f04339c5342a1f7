import Embedding
import Foundation
import TestSupport
import Testing

struct SafeTensorsTests {
  /// A file with this header and so many bytes behind it.
  private func file(_ header: String, bytes: Int, length: UInt64? = nil) -> Data {
    withUnsafeBytes(of: (length ?? UInt64(header.utf8.count)).littleEndian) { Data($0) } + Data(header.utf8)
      + Data(repeating: 1, count: bytes)
  }

  private func read(_ data: Data) throws -> SafeTensors {
    let folder = try TemporaryFolder()
    return try SafeTensors(contentsOf: folder.write(data, to: "weights.safetensors"))
  }

  private func entry(_ type: String, _ shape: String, _ offsets: String) -> String {
    #"{"dtype":"\#(type)","shape":\#(shape),"data_offsets":\#(offsets)}"#
  }

  @Test func tensorsAreFoundByNameTypeAndShape() throws {
    let header =
      #"{"__metadata__":{"a":"b"},"x":\#(entry("F32", "[2,1]", "[0,8]")),"n":\#(entry("I64", "[1]", "[8,16]")),"#
      + #""none":\#(entry("F32", "[0]", "[16,16]"))}"#
    let tensors = try read(file(header, bytes: 16))
    #expect(tensors.names == ["n", "none", "x"])
    let x = try tensors.floats("x", shape: [2, 1])
    #expect(x.count == 2 && x.pointer[0].bitPattern == 0x0101_0101)
    #expect(try tensors.floats("none", shape: [0]).count == 0)
    for (name, shape) in [("x", [1, 2]), ("x", [2]), ("n", [1]), ("y", [1])] {
      #expect(throws: EmbeddingError.self) { try tensors.floats(name, shape: shape) }
    }
  }

  @Test func aHeaderThatLiesIsAnErrorThatNamesTheFile() throws {
    let good = entry("F32", "[2]", "[0,8]")
    let headers = [
      "", "[]", "{", "null", #"{"x":1}"#, #"{"x":{}}"#, String(repeating: "[", count: 5_000),
      #"{"x":\#(entry("F32", "[2]", "[0,9]"))}"#, #"{"x":\#(entry("F32", "[2]", "[8,0]"))}"#,
      #"{"x":\#(entry("F32", "[2]", "[-8,0]"))}"#, #"{"x":\#(entry("F32", "[2]", "[8,16]"))}"#,
      #"{"x":\#(entry("F32", "[2]", "[0]"))}"#, #"{"x":\#(entry("F32", "[2]", "[0,8,16]"))}"#,
      #"{"x":\#(entry("F32", "[-2]", "[0,8]"))}"#, #"{"x":\#(entry("F32", "[-1,-2]", "[0,8]"))}"#,
      #"{"x":\#(entry("F32", "[3]", "[0,8]"))}"#, #"{"x":\#(entry("F99", "[2]", "[0,8]"))}"#,
      #"{"x":\#(entry("F32", "[4611686018427387904,4]", "[0,8]"))}"#,
      #"{"x":\#(entry("F32", "[9223372036854775807,9223372036854775807]", "[0,8]"))}"#,
      #"{"x":\#(entry("F32", "[2]", "[0,9223372036854775807]"))}"#,
      #"{"x":\#(entry("F32", "[2]", "[9223372036854775800,9223372036854775808]"))}"#,
      #"{"x":\#(entry("F32", "[1e300]", "[0,8]"))}"#, #"{"x":\#(entry("F32", "[0.5]", "[0,8]"))}"#,
      #"{"x":\#(good),"y":\#(good)}"#, #"{"x":\#(good),"y":\#(entry("F32", "[1]", "[4,8]"))}"#,
    ]
    for header in headers {
      let error = #expect(throws: EmbeddingError.self, "\(header.prefix(80))") { try read(file(header, bytes: 8)) }
      #expect(error?.errorDescription?.contains("weights.safetensors") == true)
    }
  }

  @Test(arguments: [0, 1, 7, 9, 1 << 20, 1 << 31, 1 << 62, UInt64.max - 7, .max])
  func aHeaderLengthThatTheFileCannotHoldIsAnError(length: UInt64) throws {
    let data = file("{}", bytes: 0, length: length)
    #expect(throws: EmbeddingError.self) { try read(data) }
  }

  @Test func aFileThatIsCutOffAnywhereIsAnError() throws {
    let whole = try TinyEncoder().file()
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 3)
    let lengths = Array(0..<64) + (0..<300).map { _ in Int.random(in: 0..<whole.count, using: &random) }
    for length in lengths {
      let path = try folder.write(whole.prefix(length), to: "cut.safetensors")
      #expect(throws: EmbeddingError.self, "\(length) bytes") { try SafeTensors(contentsOf: path) }
    }
  }

  /// Whatever bits are turned, the file is either refused, or each of its tensors can be read to its end.
  @Test func turnedBitsNeverLeadOutOfTheFile() throws {
    let whole = try TinyEncoder().file()
    let shapes = TinyEncoder().tensors.mapValues(\.shape)
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 4)
    var (refused, read) = (0, 0)
    for _ in 0..<2_000 {
      var data = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        data[Int.random(in: 0..<2_600, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      let path = try folder.write(data, to: "turned.safetensors")
      do {
        let tensors = try SafeTensors(contentsOf: path)
        for (name, shape) in shapes where tensors.names.contains(name) {
          guard let tensor = try? tensors.floats(name, shape: shape) else { continue }
          #expect(tensor.count == shape.reduce(1, *))
          // What lies outside of the file's mapping cannot be read: the test would crash.
          read += (0..<tensor.count).count { tensor.pointer[$0].bitPattern != 0 }
        }
      } catch is EmbeddingError {
        refused += 1
      }
    }
    #expect(refused > 1_000 && read > 0)
  }

  @Test func aFolderOrAMissingFileIsAnErrorThatNamesIt() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path, folder.path + "/none.safetensors"] {
      let error = #expect(throws: EmbeddingError.self) { try SafeTensors(contentsOf: path) }
      #expect(error?.errorDescription?.contains(path) == true)
    }
  }
}
