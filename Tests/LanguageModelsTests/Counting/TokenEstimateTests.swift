import Foundation
import LanguageModels
import LlamaEngine
import TestSupport
import Testing

/// The guess beside a real tokenizer, one that was made for English and so is dearest elsewhere.
@Suite struct TokenEstimateTests {
  private static let english = """
    The workshop keeps its tools on the wall behind the long bench. Every tool has a painted outline, so that a glance \
    in the evening shows what is missing. Whoever borrows a saw or a plane writes the date and a name on the slate \
    beside the door, and wipes both off again when the tool is back. New members learn this on their first day, before \
    anybody shows them how to sharpen a chisel. The rule has one exception: the measuring tape may be carried home, \
    since everyone has one of their own by now and the old one is worn at the end.
    """
  private static let german = """
    Die Werkstatt bewahrt ihre Werkzeuge an der Wand hinter der langen Bank auf. Jedes Werkzeug hat einen gemalten \
    Umriss, sodass ein Blick am Abend zeigt, was fehlt. Wer eine Säge ausleiht, schreibt das Datum auf die Tafel.
    """
  private static let russian = """
    Мастерская хранит инструменты на стене за длинным верстаком. У каждого инструмента есть контур, так что вечером \
    сразу видно, чего не хватает.
    """
  private static let chinese = "工作坊把工具挂在长凳后面的墙上。每件工具都有画好的轮廓，所以晚上看一眼就知道缺了什么。借锯子的人要在门边的石板上写下日期。"
  private static let japanese = "工房では道具を長い作業台の後ろの壁に掛けています。それぞれの道具には輪郭が描かれているので、夕方に見れば何が足りないか分かります。"
  private static let korean = "작업장은 긴 작업대 뒤의 벽에 도구를 걸어 둡니다. 도구마다 윤곽이 그려져 있어서 저녁에 한 번 보면 무엇이 없는지 알 수 있습니다."
  private static let vietnamese =
    "Xưởng treo dụng cụ trên tường phía sau chiếc ghế dài. Mỗi dụng cụ có một đường viền được vẽ sẵn."

  @Test(arguments: [chinese, japanese, korean])
  func ideographsAreNeverGuessedTooLow(text: String) async throws {
    let model = try await SmolLM2.load()
    let count = model.tokenCount(of: text)
    let guess = TokenEstimate.tokens(in: text)
    #expect(guess >= count, "\(guess) for \(count) in \(text.count) characters")
    // Four characters for a token would be far too low.
    #expect((text.count + 3) / 4 < count / 2)
  }

  @Test func englishIsGuessedWithinAFifth() async throws {
    let model = try await SmolLM2.load()
    let count = Double(model.tokenCount(of: Self.english))
    let guess = Double(TokenEstimate.tokens(in: Self.english))
    #expect(abs(guess - count) <= 0.2 * count, "\(guess) for \(count)")
  }

  @Test func theSafeGuessHoldsForMixedText() async throws {
    let model = try await SmolLM2.load(contextSize: 2048)
    let mixed = [Self.english, Self.german, Self.russian, Self.vietnamese, Self.chinese].joined(separator: "\n")
    let count = model.tokenCount(of: mixed)
    let guess = TokenEstimate.tokens(in: mixed)
    #expect(TokenEstimate.safeTokens(guess) >= count, "\(guess) for \(count)")
    for text in [Self.german, Self.russian, Self.vietnamese] {
      #expect(2 * TokenEstimate.tokens(in: text) > model.tokenCount(of: text))
    }
  }

  @Test func twelveThousandCharactersFillFourThousandTokensAtMost() {
    let text = String(repeating: Self.english + "\n", count: 30).prefix(12_000)
    #expect((2900...4096).contains(TokenEstimate.tokens(in: String(text))))
  }
}
