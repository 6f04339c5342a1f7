import CKernels

/// How the codes of a block of vectors stand in its blob.
///
/// First the panels' upper bits, then their lower bits, as `codes.h` has them; then a scale for each vector, a loss and
/// a loss of the upper bits. Floats are little-endian, as on every machine that Swift runs on.
struct CodeLayout: Sendable, Hashable {
  static let panel = CODES_PANEL
  private static let float = MemoryLayout<Float>.size

  /// Coordinates over sixteen, rounded up.
  let squares: Int

  init(dimensions: Int) {
    squares = (dimensions + CODES_SQUARE - 1) / CODES_SQUARE
  }

  /// Coordinates of a vector, with the zeros after the last.
  var width: Int { squares * CODES_SQUARE }
  /// A panel's codes, put together.
  var panelBytes: Int { squares * CODES_BYTES }
  private var upperPanelBytes: Int { squares * CODES_UPPER_BYTES }
  private var lowerPanelBytes: Int { squares * CODES_LOWER_BYTES }
  private static var panelsPerBlock: Int { IndexSchema.vectorsPerBlock / panel }

  /// Where in a block the upper bits of all panels stand, and the lower ones.
  var upperBytes: Range<Int> { 0..<Self.panelsPerBlock * upperPanelBytes }
  var lowerBytes: Range<Int> { upperBytes.upperBound..<Self.panelsPerBlock * panelBytes }
  /// With 384 dimensions 101,376.
  var blockBytes: Int { offset(.upperLoss, ofSlot: IndexSchema.vectorsPerBlock) }

  /// A number that each vector has beside its codes.
  enum Measure: Int, CaseIterable {
    case scale, loss, upperLoss
  }

  /// Where the measure of a block's slot stands.
  func offset(_ measure: Measure, ofSlot slot: Int) -> Int {
    lowerBytes.upperBound + (measure.rawValue * IndexSchema.vectorsPerBlock + slot) * Self.float
  }

  /// Where among all upper and among all lower bits those of a slot's panel stand.
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

  /// Takes a vector's codes out of its panel.
  func codes(ofSlot slot: Int, dimensions: Int, in panel: [UInt8]) -> [UInt8] {
    (0..<dimensions).map { panel[index(of: $0, lane: slot % Self.panel)] }
  }

  private func index(of coordinate: Int, lane: Int) -> Int {
    (coordinate / CODES_GROUP * Self.panel + lane) * CODES_GROUP + coordinate % CODES_GROUP
  }
}
