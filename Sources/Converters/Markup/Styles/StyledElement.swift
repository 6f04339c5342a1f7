/// An element with what selectors ask for.
struct StyledElement {
  let node: MarkupNode
  let name: String
  let id: String?
  let classes: [String]

  init(_ node: MarkupNode) {
    (self.node, name) = (node, node.name)
    id = node.hasAttributes ? node.attribute("id") : nil
    let names = node.hasAttributes ? node.attribute("class") ?? "" : ""
    classes = names.split(maxSplits: 50, whereSeparator: \.isWhitespace).prefix(50).map(String.init)
  }
}
