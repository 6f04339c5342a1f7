import CLlama
import Embedding
import Foundation

extension LlamaWeights {
  /// The pooling that the file names; the mean if it names none.
  var pooling: Pooling {
    get throws {
      let architecture = header.string("general.architecture") ?? ""
      switch header.integer("\(architecture).pooling_type") {
      case Int(LLAMA_POOLING_TYPE_CLS.rawValue): return .first
      case Int(LLAMA_POOLING_TYPE_LAST.rawValue): return .last
      case Int(LLAMA_POOLING_TYPE_RANK.rawValue):
        throw LlamaError.notAnEncoder(path: path, reason: "it is a reranker")
      default: return .mean
      }
    }
  }

  /// Returns a digest of the file and of how it is used.
  ///
  /// It covers the size, the header and 256 evenly spaced samples of 4 KiB: enough to distinguish files, in
  /// milliseconds where reading a large file takes seconds.
  func fingerprint(of use: String) throws -> String {
    let data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    var digest = SHA256Digest()
    digest.update("GGUF, \(use), \(data.count) bytes")
    data.withUnsafeBytes { bytes in
      let header = min(self.header.dataOffset, bytes.count)
      digest.update(UnsafeRawBufferPointer(rebasing: bytes[..<header]))
      let step = max(Self.sampleSize, (bytes.count - header) / 256)
      for start in stride(from: header, to: bytes.count, by: step) {
        digest.update(UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, start + Self.sampleSize)]))
      }
    }
    return digest.hexadecimal()
  }

  private static let sampleSize = 4096
}
