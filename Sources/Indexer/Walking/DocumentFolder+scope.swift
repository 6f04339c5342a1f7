import VectorStore

extension DocumentFolder.Listing {
  /// Returns what may be told of the folder to somebody who sees only the documents that pass a filter.
  ///
  /// A new file is told of if only its folder decides whether it will pass: its tags are not known yet.
  ///
  /// - Parameters:
  ///   - scope: The filter; `nil` for all.
  ///   - folder: The folder's absolute path.
  ///   - documents: The folder's documents that pass.
  func seen(through scope: SearchFilter?, in folder: String, knowing documents: [Document]) -> Self {
    guard let scope else { return self }
    let known = Set(documents.map { ExactPath($0.path) })
    var places = scope
    places.folders = []
    let folders = places == SearchFilter() ? scope.folders.map(Self.exact) : []
    func absolute(_ path: String) -> ExactPath { Self.exact(path == "." ? folder : folder + "/" + path) }
    var seen = self
    seen.others = [:]
    seen.files = files.filter { file in
      known.contains(ExactPath(file.path)) || folders.contains { absolute(file.path).lies(in: $0) }
    }
    seen.skipped = skipped.filter { path in folders.contains { absolute(path).lies(in: $0) } }
    seen.failures = failures.filter { failure in
      let path = absolute(failure.path)
      return folders.contains { path.lies(in: $0) } || documents.contains { absolute($0.path).lies(in: path) }
    }
    return seen
  }

  /// Returns an absolute path without empty parts, which a typed one may have.
  private static func exact(_ path: String) -> ExactPath {
    ExactPath("/" + path.split(separator: "/").joined(separator: "/"))
  }
}
