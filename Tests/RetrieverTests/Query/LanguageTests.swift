import Retriever
import Testing

@Suite struct LanguageTests {
  private static let questions: [(Language, [String])] = [
    (
      .english,
      [
        "How often are the signing keys rotated?", "wifi password", "Who holds the spare key for the house in Köln?",
        "What did Frau Keller say about the Vitodens?", "IP of the printer", "Does 鍵 mean key?", "", "42?",
        "Which café has the best crème brûlée?", "tyre pressure", "When does the train to Den Haag leave?",
        "no, I meant Zanzibar", "sync plus vaults", "die Zebra", "no", "se cookies", "a la carte menu for the party",
        "C++ and e-mail", "e-mail in C#",
      ]
    ),
    (
      .german,
      [
        "Wie oft werden die Schlüssel gewechselt?", "Wer repariert den Kessel?", "Was kostet ein Liter Hefe?",
        "Wo steht das WLAN-Passwort?", "Welche Reifen passen auf mein Rad?", "Darf der Hund mit?",
      ]
    ),
    (
      .french,
      [
        "Quelle est la pression des pneus ?", "Où se trouve la clé de rechange ?", "Qui répare la chaudière ?",
        "Combien de temps faut-il cuire le pain ?", "Quand finit l’assurance ?", "Pourquoi l'eau est-elle froide ?",
      ]
    ),
    (
      .spanish,
      [
        "¿Dónde está la llave de repuesto?", "¿Cuánto cuesta un litro de levadura?", "Quién repara la caldera",
        "¿Cuándo termina el seguro?", "Cuál es la presión de los neumáticos", "¿Qué alergias tiene Tomasz?",
      ]
    ),
    (
      .italian,
      [
        "Dove si trova la chiave di riserva?", "Quanto costa un litro di lievito?", "Chi ripara la caldaia?",
        "Quando scade l'assicurazione?", "Qual è la pressione delle gomme?", "Perché l'acqua è fredda?",
      ]
    ),
    (
      .portuguese,
      [
        "Onde está a chave reserva?", "Quanto custa um litro de fermento?", "Quem conserta a caldeira?",
        "Quando termina o seguro?", "Qual é a pressão dos pneus?", "Por que a água não está quente?",
      ]
    ),
    (
      .dutch,
      [
        "Waar ligt de reservesleutel?", "Hoeveel kost een liter gist?", "Wie repareert de ketel?",
        "Wanneer loopt de verzekering af?", "Wat is de bandenspanning van mijn fiets?",
        "Hoe vaak moet ik de planten water geven?",
      ]
    ),
    (
      .polish,
      [
        "Gdzie jest zapasowy klucz?", "Ile kosztuje litr drożdży?", "Kto naprawia kocioł?",
        "Kiedy kończy się ubezpieczenie?", "Jakie jest ciśnienie w oponach?", "Dlaczego woda jest zimna?",
      ]
    ),
    (.chinese, ["备用钥匙在哪里？", "密钥多久更换一次？", "Wi-Fi 密码是什么？", "Catalyst 可以退款吗？"]),
    (.japanese, ["予備の鍵はどこですか？", "Wi-Fiのパスワードは？", "タイヤの空気圧は？", "保険はいつ終わりますか"]),
  ]

  @Test(arguments: questions) func theLanguageOfAQuestionIsTold(language: Language, questions: [String]) {
    for question in questions { #expect(Language(of: question) == language, "\(question)") }
  }

  @Test(arguments: ["Anna?", "und Zanzibar", "no", "42"]) func tooLittleTellsNothing(text: String) {
    #expect(Language.evident(in: text) == nil)
  }
}
