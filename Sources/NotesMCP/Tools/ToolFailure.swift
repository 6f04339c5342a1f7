/// A call that cannot be carried out, with a reason for the model that made it.
package struct ToolFailure: Error, Equatable {
  package var message: String
  package init(_ message: String) { self.message = message }
}
