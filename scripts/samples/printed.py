"""The sample documents that are printed or typed: PDF files, letters, slides, a book."""
import writers

LEFT, MIDDLE = 60, 310


def wind_sensor():
    head = "Aelius W2 manual"
    texts = [
        ["# Aelius W2", "Ultrasonic wind sensor without moving parts. Read this before you climb anything.",
         "# Contents of the box",
         "One sensor, one cable of ten metres with a plug, one bracket of stainless steel, four bolts M6 with washers, a bag "
         "of drying agent that you may throw away, and this manual in three languages."],
        ["# Mounting",
         "Choose a place that is higher than everything near it, or at least ten times as far away as the obstacle is high. "
         "The bracket takes masts from 30 to 50 mm.",
         "Turn the sensor until the red notch points to true north, not to where a compass points. Tighten the four bolts "
         "crosswise to 8 newton metres. More bends the bracket, and the guarantee ends there.",
         "Leave a loop in the cable below the plug, so that rain drips from the loop and does not run into the plug."],
        ["# Electrical connection",
         "Supply: 9 to 30 V direct current. The sensor draws 30 mA; with the heating of the transducers on, 1.2 A.",
         "Wires: brown is plus, white is minus, green is line A and yellow is line B of the RS-485 bus. The screen goes to "
         "earth at one end only.",
         "As delivered the sensor has the address 7 and talks at 19,200 baud, eight bits, no parity. Both can be changed with "
         "the command SET, and are kept without power."],
        ["# Lamp and faults",
         "The lamp at the foot is green while all is well. If it blinks red, count:",
         "Two blinks: something is between the transducers, mostly a spider's web. Wipe with a soft brush.",
         "Three blinks: the supply is below 9 V. Look at the battery first, then at the cable.",
         "Five blinks: ice. Wait, or turn on the heating.",
         "# Guarantee",
         "36 months from the day on the bill. Lightning is not covered, as with every maker."],
    ]
    pages = [writers.column(text, LEFT, 84) + [writers.drawn(head, LEFT, 800, 9), writers.drawn(str(number), 295, 30, 9)]
             for number, text in enumerate(texts, 1)]
    return writers.pdf("Aelius W2 manual", pages, [
        ("Contents of the box", 1), ("Mounting", 2), ("Electrical connection", 3), ("Lamp and faults", 4), ("Guarantee", 4)])


def town_works():
    """Two columns on each page."""
    left = [
        ["# Dear customers",
         "with the spring comes our leaflet. Three things are new this year, and one of them costs money.",
         "# Price of water",
         "From 1 April 2026 a cubic metre of drinking water costs 2.31 euros, thirteen cents more than before. The basic "
         "charge stays as it is. The last change was in 2022.",
         "The reason is the new pipe below the river, which replaces one from 1931. We show it to visitors on the day of "
         "the open door, 20 June 2026, from ten to four."],
        ["# How hard is the water?",
         "Our water comes from two wells in the Tönniesberg. Its hardness is 14 degrees of the German scale, so set your "
         "dishwasher to level 3.",
         "Nitrate is at 9 milligrams per litre; the law allows 50."],
    ]
    right = [
        ["# Works in Kuhanger",
         "Between 7 April and 22 May 2026 we renew the main in Kuhanger from number 2 to number 30. The road is closed for "
         "cars; deliveries are possible until nine in the morning.",
         "On 16 April 2026 the water is turned off from 8:00 to 13:00. Please fill a bucket the evening before. Firms that "
         "need water without a break can ask us for a standpipe."],
        ["# Street lamps",
         "The last 212 lamps with sodium light are replaced until the end of October 2026. The new ones are dimmed by half "
         "between eleven at night and five in the morning.",
         "# If something leaks",
         "Call the stand-by service, day and night: 05151 555 0190."],
    ]
    pages = [writers.column(one, LEFT, 40) + writers.column(two, MIDDLE, 40) for one, two in zip(left, right)]
    return writers.pdf("Town works, spring 2026", pages)


