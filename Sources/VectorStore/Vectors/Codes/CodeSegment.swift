import CKernels
import Embedding

/// Up to 64 blocks of codes in memory, ready to scan: 6.3 MB with 384 dimensions.
// Written only while uniquely referenced.
final class CodeSegment: @unchecked Sendable {
  static let mostBlocks = 64

  let blocks: Int
  private let layout: CodeLayout
  /// The upper bits of all panels, then the lower ones.
  private let codes: UnsafeMutableRawBufferPointer
  /// One measure after the other, each for all slots.
  private let measures: UnsafeMutableBufferPointer<Float>

  var slots: Int { blocks * IndexSchema.vectorsPerBlock }

  /// Allocates memory for blocks, each of which must be read before it is scanned.
  init(blocks: Int, layout: CodeLayout) {
    self.blocks = blocks
    self.layout = layout
    let bytes = blocks * (layout.upperBytes.count + layout.lowerBytes.count)
    codes = UnsafeMutableRawBufferPointer(start: HugePages.allocate(byteCount: bytes), count: bytes)
    measures = .allocate(capacity: CodeLayout.Measure.allCases.count * blocks * IndexSchema.vectorsPerBlock)
  }

  deinit {
    codes.deallocate()
    measures.deallocate()
  }

  /// Returns a copy with the same codes and room for more blocks.
  func copy(blocks: Int) -> CodeSegment {
    let copy = CodeSegment(blocks: max(blocks, self.blocks), layout: layout)
    for (here, there) in [(upper, copy.upper), (lower, copy.lower)] {
      there.copyMemory(from: UnsafeRawBufferPointer(here))
    }
    for measure in CodeLayout.Measure.allCases {
      for (slot, value) in self[measure].enumerated() { copy[measure][slot] = value }
    }
    return copy
  }

  /// Reads the block that `source` is at.
  func read(_ block: Int, from source: CodeBlocks) throws {
    for (part, inBlock) in [(upper, layout.upperBytes), (lower, layout.lowerBytes)] {
      let bytes = UnsafeMutableRawBufferPointer(rebasing: part[block * inBlock.count..<(block + 1) * inBlock.count])
      try source.read(into: bytes, offset: inBlock.lowerBound)
    }
    let slots = block * IndexSchema.vectorsPerBlock..<(block + 1) * IndexSchema.vectorsPerBlock
    for measure in CodeLayout.Measure.allCases {
      let values = UnsafeMutableBufferPointer(rebasing: self[measure][slots])
      try source.read(into: UnsafeMutableRawBufferPointer(values), offset: layout.offset(measure, ofSlot: 0))
    }
  }

  private var upper: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: codes[..<(blocks * layout.upperBytes.count)])
  }

  private var lower: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: codes[(blocks * layout.upperBytes.count)...])
  }

  private subscript(measure: CodeLayout.Measure) -> UnsafeMutableBufferPointer<Float> {
    UnsafeMutableBufferPointer(rebasing: measures[measure.rawValue * slots..<(measure.rawValue + 1) * slots])
  }

  /// Scans a range of slots, aligned to panels, for each of the queries.
  ///
  /// - Parameters:
  ///   - first: The number of the segment's first slot.
  ///   - wanted: A bit mask of the slots of all segments, 16 per element; `nil` for all slots.
  func scan(
    _ instructions: codes_instructions, _ slots: Range<Int>, first: Int, wanted: [UInt16]?,
    _ queries: UnsafeBufferPointer<codes_query>, _ nearest: UnsafeMutablePointer<codes_nearest>
  ) {
    let start = slots.lowerBound
    let place = layout.panel(ofSlot: start)
    func scan(_ wanted: UnsafePointer<UInt16>?) {
      let panels = codes_panels(
        upper: upper.baseAddress?.advanced(by: place.upper.lowerBound).assumingMemoryBound(to: UInt8.self),
        lower: lower.baseAddress?.advanced(by: place.lower.lowerBound).assumingMemoryBound(to: UInt8.self),
        scales: self[.scale].baseAddress?.advanced(by: start), losses: self[.loss].baseAddress?.advanced(by: start),
        upper_losses: self[.upperLoss].baseAddress?.advanced(by: start), wanted: wanted,
        panels: slots.count / CodeLayout.panel, squares: layout.squares)
      codes_scan(instructions, panels, UInt32(first + start), queries.baseAddress, nearest, queries.count)
    }
    guard let wanted else { return scan(nil) }
    wanted.withUnsafeBufferPointer { scan($0.baseAddress?.advanced(by: (first + start) / CodeLayout.panel)) }
  }
}
