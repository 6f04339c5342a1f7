/// The index of the vectors as a search saw it: one that its role sees enough of.
struct SeenIndex: Sendable {
  var index: VectorIndex
  /// The revision of what the role saw then.
  var revision: String
  /// Whether the nearest of all vectors were too few of those that the role sees.
  var isIterative = false
}
