import CXML2

/// Reads the elements of an XML file one after another, without the memory that the whole document would need.
final class MarkupStream {
  private let reader: xmlTextReaderPtr
  /// What the reader reads.
  private let bytes: UnsafeMutableRawBufferPointer
  private let name: String
  /// Whether the next step leaves out what is in the current element.
  private var skips = false

  /// - Throws: `ConversionError`
  init(xml file: [UInt8], of name: String) throws {
    try MarkupDocument.checkAttributes(of: file, in: name)
    self.name = name
    bytes = .allocate(byteCount: file.count, alignment: 1)
    bytes.copyBytes(from: file)
    let options =
      XML_PARSE_RECOVER.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
      | XML_PARSE_NONET.rawValue | XML_PARSE_COMPACT.rawValue
    MarkupDocument.silence()
    guard
      let reader = xmlReaderForMemory(
        bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: file.count), nil, nil, Int32(options))
    else {
      bytes.deallocate()
      throw ConversionError.damaged("\(name) is not XML")
    }
    self.reader = reader
  }

  deinit {
    xmlFreeTextReader(reader)
    bytes.deallocate()
  }

  /// Returns the next element with one of some names, with all that is in it.
  ///
  /// - Parameter outer: The names of elements that are returned without what is in them, which comes after them.
  /// - Returns: The element, valid until the next call; `nil` at the end.
  func next(_ names: Set<String>, outer: Set<String> = []) throws -> MarkupNode? {
    while (skips ? xmlTextReaderNext(reader) : xmlTextReaderRead(reader)) == 1 {
      skips = false
      guard xmlTextReaderNodeType(reader) == XML_READER_TYPE_ELEMENT.rawValue,
        let node = xmlTextReaderCurrentNode(reader)
      else { continue }
      // Office programs write none, and entities may multiply.
      guard node.pointee.doc?.pointee.intSubset == nil else {
        throw ConversionError.damaged("\(name) declares entities")
      }
      let found = MarkupNode(node)
      if outer.contains(found.name) { return found }
      guard names.contains(found.name) else { continue }
      skips = true
      return xmlTextReaderExpand(reader).map(MarkupNode.init)
    }
    return nil
  }
}
