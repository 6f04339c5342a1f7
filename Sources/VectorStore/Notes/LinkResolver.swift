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

  /// The most folders at the end of a path by which it is found. A target with more of them is looked for in all paths
  /// of its name.
  private static let mostFolders = 8

  /// By the last component in lower case, the paths of a folder.
  private var paths: [String: [String]] = [:]
  /// By the whole path in lower case, the first in alphabetical order.
  private var whole: [String: String] = [:]
  /// By the end of a path in lower case, the path that counts.
  private var endings: [String: String] = [:]

  /// - Parameter paths: The paths of the files of one folder.
  package init(paths: some Sequence<String>) {
    for path in paths {
      let parts = path.split(separator: "/").map { NoteName.lowercased($0) }
      guard let name = parts.last else { continue }
      self.paths[name, default: []].append(path)
      let key = parts.joined(separator: "/")
      whole[key] = whole[key].map { min($0, path) } ?? path
      for count in 1...min(parts.count, Self.mostFolders + 1) {
        let ending = parts.suffix(count).joined(separator: "/")
        endings[ending] = endings[ending].map { Self.better($0, path) } ?? path
      }
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
      guard let full = Self.joined(folder, parts) else { return nil }
      return candidates(for: last).lazy.compactMap { exact(full, $0) }.first
    }
    guard let inner = Self.joined([], parts) else { return nil }
    let isAbsolute = target.hasPrefix("/")
    let wanted = inner.dropLast().map { NoteName.lowercased($0) }
    for name in candidates(for: last) {
      if let found = exact(inner, name) { return found }
      guard !isAbsolute else { continue }
      if let own = Self.joined(folder, parts), let found = exact(own, name) { return found }
      if let found = ending(wanted, name) { return found }
    }
    return nil
  }

  /// Returns the last components that may be meant, for each way to read a name: the whole name, then with each
  /// extension.
  private func candidates(for name: String) -> [String] {
    let name = NoteName.lowercased(name)
    return ([name] + Self.extensions.map { "\(name).\($0)" }).filter { paths[$0] != nil }
  }

  /// Returns the path of a name in a folder, whose path has another last component.
  private func exact(_ parts: [String], _ name: String) -> String? {
    whole[(parts.dropLast().map { NoteName.lowercased($0) } + [name]).joined(separator: "/")]
  }

  /// Returns the path that ends in some folders and a name.
  private func ending(_ folders: [String], _ name: String) -> String? {
    guard folders.count > Self.mostFolders else { return endings[(folders + [name]).joined(separator: "/")] }
    let found = (paths[name] ?? []).filter { path in
      path.split(separator: "/").dropLast().suffix(folders.count).map { NoteName.lowercased($0) }.elementsEqual(folders)
    }
    return found.first.map { first in found.dropFirst().reduce(first, Self.better) }
  }

  /// Returns the shorter of two paths, or the first in alphabetical order.
  private static func better(_ left: String, _ right: String) -> String {
    (left.count, left) <= (right.count, right) ? left : right
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
