/// Distinguishes questions about the conversation itself from those about the notes.
///
///     What was my first question?    What did you say about the boiler?    Was habe ich zuerst gefragt?
package enum ConversationQuestion {
  /// Whether a question asks what was asked or answered before.
  package static func isAboutConversation(_ question: String) -> Bool {
    let text = question.lowercased().replacing("’", with: "'")
    return forms.contains { text.firstMatch(of: $0) != nil }
  }

  private static var forms: [Regex<Substring>] {
    [
      // My first question, your last answer.
      #/
        \b(?:my|your|our)\s(?:(?:very|second|third|fourth|fifth)\s)*(?:first|second|third|fourth|fifth|last|latest|
        previous|earlier|original|initial|other)\s(?:\w+\s)?(?:questions?|answers?|messages?|reply|replies)\b
      /#,
      // What did I ask first; did I ask about it; not: when did I ask Marta.
      #/
        \b(?:did|have|had)\s(?:i|we)\s(?:just\s|already\s|first\s|ever\s)?ask(?:ed)?(?:\s*$|\s*[?.!,]|
        \s(?:you|about|first|before|earlier|so\sfar|already|last|at\sfirst|just\snow)\b)
      /#,
      // Who says "I asked you" or "you told me" speaks to whom they talk with.
      #/\b(?:i|we)\s(?:just\s|already\s|first\s)?asked\s(?:you|first|before|earlier|so\sfar|at\sfirst|just\snow)\b/#,
      #/\byou\s(?:just\s|already\s|first\s)?(?:said|answered|replied|told\s(?:me|us))\b/#,
      #/\bwhat\s(?:did|have)\syou\s(?:just\s|already\s)?(?:say|said|answer|answered|tell\sme|told\sme|mean|reply)\b/#,
      #/\b(?:have|did)\s(?:we|you\sand\si)\s(?:talk|talked|discuss|discussed|speak|spoken)\b|\b(?:this|our)\sconversation\b/#,
      #/
        \b(?:meine|deine|unsere)[rn]?\s(?:erste|zweite|dritte|letzte|vorige|vorherige)n?\s(?:fragen?|antwort(?:en)?|
        nachricht)\b
      /#,
      #/\bwas\s(?:habe\s|hab\s)?(?:ich|wir)\s(?:\w+\s)?(?:zuerst\s|eben\s|gerade\s|vorhin\s|schon\s)?gefragt\b/#,
      #/\bich\sdich\s(?:\w+\s){0,2}gefragt\b|\bdu\s(?:mir\s)?(?:\w+\s){0,2}(?:gesagt|geantwortet)\shast\b/#,
      #/\bwas\shabe\s?ich\s(?:dich\s)?(?:\w+\s)?gefragt\b|\bwas\shast\sdu\s(?:\w+\s){0,3}(?:gesagt|geantwortet)\b/#,
    ]
  }
}
