import CXML2
import Foundation

/// An element or text of a parsed file, valid as long as its document.
struct MarkupNode {
  private let node: xmlNodePtr

  init(_ node: xmlNodePtr) { self.node = node }

  var isElement: Bool { node.pointee.type == XML_ELEMENT_NODE }

  /// The element's name without its namespace; empty for text.
  var name: String {
    guard isElement, let name = node.pointee.name else { return "" }
    return String(cString: name)
  }

  /// The node's own text; `nil` for elements and comments.
  var ownText: String? {
    guard node.pointee.type == XML_TEXT_NODE || node.pointee.type == XML_CDATA_SECTION_NODE,
      let content = node.pointee.content
    else { return nil }
    return String(cString: content)
  }

  /// The bytes of the node's own text, valid as long as it is; `nil` for elements and comments.
  var ownBytes: UnsafeBufferPointer<UInt8>? {
    guard node.pointee.type == XML_TEXT_NODE || node.pointee.type == XML_CDATA_SECTION_NODE,
      let content = node.pointee.content
    else { return nil }
    return UnsafeBufferPointer(start: content, count: strlen(content))
  }

  var hasAttributes: Bool { isElement && node.pointee.properties != nil }

  var children: some Sequence<MarkupNode> {
    // The children of a reference are its entity's.
    sequence(state: node.pointee.type == XML_ENTITY_REF_NODE ? nil : node.pointee.children) { next in
      defer { next = next?.pointee.next }
      return next.map(MarkupNode.init)
    }
  }

  var elements: some Sequence<MarkupNode> { children.lazy.filter(\.isElement) }

  /// All text inside.
  var text: String {
    guard let content = xmlNodeGetContent(node) else { return "" }
    defer { free(content) }
    return String(cString: content)
  }

  /// Takes the node, and all inside, out of its document; none of them may be used any more.
  func remove() {
    xmlUnlinkNode(node)
    xmlFreeNode(node)
  }

  /// Returns an attribute, in whatever namespace.
  func attribute(_ name: String) -> String? {
    var next = node.pointee.properties
    while let attribute = next {
      if let value = Self.value(of: attribute, named: name) { return value }
      next = attribute.pointee.next
    }
    return nil
  }

  /// Returns the attributes of a name in all namespaces.
  func attributes(named name: String) -> [String] {
    sequence(first: node.pointee.properties) { $0?.pointee.next }.prefix { $0 != nil }
      .compactMap { $0.flatMap { Self.value(of: $0, named: name) } }
  }

  /// Returns the value of an attribute if it has this name.
  private static func value(of attribute: xmlAttrPtr, named name: String) -> String? {
    guard let own = attribute.pointee.name,
      name.withCString({ strcmp(own.withMemoryRebound(to: CChar.self, capacity: 1) { $0 }, $0) }) == 0
    else { return nil }
    guard let value = xmlNodeListGetString(attribute.pointee.doc, attribute.pointee.children, 1) else { return "" }
    defer { free(value) }
    return String(cString: value)
  }

  /// Returns the first element inside, at any depth, with one of these names.
  func first(_ names: String...) -> MarkupNode? { first { names.contains($0.name) } }

  func first(where matches: (MarkupNode) -> Bool) -> MarkupNode? {
    for child in elements {
      if matches(child) { return child }
      if let found = child.first(where: matches) { return found }
    }
    return nil
  }

  /// Returns all elements inside with a name, at any depth but not inside one another.
  func all(_ name: String) -> [MarkupNode] {
    elements.flatMap { $0.name == name ? [$0] : $0.all(name) }
  }
}
