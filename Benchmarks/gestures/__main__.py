"""Measures recognition: synthetic hands with a known intention, and the gestures that are recognized.

    python3 -B Benchmarks/gestures --tickle .build/release/tickle             all tables, as text
    python3 -B Benchmarks/gestures quick --only swipes                        some of the hands, one table
    python3 -B Benchmarks/gestures --config swipe=my.toml --only swipes       another configuration than configs/swipe.toml
    python3 -B Benchmarks/gestures --only mixed --kind drag --wrong           one kind, with a list of the hands that went wrong
    python3 -B Benchmarks/gestures --only variants --variant '60 Hz'          one variant
    python3 -B Benchmarks/gestures quick --write FOLDER                       each hand as a recording, and hands.jsonl
    python3 -B Benchmarks/gestures page                                       writes GESTURES.md and gestures.svg
    python3 -B Benchmarks/gestures page --only people                         writes only that section of GESTURES.md; also repair
    python3 -B Benchmarks/gestures check                                      fails if counts are worse than in expected.json
    python3 -B Benchmarks/gestures baseline                                   writes expected.json

The same program gives the same figures, byte for byte.
"""
import argparse
import collections
import json
import os
import sys

import crowd
import crowd_tables
import hands as made
import panels
import play
import repair
import tables
from variants import VARIANTS

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
EXPECTED = os.path.join(HERE, "expected.json")
CHECKED_VARIANTS = ("noise of 0.1 mm", "60 Hz", "10 % of frames lost", "mounted to the left", "other slots")

CHECKED_PEOPLE = range(2, crowd.PEOPLE, 4)
TABLES = tables.TABLES | {"people": crowd_tables.people, "repair": repair.repair}

Players = collections.namedtuple("Players", "tickle uikit lisgd")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="?", default="tables", choices=("tables", "quick", "page", "check", "baseline"))
    parser.add_argument("--tickle", default=os.path.join(ROOT, ".build/release/tickle"), help="default: .build/release/tickle")
    parser.add_argument("--only", action="append", choices=TABLES, help="only this table; can be repeated")
    parser.add_argument("--variant", action="append", choices=VARIANTS, metavar="NAME", help="only this variant; can be repeated")
    parser.add_argument("--config", action="append", default=[], metavar="NAME=FILE", help="in place of configs/NAME.toml")
    parser.add_argument("--kind", action="append", choices=made.KINDS, help="only hands of this kind; can be repeated")
    parser.add_argument("--apart", action="store_true", help="play each hand in a recording of its own")
    parser.add_argument("--wrong", action="store_true", help="list each hand that is not recognized as intended")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--write", metavar="FOLDER", help="write each hand as a recording, and play none")
    parser.add_argument("--sessions", default=os.path.join(ROOT, "..", "shared", "hands"), help="recorded hands, with their `score`")
    options = parser.parse_args()
    if not options.write and not os.access(options.tickle, os.X_OK):
        parser.error(f"cannot run {options.tickle}: build it with `TICKLE_TOOL=1 swift build --product tickle`, or use --tickle FILE")
    names = sorted(name[:-5] for name in os.listdir(os.path.join(HERE, "configs")))
    for config in options.config:
        name, _, file = config.partition("=")
        if name not in names or not os.path.exists(file):
            parser.error(f"--config {config}: expected NAME=FILE, with a name of {', '.join(names)}, and a file that exists")
    options.config = dict(config.split("=", 1) for config in options.config)
    return options


def write(hands, folder):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "hands.jsonl"), "w") as list_of_them:
        for hand in hands:
            file = hand.name.replace(" ", "-") + ".evemu"
            with open(os.path.join(folder, file), "w") as recording:
                recording.writelines(panels.Recording(hand.panel, [hand.frames]).evemu())
            facts = {"file": file, "kind": hand.kind, "meant": hand.meant, "fingers": hand.fingers, "direction": hand.direction,
                     "length": round(hand.length, 2), "speed": round(hand.speed, 1), "panel": hand.panel.name, "rate": hand.panel.rate}
            list_of_them.write(json.dumps(facts) + "\n")


def limits(players, only=None):
    """The counts that `make test` compares, by name: those that should not fall, and those that should not rise."""
    hands, people = made.make(made.CHECK), crowd.make(crowd.CHECK, CHECKED_PEOPLE)
    found = {"at least": {}, "at most": {}}
    for name in only or TABLES:
        played = {"people": people, "repair": repair.CHECK}.get(name, hands)
        for table in shown(name, players, played, CHECKED_VARIANTS, 4):
            for key, counts in (("at least", table.better), ("at most", table.worse)):
                found[key].update({f"{name}: {what}": count for what, count in counts.items()})
    return {"hands": len(hands) + len(people), **found}


def shown(name, players, hands, variants, each):
    """The tables of a name. Only that of the variants needs to know which of them to play, on how many hands."""
    return TABLES[name](players, hands, variants, each) if name == "variants" else TABLES[name](players, hands)


def check(players, only):
    with open(EXPECTED) as file:
        expected = json.load(file)
    found = limits(players, only)
    worse, better = [], []
    for key, sign in (("at least", 1), ("at most", -1)):
        wanted = {name: count for name, count in expected[key].items() if not only or name.partition(":")[0] in only}
        if wanted.keys() != found[key].keys():
            sys.exit("gestures: expected.json has other hands; `make bench-gestures-baseline` rewrites it")
        for name, count in wanted.items():
            line = f"{name}: {found[key][name]}, expected {key} {count}"
            if sign * found[key][name] < sign * count:
                worse.append(line)
            elif found[key][name] != count:
                better.append(line)
    for line in better:
        print(f"better: {line}")
    for line in worse:
        print(f"WORSE: {line}")
    print(f"{found['hands']} hands: {len(worse)} counts are worse, {len(better)} are better")
    return 1 if worse else 0


def main():
    options = arguments()
    numbers = made.QUICK if options.command == "quick" else made.FULL
    if options.write:
        return write(made.make(numbers, options.kind), options.write)
    # `make test` counts only tickle's gestures, by its own rules.
    compares = options.command not in ("check", "baseline")
    uikit = play.Tickle(options.tickle, options.config, options.apart, "uikit") if compares else None
    players = Players(play.Tickle(options.tickle, options.config, options.apart), uikit, play.Lisgd(is_wanted=compares))
    if options.command == "check":
        return check(players, options.only)
    if options.command == "baseline":
        with open(EXPECTED, "w") as file:
            file.write(json.dumps(limits(players), indent=1) + "\n")
        return 0
    people = crowd.make(crowd.QUICK if options.command == "quick" else crowd.PAGE) if "people" in (options.only or TABLES) else []
    each = repair.QUICK if options.command == "quick" else repair.PAGE
    if options.command == "page" and options.only in (["people"], ["repair"]):
        import page
        return page.write_people(players, people) if options.only == ["people"] else page.write_repair(players, each)
    hands = made.make(numbers, options.kind)
    if options.command == "page":
        import page
        return page.write(players, hands, people, each, options.sessions)
    figures = {}
    for name in options.only or TABLES:
        played = {"people": people, "repair": each}.get(name, hands)
        made_tables = shown(name, players, played, options.variant, 10 if options.command == "quick" else 40)
        figures[name] = {each.title: each.figures for each in made_tables}
        for each in [] if options.json else made_tables:
            print("\n".join([each.text(), *(each.wrong if options.wrong else []), ""]), flush=True)
    if options.json:
        print(json.dumps(figures, indent=1))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except play.NotPlayed as error:
        sys.exit(f"gestures: {error}")
