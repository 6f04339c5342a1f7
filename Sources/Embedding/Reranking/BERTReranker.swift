public import Foundation

/// A BERT reranker, such as ms-marco-MiniLM-L6-v2: a cross-encoder with one score, in float32 or int8.
///
///     let reranker = try BERTReranker(contentsOf: "models/ms-marco-MiniLM-L6-v2")
///     let notes = ["Keys are rotated every 90 days."]
///     let scores = try await reranker.scores(of: notes, for: "rotate the signing keys")
public final class BERTReranker: Reranker {
  /// The folder's name.
  public let name: String
  /// 512 for ms-marco-MiniLM-L6-v2.
  public let maximumTokens: Int

  private let model: BERTModel
  private let pooler: DenseLayer
  private let classifier: DenseLayer

  /// The tensor that a reranker has and an encoder lacks.
  static let classifier = "classifier.weight"
  /// [CLS] query [SEP] text [SEP]
  private static let specialTokens = 3

  /// Opens the folder of a `BertForSequenceClassification` with one label, as Hugging Face or Sentence Transformers'
  /// `CrossEncoder` saves it: `model.safetensors`, `vocab.txt`, `config.json` and, if present, `tokenizer_config.json`.
  ///
  /// - Parameters:
  ///   - directory: The folder's path.
  ///   - workers: The number of threads; by default, the number of cores.
  ///   - precision: The precision of matrix products.
  /// - Throws: `EmbeddingError`, naming the file that is missing, damaged or unsupported.
  public convenience init(contentsOf directory: String, workers: Int? = nil, precision: Precision = .float32) throws {
    try self.init(contentsOf: directory, workers: workers, precision: precision, instructions: .best)
  }

  /// Opens the folder at a file URL, as `init(contentsOf:workers:precision:)` does at a path. Throws if it is not a
  /// file URL.
  public convenience init(contentsOf directory: URL, workers: Int? = nil, precision: Precision = .float32) throws {
    guard directory.isFileURL else {
      throw EmbeddingError.unreadable(path: directory.absoluteString, reason: "it is not a file URL")
    }
    try self.init(contentsOf: directory.path, workers: workers, precision: precision)
  }

  /// - Parameter name: The reranker's name; by default, that of the folder.
  package init(
    contentsOf directory: String, workers: Int? = nil, precision: Precision = .float32, instructions: InstructionSet,
    name: String? = nil
  ) throws {
    model = try BERTModel(contentsOf: directory, workers: workers, precision: precision, instructions: instructions)
    let (file, width) = (model.file, model.configuration.width)
    guard let labels = file.shape(of: Self.classifier)?.first else {
      throw EmbeddingError.notAReranker(path: directory, reason: "it is an encoder")
    }
    guard labels == 1 else {
      throw EmbeddingError.notAReranker(path: directory, reason: "it is a classifier with \(labels) labels")
    }
    guard model.configuration.types > 1 else {
      throw EmbeddingError.notAReranker(path: directory, reason: "it does not distinguish two segments")
    }
    pooler = try DenseLayer(
      file, named: BERTWeights.prefix(in: file) + "pooler.dense", inputs: width, outputs: width, activation: .tanh)
    classifier = try DenseLayer(file, named: "classifier", inputs: width, outputs: 1, activation: .identity)
    self.name = name ?? URL(fileURLWithPath: directory).standardizedFileURL.lastPathComponent
    maximumTokens = max(Self.specialTokens, model.configuration.maximumTokens)
  }

  /// Scores each text on the reranker's own threads; returns logits.
  ///
  /// The same text has the same score for a query in every batch, within 1e-5.
  public func scores(of texts: [String], for query: String) async throws -> [Float] {
    let first = model.tokenizer.ids(of: query)
    let vectors = try await model.vectors(of: texts.count, pooling: .first) { self.sequence(first, texts[$0]) }
    return try vectors.map { vector in
      let score = classifier(pooler(vector))[0]
      guard score.isFinite else {
        throw EmbeddingError.damaged(path: name, reason: "its weights produce a score that is not a number")
      }
      return score
    }
  }

  /// Returns the tokens of a query and a text, truncated, and the number of those in the first segment.
  package func tokens(of text: String, for query: String) -> (ids: [Int32], firstSegment: Int) {
    let sequence = sequence(model.tokenizer.ids(of: query), text)
    return (sequence.ids, sequence.firstSegment)
  }

  private func sequence(_ query: [Int32], _ text: String) -> TokenSequence {
    let text = model.tokenizer.ids(of: text)
    let kept = TokenPair.lengths(query.count, text.count, limit: maximumTokens - Self.specialTokens)
    let first = model.tokenizer.framed(query.prefix(kept.first))
    return TokenSequence(
      first + text.prefix(kept.second) + [model.tokenizer.end], firstSegment: first.count)
  }
}
