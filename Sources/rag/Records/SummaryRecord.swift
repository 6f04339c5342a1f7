import ArgumentParser
import Foundation
import Indexer
import LanguageModels
import LlamaEngine

/// The output of `rag summarize --json`.
struct SummaryRecord: Encodable {
  var files: [String]
  var summary: String
  var model: String
}
