/// What lines of AsciiDoc look like. Made once for a file: a pattern takes longer to make than to match.
struct AsciiDocPatterns {
  let attribute = #/:(!?[\w-]+!?):(?:\s+(.*))?/#
  let heading = #/(={1,6}|#{1,6})\s+(.+?)(?:\s+=+)?/#
  let silent = #/(?:ifn?def|ifeval|endif|include|toc)::.*/#
  let media = #/(?:image|video|audio)::[^\[]*\[([^\],]*).*\]/#
  let caption = #/\.([^\s.].*)/#
  let item = #/(\*{1,6}|\.{1,6}|-|\d{1,9}\.)\s+(.+)/#
  let box = #/^\[([ x*])\]\s/#
  let term = #/([^\s:].*?)(:{2,4}|;;)(?:\s+(.*))?/#
  let callout = #/<(\d+|\.)>\s+.+/#
  let beginning = #/^\s*(?:\*{1,6}|\.{1,6}|-|\d{1,9}\.|<[\d.]+>)\s|^[^\s:].*?(?:::|;;)(?:\s|$)/#
  let cell = #/(?:(?:^|\s)(?:\d+[*+]|\.\d+\+)?[<^>.a-z]{0,3})?\|/#

  private let reference = #/\{([\w-]+)\}/#
  private let note = #/footnote(?:ref)?:[\w-]*\[([^\]]*)\]/#
  private let namedPlace = #/<<([^,>]+),([^>]+)>>/#
  private let place = #/<<#?([^,>]+)>>/#
  private let link = #/(?:link|xref|mailto):([^\s\[]+)\[([^\]]*)\]/#
  private let address = #/(https?://[^\s\[\]]+)\[([^\],]*)[^\]]*\]/#
  private let macro = #/(?:image|icon|kbd|btn|menu|stem|latexmath|asciimath|pass):[^\s\[]*\[([^\],]*)[^\]]*\]/#
  private let index = #/(?:indexterm2?:)\[[^\]]*\]|\(\(\([^()]*\)\)\)|\[\[[\w:.-]+(?:,[^\]]*)?\]\]/#
  private let lineBreak = #/\s\+(\n|$)/#
  private let role = #/\[[.#][\w.#-]+\]#+([^#\n]+)#+/#

  /// Returns a text with its macros as their text.
  func inline(_ text: String, _ attributes: [String: String]) -> String {
    var text = text
    func has(_ mark: String) -> Bool { text.utf8.contains(mark.utf8.first ?? 0) }
    if has("{") {
      text.replace(reference) { match -> String in
        attributes[match.output.1.lowercased()] ?? String(match.output.0)
      }
    }
    if has("<") {
      text.replace(namedPlace) { $0.output.2 }
      text.replace(place) { $0.output.1 }
    }
    if has("[") {
      text.replace(note) { " (\($0.output.1))" }
      text.replace(link) { $0.output.2.isEmpty ? $0.output.1 : $0.output.2 }
      text.replace(address) { $0.output.2.isEmpty ? $0.output.1 : $0.output.2 }
      text.replace(macro) { $0.output.1 }
      if has("#") { text.replace(role) { $0.output.1 } }
    }
    if has("[") || has("(") { text.replace(index, with: "") }
    if has("+") { text.replace(lineBreak) { $0.output.1 } }
    return text
  }
}
