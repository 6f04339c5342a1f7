import CKernels
import Foundation

/// The matrices of a BERT model's layers, packed for products with many rows, in addition to the mapped file: 42 MB for
/// MiniLM.
///
/// Packing takes about 20 ms, which a few thousand tokens win back.
// Written in `init`, read-only afterwards.
final class PackedBERTWeights: @unchecked Sendable {
  struct Layer {
    var query, key, value, output, inner, outer: UnsafePointer<Float>
  }

  private(set) var layers: [Layer] = []
  private let memory: UnsafeMutableRawPointer

  /// Whether products with packed matrices of these sizes are faster on this processor than with the file's.
  static func pays(for configuration: BERTConfiguration) -> Bool {
    products_are_fast() != 0 && configuration.width.isMultiple(of: PRODUCTS_COLUMNS)
      && configuration.innerWidth.isMultiple(of: PRODUCTS_COLUMNS)
  }

  init(_ weights: BERTWeights) {
    let matrices = weights.layers.flatMap { [$0.query, $0.key, $0.value, $0.output, $0.inner, $0.outer] }
    let bytes = matrices.reduce(0) { $0 + $1.inputs * $1.outputs } * MemoryLayout<Float>.size
    memory = HugePages.allocate(byteCount: bytes)
    var next = memory.assumingMemoryBound(to: Float.self)
    func pack(_ linear: BERTWeights.Linear) -> UnsafePointer<Float> {
      defer { next += linear.inputs * linear.outputs }
      products_pack(next, linear.weight.pointer, linear.inputs, linear.outputs)
      return UnsafePointer(next)
    }
    layers = weights.layers.map { layer in
      Layer(
        query: pack(layer.query), key: pack(layer.key), value: pack(layer.value), output: pack(layer.output),
        inner: pack(layer.inner), outer: pack(layer.outer))
    }
  }

  deinit { memory.deallocate() }
}
