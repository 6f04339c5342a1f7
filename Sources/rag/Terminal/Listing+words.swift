import Retriever

extension Listing {
  /// Returns how many rows it has and how many notes were examined, in words.
  func words(in language: Language) -> String {
    let rows = rows.count
    switch language {
    case .english:
      let found = listsNotes ? "" : "\(Numbers.count(rows, of: "line")) in "
      return "\(found)\(Numbers.count(notes, of: "note")), of \(Numbers.count(examined)) examined."
    case .german:
      let found = listsNotes ? "" : "\(rows) \(rows == 1 ? "Zeile" : "Zeilen") in "
      return "\(found)\(notes) \(notes == 1 ? "Notiz" : "Notizen"), von \(examined) geprüften."
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
}
