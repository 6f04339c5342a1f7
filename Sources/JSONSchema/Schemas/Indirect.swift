/// A box for a value inside a value of its own type.
package final class Indirect<Value: Sendable>: Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
