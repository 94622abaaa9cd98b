"""GESTURES.md and gestures.svg."""
import os
import subprocess

import hands as made
import plot
import tables
from tables import NOT_INSTALLED, OURS, percent

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")

BEGIN = """# Meant and recognized

`make bench-gestures` measures this and writes this page, at {revision}. The same program gives the same figures on every machine.

{count:,} made-up hands, each of which means one gesture, on ten made-up panels: what is recognized of them? The hands move as
people do (see [below](#the-hands)), with the haste, the tremor and the inaccuracy of people, and the panels report what real ones
do. All gestures have their default settings.

{beside}
"""

BESIDE = """Beside it: lisgd {version}, which gets the same frames: as it is shipped (125 pixels, 15°, 800 ms) on a usual screen of that
size, and set to 8 mm, 30° and 500 ms. It knows swipes only, and decides when the finger lifts."""
NO_LISGD = "lisgd was not installed; `make bench-peers` installs it, and the tables then show it on the same frames."

HANDS = """## The hands

| what the hand did | how |
|---|---|
| flick | 10 to 80 mm at 100 to 800 mm/s in one of four directions, 9° off (standard deviation), in a bow. It lifts near its peak speed. |
| drag | 8 to 120 mm at 20 to 150 mm/s: slow, fast, slow, then at rest before the lift |
| brisk drag | the first 70 to 90 % of the way at 100 to 300 mm/s, then slowly onto the target |
| adjusting | 10 to 60 mm at an even 15 to 80 mm/s, lifted while moving |
| late drag | rests for 150 to 350 ms, then drags |
| curve, circle, to and fro | bows of 100° to 200°; 1 to 2.5 turns of 8 to 25 mm radius; 3 to 6 strokes of 10 to 35 mm |
| tap, rolling tap, double tap | 20 to 400 ms; a contact that wanders by 0.3 to 1.5 mm; gaps of 60 to 320 ms |
| press | 0.65 to 1.6 s with a tremor of 8 to 12 Hz, 0.1 to 0.3 mm |
| edge pan | from outside of the glass over one of the four edges, 60 to 350 mm/s |
| two fingers | flicks, pans, pinches and rotations, each with a little of the others; the second finger lands up to 111 ms late, 15 ms in the median |
| three and four fingers | drags and taps whose fingers land and lift one after the other |

Movements follow the minimum-jerk law (Flash and Hogan 1985); a flick is the middle of a longer one. Each figure has its reason or
source in `Benchmarks/gestures/hands.py` and `motion.py`. The panels are 100, 217, 345 and 600 mm long, report 60 to 240 times a
second in steps of 0.02 to 0.25 mm, and see a contact up to 12 ms late.
"""

RECORDED = """Sessions of real panels, which lie beside the checkout and are not part of it. They are few; what was meant is what the
recording's maker wrote or, where nothing is written, what was measured."""

NOT_SHOWN = """## What this does not show

- The hands are made up. How often people make which movement is a choice: a panel whose users mostly flick sees other shares
  than one whose users mostly drag. Compare columns and versions of this page rather than the shares themselves.
- A share of 120 hands is uncertain by up to 9 points, one of 1,200 by up to 3 (95 %).
- A hand means one gesture, and it is alone: no palm, no second user, no sleeve, no water. Hands do not adapt, as people do when
  a gesture fails.
- All settings are the defaults. `min_velocity`, `min_distance` and `max_angle` of a swipe change the first tables;
  `python3 -B Benchmarks/gestures --config swipe=FILE --only swipes` shows how.
- Several gestures on one view compete, so another configuration than the one of everything gives other figures.
- lisgd reads frames from a pipe by way of a preload (`Benchmarks/peers`), and its clock shows the frames' times. It decides as it does
  on a real panel; what its shell commands cost is not part of this page.
- What a frame costs is in [RESULTS.md](RESULTS.md), drawn shapes are in [STROKES.md](STROKES.md).
"""

