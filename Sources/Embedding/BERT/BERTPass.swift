import CBLAS
import CKernels

/// A worker's memory and its computation: packed sequences in, one vector each out.
///
/// Sequences are concatenated without padding, so each matrix product covers all their tokens at once; attention runs
/// over each sequence by itself.
// Used by one thread at a time: an encoder takes it from its idle ones and puts it back when done.
final class BERTPass: @unchecked Sendable {
  private let weights: BERTWeights
  private let quantized: QuantizedBERTWeights?
  let configuration: BERTConfiguration
  let instructions: InstructionSet
  /// The maximum number of tokens that fit.
  let capacity: Int

  // All (tokens, width) except `inner`, which is (tokens, innerWidth).
  let hidden, attended, query, key, value: UnsafeMutablePointer<Float>
  let inner: UnsafeMutablePointer<Float>
  private let scratch: UnsafeMutablePointer<Float>
  /// The number of tokens that pass through the feed-forward matrices together: their 1,536 numbers each stay in the L2
  /// cache.
  static let rowsTogether = 112
  /// Quantized rows, if the weights are quantized.
  let rounded: QuantizedRows?

  /// - Parameter quantized: The layers' weights as 8-bit numbers; `nil` to compute in float.
  init(
    _ weights: BERTWeights, quantized: QuantizedBERTWeights? = nil, _ configuration: BERTConfiguration,
    instructions: InstructionSet, capacity: Int
  ) {
    self.weights = weights
    self.quantized = quantized
    self.configuration = configuration
    self.instructions = instructions
    self.capacity = capacity
    // Uninitialized: each number is written before it is read, and a short text touches few pages.
    func floats(_ count: Int) -> UnsafeMutablePointer<Float> { .allocate(capacity: count) }
    let tokens = capacity * configuration.width
    (hidden, attended, query, key, value) = (
      floats(tokens), floats(tokens), floats(tokens), floats(tokens), floats(tokens)
    )
    inner = floats(capacity * configuration.innerWidth)
    rounded = quantized.map { _ in
      QuantizedRows(max(capacity * configuration.width, Self.rowsTogether * configuration.innerWidth))
    }
    scratch = floats(kernels_attention_scratch(configuration.maximumTokens, configuration.headWidth))
  }

  deinit {
    for memory in [hidden, attended, query, key, value, inner, scratch] { memory.deallocate() }
  }

  /// Returns the last layer's vector for each sequence, pooled and not normalized.
  ///
  /// - Parameter packed: The packed weights, if there are any.
  /// - Precondition: The sequences have at most `capacity` tokens together, and at most `maximumTokens` each.
  func vectors(of sequences: [TokenSequence], pooling: Pooling, packed: PackedBERTWeights? = nil) -> [[Float]] {
    let tokens = sequences.reduce(0) { $0 + $1.count }
    precondition(tokens <= capacity && sequences.allSatisfy { 1...configuration.maximumTokens ~= $0.count })
    embed(sequences)
    for (index, layer) in weights.layers.enumerated() {
      if let quantized, let rounded {
        apply(layer, quantized.layers[index], rounded, sequences, tokens)
      } else {
        apply(layer, packed?.layers[index], sequences, tokens)
      }
    }
    let width = configuration.width
    var first = 0
    return sequences.map { sequence in
      defer { first += sequence.count }
      switch pooling {
      case .mean:
        return [Float](unsafeUninitializedCapacity: width) { buffer, count in
          kernels_mean_of_rows(instructions.kernels, buffer.baseAddress, hidden + first * width, sequence.count, width)
          count = width
        }
      case .first: return Array(UnsafeBufferPointer(start: hidden + first * width, count: width))
      case .last:
        return Array(UnsafeBufferPointer(start: hidden + (first + sequence.count - 1) * width, count: width))
      }
    }
  }

