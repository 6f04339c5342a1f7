import VectorStore

extension Document {
  package static func test(
    _ path: String, in folder: String = "/notes", title: String = "", digest: String = "d", modified: Int64 = 1,
    tags: [String] = []
  ) -> Document {
    Document(folder: folder, path: path, title: title, size: 1, modified: modified, digest: digest, tags: tags)
  }
}
