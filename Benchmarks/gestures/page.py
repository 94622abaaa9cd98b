"""GESTURES.md and gestures.svg."""
import os
import re
import subprocess

import crowd
import crowd_tables
import hands as made
import plot
import repair
import tables
import unmeant
from tables import NOT_INSTALLED, OURS, percent

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")

BEGIN = """# How often gestures are recognized as intended

`make bench-gestures` measured this and wrote this page, at {revision}. The same program gives the same figures on every machine.

{count:,} synthetic hands, each of which intends one gesture, play on ten synthetic panels: which gestures are recognized? The hands
move like people's (see [below](#the-hands)), with their haste, tremor and inaccuracy, and the panels report what real panels do.
All gestures have their default settings.

{beside}
"""

BESIDE = """For comparison, lisgd {version} gets the same frames: with its default settings (125 pixels, 15°, 800 ms) on a usual screen of
that size, and set to 8 mm, 30° and 500 ms. It recognizes only swipes, and decides when the finger lifts."""
NO_LISGD = "lisgd was not installed; `make bench-peers` installs it, and the tables then include it."

HANDS = """## The hands

| what the hand did | how |
|---|---|
| flick | 10 to 80 mm at 100 to 800 mm/s in one of four directions, 9° off (standard deviation), slightly curved; lifts near its peak speed |
| drag | 8 to 120 mm at 20 to 150 mm/s: slow, fast, slow, then rests before the lift |
| brisk drag | the first 70 to 90 % of the distance at 100 to 300 mm/s, then slowly to the target |
| adjusting | 10 to 60 mm at a constant 15 to 80 mm/s, lifts while moving |
| late drag | rests for 150 to 350 ms, then drags |
| curve, circle, to and fro | arcs of 100° to 200°; 1 to 2.5 turns with a radius of 8 to 25 mm; 3 to 6 strokes back and forth, of 10 to 35 mm |
| tap, rolling tap, double tap | 20 to 400 ms; the contact moves by 0.3 to 1.5 mm; gaps of 60 to 320 ms |
| press | 0.65 to 1.6 s with a tremor of 8 to 12 Hz, 0.1 to 0.3 mm |
| edge pan | enters from outside the glass over one of the four edges, at 60 to 350 mm/s |
| two fingers | flicks, pans, pinches and rotations, each with a little of the others; the second finger lands up to 111 ms late (median 15 ms) |
| three and four fingers | drags and taps whose fingers land and lift one after another |

Movements follow the minimum-jerk law (Flash and Hogan 1985); a flick is the middle part of a longer movement.
`Benchmarks/gestures/hands.py` and `motion.py` give the reason or source of each figure. The panels are 100, 217, 345 and 600 mm long,
report 60 to 240 times a second in steps of 0.02 to 0.25 mm, and detect a contact up to 12 ms late.
"""

PEOPLE = "## People"
PEOPLE_TEXT = """{count:,} touches of {people} synthetic people, measured at {revision}. The hands of the other tables do what they intend, and no
more; these people are as different and as inaccurate as 16 people who were measured on a tablet (`gestures/people.py`, `quantities.py`), and
their tablet, too, holds back the first 0.2 to 2 mm of each contact. Taps "to a beat" were asked for, to a metronome and at a given
angle: a tenth of them go further than 1.6 mm, and that differs between people. In ordinary use it is a hundredth.
Nothing was measured of resting thumbs, pans of two, edge pans and typing: these have the speeds, distances and delays of the measured
pinches, taps and lines, or our choice. `gestures/truth.py` compares the people with the measured ones, and `truth.json` lists the measures that
are off, and how far.

Right is the intended gesture and no other; the worst person is the one with the lowest share. Pinches, turns and pans of two play on
pan, pinch and rotation, those of three fingers and edge pans on one of everything, taps of two and five beside pan, pinch and rotation.
By UIKit's rules (`recognition = "uikit"`), the same configurations play with UIKit's numbers: its taps move up to 3 mm, its swipes are
decided during the movement, and of pan, pinch and rotation the first one past its threshold begins. hyprgrass is a plugin of Hyprland,
which Debian does not have: its rules were not run."""

