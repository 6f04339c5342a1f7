/// Files of source code, which are notes where the user says so.
enum SourceCode {
  /// The file extensions, in lower case.
  static let extensions = Set(
    """
    bash c cc cjs clj cpp cs cxx dart erl ex exs f90 fish fs go gradle groovy h hh hpp hs java jl js jsx kt kts lisp lua m
    mjs ml mli mm nim php pl pm proto ps1 py pyi r rb rs scala sh sql swift ts tsx vb vhd zig zsh
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Whether a name has the extension of source code.
  static func isCode(_ name: some StringProtocol) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }
}
