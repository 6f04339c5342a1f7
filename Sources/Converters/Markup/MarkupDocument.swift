import CXML2
import Foundation

/// A parsed HTML or XML file; it stays in the task that reads it.
final class MarkupDocument {
  private let document: xmlDocPtr

  /// The outermost element; it must not outlive the document.
  let root: MarkupNode

  /// How deep elements of HTML may be nested: as deep as libxml2 allows in XML.
  private static let deepest: Int32 = 256

  /// Parses HTML as browsers do, whatever is wrong with it.
  ///
  /// - Throws: `ConversionError`
  convenience init(html bytes: [UInt8]) throws {
    let options =
      HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_NONET.rawValue
    let bytes = MarkupAttributes.bounded(HTMLEncoding.utf8(of: bytes), isHTML: true)
    Self.silence()
    guard let context = htmlNewParserCtxt() else { throw ConversionError.damaged("it is not HTML") }
    defer { htmlFreeParserCtxt(context) }
    // Or it would end where 256 elements are open, as in pages that close none.
    context.pointee.options |= Int32(XML_PARSE_HUGE.rawValue)
    context.pointee.sax.pointee.startElement = Self.open
    let parsed = bytes.withUnsafeBytes {
      htmlCtxtReadMemory(
        context, $0.bindMemory(to: CChar.self).baseAddress, Int32(clamping: $0.count), nil, "UTF-8", Int32(options))
    }
    try self.init(parsed, of: "it", as: "HTML")
  }

  /// Parses XML. Entities that a file declares are dropped, and nothing else is read.
  convenience init(xml bytes: [UInt8], of name: String) throws {
    let options =
      XML_PARSE_RECOVER.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
      | XML_PARSE_NONET.rawValue | XML_PARSE_COMPACT.rawValue
    try Self.checkAttributes(of: bytes, in: name)
    Self.silence()
    // In UTF-16, signs are not the bytes that are looked for, so nothing is bounded.
    let parsed = MarkupAttributes.bounded(bytes, isHTML: false).withUnsafeBytes {
      xmlReadMemory($0.bindMemory(to: CChar.self).baseAddress, Int32(clamping: $0.count), nil, nil, Int32(options))
    }
    try self.init(parsed, of: name, as: "XML")
  }

  private init(_ parsed: xmlDocPtr?, of name: String, as language: String) throws {
    guard let parsed else { throw ConversionError.damaged("\(name) is not \(language)") }
    guard let root = xmlDocGetRootElement(parsed) else {
      xmlFreeDoc(parsed)
      throw ConversionError.damaged("\(name) has no \(language) element")
    }
    // Without its declaration an entity stands for nothing, however often and deep it names others.
    if let declarations = parsed.pointee.intSubset {
      xmlUnlinkNode(UnsafeMutableRawPointer(declarations).assumingMemoryBound(to: xmlNode.self))
      Self.dropReferences(below: root)
      xmlFreeDtd(declarations)
    }
    document = parsed
    self.root = MarkupNode(root)
  }

  deinit { xmlFreeDoc(document) }

  /// Opens an element. Where too many are open, the innermost is closed before, as in browsers: what follows is beside
  /// it, not in it. Else each end tag would be compared with all elements that are open.
  private static let open: startElementSAXFunc = { parser, name, attributes in
    if let context = parser?.assumingMemoryBound(to: htmlParserCtxt.self), context.pointee.nameNr > deepest,
      let names = context.pointee.nameTab
    {
      // The parser has noted the name already.
      let last = Int(context.pointee.nameNr) - 1
      xmlSAX2EndElement(parser, names[last - 1])
      names[last - 1] = names[last]
      context.pointee.nameNr -= 1
    }
    xmlSAX2StartElement(parser, name, attributes)
  }

  /// Has libxml2 write nothing to standard error, as it else does about encodings.
  static func silence() { xmlSetStructuredErrorFunc(nil) { _, _ in } }

  /// Checks that no element has so many attributes that libxml2, which compares each with all before it, takes long.
  ///
  /// - Throws: `ConversionError`
  static func checkAttributes(of xml: [UInt8], in name: String) throws {
    let isTooMany = xml.withUnsafeBytes { bytes in
      guard var open = bytes.baseAddress else { return false }
      let end = open + bytes.count
      // No attribute has this byte, and each has six bytes or more.
      while let next = memchr(open + 1, 0x3C, max(0, end - open - 1)).map({ UnsafeRawPointer($0) })
        ?? (open < end ? end : nil)
      {
        if next - open > 6 * mostAttributes,
          attributeCount(UnsafeRawBufferPointer(start: open, count: next - open)) > mostAttributes
        {
          return true
        }
        if next == end { return false }
        open = next
      }
      return false
    }
    if isTooMany {
      throw ConversionError.damaged("an element of \(name) has more than \(mostAttributes) attributes")
    }
  }

  /// Counts the attributes of the tag that begins here.
  private static func attributeCount(_ tag: UnsafeRawBufferPointer) -> Int {
    guard tag.count > 1, tag[1] | 0x20 >= UInt8(ascii: "a") || tag[1] == UInt8(ascii: "_") else { return 0 }
    var (quote, count) = (UInt8(0), 0)
    for byte in tag {
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: ">") {
        return count
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        (quote, count) = (byte, count + 1)
      }
    }
    return count
  }

  /// Documents declare a few dozen namespaces, and a cell has a dozen attributes.
  private static let mostAttributes = 1000

  /// Removes what refers to entities, in elements and in their attributes.
  private static func dropReferences(below root: xmlNodePtr) {
    var found: [xmlNodePtr] = []
    walk(root) { node in
      if node.pointee.type == XML_ENTITY_REF_NODE { found.append(node) }
      guard node.pointee.type == XML_ELEMENT_NODE else { return }
      var attribute = node.pointee.properties
      while let current = attribute {
        var part = current.pointee.children
        while let child = part {
          if child.pointee.type == XML_ENTITY_REF_NODE { found.append(child) }
          part = child.pointee.next
        }
        attribute = current.pointee.next
      }
    }
    for node in found {
      xmlUnlinkNode(node)
      xmlFreeNode(node)
    }
  }

  /// Visits a node and all inside it, in order, without calling itself.
  private static func walk(_ root: xmlNodePtr, _ visit: (xmlNodePtr) -> Void) {
    var node = root
    while true {
      visit(node)
      // The children of a reference are the entity's, and may lead back here.
      if node.pointee.type == XML_ELEMENT_NODE, let child = node.pointee.children {
        node = child
        continue
      }
      while node != root, node.pointee.next == nil, let parent = node.pointee.parent { node = parent }
      guard node != root, let next = node.pointee.next else { return }
      node = next
    }
  }
}