REPAIR = "## Hands that must not be repaired"
REPAIR_TEXT = """Measured at {revision}. `settle` and `bridge` repair samples and contacts of panels that lie; these hands must stay as they
are: trills of two fingers 8 mm apart, second taps at the same place 40 ms after the lift, flicks at 1 m/s, and two thumbs that type. They play
on a new panel, on one that is known to lose contacts, and with `bridge = "34ms"`. Touches are apart if each of them begins; without `bridge`,
all are, and all are taps. A letter arrives if its touch is neither joined to another one nor cancelled. 95 % of the touches and taps should
stay, and 99 % of the letters. At 33 reports a second many flicks are not recognized as swipes, with and without the repair.
Noise is white, of the given standard deviation (`gestures/repair.py`)."""

RECORDED = """Recordings of real panels, which are not part of the repository. There are few. The intended gesture is what the person who
made the recording wrote or, if nothing is written, what was measured."""

NOT_SHOWN = """## Limitations

- The hands are synthetic, and we chose how many make each movement: a panel whose users mostly flick has other rates than one
  whose users mostly drag. Compare columns and versions of this page rather than the rates themselves.
- A rate among 120 hands is uncertain by up to 9 percentage points, one among 1,200 by up to 3 (95 % confidence).
- A hand intends one gesture and is alone: there are no palms, second users, sleeves or water. Hands don't adapt, as people do when
  a gesture fails.
- All settings are the defaults. `min_velocity`, `min_distance` and `max_angle` of a swipe change the first tables;
  `python3 -B Benchmarks/gestures --config swipe=FILE --only swipes` shows how.
- Gestures on the same view compete, so other configurations than "One of everything" give other figures.
- lisgd reads frames from a pipe through a preload library (`Benchmarks/peers`), and its clock shows the frames' times. Its decisions
  are those that it makes on a real panel; the cost of its shell commands is not part of this page.
- [RESULTS.md](RESULTS.md) shows the cost of a frame, [STROKES.md](STROKES.md) the recognition of drawn shapes.
"""

COMMANDS = """## Commands

    make bench-gestures              # writes this page; QUICK=1 plays fewer hands and only prints the tables
    make bench-peers                 # installs lisgd
    make bench-gestures-baseline     # writes gestures/expected.json, the counts that `make test` compares, for a few hands
    python3 -B Benchmarks/gestures --help
"""


