import Foundation
import LanguageModels
import LlamaEngine
import TestSupport
import Testing

/// Schemas and values that others wrote.
///
/// `RAG_SCHEMA_CASES` names a folder of such files; without it there are none, and `RAG_SCHEMA_GRAMMAR=0` leaves out
/// the grammar.
struct SchemaCaseTests {
  private static let environment = ProcessInfo.processInfo.environment

  @Test(.enabled(if: environment["RAG_SCHEMA_CASES"] != nil, "RAG_SCHEMA_CASES names no folder"))
  func everyCaseOfAFolderIsJudgedRightly() async throws {
    let environment = Self.environment
    let folder = try #require(environment["RAG_SCHEMA_CASES"])
    let model = environment["RAG_SCHEMA_GRAMMAR"] == "0" ? nil : try await SmolLM2.load()
    var count = (schemas: 0, supported: 0, values: 0, wrong: 0, rewritten: 0, grammarWrong: 0, slow: 0)
    var refusals: [String: Int] = [:]
    for item in try SchemaCase.all(in: folder) {
      count.schemas += 1
      let schema: GenerationSchema
      let start = ContinuousClock.now
      do {
        schema = try GenerationSchema(jsonSchema: item.schema)
      } catch {
        let text = "\(error)"
        refusals[String(text.prefix(while: { $0 != "," })), default: 0] += 1
        if environment["RAG_SCHEMA_VERBOSE"] != nil { print("refused \(item.name): \(error.localizedDescription)") }
        continue
      }
      count.supported += 1
      let resolved = try ResolvedSchema(schema)
      let grammar = try schema.grammar()
      if ContinuousClock.now - start > .seconds(1) {
        count.slow += 1
        print("slow \(item.name): \(ContinuousClock.now - start), grammar of \(grammar.utf8.count) bytes")
      }
      for (value, isValid) in item.values {
        count.values += 1
        let violation = SchemaValidator(resolved).firstViolation(of: value)
        if (violation == nil) != isValid {
          count.wrong += 1
          print("WRONG \(item.name): \(value.text.prefix(200)) should be \(isValid), is \(violation as Any)")
        }
        // What the grammar never comes to may have what it cannot express.
        guard let model, let rewritten = try? resolved.rewritten(value) else { continue }
        let isRight = SchemaValidator(resolved).firstViolation(of: rewritten) == nil
        let isAllowed = try await model.grammar(grammar, allows: rewritten.text)
        count.rewritten += 1
        // A value that became right as it was rewritten may still have what was declared for other alternatives.
        if isValid ? !isAllowed : isAllowed && !isRight {
          count.grammarWrong += 1
          print("GRAMMAR \(item.name): \(rewritten.text.prefix(300)) valid \(isRight), allowed \(isAllowed)")
        }
      }
    }
    print(count)
    for (reason, number) in refusals.sorted(by: { $0.value > $1.value }) { print("  \(number) \(reason)") }
    #expect(count.wrong == 0 && count.grammarWrong == 0)
  }
}
