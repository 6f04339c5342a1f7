import Embedding
import Files
import NotesServer
import RemoteModels

extension CommandLineSettings {
  /// The settings that a command's options make; `nil` without a model on this machine.
  init?(_ options: IndexOptions, _ modelOptions: ModelOptions, _ rerankOptions: RerankOptions) {
    guard !(modelOptions.model.map(ServerAddress.isAddress) ?? false), let model = modelOptions.name else { return nil }
    self.init(
      version: RAG.version, index: RealPath.resolve(options.path), model: model,
      contextSize: modelOptions.contextSize, encoder: options.encoderOptions.encoder,
      precision: options.encoderOptions.precision?.rawValue, reranker: rerankOptions.name)
  }
}
