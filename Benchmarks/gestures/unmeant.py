"""Counts the gestures that ordinary use of a touchscreen triggers without meaning them, for each shipped configuration.

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
    """Whether a gesture does a hand justice: it is of the kind that the hand means, with as many fingers."""
    name, kind, keys = gesture
    if kind == "pan" or kind == "tap" and keys.get("taps", 1) == 1:
        return True
    return kind in MEANT.get(hand.meant, ()) and keys.get("fingers", 1 if kind != "pinch" else 2) == hand.fingers


def score(tickle, configuration, folder, recordings):
    """The object that `tickle score` prints."""
    own = gestures(configuration)
    files = []
    for number, (recording, hands) in enumerate(recordings):
        file = os.path.join(folder, f"use{number}")
        os.path.exists(f"{file}.evemu") or os.symlink(recording.path, f"{file}.evemu")
        ends = recording.starts[1:] + [recording.starts[-1] + 60]
        with open(f"{file}.labels", "w") as labels:
            for hand, start, end in zip(hands, recording.starts, ends):
                names = [gesture[0] for gesture in own if justice(hand, gesture)]
                # Times are from the first touch, which the panel reports a little after the first hand's beginning.
                labels.write(f"{max(0, start - 0.5):.6f} {end - 0.5:.6f} {' '.join(names)} -\n")
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


def section(rows, hours, movements):
    revision = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    table = "\n".join("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)
    mix = ", ".join(f"{kind} {share} %" for kind, share in MIX.items())
    return f"""{HEADING}

`make bench-unmeant` measured this and wrote this section, at {revision}: {hours:.1f} hours of ordinary use, {movements:,} movements on the
ten panels, played through each shipped configuration. The movements are {mix}.

A gesture counts as unmeant if it is of another kind, or of another number of fingers, than the movement: a flick means any swipe of one
finger, a press any long press. Taps and pans, which every use is full of, are not counted. The intervals are those of a Poisson
distribution, with 95 % confidence.

| configuration | unmeant | per hour | 95 % | which |
|---|---|---|---|---|
{table}

Configurations with more than one per hour, and why: pinches and rotations follow the same two fingers, and a movement of two fingers is often
a little of both (`tickled.toml`, `museum-table.toml`, `photo-frame.toml`); where a slow swipe is wanted, each drag is one
(`accessibility.toml`, `presentation.toml`); a rest before a drag is a press, and two taps near each other begin a tap-and-drag (`mouse.toml`).
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
            recording.path = os.path.join(folder, f"panel{number}.evemu")
            with open(recording.path, "w") as file:
                file.writelines(recording.evemu())
            recordings.append((recording, hands))

        def scored(configuration):
            own = os.path.join(folder, os.path.basename(configuration))
            os.mkdir(own)
            return score(tickle, configuration, own, recordings)

        files = shipped()
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            scores = list(pool.map(scored, files))
    rows = [row(file, answer) for file, answer in zip(files, scores)]
    movements = sum(len(hands) for _, hands in uses)
    if command == "page":
        with open(PAGE) as file:
            text = file.read()
        with open(PAGE, "w") as file:
            file.write(replace(text, section(rows, scores[0]["hours"], movements)))
    widths = [max(len(str(row[column])) for row in rows) for column in range(4)]
    for one in rows:
        print("  ".join(str(cell).ljust(width) for cell, width in zip(one, widths)), one[4], sep="  ")


if __name__ == "__main__":
    main()
