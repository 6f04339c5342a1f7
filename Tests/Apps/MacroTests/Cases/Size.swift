import LanguageModels

@Generable(name: "ShirtSize") package enum Size: String { case small = "S", large }
