import Retriever
import Testing

/// A hundred sentences with the lines they are cited for, and what of them those lines do not hold.
@Suite struct FactSentencesTests {
  private static let keys = "The signing keys are rotated every 90 days. Ask Marta Keller for the passphrase. (keys.md)"
  private static let boiler = """
    Boiler: Viessmann Vitodens, installed in summer 2019. Pressure: between 1.2 and 1.8 bar.
    Technician: Herr Lindner, 0341 555 0192. Close the valve, then bleed the radiators twice a year.
    """
  private static let packing = "- rain jacket\n- wool socks (3 pairs)\n- Head torch\n- sun cream\n- Passport and ticket"
  private static let backup = """
    Run `restic backup ~/notes --exclude-file ignore.txt` each night; max_retries is 5 in config.yaml.
    The server is backup.example.org, port 8022. getToken() reads API_KEY. See docs/restore.md and https://restic.net.
    """
  private static let german = """
    Die Schlüssel werden alle 90 Tage gewechselt. Nach dem Passwort fragt man Marta Keller.
    Herr Lindner wartet den Kessel im Keller jeden Herbst; der Druck liegt bei 1,5 bar, der Preis bei 1.200 Euro.
    """
  private static let japanese = "署名鍵は90日ごとに交換する。次の交換は5月3日です。"

