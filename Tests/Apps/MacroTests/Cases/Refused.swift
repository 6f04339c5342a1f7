// swift-format-ignore-file
// What the macros refuse, checked by the compiler's own comparison with the comments.
import LanguageModels

@Generable class Account { var name = "" }  // expected-error {{@Generable is for structures and enumerations, not for a class}}

@Generable actor Counter { var count: Int = 0 }  // expected-error {{@Generable is for structures and enumerations, not for an actor}}

@Generable struct Inferred {
  var count = 3  // expected-error {{declare the type of 'count': @Generable cannot infer it}}
}

@Generable struct Pair {
  var (a, b): (Int, Int)  // expected-error {{@Generable reads properties with a name of their own: declare each by itself}}
}

@Generable struct Lazy {
  lazy var count: Int = 3  // expected-error {{'count' cannot be generated: remove 'lazy', or compute the property}}
}

@Generable struct Fixed {
  let count: Int = 3  // expected-error {{'count' always has the same value: make it a variable to generate it, otherwise static or computed}}
}

@Generable struct Table {
  var rows: [String: Int]  // expected-error {{'rows' cannot be generated, since its type is a dictionary: use an array of a @Generable structure, or GeneratedContent}}
}

@Generable struct Point {
  var place: (x: Int, y: Int)  // expected-error {{'place' cannot be generated, since its type is a tuple: use a @Generable structure}}
}

@Generable struct Callback {
  var action: (() -> Void)?  // expected-error {{'action' cannot be generated, since its type is a function: compute the property, or leave it out}}
}

@Generable struct Unwrapped {
  var name: String!  // expected-error {{'name' cannot be generated, since its type is implicitly unwrapped: use an ordinary optional}}
}

@Generable struct Anything {
  var parts: [any Generable]  // expected-error {{'parts' cannot be generated, since its type is not one type: name a type}}
}

@Generable struct Twice {
  @Guide(description: "a")
  @Guide(.range(1...2))  // expected-error {{'count' has two guides: join them in one @Guide}}
  var count: Int
}

@Generable struct Guides {
  @Guide(description: "the sum")  // expected-error {{@Guide is for stored properties of a @Generable structure}}
  var sum: Int { a + b }
  @Guide(description: "both")  // expected-error {{@Guide is for one property: declare each by itself}}
  var a, b: Int
}

struct Outer {
  @Generable private struct Inner { var a: Int }  // expected-error {{make 'Inner' fileprivate: @Generable extends it, and no extension sees a private type in another one}}
}

let isSparse = false
@Generable(description: "s", representNilExplicitlyInGeneratedContent: isSparse)  // expected-error {{write true or false: @Generable has no other value before the program runs}}
struct Sparse { var a: Int? }

@Generable enum Nothing {}  // expected-error {{'Nothing' has no cases, so there is nothing to generate}}

@Generable enum Numbered: Int { case one, two }  // expected-error {{raw values of type Int cannot be generated: use String, or no raw values}}

@Generable enum Overloaded {
  case move(x: Int)
  case move(y: Int)  // expected-error {{two cases are called 'move': content tells them apart by name only}}
}

@Generable enum Labels {
  case typed(type: Int)  // expected-error {{two properties of the content of 'typed' would be called 'type': use other labels}}
}
