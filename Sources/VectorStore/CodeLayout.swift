import CKernels

/// How the codes of a block of vectors stand in its blob.
///
/// First the panels' codes, as `codes.h` has them, then a scale for each vector, then a loss for each; floats are
/// little-endian, as on every machine that Swift runs on.
struct CodeLayout: Sendable, Hashable {
  static let panel = CODES_PANEL
  private static let group = CODES_GROUP
  private static let float = MemoryLayout<Float>.size

  /// Coordinates over four, rounded up.
  let groups: Int

  init(dimensions: Int) {
    groups = (dimensions + Self.group - 1) / Self.group
  }

  var panelBytes: Int { groups * Self.group * Self.panel }
  /// With 384 dimensions 98,304, of 102,400 in all.
  var codeBytes: Int { IndexSchema.vectorsPerBlock / Self.panel * panelBytes }
  var blockBytes: Int { codeBytes + 2 * IndexSchema.vectorsPerBlock * Self.float }

  /// Where the panel of a block's slot begins.
  func panelOffset(ofSlot slot: Int) -> Int { slot / Self.panel * panelBytes }
  func scaleOffset(ofSlot slot: Int) -> Int { codeBytes + slot * Self.float }
  func lossOffset(ofSlot slot: Int) -> Int { codeBytes + (IndexSchema.vectorsPerBlock + slot) * Self.float }

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
    (coordinate / Self.group * Self.panel + lane) * Self.group + coordinate % Self.group
  }
}
