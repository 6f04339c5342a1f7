import CKernels

extension BERTPass {
  /// Applies one layer with 8-bit matrix products; attention, norms and activations are in float.
  func apply(
    _ layer: BERTWeights.Layer, _ quantized: QuantizedBERTWeights.Layer, _ rounded: QuantizedRows,
    _ sequences: [TokenSequence], _ tokens: Int
  ) {
    let (width, innerWidth) = (configuration.width, configuration.innerWidth)
    let rows = rounded.rows
    rounded.round(instructions.quantized, hidden, times: quantized.inputFactors, count: tokens, width: width)
    quantized_multiply(instructions.quantized, query, rows, quantized.query.matrix, tokens)
    quantized_multiply(instructions.quantized, key, rows, quantized.key.matrix, tokens)
    quantized_multiply(instructions.quantized, value, rows, quantized.value.matrix, tokens)
    attend(layer, sequences)
    rounded.round(instructions.quantized, attended, count: tokens, width: width)
    quantized_multiply(instructions.quantized, query, rows, quantized.output.matrix, tokens)
    normalize(query, adding: hidden, layer.output.bias.pointer, layer.attentionNorm, into: attended, tokens)
    for first in stride(from: 0, to: tokens, by: Self.rowsTogether) {
      let count = min(Self.rowsTogether, tokens - first)
      rounded.round(
        instructions.quantized, attended + first * width, times: quantized.middleFactors, count: count, width: width)
      quantized_multiply(instructions.quantized, inner, rows, quantized.inner.matrix, count)
      kernels_gelu(instructions.kernels, inner, layer.inner.bias.pointer, count, innerWidth)
      rounded.round(instructions.quantized, inner, count: count, width: innerWidth)
      quantized_multiply(instructions.quantized, query + first * width, rows, quantized.outer.matrix, count)
    }
    normalize(query, adding: attended, layer.outer.bias.pointer, layer.outerNorm, into: hidden, tokens)
  }
}
