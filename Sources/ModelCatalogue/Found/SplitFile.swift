import Files

/// The name of a GGUF file, which may be one of several that make up a model: `name-00001-of-00003.gguf`
/// (llama.cpp's `gguf-split`).
package struct SplitFile {
  /// The path without the number and `.gguf`.
  package let name: String
  /// The number, from 1; `nil` if the model is one file.
  let number: Int?
  /// The paths of all parts.
  let paths: [String]

  package init(_ path: String) {
    if let match = path.wholeMatch(of: /(.+)-(\d{5})-of-(\d{5})(\.[Gg][Gg][Uu][Ff])/),
      let number = Int(match.2), let count = Int(match.3), (1...Self.mostParts).contains(count)
    {
      self.number = number
      name = String(match.1)
      paths = (1...count).map { part in
        let digits = String(part)
        return "\(match.1)-\(String(repeating: "0", count: 5 - digits.count))\(digits)-of-\(match.3)\(match.4)"
      }
    } else {
      number = nil
      name = path.lowercased().hasSuffix(".gguf") ? String(path.dropLast(5)) : path
      paths = [path]
    }
  }

  /// The largest models have fewer than 100 parts.
  private static let mostParts = 1_000

  /// Whether it is the only file or the first one, by which the model is loaded.
  var isFirst: Bool { number == nil || number == 1 }

  /// Returns the size of all parts, which are in `folder`; `nil` if one is missing.
  func bytes(in folder: String) -> Int64? {
    var sum: Int64 = 0
    for path in paths {
      guard let bytes = FileStatus.bytes(ofReadable: path.hasPrefix("/") ? path : folder + "/" + path) else {
        return nil
      }
      sum += bytes
    }
    return sum
  }
}
