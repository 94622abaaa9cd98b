"""Compares the synthetic people with ../shared/hands/people.tsv: whether the quantiles of each row come out.

    python3 -B Benchmarks/gestures/truth.py                        fails if a row is further off than in truth.json, which has those that are
    python3 -B Benchmarks/gestures/truth.py rows                   prints each row that is off, with the source's quantiles in brackets
    python3 -B Benchmarks/gestures/truth.py rows --seed WORD       the same of other people
    python3 -B Benchmarks/gestures/truth.py baseline               writes truth.json
    python3 -B Benchmarks/gestures/truth.py --wrong 'line length'  with twice the width of a distribution: fails

A row is right if its quantiles from 10 to 90 % are within a tenth of the source's, or a unit of the source; also those of 5, 95 and 99 % if
there are more than 1,000 values. Rows of panels, and of what no hand here does, are not compared.
"""
import argparse
import csv
import json
import math
import os
import random
import sys

import measures
import people

HERE = os.path.dirname(os.path.abspath(__file__))
OFF = os.path.join(HERE, "truth.json")
SOURCE = os.path.normpath(os.path.join(HERE, "..", "..", "..", "shared", "hands", "people.tsv"))

PEOPLE = 96

# A unit of the source: a point, a report, a percentage point; a point in the 50 ms of a speed, and across fingers that are 22 mm apart.
UNITS = {"mm": 0.2, "ms": 8.0, "% of all": 1.0, "% of a person's": 1.0, "mm/s": 3.8, "degrees": 0.5}
QUANTILES = ("q05", "q10", "q25", "q50", "q75", "q90", "q95", "q99")


class Row:
    """A row of people.tsv."""

    def __init__(self, line):
        self.measure, self.what, self.unit = line["measure"], line["of what"], line["unit"]
        self.count, self.over = int(line["n"]), line["people"].startswith("over")
        self.goals = {name: float(line[name].lstrip("<")) for name in QUANTILES if line[name] != "-"}
        self.is_bound = any(line[name].startswith("<") for name in QUANTILES)
        self.name = f"{self.measure} | {self.what} | {self.unit}"

    def off(self, found):
        """{quantile: its distance from the goal, in what is allowed}, of those that are judged."""
        judged = {}
        for name, goal in self.goals.items():
            if name in ("q05", "q95", "q99") and self.count <= 1000:
                continue
            allowed = max(abs(goal) / 10, UNITS.get(self.unit, 0.0))
            distance = max(0.0, found[name] - goal) if self.is_bound else abs(found[name] - goal)
            judged[name] = distance / allowed if allowed else (0.0 if distance == 0 else 99.0)
        return judged


