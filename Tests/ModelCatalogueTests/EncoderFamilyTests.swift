import Embedding
import Foundation
import ModelCatalogue
import TestSupport
import Testing

@Suite struct EncoderFamilyTests {
  private func prompts(_ names: [String: Any]) throws -> RolePrompts? {
    let folder = try TemporaryFolder()
    let file = try JSONSerialization.data(withJSONObject: names)
    try folder.write(String(decoding: file, as: UTF8.self), to: "config_sentence_transformers.json")
    return RolePrompts(inFolder: folder.path)
  }

  /// The names that Ollama, Hugging Face and LM Studio have for them.
  @Test(arguments: [
    ("nomic-embed-text:latest", "search_query: ", "search_document: "),
    ("nomic-ai/nomic-embed-text-v2-moe-GGUF/nomic-embed-text-v2-moe.Q8_0", "search_query: ", "search_document: "),
    ("Nomic_Embed_Text_v1.5.f16.gguf", "search_query: ", "search_document: "),
    ("ggml-org/embeddinggemma-300m-qat-q8_0-GGUF", "task: search result | query: ", "title: none | text: "),
    ("intfloat/e5-small-v2", "query: ", "passage: "),
    ("multilingual-e5-large-q8_0", "query: ", "passage: "),
    ("bge-large:335m", "Represent this sentence for searching relevant passages: ", ""),
    ("BAAI/bge-small-zh-v1.5", "为这个句子生成表示以用于检索相关文章：", ""),
    ("snowflake-arctic-embed:33m", "Represent this sentence for searching relevant passages: ", ""),
    ("Snowflake/snowflake-arctic-embed-l-v2.0", "query: ", ""),
    ("snowflake-arctic-embed2:568m", "query: ", ""),
    ("MongoDB/mdbr-leaf-ir", "Represent this sentence for searching relevant passages: ", ""),
    (
      "Qwen3-Embedding-0.6B-Q8_0",
      "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:", ""
    ),
  ])
  func aModelHasThePromptsOfItsFamily(name: String, query: String, document: String) throws {
    let prompts = try Catalogue.standard().prompts(ofEncoderNamed: "", name)
    #expect(prompts == RolePrompts(query: query, document: document))
  }

  @Test func instructionsDistinguishAMemberFromItsFamily() throws {
    let prompts = try Catalogue.standard().prompts(ofEncoderNamed: "multilingual-e5-large-instruct")
    #expect(prompts?.query.hasPrefix("Instruct: ") == true && prompts?.document == "")
  }

  @Test(arguments: [
    "all-MiniLM-L6-v2", "bge-m3:567m", "granite-embedding:278m", "gte-small", "snomic-embed-text", "bge-reranker-v2-m3",
    "e5", "",
  ])
  func othersHaveNone(name: String) throws {
    #expect(try Catalogue.standard().prompts(ofEncoderNamed: name) == nil)
  }

  @Test func promptsInTheFolderAreThoseThatItNames() throws {
    #expect(try prompts([:]) == nil)
    #expect(try prompts(["prompts": ["Clustering": "cluster: "]]) == nil)
    #expect(try prompts(["prompts": ["query": "q: "]]) == RolePrompts(query: "q: "))
    #expect(try prompts(["prompts": ["query": "q: ", "passage": "p: "]]) == RolePrompts(query: "q: ", document: "p: "))
    #expect(
      try prompts(["prompts": ["all": "a: "], "default_prompt_name": "all"])
        == RolePrompts(query: "a: ", document: "a: "))
    // Sentence Transformers writes empty prompts for a model that was trained without any.
    #expect(try prompts(["prompts": ["query": "", "document": ""]]) == RolePrompts())
  }
}