COMMANDS = """## Commands

    make bench-gestures              # this page; QUICK=1 plays fewer hands and prints the tables only
    make bench-peers                 # installs lisgd
    make bench-gestures-baseline     # writes gestures/expected.json, the counts that `make test` checks with a few hands
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
    """The sum over kinds, and of how many."""
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
    row("drags taken for a swipe", "0 %", whole, made.DRAGS)
    row("curves, circles, to and fro taken for a swipe", "0 %", whole, ["curve", "circle", "to and fro"])
    row("taps and presses taken for a swipe", "0 %", whole, ["tap", "rolling tap", "press"])
    pan = pans[0].figures
    own("a pan that waits for a swipe to the left: lost", "0 %", percent(pan["lost"], pan["pans"]))
    own("… late by, median and p90", "0 ms", f"{1000 * pan['median']:.0f} and {1000 * pan['p90']:.0f} ms")
    for what, kinds in (("pan", ["pan of two"]), ("pinch", ["pinch out", "pinch in"]), ("rotation", ["rotation cw", "rotation ccw"])):
        own(f"two fingers: {what} recognized as such", "100 %", percent(*added(two[0], kinds, "right")))
    own("one of everything: the gesture that was meant, and no other", "100 %", percent(mixed[0].figures["all"]["right"], mixed[0].figures["all"]["hands"]))
    changed = {name: f for name, f in variants[0].figures.items() if name not in tables.OTHER_HANDS}
    worst = max(changed, key=lambda name: changed[name]["changed"])
    own(f"hands whose gestures change, at worst ({worst})", "0 %", percent(changed[worst]["changed"], changed[worst]["hands"]))
    return table


def write(players, hands, sessions_folder):
    swipes, pans, two, mixed, variants = (tables.TABLES[name](players, hands) for name in tables.TABLES)
    recorded = tables.sessions(players, sessions_folder)
    version = players.lisgd.version
    beside = BESIDE.format(version=version) if version else NO_LISGD
    parts = [
        BEGIN.format(revision=revision(), count=len(hands), beside=beside),
        summary(swipes, pans, two, mixed, variants).markdown(),
        "![Flicks found and drags taken for a swipe, by speed](gestures.svg)",
        HANDS,
        "## Swipes",
        "Swipes of one finger and of two in all four directions, and no other gesture. A flick is found when exactly its swipe is\n"
        "recognized, in its direction. Nothing else means a swipe.",
        *(f"{caption(table)}:\n\n{table.markdown()}" for table in swipes),
        "## A pan that waits",
        "A pan of one finger and a swipe to the left, which the pan waits for, against the same pan alone.",
        pans[0].markdown(),
        "## Two fingers",
        "Pan, pinch and rotation exclude each other: the first that begins is the answer. The times are from the first landing.",
        two[0].markdown(),
        "## One of everything",
        "Taps, double taps, a press, swipes, pans of one, two and three fingers, edge pans, pinch and rotation on one view; the pan waits for\n"
        "the swipe and the edge pan, the tap for the double tap (`gestures/configs/mixed.toml`). Right is the gesture that was meant and no other.",
        mixed[0].markdown(),
        "## The same hand on another panel",
        "The gestures of one of everything, again: with white noise (standard deviation as named), with contacts that are not there, at other\n"
        "rates, mounted differently. A hand has changed if any gesture came more or less often, or in another state or direction. The last four\n"
        "change the hand itself, so a few hands cross a threshold rightly.",
        variants[0].markdown(),
        "## Recorded hands",
        RECORDED if recorded else "There were no recordings of real panels beside the checkout.",
        *(table.markdown() for table in recorded), NOT_SHOWN, COMMANDS]
    with open(os.path.join(FOLDER, "GESTURES.md"), "w") as file:
        file.write("\n\n".join(part.strip("\n") for part in parts) + "\n")
    with open(os.path.join(FOLDER, "gestures.svg"), "w") as file:
        file.write(plot.draw(tables.plotted(players, hands)))
    print(summary(swipes, pans, two, mixed, variants).text())
    return 0

