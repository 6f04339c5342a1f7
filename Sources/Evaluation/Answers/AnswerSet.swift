import Embedding
public import VectorStore

/// Questions about notes, with what a right answer contains.
///
///     let set = try AnswerSet(contentsOf: "sets/squad2").sampled(200)
public struct AnswerSet: Sendable {
  /// A question, and how an answer to it is judged.
  public struct Question: Sendable, Hashable {
    /// The id, unique in the set.
    public var id: String
    /// The question.
    public var text: String
    /// A kind of question, for figures of its own; empty if the set has only one.
    public var category = ""
    /// Whether the notes contain the answer.
    public var isAnswerable: Bool
    /// Reference answers, which exact match and F1 compare with.
    public var answers: [String] = []
    /// What a right answer contains: of each group, one of the texts.
    public var accepted: [[String]] = []
    /// Whether an answer that shares most of its words with a reference is right too.
    public var acceptsOverlap = true
    /// Where the notes answer the question.
    public var places: [Place] = []
    /// Which notes may be used.
    public var filter = SearchFilter()

    /// Creates a question.
    public init(
      id: String, text: String, category: String = "", isAnswerable: Bool, answers: [String] = [],
      accepted: [[String]] = [], acceptsOverlap: Bool = true, places: [Place] = [],
      filter: SearchFilter = SearchFilter()
    ) {
      (self.id, self.text, self.category, self.isAnswerable) = (id, text, category, isAnswerable)
      (self.answers, self.accepted, self.acceptsOverlap) = (answers, accepted, acceptsOverlap)
      (self.places, self.filter) = (places, filter)
    }
  }

  /// A place in the notes.
  public struct Place: Sendable, Hashable {
    /// The document's path in its folder.
    public var path: String
    /// The lines, from 1; `nil` for any that contain the answer.
    public var lines: ClosedRange<Int>?
    /// In a document whose lines are not those of its file, the place as it is cited, such as `p. 12`.
    public var name: String?

    /// Creates a place.
    public init(path: String, lines: ClosedRange<Int>? = nil, name: String? = nil) {
      (self.path, self.lines, self.name) = (path, lines, name)
    }
  }

  /// What the questions are about.
  public enum Notes: Sendable {
    /// Files that are written into a temporary folder.
    case files([File])
    /// A folder.
    case folder(String)
    /// The notes of an existing index.
    case index
  }

  /// A file of notes.
  public struct File: Sendable, Hashable {
    /// The path in the folder.
    public var path: String
    /// The text.
    public var text: String

    /// Creates a file.
    public init(path: String, text: String) { (self.path, self.text) = (path, text) }
  }

  /// The set's name: that of its folder or file.
  public var name: String
  /// The questions.
  public var questions: [Question]
  /// The notes.
  public var notes: Notes

  /// Creates a set.
  public init(name: String, questions: [Question], notes: Notes) {
    (self.name, self.questions, self.notes) = (name, questions, notes)
  }

  /// Returns the set with at most so many questions of each kind, answerable and not, drawn at random.
  ///
  /// A larger sample with the same seed contains a smaller one.
  public func sampled(_ count: Int?, seed: Int = 0) -> AnswerSet {
    var keys: [String: String] = [:]
    for question in questions { keys[question.id] = SHA256Digest.hexadecimal(of: "\(seed) \(question.id)") }
    var sample = self
    var taken = [true: 0, false: 0]
    sample.questions = questions.sorted { keys[$0.id, default: ""] < keys[$1.id, default: ""] }.filter { question in
      taken[question.isAnswerable, default: 0] += 1
      return taken[question.isAnswerable, default: 0] <= count ?? .max
    }
    return sample
  }

  /// Returns the set with each answerable question asked once more, of notes without the documents that answer it.
  ///
  /// Notes with the same text elsewhere may still answer it.
  public func withTwinsWithoutAnswer() -> AnswerSet {
    var set = self
    set.questions += questions.filter { $0.isAnswerable && !$0.places.isEmpty }.map { question in
      var twin = question
      twin.id += "-withheld"
      twin.category = "withheld"
      twin.isAnswerable = false
      twin.filter.excluded.pathParts += question.places.map(\.path)
      return twin
    }
    return set
  }
}
