import CZip
import Foundation

/// The files in a zip archive in memory.
///
/// What one file and all together may have is limited, whatever the archive says of them.
final class ZipArchive {
  private let archive: OpaquePointer
  /// The archive's bytes, which libzip reads.
  private let bytes: UnsafeMutableRawBufferPointer
  private let budget: Budget
  private static let longestFile = 192 << 20

  /// How many bytes may still be read.
  private final class Budget {
    var left = 512 << 20
  }

  /// - Parameters:
  ///   - outer: The archive that has this one, whose limit holds for both.
  /// - Throws: `ConversionError`
  init(_ file: [UInt8], within outer: ZipArchive? = nil) throws {
    budget = outer?.budget ?? Budget()
    bytes = .allocate(byteCount: file.count, alignment: 1)
    bytes.copyBytes(from: file)
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    guard let source = zip_source_buffer_create(bytes.baseAddress, UInt64(file.count), 0, &error) else {
      bytes.deallocate()
      throw ConversionError.damaged("it cannot be read as a zip archive")
    }
    guard let archive = zip_open_from_source(source, ZIP_RDONLY, &error) else {
      let isOther = zip_error_code_zip(&error) == ZIP_ER_NOZIP
      let reason = isOther ? "" : " (\(String(cString: zip_error_strerror(&error))))"
      zip_source_free(source)
      bytes.deallocate()
      throw ConversionError.damaged("it is no zip archive\(reason)")
    }
    self.archive = archive
  }

  deinit {
    zip_discard(archive)
    bytes.deallocate()
  }

  /// The names of all files.
  var names: [String] {
    (0..<max(0, zip_get_num_entries(archive, 0))).compactMap { number in
      zip_get_name(archive, UInt64(number), 0).map { String(cString: $0) }
    }
  }

  /// Returns a file; `nil` if the archive has none of that name.
  ///
  /// - Throws: `ConversionError` if it is encrypted, damaged or too large.
  func file(_ name: String) throws -> [UInt8]? {
    let number = zip_name_locate(archive, name, 0)
    guard number >= 0 else { return nil }
    guard let file = zip_fopen_index(archive, UInt64(number), 0) else {
      let code = zip_error_code_zip(zip_get_error(archive))
      throw code == ZIP_ER_NOPASSWD ? ConversionError.encrypted : ConversionError.damaged("\(name) cannot be unpacked")
    }
    defer { zip_fclose(file) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = zip_fread(file, &buffer, UInt64(buffer.count))
      guard count >= 0 else { throw ConversionError.damaged("\(name) cannot be unpacked") }
      if count == 0 {
        TextBudget.current?.add(unpacked: content.count)
        return content
      }
      budget.left -= Int(count)
      guard budget.left >= 0, content.count + Int(count) <= Self.longestFile else {
        throw ConversionError.tooLarge("\(name) unpacks to more than \(Self.longestFile >> 20) MB")
      }
      content += buffer[..<Int(count)]
    }
  }

  /// Returns a file of XML.
  func xml(_ name: String) throws -> MarkupDocument? {
    try file(name).map { try MarkupDocument(xml: $0, of: name) }
  }

  /// Returns the targets of a file's relations by their ids, as names in the archive.
  func relations(of name: String) throws -> [String: String] {
    try relations(of: name) { $0.attribute("Id") }
  }

  /// Returns the targets of a file's relations by the last part of their types, such as `styles`, as names in the
  /// archive: of the archive's own relations if the file's name is empty. Of several of a type it is the first.
  func relationsByType(of name: String) throws -> [String: String] {
    try relations(of: name) { relation in
      guard relation.attribute("TargetMode") != "External" else { return nil }
      return relation.attribute("Type")?.split(separator: "/").last.map(String.init)
    }
  }

  private func relations(of name: String, by key: (MarkupNode) -> String?) throws -> [String: String] {
    let (folder, last) = Self.split(name)
    guard let document = try xml(folder + "_rels/" + last + ".rels") else { return [:] }
    return withExtendedLifetime(document) {
      Dictionary(
        document.root.all("Relationship").compactMap { relation in
          guard let key = key(relation), let target = relation.attribute("Target") else { return nil }
          return (key, Self.resolve(target, from: folder))
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Returns the name in the archive that a reference leads to.
  static func resolve(_ reference: String, from folder: String) -> String {
    let path = reference.split(separator: "#", omittingEmptySubsequences: false).first ?? ""
    let decoded = String(path).removingPercentEncoding ?? String(path)
    var parts: [Substring] = []
    for part in (decoded.hasPrefix("/") ? decoded : folder + decoded).split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  /// Returns a name's folder, with a slash at the end, and the rest.
  static func split(_ name: String) -> (folder: String, last: String) {
    guard let slash = name.lastIndex(of: "/") else { return ("", name) }
    return (String(name[...slash]), String(name[name.index(after: slash)...]))
  }

  /// Returns the name of an Office document's main part (ECMA-376, Part 2, 9.3).
  ///
  /// - Parameter usual: What programs call it.
  func mainPart(orUsual usual: String) -> String {
    guard let part = (try? relationsByType(of: ""))?["officeDocument"], names.contains(part) else { return usual }
    return part
  }

  /// The title among an Office document's properties.
  func coreTitle() throws -> String? {
    guard let document = try xml("docProps/core.xml") else { return nil }
    return withExtendedLifetime(document) { document.root.first("title")?.text }
  }
}
