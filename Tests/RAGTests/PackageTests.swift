import Embedding
import Testing

@Test func aVectorWithoutDirectionHasNoUnitVector() {
  #expect(UnitVector(normalizing: [0, 0]) == nil)
}
