import CLlama
import Foundation
import Synchronization

/// Reads what the layers of a model compute for the last token of a batch.
///
/// llama.cpp shows each node of its graph to a callback before and after it is computed. The output of layer 20 is the
/// node named `l_out-20`. While no layer is wanted, no node is, and the graph is computed as without a callback.
final class ActivationRecorder: Sendable {
  private struct State {
    var wanted: Set<Int> = []
    var read: [Int: [Float]] = [:]
  }

  private let state = Mutex(State())
  private let isActive = Atomic(false)

  /// Starts or, with no layer, ends reading.
  func read(layers: [Int]) {
    state.withLock { $0 = State(wanted: Set(layers)) }
    isActive.store(!layers.isEmpty, ordering: .relaxed)
  }

  /// The outputs of the layers for the last token, by layer: as many numbers as the model has dimensions.
  var activations: [Int: [Float]] { state.withLock { $0.read } }

  /// Sets the callback of a context; the recorder must outlive it.
  func watch(_ parameters: inout llama_context_params) {
    parameters.cb_eval_user_data = Unmanaged.passUnretained(self).toOpaque()
    parameters.cb_eval = { node, isAsked, recorder in
      guard let node, let recorder else { return !isAsked }
      return Unmanaged<ActivationRecorder>.fromOpaque(recorder).takeUnretainedValue().visit(node, isAsked: isAsked)
    }
  }

  /// Returns, before a node is computed, whether it is wanted and, after it, that the evaluation goes on.
  private func visit(_ node: UnsafeMutablePointer<ggml_tensor>, isAsked: Bool) -> Bool {
    guard isActive.load(ordering: .relaxed), let layer = Self.layer(of: node) else { return !isAsked }
    return state.withLock { state in
      guard state.wanted.contains(layer) else { return !isAsked }
      if !isAsked, node.pointee.type == GGML_TYPE_F32 { state.read[layer] = Self.lastRow(of: node) }
      return true
    }
  }

  private static let prefix = "l_out-"

  private static func layer(of node: UnsafeMutablePointer<ggml_tensor>) -> Int? {
    guard let name = ggml_get_name(node), strncmp(name, prefix, prefix.utf8.count) == 0 else { return nil }
    return Int(String(cString: name + prefix.utf8.count))
  }

  private static func lastRow(of node: UnsafeMutablePointer<ggml_tensor>) -> [Float] {
    let (columns, rows) = (Int(node.pointee.ne.0), Int(node.pointee.ne.1))
    var row = [Float](repeating: 0, count: columns)
    guard rows > 0 else { return [] }
    row.withUnsafeMutableBytes {
      ggml_backend_tensor_get(node, $0.baseAddress, (rows - 1) * node.pointee.nb.1, $0.count)
    }
    return row
  }
}
