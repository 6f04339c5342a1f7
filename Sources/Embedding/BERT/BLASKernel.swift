import CKernels
import Foundation

/// The BLAS library of this process and its kernels.
public struct BLASKernel: Sendable, Hashable, CustomStringConvertible {
  /// The processor type for which OpenBLAS chose its kernels, such as `SkylakeX`; `nil` for another BLAS.
  public let core: String?
  /// The build configuration of OpenBLAS; `nil` for another BLAS.
  public let configuration: String?
  /// The value of `OPENBLAS_CORETYPE`, which overrides the choice of kernels.
  public let forcedCore: String?

  /// The library that this process uses.
  public static var current: BLASKernel {
    BLASKernel(
      core: text("openblas_get_corename"), configuration: text("openblas_get_config"),
      forcedCore: ProcessInfo.processInfo.environment["OPENBLAS_CORETYPE"])
  }

  /// The library and its kernels, in a few words.
  public var description: String {
    guard let core else { return "a BLAS that is not OpenBLAS" }
    return "OpenBLAS, kernels for \(core)" + (forcedCore == nil ? "" : " (OPENBLAS_CORETYPE)")
  }

  /// A warning if BLAS is slow; `nil` otherwise.
  ///
  /// Processors with AVX-512 do not use BLAS.
  public var warning: String? {
    guard core == nil, dots_best_instructions() != DOTS_AVX512 else { return nil }
    return "the reference BLAS is some thirty times slower than OpenBLAS"
  }

  /// Makes BLAS use one thread per call: our own workers split the work, and BLAS threads beside them would only wait.
  /// Two threads of one product also slow down sharply as soon as another process needs a core.
  package static func useOneThread() {
    guard let symbol = dlsym(nil, "openblas_set_num_threads") else { return }
    unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Void).self)(1)
  }

  /// Ends the threads that OpenBLAS starts when it is loaded. Those that it starts later inherit the locks.
  package static func endThreads() {
    guard let symbol = dlsym(nil, "blas_thread_shutdown_") else { return }
    _ = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)()
  }

  private static func text(_ name: String) -> String? {
    guard let symbol = dlsym(nil, name) else { return nil }
    let function = unsafeBitCast(symbol, to: (@convention(c) () -> UnsafePointer<CChar>?).self)
    return function().map { String(cString: $0) }
  }
}
