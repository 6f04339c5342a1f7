/// What a name of a note is, as indexes store it.
package enum NoteNameKind: Int, Sendable {
  case title = 0
  case file = 1
  case alias = 2
}
