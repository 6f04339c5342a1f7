/// The truncation of two texts that share a limit.
package enum TokenPair {
  /// Returns how many tokens of each text are kept: the longer one is cut first, and both to half of the limit if both
  /// are longer than that.
  ///
  /// The rule `longest_first` of github.com/huggingface/tokenizers (`truncate_encodings`): of an odd limit, the longer
  /// text gets the larger half, or the second if both have one length.
  package static func lengths(_ first: Int, _ second: Int, limit: Int) -> (first: Int, second: Int) {
    guard first + second > limit else { return (first, second) }
    let shorter = min(first, second)
    let kept = (shorter: min(shorter, limit / 2), longer: limit - min(shorter, limit / 2))
    return first > second ? (kept.longer, kept.shorter) : (kept.shorter, kept.longer)
  }
}
