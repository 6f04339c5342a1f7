import HeapModule

extension Heap {
  /// Inserts an element if it is among the `number` largest so far, evicting the smallest of these.
  mutating func insert(_ element: Element, keeping number: Int) {
    if count < number {
      insert(element)
    } else if let min, element > min {
      replaceMin(with: element)
    }
  }
}
