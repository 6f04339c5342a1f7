/// What the elements of web pages are to a reader.
enum HTMLElements {
  /// What is neither read nor the page's own text.
  private static let skipped: Set<String> = [
    "script", "style", "noscript", "template", "nav", "svg", "iframe", "object", "embed", "button", "select", "input",
    "textarea", "canvas", "audio", "video", "head", "footer", "dialog", "del", "rt", "rp", "annotation",
    "annotation-xml", "datalist", "map", "applet", "frameset", "noframes", "noembed", "progress", "meter",
  ]
  static let blocks: Set<String> = [
    "p", "div", "section", "article", "main", "header", "ul", "ol", "li", "dl", "dt", "dd", "table", "pre",
    "blockquote",
    "figure", "figcaption", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "address", "details", "summary", "body", "center",
    "tr", "td", "th", "tbody", "thead", "tfoot", "caption", "html", "fieldset", "hgroup", "search", "form", "aside",
    "menu", "dir", "legend", "listing", "xmp",
  ]
  private static let skippedRoles: Set<String> = [
    "navigation", "search", "banner", "contentinfo", "complementary", "dialog", "alertdialog", "menu", "menubar",
    "toolbar", "tablist",
  ]
  /// Classes and ids of what leads elsewhere: as pages of Sphinx, DocBook, Doxygen, Texinfo, Javadoc, MediaWiki and
  /// WordPress have them.
  private static let skippedNames: Set<String> = [
    "nav", "navbar", "navigation", "navheader", "navfooter", "nav-panel", "nav-bar", "navpath", "navrow", "topnav",
    "bottomnav", "top-nav", "sub-nav", "subnav", "docnav", "sidebar", "side-bar", "sphinxsidebar", "breadcrumb",
    "breadcrumbs", "pagination", "pager", "related", "headerlink", "copiable-link", "anchorlink", "footer",
    "site-footer", "page-footer", "site-header", "skip-link", "skiplink", "skip-nav", "sr-only", "visually-hidden",
    "screen-reader-text", "menu", "toc", "table-of-contents", "localtoc", "toolbar", "share", "sharing", "social",
    "social-links", "advertisement", "ads", "ad-banner", "newsletter", "consent", "mw-editsection", "mw-jump-link",
    "catlinks", "printfooter", "noprint", "vcard-links", "searchbox", "tabs", "masthead", "newsletter-signup",
  ]
  private static let skippedBeginnings = ["cookie", "gdpr", "consent-", "nav-", "navbar-", "onetrust", "cc-banner"]
  /// A document as a whole is never navigation, whatever its classes say.
  private static let wholes: Set<String> = ["html", "body", "main", "article"]

  /// Whether a link is the mark of a footnote, as EPUB, ARIA and pandoc name it.
  static func isNoteMark(_ link: MarkupNode) -> Bool {
    guard link.hasAttributes else { return false }
    return ["type", "epub:type", "role", "class"].contains { name in
      link.attribute(name)?.split(separator: " ").contains { noteMarks.contains(String($0)) } ?? false
    }
  }

  private static let noteMarks: Set<String> = ["noteref", "doc-noteref", "footnote-ref"]

  /// Whether an element is left out.
  ///
  /// - Parameters:
  ///   - byClass: Whether its class and id are a reason.
  ///   - inMain: Whether it is inside the page's main part, where an `aside` is a note and no sidebar.
  static func isSkipped(_ element: MarkupNode, byClass: Bool, inMain: Bool) -> Bool {
    let name = element.name
    if skipped.contains(name) || name == "aside" && !inMain { return true }
    guard element.hasAttributes else { return false }
    if element.attribute("hidden") != nil || element.attribute("aria-hidden") == "true" { return true }
    if let role = element.attribute("role"), skippedRoles.contains(role) { return true }
    guard byClass, !wholes.contains(name) else { return false }
    return [element.attribute("class"), element.attribute("id")].contains { names in
      names?.lowercased().split(separator: " ").contains { name in
        skippedNames.contains(String(name)) || skippedBeginnings.contains { name.hasPrefix($0) }
      } ?? false
    }
  }
}
