import Foundation

/// What LaTeX's commands stand for.
enum LaTeXCommands {
  static let headings = [
    "part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6,
    "frametitle": 2, "framesubtitle": 3, "subsubsubsection": 5, "addchap": 1, "addsec": 2,
  ]
  /// How many arguments are for the typesetter.
  static let silent = [
    "label": 1, "index": 1, "vspace": 1, "hspace": 1, "setlength": 2, "addtolength": 2, "setcounter": 2,
    "addtocounter": 2, "usepackage": 1, "documentclass": 1, "RequirePackage": 1, "input": 1, "include": 1,
    "includeonly": 1, "bibliography": 1, "bibliographystyle": 1, "addbibresource": 1, "pagestyle": 1,
    "thispagestyle": 1, "pagenumbering": 1, "includegraphics": 1, "color": 1, "hypersetup": 1,
    "DeclareMathOperator": 2, "newenvironment": 3, "renewenvironment": 3, "theoremstyle": 1, "geometry": 1,
    "graphicspath": 1, "lstset": 1, "definecolor": 3, "newlength": 1, "newcounter": 1, "phantom": 1, "hphantom": 1,
    "vphantom": 1, "addcontentsline": 3, "cline": 1, "rule": 2, "glsreset": 1, "glsunset": 1, "acreset": 1, "acuse": 1,
    "acused": 1, "fontsize": 2, "selectlanguage": 1, "hyphenation": 1, "nocite": 1, "usetikzlibrary": 1, "tikzset": 1,
    "pgfplotsset": 1, "usetheme": 1, "usecolortheme": 1, "titleformat": 5, "captionsetup": 1, "markboth": 2,
    "markright": 1, "glsadd": 1, "linespread": 1, "setmainfont": 1, "bookmarksetup": 1, "sisetup": 1,
    "setbeamercolor": 2, "setbeamerfont": 2, "includepdf": 1, "inst": 1, "fancyhead": 1, "fancyfoot": 1, "thanks": 1,
    "pdfbookmark": 2, "enlargethispage": 1, "stepcounter": 1, "refstepcounter": 1, "columnwidth": 0, "arraystretch": 0,
  ]
  /// Those whose last argument is text, by how many before it are for the typesetter.
  static let beforeText = [
    "href": 1, "textcolor": 1, "colorbox": 1, "fcolorbox": 2, "parbox": 1, "raisebox": 1, "multirow": 2,
    "foreignlanguage": 1, "makebox": 0, "framebox": 0, "resizebox": 2, "scalebox": 1, "rotatebox": 1, "hyperlink": 1,
    "hypertarget": 1, "fontspec": 1,
  ]
  /// Those that `\maketitle` writes below the title.
  static let titleLines: Set<String> = [
    "subtitle", "author", "affil", "affiliation", "institute", "date", "subject", "publishers", "titlehead",
  ]
  /// Abbreviations as `\gls` of the package glossaries and `\ac` of acro and acronym write them.
  static let abbreviations: [String: Abbreviation] = [
    "gls": .usual, "glspl": .usual, "ac": .usual, "acp": .usual, "glsentryshort": .short, "acrshort": .short,
    "acs": .short, "glsentrylong": .long, "acrlong": .long, "acl": .long, "glsxtrlong": .long, "acrfull": .full,
    "acf": .full, "glsxtrshort": .short, "glsxtrfull": .full, "glsentryname": .short, "acrshortpl": .short,
    "acrlongpl": .long, "acrfullpl": .full, "acsp": .short, "aclp": .long, "acfp": .full, "glstext": .short,
    "glsfirst": .full, "iac": .usual,
  ]

  enum Abbreviation {
    case short, long, full
    /// In full where it stands first, then short.
    case usual
  }

