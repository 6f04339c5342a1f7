import Retriever
import Testing

@Suite struct ConversationQuestionTests {
  @Test(arguments: [
    "What was my first question?", "what was my very first question", "Repeat my last question.",
    "What did I ask first?", "What did I just ask you?", "Which questions have I asked?", "What have I asked so far?",
    "What did you say about the boiler?", "What did you just answer?", "Summarize this conversation.",
    "What have we talked about?", "What was your previous answer?", "Did I ask about the boiler already?",
    "Was war meine erste Frage?", "Was habe ich zuerst gefragt?", "Was hast du gerade gesagt?",
    "Wie lautete deine letzte Antwort?", "What was the first thing I asked you?",
    "Which number did you say you told me?",
    "Repeat what you said about the boiler.", "Was war das Erste, was ich dich heute gefragt habe?",
  ])
  func whatAsksForTheConversationIsToldFromTheRest(question: String) {
    #expect(ConversationQuestion.isAboutConversation(question))
  }

  @Test(arguments: [
    "What was the first question in the interview with Marta?", "Which question did Jonas ask in the meeting?",
    "What did Marta say about the boiler?", "What was my first salary?", "When did I ask Marta for the key?",
    "When was my last appointment?", "Did I ask him for the invoice?", "What is the answer to the third exercise?",
    "Who answers the telephone?", "What is my first name?", "Whom should I ask about the keys?",
    "No, I meant the tyre pressure.", "And what is her number?", "Was sagte Marta über den Kessel?",
    "Wann war meine letzte Impfung?", "What did Marta answer when I asked her for the key?",
    "Which questions should I ask the landlord?",
  ])
  func questionsAboutNotesAreSearchedFor(question: String) {
    #expect(!ConversationQuestion.isAboutConversation(question))
  }
}