def revision():
    asked = subprocess.run(["git", "-C", FOLDER, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    return asked.stdout.strip() or "an unknown revision"


def caption(table):
    """The table's title without the name of its group."""
    text = table.title.partition(": ")[2]
    return text[0].upper() + text[1:]


def added(table, kinds, system=OURS):
    """The sum of the counts over kinds, and the number of their hands."""
    rows = [table.figures[kind] for kind in kinds if kind in table.figures]
    return sum(row[system] for row in rows), sum(row["hands"] for row in rows)


def summary(swipes, pans, two, mixed, variants):
    whole, by_speed = swipes[0], swipes[1]
    systems = whole.head[3:]
    table = tables.Table("", ["", "should be", *systems])

    def row(what, best, source, kinds):
        is_played = lambda system: all(system in figures for figures in source.figures.values())
        table.rows.append([what, best, *(percent(*added(source, kinds, system)) if is_played(system) else NOT_INSTALLED for system in systems)])

    def own(what, best, text):
        table.rows.append([what, best, text, *("–" for _ in systems[1:])])

    row("flicks found in their direction", "100 %", whole, ["flick"])
    row("… the slow ones, up to 200 mm/s", "100 %", by_speed, list(by_speed.figures)[:2])
    row("flicks of two fingers found", "100 %", whole, ["flick of two"])
    row("drags mistaken for a swipe", "0 %", whole, made.DRAGS)
    row("curves, circles, strokes to and fro mistaken for a swipe", "0 %", whole, ["curve", "circle", "to and fro"])
    row("taps and presses mistaken for a swipe", "0 %", whole, ["tap", "rolling tap", "press"])
    pan = pans[0].figures
    own("pans that wait for a left swipe: lost", "0 %", percent(pan["lost"], pan["pans"]))
    own("… delayed by, median and p90", "0 ms", f"{1000 * pan['median']:.0f} and {1000 * pan['p90']:.0f} ms")
    for what, kinds in (("pan", ["pan of two"]), ("pinch", ["pinch out", "pinch in"]), ("rotation", ["rotation cw", "rotation ccw"])):
        own(f"two fingers: {what} recognized as such", "100 %", percent(*added(two[0], kinds, "right")))
    own("one of everything: the intended gesture, and no other", "100 %", percent(mixed[0].figures["all"]["right"], mixed[0].figures["all"]["hands"]))
    changed = {name: f for name, f in variants[0].figures.items() if name not in tables.OTHER_HANDS}
    worst = max(changed, key=lambda name: changed[name]["changed"])
    own(f"hands whose gestures change, worst variant ({worst})", "0 %", percent(changed[worst]["changed"], changed[worst]["hands"]))
    return table


def people_section(players, people):
    text = PEOPLE_TEXT.format(count=len(people), people=crowd.PEOPLE, revision=revision())
    made_tables = [f"{caption(table)}:\n\n{table.markdown()}" for table in crowd_tables.people(players, people)]
    return "\n\n".join([PEOPLE, text, *made_tables])


def repair_section(players, each):
    made_tables = [f"{caption(table)}:\n\n{table.markdown()}" for table in repair.repair(players, each)]
    return "\n\n".join([REPAIR, REPAIR_TEXT.format(revision=revision()), *made_tables])


def write_people(players, people):
    return write_section(PEOPLE, people_section(players, people), "## The hands")


def write_repair(players, each):
    return write_section(REPAIR, repair_section(players, each), "## Recorded hands")


def write_section(heading, section, following):
    """Rewrites the section, or inserts it before the one that follows."""
    path = os.path.join(FOLDER, "GESTURES.md")
    with open(path) as file:
        text = file.read()
    old = re.search(rf"^{heading}\n.*?(?=^## )", text, re.MULTILINE | re.DOTALL)
    begin, end = old.span() if old else 2 * (text.index(f"{following}\n"),)
    with open(path, "w") as file:
        file.write(f"{text[:begin]}{section}\n\n{text[end:]}")
    print(section)
    return 0


def write(players, hands, people, each, sessions_folder):
    swipes, pans, two, mixed, variants = (tables.TABLES[name](players, hands) for name in tables.TABLES)
    recorded = tables.sessions(players, sessions_folder)
    version = players.lisgd.version
    beside = BESIDE.format(version=version) if version else NO_LISGD
    parts = [
        BEGIN.format(revision=revision(), count=len(hands), beside=beside),
        summary(swipes, pans, two, mixed, variants).markdown(),
        "![Flicks found and drags mistaken for a swipe, by speed](gestures.svg)",
        people_section(players, people),
        HANDS,
        "## Swipes",
        "Swipes of one and two fingers in all four directions, and no other gestures. A flick counts as found if exactly its swipe is\n"
        "recognized, in its direction. No other hand intends a swipe.",
        *(f"{caption(table)}:\n\n{table.markdown()}" for table in swipes),
        "## A pan that waits",
        "A pan of one finger that waits for a swipe to the left, compared with the same pan alone.",
        pans[0].markdown(),
        "## Two fingers",
        "Pan, pinch and rotation exclude each other: only the first one that begins counts. Times are from the first landing.",
        two[0].markdown(),
        "## One of everything",
        "Taps, double taps, a press, swipes, pans of one, two and three fingers, edge pans, pinch and rotation on one view; the pan waits for\n"
        "the swipe and the edge pan, the tap for the double tap (`gestures/configs/mixed.toml`). Right means the intended gesture and no other.",
        mixed[0].markdown(),
        "## The same hand on another panel",
        "The gestures of \"One of everything\" again: with white noise (of the given standard deviation), with ghost contacts, at other\n"
        "report rates, with rotated panels. A hand has changed if any gesture was reported more or less often, or in another state or direction. The\n"
        "last four change the hand itself, so it is correct that a few hands cross a threshold.",
        variants[0].markdown(),
        repair_section(players, each),
        "## Recorded hands",
        RECORDED if recorded else "There were no recordings of real panels.",
        *(table.markdown() for table in recorded), *unmeant.present(), NOT_SHOWN, COMMANDS]
    with open(os.path.join(FOLDER, "GESTURES.md"), "w") as file:
        file.write("\n\n".join(part.strip("\n") for part in parts) + "\n")
    with open(os.path.join(FOLDER, "gestures.svg"), "w") as file:
        file.write(plot.draw(tables.plotted(players, hands)))
    print(summary(swipes, pans, two, mixed, variants).text())
    return 0

