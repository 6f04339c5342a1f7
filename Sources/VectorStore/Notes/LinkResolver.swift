/// Finds the file that a link leads to, as Obsidian does.
///
/// Case is ignored, and a note's extension may be left out. In this order:
/// 1. `./` and `../` lead from the folder of the note with the link, a leading `/` from the top, to that path alone.
/// 2. The path from the top: `[[b/Keys]]` is `b/Keys.md`.
/// 3. The path from the note's own folder.
/// 4. Of the files whose paths end in it, the one with the shortest path: `[[Keys]]` is `a/b/Keys.md` before
///    `archive/Keys.md`, `[[b/Keys]]` is `a/b/Keys.md`. Of equally short ones, the first in alphabetical order.
///
/// Aliases are not targets: Obsidian offers them while one types, and then writes `[[Keys|alias]]`. Steps 2 to 4 are
/// what `getFirstLinkpathDest` of Obsidian 1.13.7 does (github.com/pvliesdonk/markdown-vault-mcp/pull/1380).
package struct LinkResolver: Sendable {
  /// The extensions that a link may leave out. Obsidian knows the first alone, which therefore comes first.
  private static let extensions = ["md", "markdown", "org", "rst", "txt"]

  /// The paths of a folder, by the last component in lower case.
  private var paths: [String: [String]] = [:]

  /// - Parameter paths: The paths of the files of one folder.
  package init(paths: some Sequence<String>) {
    for path in paths {
      let name = NoteName.lowercased(path.split(separator: "/").last ?? "")
      self.paths[name, default: []].append(path)
    }
  }

  /// Returns the path that a target leads to from the note at a path; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - target: A name or a path, without a heading; empty for the note itself.
  ///   - source: The path of the note that has the link.
  package func path(of target: String, from source: String) -> String? {
    let target = NoteName.trimmed(target)
    guard !target.isEmpty else { return source }
    let folder = source.split(separator: "/").dropLast().map(String.init)
    let parts = target.split(separator: "/").map(String.init)
    guard let first = parts.first, let last = parts.last else { return nil }
    if first == "." || first == ".." {
      guard let whole = Self.joined(folder, parts) else { return nil }
      return candidates(for: last).lazy.compactMap { exact(whole, $0) }.first
    }
    guard let inner = Self.joined([], parts) else { return nil }
    let isAbsolute = target.hasPrefix("/")
    for names in candidates(for: last) {
      if let found = exact(inner, names) { return found }
      guard !isAbsolute else { continue }
      if let own = Self.joined(folder, parts), let found = exact(own, names) { return found }
      let wanted = inner.dropLast().map { NoteName.lowercased($0) }
      let ending = names.filter { path in
        let folders = path.split(separator: "/").dropLast().map { NoteName.lowercased($0) }
        return folders.suffix(wanted.count).elementsEqual(wanted)
      }
      if let found = ending.min(by: { ($0.count, $0) < ($1.count, $1) }) { return found }
    }
    return nil
  }

  /// Returns the paths whose last component may be meant, for each way to read it: the whole name, then with each
  /// extension.
  private func candidates(for name: String) -> [[String]] {
    let name = NoteName.lowercased(name)
    return ([name] + Self.extensions.map { "\(name).\($0)" }).compactMap { paths[$0] }
  }

  /// Returns the path among some with the same last component that is in a folder.
  private func exact(_ parts: [String], _ paths: [String]) -> String? {
    let wanted = parts.dropLast().map { NoteName.lowercased($0) }
    return paths.filter { path in
      path.split(separator: "/").dropLast().map { NoteName.lowercased($0) }.elementsEqual(wanted)
    }.min()
  }

  /// Returns a path from a folder without `.` and `..`; `nil` if it leads out.
  private static func joined(_ folder: [String], _ parts: [String]) -> [String]? {
    var path = folder
    for part in parts where part != "." {
      guard part == ".." else {
        path.append(part)
        continue
      }
      guard path.popLast() != nil else { return nil }
    }
    return path
  }
}
