import CKernels

/// The layout of a block's codes in its blob.
///
/// First the panels' upper bits, then their lower bits, as described in `codes.h`; then the scale, the loss and the
/// upper bits' loss of each vector. Floats are little-endian, as on every machine that Swift runs on.
struct CodeLayout: Sendable, Hashable {
  static let panel = CODES_PANEL
  private static let float = MemoryLayout<Float>.size

  /// The number of coordinates divided by 16, rounded up.
  let squares: Int

  init(dimensions: Int) {
    squares = (dimensions + CODES_SQUARE - 1) / CODES_SQUARE
  }

  /// The number of coordinates of a vector, including the zeros after the last.
  var width: Int { squares * CODES_SQUARE }
  /// The number of bytes in a panel's joined codes.
  var panelBytes: Int { squares * CODES_BYTES }
  private var upperPanelBytes: Int { squares * CODES_UPPER_BYTES }
  private var lowerPanelBytes: Int { squares * CODES_LOWER_BYTES }
  private static var panelsPerBlock: Int { IndexSchema.vectorsPerBlock / panel }

  /// The byte ranges in a block of all panels' upper bits and lower bits.
  var upperBytes: Range<Int> { 0..<Self.panelsPerBlock * upperPanelBytes }
  var lowerBytes: Range<Int> { upperBytes.upperBound..<Self.panelsPerBlock * panelBytes }
  /// The number of bytes in a block: 101,376 with 384 dimensions.
  var blockBytes: Int { offset(.upperLoss, ofSlot: IndexSchema.vectorsPerBlock) }

  /// A number stored for each vector beside its codes.
  enum Measure: Int, CaseIterable {
    case scale, loss, upperLoss
  }

  /// Returns the byte offset of the measure of a block's slot.
  func offset(_ measure: Measure, ofSlot slot: Int) -> Int {
    lowerBytes.upperBound + (measure.rawValue * IndexSchema.vectorsPerBlock + slot) * Self.float
  }

  /// Returns the byte ranges of a slot's panel among all upper and all lower bits.
  func panel(ofSlot slot: Int) -> (upper: Range<Int>, lower: Range<Int>) {
    let number = slot / Self.panel
    let (upper, lower) = (number * upperPanelBytes, number * lowerPanelBytes)
    return (upper..<upper + upperPanelBytes, lower..<lower + lowerPanelBytes)
  }

  /// Puts a vector's codes into its panel.
  func put(_ code: VectorCode, atSlot slot: Int, in panel: inout [UInt8]) {
    let lane = slot % Self.panel
    for (coordinate, number) in code.codes.enumerated() {
      panel[index(of: coordinate, lane: lane)] = number
    }
  }

  /// Returns a vector's codes from its panel.
  func codes(ofSlot slot: Int, dimensions: Int, in panel: [UInt8]) -> [UInt8] {
    (0..<dimensions).map { panel[index(of: $0, lane: slot % Self.panel)] }
  }

  private func index(of coordinate: Int, lane: Int) -> Int {
    (coordinate / CODES_GROUP * Self.panel + lane) * CODES_GROUP + coordinate % CODES_GROUP
  }
}
