/// The index of the vectors as a search saw it: one that its role sees enough of.
struct SeenIndex: Sendable {
  var index: VectorIndex
  /// The revision of what the role saw then.
  var revision: String
}
