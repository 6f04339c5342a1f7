/// A call that cannot be carried out, with a reason for the model that made it.
struct ToolFailure: Error, Equatable {
  var message: String
  init(_ message: String) { self.message = message }
}
