import NotesRecords
import Retriever
import Testing
import rag

@Suite struct PhrasesTests {
  private func texts(_ language: Language) -> [String] {
    Mirror(reflecting: Phrases.of(language)).children.compactMap { $0.value as? String }
  }

  @Test(arguments: Language.allCases) func everyLanguageSaysEverythingInItsOwnWords(language: Language) {
    let own = texts(language)
    #expect(own.count == texts(.english).count && own.count > 10 && !own.contains(""))
    for other in Language.allCases where other != language {
      #expect(Set(own).isDisjoint(with: texts(other)), "\(other)")
    }
  }

  @Test(arguments: Language.allCases) func aPhraseOfSeveralWordsIsInItsLanguage(language: Language) {
    // The shortest may read the same in another language.
    let phrases = Phrases.of(language)
    #expect(Language(of: "\(phrases.closest) \(phrases.unsureOfQuote)") == language)
  }
}
