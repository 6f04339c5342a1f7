/// The pairs of letters that words are made of.
///
/// Tokenizers join the letters of words, and hardly those of other strings, such as passwords and keys.
enum LetterPairs {
  /// For each first letter, a bit for each second one: the pairs that occur ten times or more in `corpus/` and `docs/`,
  /// which are 99% of those in English and German text, and 47% of all.
  private static let common: [UInt32] = [
    0x17EBDEE, 0x1164911, 0x11ACD95, 0x1164179, 0x3EFFDFF, 0x01A4931, 0x01669D3, 0x01E6D31, 0x2BEFC7F,
    0x0144011, 0x0046951, 0x13C793B, 0x016D91F, 0x13C6D7F, 0x0FEFDFF, 0x01EC999, 0x0500000, 0x17EFD5F,
    0x35DDD9D, 0x15EC995, 0x00EB97F, 0x0004111, 0x0066191, 0x0080111, 0x00CC014, 0x0100110,
  ]

  /// Whether two letters, counted from `a` as 0, rarely follow one another.
  static func isRare(_ first: UInt32, _ second: UInt32) -> Bool { common[Int(first)] >> second & 1 == 0 }
}
