/// What lines of AsciiDoc look like. Made once for a file: a pattern takes longer to make than to match.
struct AsciiDocPatterns {
  let attribute = #/:(!?[\w-]+!?):(?:\s+(.*))?/#
  let silent = #/(?:ifn?def|ifeval|endif|include|toc)::.*/#
  let caption = #/\.([^\s.].*)/#
  let item = #/(\*{1,6}|\.{1,6}|-|\d{1,9}\.)\s+(.+)/#
  let box = #/^\[([ x*])\]\s/#
  let term = #/([^\s:].*?)(:{2,4}|;;)(?:\s+(.*))?/#
  let callout = #/<(\d+|\.)>\s+.+/#
  let beginning = #/^\s*(?:\*{1,6}|\.{1,6}|-|\d{1,9}\.|<[\d.]+>)\s|^[^\s:].*?(?:::|;;)(?:\s|$)/#
  let cell = #/(?:(?:^|\s)(?:\d+[*+]|\.\d+\+)?[<^>.a-z]{0,3})?\|/#

  /// Returns the level and the words of a heading: `== Words`, `== Words ==`.
  func heading(_ line: String) -> (level: Int, words: String)? {
    guard let sign = line.first, sign == "=" || sign == "#" else { return nil }
    let marks = line.prefix { $0 == sign }
    let rest = line[marks.endIndex...]
    guard marks.utf8.count <= 6, rest.first?.isWhitespace == true else { return nil }
    var words = rest.trimmed
    if words.last == "=" {
      var bare = words
      while bare.last == "=" { bare.removeLast() }
      if bare.last?.isWhitespace == true { words = bare.trimmed }
    }
    return words.isEmpty ? nil : (marks.utf8.count, String(words))
  }

  /// Returns what stands for a picture, a film or a sound: `image::file[Words,300]`.
  func media(_ line: String) -> String? {
    guard ["image::", "video::", "audio::"].contains(where: line.hasPrefix), line.last == "]",
      let open = line.firstIndex(of: "[")
    else { return nil }
    return String(line[line.index(after: open)...].prefix { $0 != "]" && $0 != "," })
  }
}
