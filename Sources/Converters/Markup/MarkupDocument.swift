import CXML2

/// A parsed HTML or XML file.
///
/// `@unchecked Sendable` is not needed: a document stays in the task that reads it.
final class MarkupDocument {
  private let document: xmlDocPtr

  /// The outermost element; it must not outlive the document.
  let root: MarkupNode

  /// Parses HTML as browsers do, whatever is wrong with it.
  ///
  /// - Throws: `ConversionError`
  init(html bytes: [UInt8]) throws {
    let options =
      HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_NONET.rawValue
    let encoding = Self.isUTF8(bytes) ? "UTF-8" : nil
    let parsed = bytes.withUnsafeBytes {
      htmlReadMemory(
        $0.bindMemory(to: CChar.self).baseAddress, Int32(clamping: $0.count), nil, encoding, Int32(options))
    }
    guard let parsed, let root = xmlDocGetRootElement(parsed) else {
      throw ConversionError.damaged("no HTML was found")
    }
    document = parsed
    self.root = MarkupNode(root)
  }

  /// Parses XML. Entities are not expanded, and nothing else is read.
  init(xml bytes: [UInt8], of name: String) throws {
    let options =
      XML_PARSE_RECOVER.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
      | XML_PARSE_NONET.rawValue | XML_PARSE_COMPACT.rawValue
    let parsed = bytes.withUnsafeBytes {
      xmlReadMemory($0.bindMemory(to: CChar.self).baseAddress, Int32(clamping: $0.count), nil, nil, Int32(options))
    }
    guard let parsed else { throw ConversionError.damaged("\(name) is not XML") }
    guard let root = xmlDocGetRootElement(parsed) else {
      xmlFreeDoc(parsed)
      throw ConversionError.damaged("\(name) has no XML element")
    }
    document = parsed
    self.root = MarkupNode(root)
  }

  deinit { xmlFreeDoc(document) }

  /// Text that is UTF-8 throughout is hardly anything else, whatever it declares.
  private static func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }
}
