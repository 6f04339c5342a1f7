import ArgumentParser
import LanguageModels
import Retriever
import VectorStore

/// Where an answer's passages come from.
enum RetrievalMode: EnumerableFlag {
  case step, tool, noRetrieval

  static func name(for value: RetrievalMode) -> NameSpecification {
    value == .step ? .customLong("step") : .long
  }

  static func help(for value: RetrievalMode) -> ArgumentHelp? {
    switch value {
    case .step: "Search once, before asking the model."
    case .tool: "Let the model decide when to search."
    case .noRetrieval: "Ask the model without searching; its answer does not come from the notes."
    }
  }
}
