import Foundation

/// The texts that an encoder expects before a query and before a document.
///
///     RolePrompts(query: "search_query: ", document: "search_document: ")
public struct RolePrompts: Sendable, Hashable, Codable {
  /// The text before a query.
  public var query: String
  /// The text before a document.
  public var document: String

  /// Creates prompts; by default, there are none.
  public init(query: String = "", document: String = "") {
    self.query = query
    self.document = document
  }

  /// The text before a text in this role.
  public subscript(role: TextRole) -> String {
    switch role {
    case .query: query
    case .document: document
    }
  }

  /// Reads the prompts in a folder's `config_sentence_transformers.json`, under the names that Sentence Transformers'
  /// `encode_query` and `encode_document` look for; `nil` if it names none, not even empty ones.
  ///
  /// https://sbert.net/docs/package_reference/sentence_transformer/SentenceTransformer.html
  package init?(inFolder directory: String) {
    struct Configuration: Decodable {
      var prompts: [String: String]?
      var default_prompt_name: String?
    }
    guard let data = FileManager.default.contents(atPath: directory + "/config_sentence_transformers.json"),
      let configuration = try? JSONDecoder().decode(Configuration.self, from: data),
      let prompts = configuration.prompts
    else { return nil }
    func prompt(_ names: String...) -> String? {
      (names + [configuration.default_prompt_name ?? ""]).lazy.compactMap { prompts[$0] }.first
    }
    let (query, document) = (prompt("query"), prompt("document", "passage", "corpus"))
    guard query != nil || document != nil else { return nil }
    self.init(query: query ?? "", document: document ?? "")
  }
}
