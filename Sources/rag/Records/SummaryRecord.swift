import ArgumentParser
import Foundation
import Indexer
import LanguageModels
import LlamaEngine

/// What `rag summarize --json` prints.
struct SummaryRecord: Encodable {
  var files: [String]
  var summary: String
  var model: String
}