  private static let sentences: [(lines: String, sentence: String, flagged: [String])] = [
    // Numbers and dates.
    (keys, "The signing keys are rotated every 90 days.", []),
    (keys, "The signing keys are rotated every ninety days.", []),
    (keys, "The signing keys are rotated every 30 days.", ["30"]),
    (keys, "The keys are rotated every thirty days.", ["thirty"]),
    (keys, "They are rotated every 90 days [1][2].", []),
    (keys, "Every 90 days", []),
    (boiler, "The pressure is between 1.2 and 1.8 bar.", []),
    (boiler, "The pressure is between 1,2 and 1,8 bar.", []),
    (boiler, "The pressure is between 12 and 18 bar.", ["12", "18"]),
    (boiler, "The pressure is 1.5bar.", ["1.5bar"]),
    (boiler, "It was installed in 2019.", []),
    (boiler, "It was installed on 2019-06-30.", ["2019-06-30"]),
    (boiler, "It was installed in 2021.", ["2021"]),
    (boiler, "Call 0341 555 0192.", []),
    (boiler, "Call 0341 555 0199.", ["0199"]),
    (german, "Der Preis liegt bei 1200 Euro.", []),
    (german, "The price is 1,200 euros.", []),
    (german, "The pressure is 1.5 bar.", []),
    (german, "Der Druck liegt bei 15 bar.", ["15"]),
    (japanese, "90日ごとに交換する。", []),
    (japanese, "30日ごとに交換する。", ["30日ごとに交換する"]),
    // The numbers of list items are no facts.
    (boiler, "1. Close the valve.", []),
    (boiler, "8. Close the valve, then bleed the radiators.", []),
    (boiler, "12) Bleed the radiators twice a year.", []),
    (boiler, "8. Set the pressure to 3 bar.", ["3"]),
    (boiler, "  3. Close the valve", []),
    (boiler, "> 2. Bleed the radiators", []),
    (boiler, "- 8 radiators", ["8"]),
    (packing, "2. wool socks", []),
    (packing, "2. 4 pairs of wool socks", ["4"]),
    // Names.
    (keys, "Ask Marta Keller for the passphrase.", []),
    (keys, "Contact Marta Keller for the passphrase.", []),
    (keys, "Marta Keller has the passphrase.", []),
    (keys, "Marta knows the passphrase.", []),
    (keys, "Marta's passphrase is needed.", []),
    (keys, "Jonas Brandt has the passphrase.", ["Jonas", "Brandt"]),
    (keys, "Jonas has the passphrase.", ["Jonas"]),
    (keys, "Jonas rotates the keys every 90 days.", ["Jonas"]),
    (keys, "Jonas Brandt rotated the keys.", ["Jonas", "Brandt"]),
    (keys, "Ask Jonas for the passphrase.", ["Jonas"]),
    (keys, "The keys are rotated by Jonas.", ["Jonas"]),
    (keys, "Marta Keller, Jonas Brandt and Eva Lind hold them.", ["Jonas", "Brandt", "Eva", "Lind"]),
    (keys, "Rotate the keys every 90 days.", []),
    (keys, "Keys are rotated every 90 days.", []),
    (keys, "You should ask Marta.", []),
    (keys, "Then ask Mrs. Keller.", []),
    (keys, "THE KEYS ARE ROTATED EVERY 90 DAYS.", []),
    (keys, "THE KEYS ARE ROTATED EVERY 30 DAYS BY HAND.", ["30"]),
    (keys, "## Rotation Of The Signing Keys", []),
    (keys, "Here is what the notes say:", []),
    (boiler, "The boiler is a Viessmann Vitodens.", []),
    (boiler, "The boiler is a Vaillant.", ["Vaillant"]),
    (boiler, "Technician: Jonas", ["Jonas"]),
    (boiler, "Mr. Lindner installed it in summer.", []),
    (boiler, "Turn off the boiler and open the valve.", []),
    (boiler, "The technician lives in Berlin.", ["Berlin"]),
    (boiler, "It is called \"Vitodens\".", []),
    (boiler, "**Boiler:** Viessmann **Vitodens**", []),
    // Code.
    (backup, "Run `restic backup ~/notes` each night.", []),
    (backup, "Run `restic prune ~/notes` each night.", ["prune"]),
    (backup, "Run `restic backup --force` each night.", ["--force"]),
    (backup, "Use the option --exclude-file.", []),
    (backup, "Use the option --exclude-caches.", ["--exclude-caches"]),
    (backup, "Set max_retries to 5.", []),
    (backup, "Set max_attempts to 5.", ["max_attempts"]),
    (backup, "Change it in config.yaml.", []),
    (backup, "Change it in settings.toml.", ["settings.toml"]),
    (backup, "The server is backup.example.org.", []),
    (backup, "The server is evil.example.org.", ["evil.example.org"]),
    (backup, "Passwords were sent to https://evil.example/x?d=0000.", ["https://evil.example/x?d=0000"]),
    (backup, "See [the manual](https://restic.net).", []),
    (backup, "See [the manual](https://evil.net).", ["https://evil.net"]),
    (backup, "Write to root@example.org.", ["root@example.org"]),
    (backup, "Restoring is described in docs/restore.md.", []),
    (backup, "Restoring is described in docs/recover.md.", ["docs/recover.md"]),
    (backup, "The function getToken() reads API_KEY.", []),
    (backup, "The function getSecret() reads API_SECRET.", ["getSecret()", "API_SECRET"]),
    (backup, "Call getToken first.", []),
    (backup, "Call readToken first.", ["readToken"]),
    (backup, "```sh\nrestic backup ~/notes\n```", []),
    (backup, "```sh\nrestic forget ~/notes\n```", ["forget"]),
    (backup, "The port is 8022 and/or 5.", []),
    (backup, "It runs at 5 km/h, e.g. each night.", []),
    // Items of lists and rows of tables.
    (packing, "- rain jacket", []),
    (packing, "* Rain jackets", []),
    (packing, "- tent", ["tent"]),
    (packing, "- Sleeping bag", ["Sleeping", "bag"]),
    (packing, "- wool socks and gloves", ["gloves"]),
    (packing, "- **head torch**", []),
    (packing, "- Passport, ticket, visa", ["visa"]),
    (packing, "| rain jacket | 3 |", []),
    (packing, "| tent | 3 |", ["tent"]),
    (packing, "- Remember to pack the wool socks before you leave.", []),
    (japanese, "- 署名鍵の交換", []),
    (japanese, "- 寝袋", ["寝袋"]),
    // German nouns are no names.
    (german, "Die Schlüssel werden alle 90 Tage ausgetauscht.", []),
    (german, "Der Kessel wird im Herbst von Herrn Lindner gewartet.", []),
    (german, "Der Kessel wird im Herbst von Herrn Brandt gewartet.", ["Brandt"]),
    (german, "Nach dem Kennwort fragt man Eva Lind.", ["Eva", "Lind"]),
    (german, "Die Wartung der Anlage ist jeden Herbst.", []),
  ]

  @Test func thereAreAHundred() { #expect(Self.sentences.count >= 100) }

  @Test(arguments: sentences) func whatTheLinesDoNotHoldIsFoundAndNothingElse(
    lines: String, sentence: String, flagged: [String]
  ) {
    #expect(Facts.facts(of: sentence).filter { !Facts.text(lines, holds: $0) } == flagged)
  }
}
