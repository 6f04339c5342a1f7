import CLlama
import Foundation

/// Times llama.cpp's product of a weight matrix with one or many tokens, which is nearly all of an evaluation.
///
/// The matrix is as large as one in the feed-forward layers of a model of 1.5 billion parameters, larger than a core's
/// caches, and has random weights of the model's type.
package final class MatrixTiming {
  /// Tokens of a prompt multiplied at once, as in `LlamaContext`. Products with AMX gain from each additional token.
  package static let promptTokens = LlamaContext.batchSize

  private static let columns = 1536
  private static let rows = 8960

  private let backend: ggml_backend_t
  private let setThreads: ggml_backend_set_n_threads_t
  private let context: OpaquePointer
  private let weightContext: OpaquePointer
  private var buffers: [ggml_backend_buffer_t] = []
  private let graphs: [Int: OpaquePointer]

  /// Lays the weights out as in the file, or with `repacking` in llama.cpp's preferred layout for this processor.
  ///
  /// `nil` if there is no such layout for the type (its number in llama.cpp), or weights of it cannot be created.
  package init?(type: UInt32, repacking: Bool) {
    let type = ggml_type(rawValue: type)
    guard let device = ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU),
      let registry = ggml_backend_dev_backend_reg(device),
      let threads = ggml_backend_reg_get_proc_address(registry, "ggml_backend_set_n_threads"),
      Self.columns % Int(ggml_blck_size(type)) == 0, !ggml_quantize_requires_imatrix(type),
      let backend = ggml_backend_dev_init(device, nil)
    else { return nil }
    self.backend = backend
    setThreads = unsafeBitCast(threads, to: ggml_backend_set_n_threads_t.self)
    let overhead = ggml_tensor_overhead() * 8 + ggml_graph_overhead() * 2
    let parameters = ggml_init_params(mem_size: overhead, mem_buffer: nil, no_alloc: true)
    guard let context = ggml_init(parameters), let weightContext = ggml_init(parameters) else {
      ggml_backend_free(backend)
      return nil
    }
    (self.context, self.weightContext) = (context, weightContext)

    let weights = ggml_new_tensor_2d(weightContext, type, Int64(Self.columns), Int64(Self.rows))
    var graphs: [Int: OpaquePointer] = [:]
    var products: [UnsafeMutablePointer<ggml_tensor>?] = []
    var inputs: [UnsafeMutablePointer<ggml_tensor>?] = []
    for tokens in [1, Self.promptTokens] {
      let input = ggml_new_tensor_2d(context, GGML_TYPE_F32, Int64(Self.columns), Int64(tokens))
      let product = ggml_mul_mat(context, weights, input)
      let graph = ggml_new_graph(context)
      ggml_build_forward_expand(graph, product)
      graphs[tokens] = graph
      products.append(product)
      inputs.append(input)
    }
    self.graphs = graphs
    let layouts = repacking ? Self.repackedLayouts(of: device, registry) : [ggml_backend_cpu_buffer_type()]
    let layout = layouts.first { layout in
      // As llama.cpp does: with an empty buffer of that layout in place of the weights'.
      guard let empty = ggml_backend_buft_alloc_buffer(layout, 0) else { return false }
      weights?.pointee.buffer = empty
      defer {
        weights?.pointee.buffer = nil
        ggml_backend_buffer_free(empty)
      }
      return ggml_backend_dev_supports_op(device, products[1])
    }
    guard let layout, let held = ggml_backend_alloc_ctx_tensors_from_buft(weightContext, layout) else { return nil }
    buffers.append(held)
    ggml_backend_buffer_set_usage(held, GGML_BACKEND_BUFFER_USAGE_WEIGHTS)
    guard let buffer = ggml_backend_alloc_ctx_tensors_from_buft(context, ggml_backend_cpu_buffer_type()) else {
      return nil
    }
    buffers.append(buffer)
    fill(weights, type)
    for input in inputs {
      let values = Self.randomValues(ggml_nelements(input))
      ggml_backend_tensor_set(input, values, 0, ggml_nbytes(input))
    }
  }

  deinit {
    for buffer in buffers { ggml_backend_buffer_free(buffer) }
    ggml_free(context)
    ggml_free(weightContext)
    ggml_backend_free(backend)
  }

  /// Returns the shortest time of several products with one token or with `promptTokens`, in seconds.
  package func seconds(tokens: Int, threads: Int, repetitions: Int = 5) -> Double {
    setThreads(backend, Int32(threads))
    guard let graph = graphs[tokens] else { return .infinity }
    return (0..<repetitions).map { _ in
      let start = ContinuousClock.now
      guard ggml_backend_graph_compute(backend, graph) == GGML_STATUS_SUCCESS else { return .infinity }
      return (ContinuousClock.now - start) / .seconds(1)
    }.min() ?? .infinity
  }

  /// Returns the layouts that llama.cpp tries, in its order.
  private static func repackedLayouts(
    of device: ggml_backend_dev_t, _ registry: ggml_backend_reg_t
  ) -> [ggml_backend_buffer_type_t] {
    guard let address = ggml_backend_reg_get_proc_address(registry, "ggml_backend_dev_get_extra_bufts") else {
      return []
    }
    let list = unsafeBitCast(address, to: ggml_backend_dev_get_extra_bufts_t.self)(device)
    var layouts: [ggml_backend_buffer_type_t] = []
    var next = list
    while let layout = next?.pointee {
      layouts.append(layout)
      next = next?.advanced(by: 1)
    }
    return layouts
  }

  /// Fills the matrix with a few random rows, repeated.
  private func fill(_ weights: UnsafeMutablePointer<ggml_tensor>?, _ type: ggml_type) {
    let some = 16
    let values = Self.randomValues(Int64(some * Self.columns))
    var rows = [UInt8](repeating: 0, count: some * ggml_row_size(type, Int64(Self.columns)))
    ggml_quantize_chunk(type, values, &rows, 0, Int64(some), Int64(Self.columns), nil)
    let whole = Array(repeatElement(rows, count: Self.rows / some).joined())
    ggml_backend_tensor_set(weights, whole, 0, whole.count)
  }

  private static func randomValues(_ count: Int64) -> [Float] {
    (0..<count).map { _ in Float.random(in: -1...1) }
  }
}
