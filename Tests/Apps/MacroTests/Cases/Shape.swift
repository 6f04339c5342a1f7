import LanguageModels

@Generable enum Shape { case circle(radius: Double), line(Int, to: Int?), `default` }
