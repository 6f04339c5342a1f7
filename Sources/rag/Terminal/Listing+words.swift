import Retriever
import VectorStore

extension Listing {
  /// Returns how many rows it has and how many notes were examined, in words.
  func words(in language: Language) -> String {
    let rows = rows.count
    switch language {
    case .english:
      let found = listsNotes ? "" : "\(Numbers.count(rows, of: "line")) in "
      return "\(span(in: language))\(found)\(Numbers.count(notes, of: "note")), of \(Numbers.count(examined)) examined."
    case .german:
      let found = listsNotes ? "" : "\(rows) \(rows == 1 ? "Zeile" : "Zeilen") in "
      return "\(span(in: language))\(found)\(notes) \(notes == 1 ? "Notiz" : "Notizen"), von \(examined) geprüften."
    case .french: return "Trouvé : \(rows). Notes examinées : \(examined)."
    case .spanish: return "Encontrado: \(rows). Notas examinadas: \(examined)."
    case .italian: return "Trovati: \(rows). Note esaminate: \(examined)."
    case .portuguese: return "Encontrados: \(rows). Notas examinadas: \(examined)."
    case .dutch: return "Gevonden: \(rows). Bekeken notities: \(examined)."
    case .polish: return "Znaleziono: \(rows). Przejrzane notatki: \(examined)."
    case .chinese: return "找到 \(rows) 处,共检查 \(examined) 篇笔记。"
    case .japanese: return "\(rows) 件。調べたノートは \(examined) 件。"
    }
  }

  /// Returns the words for a list of days that has no row; `nil` for another.
  func absence(in language: Language) -> String? {
    guard days != nil, rows.isEmpty else { return nil }
    return span(in: language)
      + (language == .german ? "nichts in deinen Notizen gefunden." : "nothing found in your notes.")
  }

  /// Returns the days that are asked for, before what is found; of overdue tasks, the last of them.
  private func span(in language: Language) -> String {
    guard let days else { return "" }
    let (first, last) = (days.lowerBound, days.upperBound)
    let isGerman = language == .german
    if let other = otherDays, first == last, other.lowerBound == other.upperBound {
      return "\(first) \(isGerman ? "oder" : "or") \(other.lowerBound): "
    }
    if first == last { return "\(first): " }
    if first == Day(year: 1, month: 1, day: 1) { return "\(isGerman ? "bis" : "until") \(last): " }
    return "\(first) \(isGerman ? "bis" : "to") \(last): "
  }
}