def rows(path=SOURCE):
    with open(path, newline="") as file:
        return [Row(line) for line in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


# Each function adds `count` touches of a person. The counts are those of a person in the source, but for single taps and lines.
TAP, PHONE = "single tap, instructed, to a metronome", "short touch (5 mm, 350 ms) on a phone, ordinary use"
SIDE = "short touch (300 ms) that lands within 4 mm of the left or right side of a phone"
FLICK, DRAG = "flick on a phone (over 8 mm, under 0.8 s, last 70 ms over 150 mm/s)", "scroll drag on a phone (over 8 mm, no flick)"


def taps(found, person, dice, count=200):
    for _ in range(count):
        measures.single_tap(found, person.number, people.tablet(people.tap(people.Draw(person, dice)), dice), TAP)


def ordinary_taps(found, person, dice, count=60):
    for _ in range(count):
        measures.single_tap(found, person.number, people.phone(people.ordinary_tap(people.Draw(person, dice)), dice), PHONE)


def side_taps(found, person, dice, count=20):
    for _ in range(count):
        frames = people.phone(people.key_near_a_side(people.Draw(person, dice)), dice)
        measures.single_tap(found, person.number, frames, SIDE)
        measures.beside(found, person.number, frames, SIDE)


def lines(found, person, dice, count=20):
    for _ in range(count):
        measures.line(found, person.number, people.tablet(people.line(people.Draw(person, dice)), dice))


def flicks(found, person, dice, count=10):
    for _ in range(count):
        measures.line(found, person.number, people.phone(people.line(people.Draw(person, dice), "flick"), dice), FLICK)


def drags(found, person, dice, count=10):
    for _ in range(count):
        measures.line(found, person.number, people.phone(people.line(people.Draw(person, dice), "drag"), dice), DRAG)


def pinches(way):
    def add(found, person, dice, count=10):
        for _ in range(count):
            measures.pinch(found, person.number, people.tablet(people.pinch(people.Draw(person, dice), way), dice), f"pinch {way}, instructed")
    return add


def taps_of(fingers, count):
    def add(found, person, dice, count=count):
        for _ in range(count):
            measures.tap_of(found, person.number, people.tablet(people.tap_of(people.Draw(person, dice), fingers), dice), fingers)
    return add


def beats(found, person, dice, count=150):
    for pace in (80, 120):
        row, what = people.in_a_row(person, dice, pace, count), f"taps to a metronome of {pace} a minute"
        measures.intervals(found, person.number, what, row)
        measures.beats(found, person.number, what, row, 60000 / pace)


def typing(found, person, dice, count=150):
    row, what = people.in_a_row(person, dice, "ordinary", count), "short touches on a phone, one after another"
    measures.intervals(found, person.number, what, row)
    measures.intervals(found, person.number, what, row, 1000)
    measures.same_place(found, person.number, what, row)


def pauses(found, person, dice, count=20):
    for what, name in (("tap of two, instructed", "two pause"), ("tap of five, instructed", "five pause")):
        for _ in range(count):
            found.add(person.number, what, "no finger on the screen before it", people.Draw(person, dice)(name))


SAMPLES = {"taps": taps, "ordinary taps": ordinary_taps, "side taps": side_taps, "lines": lines, "flicks": flicks, "drags": drags,
           "pinches in": pinches("in"), "pinches out": pinches("out"), "taps of two": taps_of(2, 20), "taps of five": taps_of(5, 10),
           "beats": beats, "typing": typing, "pauses": pauses}


def measured(samples=SAMPLES, count=PEOPLE, seed=""):
    """What is measured in `count` synthetic people."""
    found = measures.People()
    for name in samples:
        for number in range(count):
            SAMPLES[name](found, people.Person(number, count, seed), random.Random(f"{name} {number} of {count} {seed}"))
    measures.directions(found)
    return found


def compared(found):
    """[(Row, its quantiles, how far the worst one is off, 1 being what is allowed)] of the rows that are measured."""
    answers = []
    for row in rows():
        quantiles = found.quantiles(row.measure, row.what, row.unit, row.over)
        if quantiles:
            answers.append((row, quantiles, max(row.off(quantiles).values())))
    return answers


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="?", default="check", choices=("check", "rows", "baseline"))
    parser.add_argument("--only", action="append", choices=SAMPLES, help="only these touches; can be repeated")
    parser.add_argument("--seed", default="", help="other people, and other touches")
    widths = [name for name, quantity in people.QUANTITIES.items() if isinstance(quantity, people.Quantity)]
    parser.add_argument("--wrong", choices=widths, metavar="QUANTITY", help="double the width of a distribution")
    return parser.parse_args()


def main():
    options = arguments()
    if not os.path.exists(SOURCE):
        print("no people.tsv beside the checkout: skipped")
        return 0
    if options.wrong:
        people.QUANTITIES[options.wrong].widen()
    answers = compared(measured(options.only or SAMPLES, seed=options.seed))
    off = {row.name: math.ceil(10 * worst) / 10 for row, _, worst in answers if worst > 1}
    if options.command == "baseline":
        with open(OFF, "w") as file:
            file.write(json.dumps(off, indent=1) + "\n")
        return 0
    with open(OFF) as file:
        known = json.load(file)
    worse = [name for name in off if off[name] > known.get(name, 1.0)]
    for row, quantiles, worst in answers:
        if worst > 1 and options.command == "rows":
            print(f"{worst:5.1f}  {row.name}: " + ", ".join(f"{name} {quantiles[name]:.3g} ({goal:.3g})" for name, goal in row.goals.items()))
        elif row.name in worse:
            print(f"WORSE: {row.name}: off by {off[row.name]} times what is allowed, expected at most {known.get(row.name, 1.0)}")
    print(f"{len(answers)} of {len(rows())} rows are compared: {len(answers) - len(off)} are right, {len(off)} are off, {len(worse)} of them by more "
          "than in truth.json")
    return 1 if worse and options.command == "check" else 0


if __name__ == "__main__":
    sys.exit(main())
