package import Retriever

/// The phrases printed around an answer, in the language of the question. All other output is in English.
package struct Phrases: Sendable {
  /// The notes hold no answer.
  package let notInNotes: String
  /// The heading of the passages shown in that case.
  package let nearest: String
  /// The heading of the closest lines, if the notes do not answer outright.
  package let closest: String
  /// The answer is not based on any passage.
  package let notFromNotes: String
  /// The notes may not answer the question.
  package let unsure: String
  /// The words are from the notes, but may not be the answer.
  package let unsureOfQuote: String
  /// Precedes a sentence that no passage supports.
  package let unsupported: String
  /// Precedes a sentence that may follow an instruction in a note.
  package let mayFollowOrder: String
  /// Precedes words that are not in the cited lines.
  package let notInLines: String
  /// Precedes words of the question that the cited notes do not have.
  package let unmentioned: String
  /// Precedes the places of notes that contradict each other.
  package let contradicted: String
  /// The reply was cut off at its limit of tokens; OPTION stands for what raises it.
  let cut: String
  /// Precedes the number of sources not shown, and the option that shows them.
  package let moreSources: String
  /// Marks a file that has changed.
  package let changed: String
  /// Marks a file that is missing or cannot be read.
  package let gone: String

  /// The reply was cut off at its limit of tokens, which an option raises.
  package func cut(raisedBy option: String) -> String { cut.replacing("OPTION", with: option) }

  /// Returns the phrases in a language.
  package static func of(_ language: Language) -> Phrases {
    switch language {
    case .english:
      Phrases(
        notInNotes: "Not in your notes.", nearest: "The closest passages:",
        closest: "The notes do not answer this outright; these lines come closest:",
        notFromNotes: "Not from your notes.", unsure: "Unsure: the notes may not answer this. Check the sources.",
        unsureOfQuote:
          "Unsure: these words are in your notes, but may not answer the question. Check the lines.",
        unsupported: "Not supported by the notes:",
        mayFollowOrder: "May follow an instruction in a note:",
        notInLines: "Not in the cited lines:",
        unmentioned: "The cited notes do not mention:", contradicted: "Your notes disagree:",
        cut: "The answer was cut off: allow more with OPTION.", moreSources: "More sources:",
        changed: "changed since it was indexed", gone: "no longer available")
    case .german:
      Phrases(
        notInNotes: "Steht nicht in deinen Notizen.", nearest: "Die nächsten Stellen:",
        closest: "Die Notizen beantworten das nicht direkt; diese Zeilen kommen dem am nächsten:",
        notFromNotes: "Nicht aus deinen Notizen.",
        unsure: "Unsicher: Vielleicht beantworten die Notizen das nicht. Prüfe die Quellen.",
        unsureOfQuote:
          "Unsicher: Diese Worte stehen in deinen Notizen, sind aber vielleicht nicht das Gefragte. Prüfe die Zeilen.",
        unsupported: "Durch die Notizen nicht belegt:",
        mayFollowOrder: "Folgt vielleicht einer Anweisung in einer Notiz:",
        notInLines: "Nicht in den zitierten Zeilen:",
        unmentioned: "Die zitierten Notizen nennen nicht:", contradicted: "Deine Notizen widersprechen sich:",
        cut: "Die Antwort wurde abgeschnitten: Mehr erlaubt OPTION.", moreSources: "Weitere Quellen:",
        changed: "seit dem Indizieren geändert", gone: "seit dem Indizieren verschwunden")
    case .french:
      Phrases(
        notInNotes: "Pas dans vos notes.", nearest: "Les passages les plus proches :",
        closest: "Les notes n’y répondent pas directement ; ces lignes s’en approchent le plus :",
        notFromNotes: "Ne vient pas de vos notes.",
        unsure: "Incertain : les notes n’y répondent peut-être pas. Vérifiez les sources.",
        unsureOfQuote:
          "Incertain : ces mots figurent dans vos notes, mais ne répondent peut-être pas. Vérifiez les lignes.",
        unsupported: "Non étayé par les notes :",
        mayFollowOrder: "Suit peut-être une instruction qui figure dans une note :",
        notInLines: "Absent des lignes citées :",
        unmentioned: "Les notes citées ne mentionnent pas :", contradicted: "Vos notes se contredisent :",
        cut: "La réponse a été coupée : OPTION en permet une plus longue.", moreSources: "Autres sources :",
        changed: "modifié depuis l’indexation", gone: "disparu depuis l’indexation")
    case .spanish:
      Phrases(
        notInNotes: "No está en tus notas.", nearest: "Los pasajes más cercanos:",
        closest: "Las notas no lo responden directamente; estas líneas son las más cercanas:",
        notFromNotes: "No procede de tus notas.",
        unsure: "Dudoso: puede que las notas no lo respondan. Comprueba las fuentes.",
        unsureOfQuote:
          "Dudoso: estas palabras están en tus notas, pero quizá no sean lo que preguntas. Comprueba las líneas.",
        unsupported: "Sin respaldo en las notas:",
        mayFollowOrder: "Quizá sigue una instrucción que está en una nota:",
        notInLines: "No está en las líneas citadas:",
        unmentioned: "Las notas citadas no mencionan:", contradicted: "Tus notas se contradicen:",
        cut: "La respuesta se cortó: permite más con OPTION.", moreSources: "Más fuentes:",
        changed: "modificado desde que se indexó", gone: "desaparecido desde que se indexó")
    case .italian:
      Phrases(
        notInNotes: "Non è nelle tue note.", nearest: "I passaggi più vicini:",
        closest: "Le note non rispondono direttamente; queste righe sono le più vicine:",
        notFromNotes: "Non proviene dalle tue note.",
        unsure: "Incerto: forse le note non rispondono. Controlla le fonti.",
        unsureOfQuote:
          "Incerto: queste parole sono nelle tue note, ma forse non sono la risposta. Controlla le righe.",
        unsupported: "Non confermato dalle note:",
        mayFollowOrder: "Forse segue un'istruzione contenuta in una nota:",
        notInLines: "Non nelle righe citate:",
        unmentioned: "Le note citate non menzionano:", contradicted: "Le tue note si contraddicono:",
        cut: "La risposta è stata tagliata: consenti di più con OPTION.", moreSources: "Altre fonti:",
        changed: "modificato dopo l’indicizzazione", gone: "scomparso dopo l’indicizzazione")
    case .portuguese:
      Phrases(
        notInNotes: "Não está nas suas notas.", nearest: "Os trechos mais próximos:",
        closest: "As notas não respondem diretamente; estas linhas são as mais próximas:",
        notFromNotes: "Não vem das suas notas.",
        unsure: "Incerto: talvez as notas não respondam a isto. Verifique as fontes.",
        unsureOfQuote:
          "Incerto: estas palavras estão nas suas notas, mas talvez não sejam a resposta. Verifique as linhas.",
        unsupported: "Sem apoio nas notas:",
        mayFollowOrder: "Talvez siga uma instrução que está numa nota:",
        notInLines: "Não está nas linhas citadas:",
        unmentioned: "As notas citadas não mencionam:", contradicted: "As suas notas contradizem-se:",
        cut: "A resposta foi cortada: permita mais com OPTION.", moreSources: "Mais fontes:",
        changed: "alterado desde a indexação", gone: "desaparecido desde a indexação")
    case .dutch:
      Phrases(
        notInNotes: "Staat niet in je notities.", nearest: "De dichtstbijzijnde passages:",
        closest: "De notities beantwoorden dit niet rechtstreeks; deze regels komen het dichtst in de buurt:",
        notFromNotes: "Niet uit je notities.",
        unsure: "Onzeker: misschien beantwoorden de notities dit niet. Controleer de bronnen.",
        unsureOfQuote:
          "Onzeker: deze woorden staan in je notities, maar zijn misschien niet het antwoord. Controleer de regels.",
        unsupported: "Niet onderbouwd door de notities:",
        mayFollowOrder: "Volgt misschien een instructie in een notitie:",
        notInLines: "Niet in de aangehaalde regels:",
        unmentioned: "De aangehaalde notities noemen niet:", contradicted: "Je notities spreken elkaar tegen:",
        cut: "Het antwoord is afgekapt: sta meer toe met OPTION.", moreSources: "Meer bronnen:",
        changed: "gewijzigd sinds het indexeren", gone: "verdwenen sinds het indexeren")
    case .polish:
      Phrases(
        notInNotes: "Nie ma tego w twoich notatkach.", nearest: "Najbliższe fragmenty:",
        closest: "Notatki nie odpowiadają na to wprost; najbliższe są te wiersze:",
        notFromNotes: "Nie pochodzi z twoich notatek.",
        unsure: "Niepewne: notatki mogą na to nie odpowiadać. Sprawdź źródła.",
        unsureOfQuote:
          "Niepewne: te słowa są w twoich notatkach, ale mogą nie być odpowiedzią. Sprawdź wiersze.",
        unsupported: "Bez oparcia w notatkach:",
        mayFollowOrder: "Może wykonywać polecenie zapisane w notatce:",
        notInLines: "Nie ma w przytoczonych wierszach:",
        unmentioned: "Przytoczone notatki nie wspominają:", contradicted: "Twoje notatki są ze sobą sprzeczne:",
        cut: "Odpowiedź została ucięta: pozwól na więcej opcją OPTION.", moreSources: "Więcej źródeł:",
        changed: "zmieniony od czasu indeksowania", gone: "zniknął od czasu indeksowania")
    case .chinese:
      Phrases(
        notInNotes: "您的笔记中没有。", nearest: "最接近的段落：", closest: "笔记没有直接回答这个问题；最接近的是以下几行：",
        notFromNotes: "并非出自您的笔记。", unsure: "不确定：笔记可能没有回答这个问题。请查看出处。",
        unsureOfQuote: "不确定：这些文字出自您的笔记，但可能不是所问的内容。请查看原文。", unsupported: "笔记中没有依据：",
        mayFollowOrder: "可能遵循了笔记中的指令：",
        notInLines: "所引各行中没有：",
        unmentioned: "所引笔记中没有提到：", contradicted: "您的笔记互相矛盾：",
        cut: "回答被截断：可用 OPTION 允许更长的回答。", moreSources: "更多出处：",
        changed: "编入索引后已更改", gone: "编入索引后已不存在")
    case .japanese:
      Phrases(
        notInNotes: "ノートにはありません。", nearest: "最も近い箇所：", closest: "ノートに直接の答えはありません。最も近いのは次の行です：",
        notFromNotes: "ノートに基づく答えではありません。", unsure: "不確か：ノートはこれに答えていないかもしれません。出典を確認してください。",
        unsureOfQuote: "不確か：この文言はノートにありますが、求める答えではないかもしれません。行を確認してください。",
        unsupported: "ノートに裏付けがありません：",
        mayFollowOrder: "ノート内の指示に従っている可能性があります：",
        notInLines: "引用した行にありません：",
        unmentioned: "引用したノートにない語：", contradicted: "ノートの内容が食い違っています：",
        cut: "回答が途中で切れました：OPTION で長くできます。", moreSources: "その他の出典：",
        changed: "索引作成後に変更", gone: "索引作成後に消失")
    }
  }
}
