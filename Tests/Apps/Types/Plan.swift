// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import LanguageModels

/// Types of a library, as another module uses them: of each access level, generic, nested, recursive.
@Generable(description: "A plan")
public struct Plan: Sendable {
  public var id: GenerationID
  public var title: String
  public var steps: [Step]
  @Guide(.count(2)) public var scores: [Box<Double>]
  var draft: String?
  fileprivate var secret: Secret?
  public var `default`: Bool
  public private(set) var revision: Int { didSet { changes += 1 } }
  public static let limit = 3
  public var isEmpty: Bool { steps.isEmpty }
  nonisolated(unsafe) static var changes = 0
  private var changes: Int {
    get { Self.changes }
    nonmutating set { Self.changes = newValue }
  }

  @Generable(name: "PlanStep")
  public struct Step: Sendable, Equatable {
    public var text: String
    public var after: [Step]?
  }

  @Generable
  fileprivate struct Secret { var word: String }

  public init(title: String, steps: [Step]) {
    id = GenerationID()
    self.title = title
    self.steps = steps
    scores = [Box(value: 1), Box(value: 2)]
    `default` = true
    revision = 1
  }
}

@Generable
public struct Box<Value: Generable & Sendable>: Sendable {
  public var value: Value
}

@Generable
package struct Parcel {
  package let weight, height: Double
  package let count: Swift.Optional<Int>
}