  static let symbols = [
    "&": "&", "%": "%", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", " ": " ", ",": " ", ";": " ", ":": " ",
    "!": "", "/": "", "-": "", "@": "", "\n": " ", "ldots": "…", "dots": "…", "textellipsis": "…",
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textbar": "|", "textless": "<",
    "textgreater": ">", "textendash": "–", "textemdash": "—", "textquotedblleft": "“", "textquotedblright": "”",
    "S": "§", "P": "¶", "copyright": "©", "textcopyright": "©", "textregistered": "®", "texttrademark": "™",
    "pounds": "£", "euro": "€", "texteuro": "€", "EUR": "€", "textdegree": "°", "ss": "ß", "ae": "æ", "AE": "Æ",
    "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ",
    "dh": "ð", "th": "þ", "TeX": "TeX", "LaTeX": "LaTeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "XeLaTeX": "XeLaTeX",
    "textbullet": "•", "textperiodcentered": "·", "quad": " ", "qquad": " ", "newline": "\n", "linebreak": "\n",
    "glqq": "„", "grqq": "“", "flqq": "«", "frqq": "»", "dag": "†", "ddag": "‡", "lq": "‘", "rq": "’", "slash": "/",
    "textunderscore": "_", "textquotesingle": "'", "nobreakspace": " ", "hfill": " ", "times": "×", "textmu": "µ",
    "textohm": "Ω", "degree": "°", "celsius": "°C", "perthousand": "‰", "texttimes": "×", "textpm": "±", "textdiv": "÷",
    "textonehalf": "½", "guillemotleft": "«", "guillemotright": "»", "textrightarrow": "→", "textleftarrow": "←",
    "checkmark": "✓",
  ]
  /// Combining characters of accents.
  static let accents: [String: Unicode.Scalar] = [
    "'": "\u{301}", "`": "\u{300}", "^": "\u{302}", "\"": "\u{308}", "~": "\u{303}", "=": "\u{304}", ".": "\u{307}",
    "c": "\u{327}", "v": "\u{30C}", "u": "\u{306}", "H": "\u{30B}", "k": "\u{328}", "r": "\u{30A}", "d": "\u{323}",
    "b": "\u{331}",
  ]
  static let verbatim: Set<String> = [
    "verbatim", "Verbatim", "lstlisting", "minted", "alltt", "BVerbatim", "LVerbatim", "verbatimtab", "semiverbatim",
  ]
  static let dropped: Set<String> = ["comment", "filecontents", "tikzpicture", "picture", "pspicture"]
  static let math: Set<String> = [
    "equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "alignat", "flalign", "IEEEeqnarray",
    "dmath", "split",
  ]
  static let tables: Set<String> = ["tabular", "tabularx", "tabulary", "longtable", "supertabular", "tblr", "array"]
  static let lists: Set<String> = [
    "itemize", "enumerate", "description", "thebibliography", "compactitem", "compactenum",
  ]
  /// Commands of beamer that may name slides before their text: `\only<2>{…}`.
  static let overlaid: Set<String> = [
    "only", "onslide", "uncover", "visible", "invisible", "alert", "textbf", "emph", "structure",
  ]
  /// Commands for the typesetter that may have empty braces behind them.
  static let layout: Set<String> = [
    "tableofcontents", "today", "noindent", "centering", "appendix", "relax", "protect", "tiny", "small", "large",
    "Large", "huge", "bfseries", "itshape", "normalfont", "normalsize", "hspace", "vfill", "null", "leavevmode",
    "strut",
  ]
  static let quotations: Set<String> = ["quote", "quotation", "verse", "displayquote"]
  /// Environments by how many arguments are for the typesetter.
  static let sized = [
    "minipage": 1, "multicols": 1, "wrapfigure": 2, "adjustbox": 1, "column": 1, "thebibliography": 1, "CJK": 2,
  ]
  /// Environments that begin with their name.
  static let statements: Set<String> = [
    "theorem", "lemma", "corollary", "proposition", "definition", "remark", "example", "proof", "exercise", "note",
    "claim", "conjecture", "axiom",
  ]

  /// Whether the text of an environment is read as a whole, up to its end.
  static func isReadWhole(_ environment: String) -> Bool {
    let name = environment.filter { $0 != "*" }
    return verbatim.contains(name) || dropped.contains(name) || math.contains(name) || tables.contains(name)
  }

  /// Returns a letter with an accent.
  static func accented(_ letter: String, by accent: Unicode.Scalar) -> String {
    guard let first = letter.unicodeScalars.first else { return "" }
    var view = String.UnicodeScalarView([first == "ı" ? "i" : first, accent])
    for scalar in letter.unicodeScalars.dropFirst() { view.append(scalar) }
    return String(view).precomposedStringWithCanonicalMapping
  }
}
