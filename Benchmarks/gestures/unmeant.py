"""Counts the gestures that ordinary use of a touchscreen triggers without meaning them, for each shipped configuration.

The use is synthetic, and that of a phone: recordings in the folder PHONE, ../shared/hands/phone beside the checkout if it is not set. They
belong to others, so they are read where they are; without them, only the synthetic use is counted.

    python3 -B Benchmarks/gestures/unmeant.py            three hours of use, as text
    python3 -B Benchmarks/gestures/unmeant.py quick      half an hour
    python3 -B Benchmarks/gestures/unmeant.py page       three hours; rewrites the section of GESTURES.md

TICKLE is the program, .build/release/tickle if it is not set. The same program gives the same figures on every machine.
"""
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import tomllib

import hands as made
import panels

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
PAGE = os.path.join(HERE, "..", "GESTURES.md")
HEADING = "## Ordinary use"
PHONE = os.environ.get("PHONE", os.path.join(ROOT, "..", "shared", "hands", "phone"))

# Of a hundred movements of ordinary use: reading, scrolling, choosing, typing, looking closer. Our choice; see Limitations.
MIX = {
    "tap": 45, "rolling tap": 6, "double tap": 3, "press": 2, "drag": 12, "brisk drag": 6, "adjusting": 3, "late drag": 3,
    "flick": 13, "curve": 1, "pan of two": 2, "pinch out": 2, "pinch in": 2}

# The kinds of gestures that do a hand justice, besides taps and pans, which every use is full of.
MEANT = {"swipe": ("swipe",), "press": ("long-press",), "pinch": ("pinch",), "pan-2": ("pan", "swipe"), "double-tap": ("tap",)}


def use(seconds):
    """Hands in the order of a use of this length, for each panel: [(Panel, [Hand])]."""
    kinds, weights = zip(*MIX.items())
    uses = []
    for number, panel in enumerate(panels.PANELS):
        dice, hands, length, counts = random.Random(f"use {number}"), [], 0.0, dict.fromkeys(kinds, 0)
        while length < seconds:
            kind = dice.choices(kinds, weights)[0]
            hand = made.Hand(kind, 1000 * len(panels.PANELS) + counts[kind] * len(panels.PANELS) + number)
            counts[kind] += 1
            hands.append(hand)
            length += hand.frames[-1][0] + panels.PAUSE
        uses.append((panel, hands))
    return uses


def gestures(path):
    with open(path, "rb") as file:
        return [(gesture["name"], gesture["kind"], gesture) for gesture in tomllib.load(file).get("gesture", [])]


def justice(hand, gesture):
    """Whether a gesture does a hand justice: it is of the kind that the hand means, with as many fingers. `None`: an unknown hand."""
    name, kind, keys = gesture
    if kind == "pan" or kind == "tap" and keys.get("taps", 1) == 1:
        return True
    return hand is not None and kind in MEANT.get(hand.meant, ()) and keys.get("fingers", 1 if kind != "pinch" else 2) == hand.fingers


def movements(recording, hands):
    """The hands of a recording with the times between which they begin: [(start, end, Hand)]."""
    ends = recording.starts[1:] + [recording.starts[-1] + 60]
    # Times are from the first touch, which the panel reports a little after the first hand's beginning.
    return [(max(0, start - 0.5), end - 0.5, hand) for hand, start, end in zip(hands, recording.starts, ends)]


def phone():
    """The recordings of a phone in use, whose hands are unknown: [(path, movements)]."""
    if not os.path.isdir(PHONE):
        return []
    names = sorted(name for name in os.listdir(PHONE) if name.endswith(".evemu"))
    return [(os.path.abspath(os.path.join(PHONE, name)), [(0, 1e6, None)]) for name in names]


def score(tickle, configuration, folder, recordings):
    """The object that `tickle score` prints about recordings: [(path, movements)]."""
    own = gestures(configuration)
    files = []
    for number, (path, hands) in enumerate(recordings):
        file = os.path.join(folder, f"use{number}")
        os.symlink(path, f"{file}.evemu")
        with open(f"{file}.labels", "w") as labels:
            for start, end, hand in hands:
                names = [gesture[0] for gesture in own if justice(hand, gesture)]
                labels.write(f"{start:.6f} {end:.6f} {' '.join(names)} -\n")
        files.append(f"{file}.evemu")
    command = [tickle, "score", "--format", "json", "--config", configuration, *files]
    run = subprocess.run(command, capture_output=True, timeout=1200)
    if run.returncode != 0:
        raise SystemExit(f"{configuration}: {run.stderr.decode(errors='replace')[-500:]}")
    return json.loads(run.stdout)


def row(configuration, scored):
    """The cells of a row: the file, the rate with its interval, and what was recognized."""
    counts = {}
    for fault in scored["faults"]:
        for name in fault["recognized"]:
            if name not in fault["meant"]:
                counts[name] = counts.get(name, 0) + 1
    least, most = scored["unmeant_per_hour_interval"]
    which = ", ".join(f"{name} {count}" for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])))
    return (os.path.relpath(configuration, os.path.join(ROOT, "config")), scored["unmeant"],
            f"{scored['unmeant_per_hour']:.1f}", f"{least:.1f} to {most:.1f}", which or "–")


