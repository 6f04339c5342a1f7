/// The Latin letters that Unicode does not decompose, with a stroke, a hook or a tail or joined from two, and the plain
/// letters that people type for them: `ø` is found as `o`, `Ł` as `l`, `æ` as `ae`.
///
/// From ICU's transform Latin-ASCII (CLDR 42). SQLite's `remove_diacritics` leaves these letters as they are.
enum LatinLetters {
  /// Returns the plain letters, in lower case, for one of these; `nil` for any other.
  static func plain(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView? {
    switch scalar.value {
    case 0xC6...0x2AB, 0x1D00...0x1EFF, 0x2C60...0x2C7F, 0xA730...0xA7AA: table[scalar]
    default: nil
    }
  }

  private static let table = letters.reduce(into: [Unicode.Scalar: String.UnicodeScalarView]()) { table, entry in
    for scalar in entry.value.unicodeScalars { table[scalar] = entry.key.unicodeScalars }
  }

  private static let letters: [String: String] = [
    "a": "Ⱥᴀᶏⱥ", "aa": "Ꜳꜳ", "ae": "Ææᴁ", "ao": "Ꜵꜵ", "au": "Ꜷꜷ", "av": "ꜸꜹꜺꜻ", "ay": "Ꜽꜽ", "b": "ƀƁƂƃɃɓʙᴃᵬᶀ",
    "c": "ƇƈȻȼɕᴄꞒꞓ", "d": "ÐðĐđƉƊƋƌȡɖɗᴅᴆᵭᶁᶑꝱꝹꝺ", "db": "ȸ", "dz": "ʣʥ", "e": "ƐɆɇɛᴇᶒᶓⱸ", "f": "ƑƒᵮᶂꜰꝻꝼ",
    "g": "ƓǤǥɠɡɢʛᶃꞠꞡ", "h": "ĦħɦɧʜⱧⱨꞪ", "hv": "ƕ", "i": "ıƖƗɨɪᵻᶖ", "j": "ȷɈɉɟʝᴊ", "k": "ƘƙᴋᶄⱩⱪꝀꝁꝂꝃꝄꝅꞢꞣ",
    "l": "ŁłƚȴȽɫɬɭʟᴌᶅⱠⱡⱢꝆꝇꝈꝉꝲ", "ll": "Ỻỻ", "ls": "ʪ", "lz": "ʫ", "m": "ɱᴍᵯᶆⱮꝳ", "n": "ŊŋƝƞȵɲɳɴᵰᶇꝴꞐꞑꞤꞥ",
    "o": "ØøᴏⱺꝊꝋꝌꝍ", "oe": "Œœɶ", "oi": "Ƣƣ", "oo": "Ꝏꝏ", "p": "ƤƥᴘᵱᵽᶈⱣꝐꝑꝒꝓꝔꝕ", "q": "ĸʠꝖꝗꝘꝙ", "qp": "ȹ",
    "r": "ɌɍɼɽɾʀᵲᵳᶉⱤꝵꝶꞦꞧ", "s": "ȿʂᵴᶊẜẝⱾꜱꞨꞩ", "ss": "ßẞ", "t": "ŦŧƫƬƭƮȶȾʈᴛᵵⱦꝷꞆꞇ", "th": "ÞþᵺꝤꝥꝦꝧ", "ts": "ʦ",
    "u": "Ʉʉᴜᵾᶙ", "ue": "ᵫ", "v": "ƲʋᴠᶌỼỽⱱⱴꝞꝟ", "vy": "Ꝡꝡ", "w": "ᴡⱲⱳ", "x": "ᶍ", "y": "ƳƴɎɏʏỾỿ",
    "z": "ƵƶȤȥɀʐʑᴢᵶᶎⱫⱬⱿ",
  ]
}
