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
    case .step: "Search once, before the model is asked (the default)."
    case .tool: "Let the model search by itself, as often as it likes."
    case .noRetrieval: "Ask the model without searching; its answer does not come from the notes."
    }
  }
}