def insulation():
    return writers.word("Offer: insulation of the attic", [
        "Zimmerei Brandt, Am Sägewerk 3, Hessisch Oldendorf", "17 September 2026",
        "To Nele Arendt, Am Mühlbrink 7",
        "# Offer 2026-118", "Thank you for showing us the attic on 9 September. We offer to insulate the ceiling of the top "
        "floor as follows.",
        "# Work",
        [["Item", "Amount", "Price"],
         ["lift the old boards and store them", "118 m²", "1,060 €"],
         ["vapour control layer, taped", "118 m²", "890 €"],
         ["wood fibre, two layers, 240 mm in all", "118 m²", "6,240 €"],
         ["lay the boards again, replace broken ones", "118 m²", "1,680 €"],
         ["total with tax", "", "9,870 €"]],
        "# Not included", "The hatch. A new one with a seal and a ladder costs 740 € and takes three weeks to arrive.",
        "# Time", "Two carpenters need four days. The earliest date is 18 January 2027.",
        "# Terms", "The offer stands until 15 December 2026. A third is due when the wood fibre is delivered, the rest "
        "two weeks after the work. For the grant, apply before you sign.",
    ])


def inspection():
    return writers.open_text("Protokoll der Betriebskontrolle", [
        "Landkreis Hameln-Pyrmont, Veterinäramt und Verbraucherschutz", "Betrieb: Hefekontor, Kuhanger 12. Datum: 11. Juni 2026.",
        "# Anlass", "Regelmäßige Kontrolle nach Plan, ohne Ankündigung. Anwesend: Frau Arendt; die Kontrolle führte Frau Wessel.",
        "# Räume", "Boden und Wände sind glatt und sauber. Im Kühlraum löst sich links neben der Tür die Fuge über einer Länge "
        "von 40 cm.",
        "# Unterlagen", "Die Reinigungspläne sind vollständig. Das Gesundheitszeugnis von Herrn Wrona fehlte und wurde am "
        "selben Tag nachgereicht.",
        "# Mängel und Fristen",
        [["Mangel", "Frist"], ["Fuge im Kühlraum erneuern", "31. August 2026"],
         ["Mülleimer mit Fußhebel am Waschbecken", "15. Juli 2026"]],
        "# Gebühr", "Für die Kontrolle werden 86 Euro erhoben. Die nächste findet in etwa 18 Monaten statt.",
    ])


def microscopy():
    return writers.slides("Microscopy for brewers", [
        ("Microscopy for brewers", ["Nele Arendt, Hefekontor", "Afternoon course, 12 May 2026"], "Twelve students, four microscopes. Bring spare slides."),
        ("What we see at 400 times", ["round or oval cells", "buds, one or two at a cell", "rods: something is wrong"], None),
        ("The chamber", ["Neubauer improved, depth 0.1 mm", "count the five squares of the middle field", "between 100 and 300 cells, or dilute"],
         "Let them load the chamber twice: the first one always has a bubble."),
        ("Stained or not", ["blue cells are dead", "pale blue counts as alive", "count within a quarter of an hour"], None),
        ("Homework", ["count one sample five times", "write down the spread before the mean"],
         "The best spread of last year was 6 percent, by Jonte."),
    ])


def bread():
    return writers.book("The Slow Crust", "Wilhelmine Ackers", [
        ("Flour", ["A miller once told me that flour is a harvest that cannot sit still. It is best between three weeks and "
                   "three months after milling; before that the dough is slack, after it the germ tastes of old nuts.",
                   "Keep it in paper and not in glass: it wants to breathe, and the moths will find it either way."]),
        ("Water", ["The sum of three temperatures decides when a dough is ready: that of the flour, of the room and of the "
                   "water. I aim at seventy. If flour and room have twenty-two each, the water needs twenty-six.",
                   "Salt goes in after half an hour, never with the leaven."]),
        ("Fire", ["The oven in our village was heated with brushwood for two hours. One threw a handful of flour on the stones: "
                  "if it was brown at the count of twelve, the loaves went in.",
                  "Steam belongs to the first ten minutes. After that, open the door for a breath and let it out."]),
    ])


def documents():
    return {
        "windfang/aelius-w2-manual.pdf": wind_sensor(), "home/town-works-2026-spring.pdf": town_works(),
        "home/attic-insulation-offer.docx": insulation(), "lab/safety/betriebskontrolle-2026.odt": inspection(),
        "lab/microscopy-course.pptx": microscopy(), "reading/the-slow-crust.epub": bread(),
    }
