import Embedding
import Foundation
import Testing

struct BLASKernelTests {
  @Test func theDescriptionNamesTheLibraryAndTheKernels() {
    let kernel = BLASKernel.current
    #expect(kernel.description.contains(kernel.core ?? "not OpenBLAS"))
    #expect(kernel.forcedCore == ProcessInfo.processInfo.environment["OPENBLAS_CORETYPE"])
  }
}
