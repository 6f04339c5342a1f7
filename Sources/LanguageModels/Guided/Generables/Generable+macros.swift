#if Macros
  /// Makes a structure or an enumeration `Generable`.
  ///
  ///     @Generable(description: "How well a city suits a trip.")
  ///     struct Verdict {
  ///       var city: String
  ///       @Guide(description: "0 is worst", .range(0...10)) var score: Int
  ///       var reasons: [String]?
  ///     }
  ///
  /// The stored properties are generated in the order in which they are declared; a `GenerationID` is not generated,
  /// but identifies the value. `PartiallyGenerated` has the same properties, each `nil` until it can be read, and an
  /// `id`.
  ///
  /// A case of an enumeration is generated as its name, or its raw text. If any case has values, each is an object
  /// whose `type` is that name, with the values under their labels; without a label they are `value`, `value1` and so
  /// on.
  ///
  /// Needs the trait `Macros` of the package.
  @attached(extension, conformances: Generable, names: named(init(_:)))
  @attached(
    member,
    names: named(generationSchema), named(generatedContent), named(PartiallyGenerated), named(asPartiallyGenerated),
    arbitrary)
  public macro Generable(description: String? = nil) =
    #externalMacro(module: "LanguageModelsMacros", type: "GenerableMacro")

  /// Makes a structure or an enumeration `Generable`.
  ///
  /// With `representNilExplicitlyInGeneratedContent`, an optional property is written as null instead of left out.
  @attached(extension, conformances: Generable, names: named(init(_:)))
  @attached(
    member,
    names: named(generationSchema), named(generatedContent), named(PartiallyGenerated), named(asPartiallyGenerated),
    arbitrary)
  public macro Generable(description: String? = nil, representNilExplicitlyInGeneratedContent: Bool) =
    #externalMacro(module: "LanguageModelsMacros", type: "GenerableMacro")

  /// Makes a structure or an enumeration `Generable`, with a name in the schema other than that of the type.
  @attached(extension, conformances: Generable, names: named(init(_:)))
  @attached(
    member,
    names: named(generationSchema), named(generatedContent), named(PartiallyGenerated), named(asPartiallyGenerated),
    arbitrary)
  public macro Generable(
    name: String, description: String? = nil, representNilExplicitlyInGeneratedContent: Bool = false
  ) = #externalMacro(module: "LanguageModelsMacros", type: "GenerableMacro")

  /// Describes a property of a `@Generable` structure to the model.
  @attached(peer)
  public macro Guide(description: String) = #externalMacro(module: "LanguageModelsMacros", type: "GuideMacro")

  /// Describes a property of a `@Generable` structure, and limits what the model may write.
  @attached(peer)
  public macro Guide<Value>(description: String? = nil, _ guides: GenerationGuide<Value>...) =
    #externalMacro(module: "LanguageModelsMacros", type: "GuideMacro")

  /// Describes a property of a `@Generable` structure, whose text matches a regular expression as a whole.
  @attached(peer)
  public macro Guide<Output>(description: String? = nil, _ regex: Regex<Output>) =
    #externalMacro(module: "LanguageModelsMacros", type: "GuideMacro")
#endif
