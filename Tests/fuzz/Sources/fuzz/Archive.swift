import ForeignFormats

/// Makes zip archives around a part.
enum Archive {
  private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  /// Returns the files of the smallest archive of a format; none if the format is no archive.
  static func parts(of format: ForeignFormat, main: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    // Each id is a letter.
    func relation(_ files: String..., ids: String = "ab") -> [UInt8] {
      let targets = zip(ids, files).map { "<Relationship Id=\"\($0)\" Target=\"\($1)\"/>" }
      return Array("<r>\(targets.joined())</r>".utf8)
    }
    // A slide or a sheet that has a drawing.
    func page(_ inner: String) -> [UInt8] { Array("<p xmlns:r=\"\(relations)\">\(inner)</p>".utf8) }
    switch format {
    case .docx:
      // The ids are those of minutes.docx.
      let document = ("word/document.xml", main)
      return [
        document, ("word/styles.xml", main), ("word/numbering.xml", main), ("word/footnotes.xml", main),
        ("word/_rels/document.xml.rels", relation("a.html", "a.docx", "a.txt", "a.xml", ids: "hdtg")),
        ("word/a.html", main), ("word/a.docx", bytes(of: [document])), ("word/a.txt", main), ("word/a.xml", main),
      ]
    case .odt: return [("content.xml", main)]
    case .xlsx:
      return [
        ("xl/workbook.xml", page("<sheet name=\"A\" r:id=\"a\"/><sheet name=\"B\" r:id=\"b\"/>")),
        ("xl/_rels/workbook.xml.rels", relation("worksheets/a.xml", "worksheets/b.xml")),
        ("xl/worksheets/a.xml", main), ("xl/styles.xml", main), ("xl/sharedStrings.xml", main),
        ("xl/worksheets/b.xml", page("<drawing r:id=\"a\"/>")),
        ("xl/worksheets/_rels/b.xml.rels", relation("../drawings/a.xml")), ("xl/drawings/a.xml", main),
      ]
    case .pptx:
      return [
        ("ppt/presentation.xml", page("<sldId r:id=\"a\"/><sldId r:id=\"b\"/>")),
        ("ppt/_rels/presentation.xml.rels", relation("slides/a.xml", "slides/b.xml")), ("ppt/slides/a.xml", main),
        ("ppt/slides/b.xml", page("<spTree><relIds r:dm=\"a\"/></spTree>")),
        ("ppt/slides/_rels/b.xml.rels", relation("../diagrams/a.xml")), ("ppt/diagrams/a.xml", main),
      ]
    case .epub:
      return [
        ("META-INF/container.xml", Array("<c><rootfile full-path=\"b\"/></c>".utf8)), ("b", main), ("one.xhtml", main),
      ]
    default: return []
    }
  }

  /// Returns an archive whose files are stored as they are (APPNOTE 6.3).
  static func bytes(of parts: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var (files, folder) = ([UInt8](), [UInt8]())
    for part in parts {
      // Version 2, no flags, stored, at no time.
      var head: [UInt8] = [20, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      head += sum(of: part.bytes).little
      head += UInt32(part.bytes.count).little
      head += UInt32(part.bytes.count).little
      head += UInt16(part.name.utf8.count).little
      head += [0, 0]
      folder += [0x50, 0x4B, 1, 2, 20, 0]
      folder += head
      folder += [UInt8](repeating: 0, count: 10)
      folder += UInt32(files.count).little
      folder += part.name.utf8
      files += [0x50, 0x4B, 3, 4]
      files += head
      files += part.name.utf8
      files += part.bytes
    }
    var end: [UInt8] = [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
    end += UInt16(parts.count).little
    end += UInt16(parts.count).little
    end += UInt32(folder.count).little
    end += UInt32(files.count).little
    return files + folder + end + [0, 0]
  }

  /// CRC-32 of the bytes.
  private static func sum(of bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { (sum: UInt32, byte: UInt8) -> UInt32 in
      table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8)
    }
  }

  private static let table = (0..<256).map { (index: Int) -> UInt32 in
    (0..<8).reduce(UInt32(index)) { (sum: UInt32, _: Int) -> UInt32 in
      sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1
    }
  }
}

extension FixedWidthInteger {
  fileprivate var little: [UInt8] { withUnsafeBytes(of: littleEndian, Array.init) }
}
