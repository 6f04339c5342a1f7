import CKernels
import Embedding

/// Up to 64 blocks of codes in memory, where they are scanned: 6.3 MB with 384 dimensions.
// Written only by the one who alone refers to it.
final class CodeSegment: @unchecked Sendable {
  static let mostBlocks = 64

  let blocks: Int
  private let layout: CodeLayout
  private let codes: UnsafeMutableRawBufferPointer
  private let scales, losses: UnsafeMutableBufferPointer<Float>

  var slots: Int { blocks * IndexSchema.vectorsPerBlock }

  /// Memory for so many blocks, each of which is to be read before it is scanned.
  init(blocks: Int, layout: CodeLayout) {
    self.blocks = blocks
    self.layout = layout
    let slots = blocks * IndexSchema.vectorsPerBlock
    let bytes = blocks * layout.codeBytes
    codes = UnsafeMutableRawBufferPointer(start: HugePages.allocate(byteCount: bytes), count: bytes)
    scales = .allocate(capacity: slots)
    losses = .allocate(capacity: slots)
  }

  deinit {
    codes.deallocate()
    scales.deallocate()
    losses.deallocate()
  }

  /// A segment of its own with the same codes, and room for more blocks.
  func copy(blocks: Int) -> CodeSegment {
    let copy = CodeSegment(blocks: max(blocks, self.blocks), layout: layout)
    copy.codes.copyMemory(from: UnsafeRawBufferPointer(codes))
    for slot in 0..<slots { (copy.scales[slot], copy.losses[slot]) = (scales[slot], losses[slot]) }
    return copy
  }

  /// Reads the block at which `source` stands.
  func read(_ block: Int, from source: CodeBlocks) throws {
    let perBlock = IndexSchema.vectorsPerBlock
    let slots = block * perBlock..<(block + 1) * perBlock
    let bytes = block * layout.codeBytes..<(block + 1) * layout.codeBytes
    try source.read(into: UnsafeMutableRawBufferPointer(rebasing: codes[bytes]), offset: 0)
    try source.read(
      into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: scales[slots])),
      offset: layout.scaleOffset(ofSlot: 0))
    try source.read(
      into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: losses[slots])),
      offset: layout.lossOffset(ofSlot: 0))
  }

  /// Scans the segment, whose first slot is `first`, for each of the queries.
  ///
  /// - Parameter wanted: A bit for each slot, sixteen in a number; all slots where there is none.
  func scan(
    _ instructions: codes_instructions, first: Int, wanted: UnsafePointer<UInt16>?,
    _ queries: UnsafeBufferPointer<codes_query>, _ nearest: UnsafeMutablePointer<codes_nearest>
  ) {
    let panels = codes_panels(
      codes: codes.bindMemory(to: UInt8.self).baseAddress, scales: scales.baseAddress, losses: losses.baseAddress,
      wanted: wanted, panels: slots / CodeLayout.panel, groups: layout.groups)
    codes_scan(instructions, panels, UInt32(first), queries.baseAddress, nearest, queries.count)
  }
}