  private func embed(_ sequences: [TokenSequence]) {
    let width = configuration.width
    var row = hidden
    for sequence in sequences {
      for (position, id) in sequence.ids.enumerated() {
        let type = position < sequence.firstSegment ? 0 : 1
        kernels_add_and_normalize(
          instructions.kernels, row, weights.words.pointer + Int(id) * width,
          weights.positions.pointer + (configuration.firstPosition + position) * width,
          weights.types.pointer + type * width, weights.norm.gain.pointer, weights.norm.shift.pointer,
          configuration.epsilon, 1, width)
        row += width
      }
    }
  }

  private func apply(
    _ layer: BERTWeights.Layer, _ packed: PackedBERTWeights.Layer?, _ sequences: [TokenSequence], _ tokens: Int
  ) {
    let width = configuration.width
    multiply(hidden, layer.query, packed?.query, into: query, tokens)
    multiply(hidden, layer.key, packed?.key, into: key, tokens)
    multiply(hidden, layer.value, packed?.value, into: value, tokens)
    attend(layer, sequences)
    multiply(attended, layer.output, packed?.output, into: query, tokens)
    normalize(query, adding: hidden, layer.output.bias.pointer, layer.attentionNorm, into: attended, tokens)
    // BLAS packs the weights for each product, so it gets all rows at once.
    let together = packed == nil && suitsBLAS(rows: tokens) ? tokens : Self.rowsTogether
    for first in stride(from: 0, to: tokens, by: together) {
      let count = min(together, tokens - first)
      multiply(attended + first * width, layer.inner, packed?.inner, into: inner, count)
      kernels_gelu(instructions.kernels, inner, layer.inner.bias.pointer, count, configuration.innerWidth)
      multiply(inner, layer.outer, packed?.outer, into: query + first * width, count)
    }
    normalize(query, adding: attended, layer.outer.bias.pointer, layer.outerNorm, into: hidden, tokens)
  }

  /// attended = attention of query, key and value, of each sequence over itself.
  func attend(_ layer: BERTWeights.Layer, _ sequences: [TokenSequence]) {
    var first = 0
    for sequence in sequences {
      let offset = first * configuration.width
      kernels_attention(
        instructions.kernels, attended + offset, query + offset, key + offset, value + offset, layer.query.bias.pointer,
        layer.key.bias.pointer, layer.value.bias.pointer, sequence.count, configuration.heads, configuration.headWidth,
        scratch)
      first += sequence.count
    }
  }

  /// out (tokens, outputs) = x (tokens, inputs) · weightᵀ
  private func multiply(
    _ x: UnsafeMutablePointer<Float>, _ linear: BERTWeights.Linear, _ packed: UnsafePointer<Float>?,
    into out: UnsafeMutablePointer<Float>, _ tokens: Int
  ) {
    if let packed {
      products_multiply(out, x, packed, tokens, linear.inputs, linear.outputs)
    } else if suitsBLAS(rows: tokens) {
      cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasTrans, Int32(tokens), Int32(linear.outputs), Int32(linear.inputs), 1, x,
        Int32(linear.inputs), linear.weight.pointer, Int32(linear.inputs), 0, out, Int32(linear.outputs))
    } else {
      dots_multiply(
        instructions.dots, out, x, linear.weight.pointer, tokens, linear.inputs, linear.outputs)
    }
  }

  /// Whether BLAS multiplies `rows` rows as fast as our own products with the unpacked weights.
  ///
  /// It never does with AVX-512. With AVX2, 128 rows take 25.2 ms with OpenBLAS and 24.6 ms with ours, 256 rows 48.5
  /// and 48.8 ms. Other processors have no kernel of ours.
  private func suitsBLAS(rows: Int) -> Bool {
    switch instructions {
    case .avx512: false
    case .avx2: rows > 128
    case .baseline: true
    }
  }

  /// out (tokens, width) = layer norm of x + residual + bias.
  func normalize(
    _ x: UnsafeMutablePointer<Float>, adding residual: UnsafeMutablePointer<Float>, _ bias: UnsafePointer<Float>,
    _ norm: BERTWeights.Norm, into out: UnsafeMutablePointer<Float>, _ tokens: Int
  ) {
    kernels_add_and_normalize(
      instructions.kernels, out, x, residual, bias, norm.gain.pointer, norm.shift.pointer, configuration.epsilon,
      tokens, configuration.width)
  }
}
