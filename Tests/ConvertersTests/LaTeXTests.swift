import ForeignFormats
import Testing

struct LaTeXTests {
  @Test func latexBecomesWhatItsReadersSee() throws {
    let orchard = try Documents.conversion("typeset/orchard.tex")
    #expect(
      orchard.text == """
        # The old orchard

        Ida Moser

        ## Abstract

        Forty trees, counted twice.

        ## Apples & pears

        The café bought 12 crates of Gravensteiner, see Section sec:cellar. (They paid at once.)
        It cost $40 – or 38 % less — “a bargain”.

        - Prune in March
        - Graft
          1. cut
          2. bind

        - Scab: black spots

        ### Cellar

        ```
        temperature = 4 # \\section{not one}
        ```

        The sum is $a^2 + b_1$ and

        ```latex
          E = mc^2
        ```

        Yield

        | Tree | Kilos |
        | --- | --- |
        | Boskoop | 31 |
        | Topaz & Co | 28 |

        > Plant a tree.

        See the register and https://example.org/a_b.
        [moser]

        """)
    #expect(orchard.title == "The old orchard")
  }

  /// Headings in the argument of a command, and code in colors, are what pandoc writes.
  @Test(arguments: [
    (#"\hypertarget{graft}{%"# + "\n" + #"\section{Grafting}\label{graft}}"#, "## Grafting"),
    (#"See \hyperref[sec:x]{the section below}, \href{https://example.org}{here}."#, "See the section below, here."),
    (#"\makebox[3cm][c]{One} \framebox{two} \resizebox{\textwidth}{!}{three}"#, "One two three"),
    (#"\let\old\section \let\new=\old Kept \textbf{all}."#, "Kept all."),
    (
      #"\texorpdfstring{\textbf{Ten}}{Ten} trees at $4 each."# + "\n\nSold for $2.",
      "Ten trees at $4 each.\n\nSold for $2."
    ),
    (
      #"\footnote{Seen \caption{twice} today} \nicefrac{1}{2} \mintinline{swift}{x} \cite*{ida}"#,
      "(Seen twice today) 1/2 x [ida]"
    ),
    (
      #"\cventry{2024}{B.Sc.}{Bonn} T{\"u}{\ss}t with \ecoli{} \small{} now \iffalse cut\else kept\fi"#,
      "2024 B.Sc. Bonn Tüßt with ecoli now kept"
    ),
    (
      #"37\,$^{\circ}$C, 5~$\mu$g, $\alpha$-actin, H$_2$O$_2$, 4~m$^2$, 10$^{-3}$, \(\pm 2\), $\mathrm{CO_2}$, $a_1$"#,
      "37 °C, 5 µg, α-actin, H2O2, 4 m², 10^-3, ±2, CO2, $a_1$"
    ),
    (#"\begin{equation}\label{eq:a} a \end{equation}"#, "```latex\n a \n```"),
    (
      #"\begin{tabular}{lll}\multicolumn{2}{l}{16S} & 55 \\ a & b & c\end{tabular}"#,
      "| 16S |  | 55 |\n| --- | --- | --- |\n| a | b | c |"
    ),
    (#"\begin{theorem}[Pythagoras] It holds.\end{theorem}"#, "Theorem (Pythagoras): It holds."),
    (
      #"\begin{tabular*}{9cm}[t]{ll}A & B \\ \cmidrule(lr){1-2} C & D\end{tabular*}"#,
      "| A | B |\n| --- | --- |\n| C | D |"
    ),
    (#"\begin{description}\item[{Scab:}] spots\end{description}"#, "- Scab: spots"),
    (
      #"\begin{Highlighting}[]"# + "\n" + #"\KeywordTok{let}\NormalTok{ home }\OperatorTok{=}\NormalTok{ $HOME \{\}}"#
        + "\n" + #"\end{Highlighting}"#,
      "```\nlet home = $HOME {}\n```"
    ),
  ])
  func commandsOfLaTeXKeepTheirText(source: String, text: String) throws {
    #expect(try Documents.conversion(of: source, named: "a.tex").text == text + "\n")
  }

  /// What authors define is put in, as LaTeX does.
  @Test(arguments: [
    (#"\newcommand{\nit}{nitrate} 3 mg of \nit{} in \nit."#, "3 mg of nitrate in nitrate."),
    (#"\newcommand\nit{nitrate\xspace}The \nit level, \nit."#, "The nitrate level, nitrate."),
    (
      #"\newcommand{\dose}[2][two]{#1 drops of \emph{#2}}\dose{iron}; \dose[six]{zinc}."#,
      "two drops of iron; six drops of zinc."
    ),
    ("\\def\\tank#1#2{Tank #1 \\& #2 \\##1 ##}\\tank{A}B", "Tank A & B #A #"),
    (
      #"\NewDocumentCommand{\fish}{m O{red}}{#1}\NewDocumentCommand{\snail}{O{red} m}{#1 #2}\snail{snail}"#,
      "red snail"
    ),
    (
      #"\newcommand{\part}[1]{}\newcommand{\log}[1]{\section{Log of #1}\begin{itemize}\item One\end{itemize}}\log{May}"#,
      "## Log of May\n\n- One"
    ),
    (
      #"\newcommand{\eg}{e.g.\@\xspace}\newcommand{\fref}[1]{\emph{\first{Fig.}~#1}}Pears, \eg the \fref{3}."#,
      "Pears, e.g. the Fig. 3."
    ),
    // LaTeX's own commands stay what they are, and programs are not run.
    (#"\renewcommand{\footnote}[1]{no}\makeatletter\def\a{\@ifnextchar(x)}Kept\footnote{so}\a{}."#, "Kept (so)."),
    (#"\newcommand{\set}{\renewcommand{\who}{Ida}}\newcommand{\who}{Ben}\who{} and \set\who"#, "Ben and Ida"),
    (#"\def\x.#1;{#1}\newcommand{\bb}[1]{\emph#1rd}\newcommand{\orr}{\o}Still \bb{\aa}, \orr re."#, "Still ård, øre."),
    (
      #"\newacronym{pcr}{PCR}{polymerase chain reaction}\gls{pcr}, \gls{pcr}, \acrlong{pcr}, \glspl{pcr}, \gls{other}"#,
      "polymerase chain reaction (PCR), PCR, polymerase chain reaction, PCRs, other\n\n- PCR: polymerase chain reaction"
    ),
    (
      #"\DeclareAcronym{ph}{short = pH, long = {power, of hydrogen}}\acs{ph} is \acf{ph}."#,
      "pH is power, of hydrogen (pH).\n\n- pH: power, of hydrogen"
    ),
  ])
  func definitionsOfLaTeXArePutIn(source: String, text: String) throws {
    #expect(try Documents.conversion(of: source, named: "a.tex").text == text + "\n")
  }

  @Test(arguments: [
    (#"\SI{2}{\milli\litre}"#, "2 mL"), (#"\qty{9.81}{\metre\per\second\squared}"#, "9.81 m/s²"),
    (#"\qty[per-mode=symbol]{20}{\degreeCelsius}"#, "20 °C"), (#"\SI{5}{mg/l}, \SI{3}{kg.m^2}"#, "5 mg/l, 3 kg m²"),
    (#"\unit{\kg\m\per\square\s}, \si{\per\hour}"#, "kg m/s², 1/h"),
    (#"\num{1.5e-3}, \num{2+-1}"#, "1.5 × 10^-3, 2 ± 1"),
    (#"\qtyrange{6}{8}{\hour}, \numlist{1;2;3}"#, "6 to 8 h, 1, 2, 3"),
    (#"\ang{30;10}, \qty{45}{\degree}"#, "30°10′, 45°"),
    (#"\SI{90}{\%}, \SI{5}{\mu m}, \SI{20}{^\circ C}, \SI{5}{N\,m}"#, "90 %, 5 µm, 20 °C, 5 N m"),
    (#"\qty{\leq 5}{\ppm}, \newcommand{\speed}{3.5}\SI{\speed}{\kWh\per\year}"#, "≤ 5 ppm, 3.5 kWh/year"),
    (#"\DeclareSIUnit\yr{a}\SI{2}{\km\per\yr}, \qtyproduct{1 x 2}{\mm}"#, "2 km/a, 1 × 2 mm"),
    (#"\unit[2]{mL}, \unit{5--7}{\milli\litre}"#, "2 mL, 5–7 mL"),
    (#"\DeclareSIUnit{\dkh}{dKH}\qty{7}{\dkh}"#, "7 dKH"),
    (#"\qty{8}{\per\cubic\cm}, \qty{3}{\percent}"#, "8 1/cm³, 3 %"),
  ])
  func unitsOfLaTeXAreWritten(source: String, text: String) throws {
    #expect(try Documents.conversion(of: source, named: "a.tex").text == text + "\n")
  }

  @Test func thePreambleOfLaTeXSaysWhoWroteItAndWhen() throws {
    let source = #"""
      % \title{Not this}
      \newcommand{\tank}{reef tank}
      \title[Log]{Log of the \tank}
      \author{Ida Moser\thanks{At home} \and Ben Holt}
      \date{3 May 2024}
      \begin{document}
      \maketitle
      The \tank{} is full.
      \end{document}
      """#
    let log = try Documents.conversion(of: source, named: "a.tex")
    #expect(log.title == "Log of the reef tank")
    #expect(log.text == "# Log of the reef tank\n\nIda Moser, Ben Holt\n\n3 May 2024\n\nThe reef tank is full.\n")
  }

  /// Each of these stands for more text than any memory has.
  @Test(arguments: [
    #"\newcommand{\a}[28429322410]{#1}\a"#, #"\newcommand{\a}[-5]{#1}\a"#, #"\def\a{\a}\a"#, #"\def\a{ten ten\a\a}\a"#,
    #"\def\a{\footnote{\a}\footnote{\a}}\a"#,
    #"\def\a#1{\a{#1#1}}\a{ten}"#, #"\DeclareSIUnit{\a}{\a\a\a\a\a\a\a\a}\qty{1}{\a}"#,
    #"\title{ten}\def\a{\maketitle\maketitle\maketitle}\def\b{\a\a\a\a\a\a\a}\b\b\b\b"#,
    #"\newacronym{a}{\gls{a}\acrshort{a}}{\acrlong{a}\acrlong{a}}\gls{a}"#,
  ])
  func definitionsWithoutEndEnd(source: String) throws {
    #expect(try Documents.conversion(of: "Before. " + source, named: "a.tex").text.contains("Before."))
  }
}
