/// Keeps the largest of the numbers it is given, as a heap whose root is the smallest of them.
struct BoundedHeap<Number: Comparable> {
  private let capacity: Int
  private var heap: [Number] = []

  /// `capacity` is at least 1.
  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The smallest of the numbers kept.
  var smallest: Number? { heap.first }

  /// Takes a number in; costs log(capacity) where it is among the largest so far, one comparison else.
  mutating func insert(_ number: Number) {
    if heap.count < capacity {
      var child = heap.count
      heap.append(number)
      while child > 0, heap[(child - 1) / 2] > number {
        heap[child] = heap[(child - 1) / 2]
        child = (child - 1) / 2
      }
      heap[child] = number
    } else if number > heap[0] {
      var parent = 0
      while true {
        var child = 2 * parent + 1
        guard child < capacity else { break }
        if child + 1 < capacity, heap[child + 1] < heap[child] { child += 1 }
        guard heap[child] < number else { break }
        heap[parent] = heap[child]
        parent = child
      }
      heap[parent] = number
    }
  }
}