def shipped():
    folder = os.path.join(ROOT, "config", "cookbook")
    names = sorted(name for name in os.listdir(folder) if name.endswith(".toml") and not name.endswith(".test.toml"))
    files = [os.path.join(ROOT, "config", "tickled.toml")] + [os.path.join(folder, name) for name in names]
    # Gestures of keys, switches and motion are not recognized in touches.
    others = {"press", "remote", "switch", "shake", "knock", "turn"}
    return [file for file in files if any(kind not in others for _, kind, _ in gestures(file))]


HEAD = """| configuration | unmeant | per hour | 95 % | which |
|---|---|---|---|---|
"""


def table(rows):
    return HEAD + "\n".join("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)


def section(rows, hours, movements, phone_rows, phone_hours):
    revision = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    mix = ", ".join(f"{kind} {share} %" for kind, share in MIX.items())
    return f"""{HEADING}

`make bench-unmeant` measured this and wrote this section, at {revision}: {hours:.1f} hours of ordinary use, {movements:,} movements on the
ten panels, played through each shipped configuration. The movements are {mix}.

A gesture counts as unmeant if it is of another kind, or of another number of fingers, than the movement: a flick means any swipe of one
finger, a press any long press. Taps and pans, which every use is full of, are not counted. The intervals are those of a Poisson
distribution, with 95 % confidence.

{table(rows)}

Configurations with more than one per hour, and why: pinches and rotations follow the same two fingers, and a movement of two fingers is often
a little of both (`tickled.toml`, `museum-table.toml`, `photo-frame.toml`, `viewer.toml`); where a slow swipe is wanted, each drag is one
(`accessibility.toml`, `presentation.toml`).
{phone_section(phone_rows, phone_hours)}"""


def phone_section(rows, hours):
    if not rows:
        return ""
    return f"""
One or two people used 16 applications on a phone for {hours:.1f} hours: they tapped, typed and scrolled (github:resess/ViaLin, MIT licence, not
part of this repository). Whatever is recognized there beside single taps and pans counts as unmeant; what is not listed recognized nothing:

{table(row for row in rows if row[1])}

The swipes are flicks that scroll, the double taps letters that were typed twice, each of which counts in both of its taps, and the presses
fingers that rested on something for more than a second.
"""


def replace(text, new):
    """Replaces the section, or inserts it before the limitations."""
    old = re.search(rf"^{HEADING}\n.*?(?=^## )", text, re.MULTILINE | re.DOTALL)
    if old:
        return text[:old.start()] + new + "\n" + text[old.end():]
    place = text.index("## Limitations")
    return text[:place] + new + "\n" + text[place:]


def present():
    """The section as GESTURES.md has it, for the program that writes the rest of the page."""
    try:
        with open(PAGE) as file:
            found = re.search(rf"^{HEADING}\n.*?(?=^## )", file.read(), re.MULTILINE | re.DOTALL)
    except FileNotFoundError:
        return []
    return [found.group()] if found else []


def main():
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    tickle = os.path.abspath(os.environ.get("TICKLE", os.path.join(ROOT, ".build/release/tickle")))
    hours = 0.5 if command == "quick" else 3
    uses = use(hours * 3600 / len(panels.PANELS))
    with tempfile.TemporaryDirectory() as folder:
        recordings = []
        for number, (panel, hands) in enumerate(uses):
            recording = panels.Recording(panel, [hand.frames for hand in hands])
            path = os.path.join(folder, f"panel{number}.evemu")
            with open(path, "w") as file:
                file.writelines(recording.evemu())
            recordings.append((path, movements(recording, hands)))

        def scored(job):
            configuration, recordings = job
            return score(tickle, configuration, tempfile.mkdtemp(dir=folder), recordings)

        files = shipped()
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            scores = list(pool.map(scored, [(file, recordings) for file in files]))
            phone_scores = list(pool.map(scored, [(file, phone()) for file in files])) if phone() else []
    rows = [row(file, answer) for file, answer in zip(files, scores)]
    phone_rows = [row(file, answer) for file, answer in zip(files, phone_scores)]
    if command == "page":
        with open(PAGE) as file:
            text = file.read()
        count = sum(len(hands) for _, hands in uses)
        phone_hours = phone_scores[0]["hours"] if phone_scores else 0
        with open(PAGE, "w") as file:
            file.write(replace(text, section(rows, scores[0]["hours"], count, phone_rows, phone_hours)))
    show(rows)
    print("\non a phone:" if phone_rows else f"\non a phone: skipped, {PHONE} is missing")
    show(phone_rows)


def show(rows):
    widths = [max((len(str(row[column])) for row in rows), default=0) for column in range(4)]
    for one in rows:
        print("  ".join(str(cell).ljust(width) for cell, width in zip(one, widths)), one[4], sep="  ")


if __name__ == "__main__":
    main()
