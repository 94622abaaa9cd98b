"""Hands that the repair of a panel's faults (`settle`, `bridge`) must leave alone: two touches that are near each other stay two, a fast finger
keeps its samples, and the letters of two thumbs arrive. They play on a new panel, on one that is known to lose contacts, and with `bridge = "34ms"`.
"""
import bisect
import dataclasses
import json
import math
import os
import random
import subprocess
import tempfile

import crowd
import hands as made
import panels
import people
from motion import Contact, DIRECTIONS, arc, flicking, minimum_jerk, settled
from play import NotPlayed, in_parallel
from tables import Table, percent

ASKED, OF_LETTERS = 0.95, 0.99  # The shares of touches that must stay apart, and of letters that must arrive.
LANDINGS = 48  # The most in one recording: after 50 landings without a loss, a panel is not known for losses any more.
PANEL = panels.Panel("tablet", 217, 136, 100, 20, 0.0, 0.0, (1920, 1200))

GESTURES = """
[[gesture]]
name = "tap"
kind = "tap"

[[gesture]]
name = "swipe"
kind = "swipe"
direction = ["left", "right", "up", "down"]
"""
# What is written of the screen, and whether the panel is known to lose contacts.
SETTINGS = {
    "new panel": ("", False),
    "known to break": ("", True),
    '`bridge = "34ms"`': ('bridge = "34ms"', False),
}
WITHOUT = 'settle = false\nbridge = "off"', False


class Hand:
    """Touches on a panel with these reports per second, and white noise in mm. `touches` is how many there are."""

    def __init__(self, kind, rate, noise, number):
        self.name = f"{kind} at {rate} Hz, {noise} mm, {number}"
        self.dice = random.Random(self.name)
        self.panel = dataclasses.replace(PANEL, rate=rate, noise=noise)
        self.direction = list(DIRECTIONS)[number % 4]
        contacts = settled(KINDS[kind](self), PANEL.width, PANEL.height, made.MARGIN, self.dice)
        self.touches = len(contacts)
        self.frames = panels.reports(contacts, self.panel, self.dice)


def trill(hand):
    """Two fingers 8 mm apart that tap in turn, eight times: 40 to 80 ms each, and the next lands up to 34 ms after the lift, which is while a
    lost contact may come back."""
    angle, time, contacts = hand.dice.uniform(0, 2 * math.pi), 0.0, []
    for number in range(8):
        lift = time + hand.dice.uniform(0.04, 0.08)
        side = 8 * (number % 2)
        contacts.append(made.rolling(hand.dice, time, lift, 0.0, 0.3, made.polar(side, angle)))
        time = lift + hand.dice.uniform(0, 0.034)
    return contacts


def second_tap(hand):
    """Two taps of 50 to 120 ms, the second one 40 ms after the lift and 1.2 mm (sd) beside the first. No person who was measured was that
    fast: 66 ms."""
    dice = hand.dice
    lift = dice.uniform(0.05, 0.12)
    land = lift + 0.04
    beside = dice.gauss(0, 0.85), dice.gauss(0, 0.85)
    return [made.rolling(dice, 0.0, lift, 0.0, 0.3), made.rolling(dice, land, land + dice.uniform(0.05, 0.12), 0.0, 0.3, beside)]


def fast_flick(hand):
    """30 to 110 mm at 1 m/s: constant, faster and faster, or slow at both ends."""
    dice = hand.dice
    length = dice.uniform(30, 110)
    law = dice.choice((lambda part: part, flicking(dice.uniform(0.05, 0.2), dice.uniform(0.5, 0.7)), minimum_jerk))
    path = arc(length, DIRECTIONS[hand.direction] + math.radians(dice.gauss(0, 6)), 0.0)
    return [Contact(0.0, length / 1000, lambda time: path(length * law(1000 * time / length)))]


KINDS = {"trill": trill, "second tap": second_tap, "flick": fast_flick}
RATES = {"trill": (60, 100, 133), "second tap": (60, 100, 133), "flick": (33, 60)}
NOISES = (0.0, 0.1, 0.3)
PAGE, QUICK, CHECK = 200, 40, 12  # The number of hands in each row.


class Answer:
    """What was recognized of a hand: the places where touches began, the number of taps, the directions of swipes, and the number of touches
    that lifted without being cancelled."""

    def __init__(self):
        self.landings, self.taps, self.swipes, self.lifts = [], 0, [], 0


def answers(tickle, hands, setting):
    """{name of a hand: Answer}, for hands of one panel."""
    screen, is_known = setting
    count = max(1, LANDINGS // hands[0].touches)
    return in_parallel(played, [(tickle, hands[first:first + count], screen, is_known, GESTURES) for first in range(0, len(hands), count)])


def played(tickle, hands, screen, is_known, gestures):
    recording = panels.Recording(hands[0].panel, [hand.frames for hand in hands])
    model = {"touches": 100, "ghosts": 0, "breaks": True} if is_known else {"touches": 0, "ghosts": 0}
    with tempfile.TemporaryDirectory() as folder:
        files = {name: os.path.join(folder, name) for name in ("hands.evemu", "screen.toml", "model.json")}
        texts = "".join(recording.evemu()), f'[[screen]]\nname = "main"\n{screen}\n{gestures}', json.dumps(model)
        for path, text in zip(files.values(), texts):
            with open(path, "w") as file:
                file.write(text)
        command = [tickle.program, "replay", "--config", files["screen.toml"], "--panel-model", files["model.json"],
                   "--format", "json", "--actions", "none", "--touches", files["hands.evemu"]]
        run = subprocess.run(command, capture_output=True, timeout=600)
    if run.returncode != 0:
        raise NotPlayed(f"tickle replay, repair: {run.stderr.decode(errors='replace').strip()[-500:]}")
    found = {hand.name: Answer() for hand in hands}
    for line in map(json.loads, run.stdout.splitlines()):
        # The clock begins with the first touch.
        hand = hands[bisect.bisect(recording.starts, line["time"] + 0.02) - 1]
        answer = found[hand.name]
        if line["type"] == "touch" and line["phase"] == "began":
            answer.landings.append((line["location"]["x"], line["location"]["y"]))
        elif line["type"] == "touch":
            answer.lifts += line["phase"] == "ended"
        elif line["state"] == "ended" and line["gesture"] == "tap":
            answer.taps += 1
        elif line["gesture"] == "swipe":
            answer.swipes.append(line["direction"])
    return found


def repair(players, count):
    """The tables, with this many hands in each row."""
    return [apart(players.tickle, count), whole(players.tickle, count), letters(players.tickle, count)]


def apart(tickle, count):
    table = Table("repair: touches that stay apart, and taps that are recognized",
                  ["what the hands did", "reports a second", "noise", "touches", *SETTINGS])
    below = 0
    for kind in ("trill", "second tap"):
        for rate in RATES[kind]:
            for noise in NOISES:
                hands = [Hand(kind, rate, noise, number) for number in range(count)]
                touches, figures = sum(hand.touches for hand in hands), {}
                cells = []
                for name, setting in SETTINGS.items():
                    found = answers(tickle, hands, setting)
                    kept = sum(min(len(found[hand.name].landings), hand.touches) for hand in hands)
                    taps = sum(min(found[hand.name].taps, hand.touches) for hand in hands)
                    figures |= {f"{name}: apart": kept, f"{name}: taps": taps}
                    below += (kept < ASKED * touches) + (taps < ASKED * touches)
                    cells.append(f"{percent(kept, touches)}, taps {percent(taps, touches)}")
                    table.better[f"{kind}, {rate} Hz"] = table.better.get(f"{kind}, {rate} Hz", 0) + kept + taps
                table.rows.append([kind, rate, f"{noise} mm", touches, *cells])
                table.figures[f"{kind}, {rate} Hz, {noise} mm"] = {"touches": touches, **figures}
    table.worse["shares below 95 %"] = below
    return table


def whole(tickle, count):
    table = Table("repair: flicks at 1 m/s", ["reports a second", "noise", "flicks", "keep their first sample", "keep their direction", "swipes"])
    for rate in RATES["flick"]:
        for noise in NOISES:
            hands = [Hand("flick", rate, noise, number) for number in range(count)]
            exact, repaired = (answers(tickle, hands, setting) for setting in (WITHOUT, SETTINGS['`bridge = "34ms"`']))
            first = sum(repaired[hand.name].landings == exact[hand.name].landings for hand in hands)
            same = sum(repaired[hand.name].swipes == exact[hand.name].swipes for hand in hands)
            swipes = sum(repaired[hand.name].swipes == [hand.direction] for hand in hands)
            table.rows.append([rate, f"{noise} mm", count, percent(first, count), percent(same, count), percent(swipes, count)])
            table.figures[f"{rate} Hz, {noise} mm"] = {"flicks": count, "first": first, "direction": same, "swipes": swipes}
            table.better[f"flick, {rate} Hz"] = table.better.get(f"flick, {rate} Hz", 0) + first + same
    return table


def letters(tickle, count):
    """The keys of two thumbs, beside a tap of two and a pinch, which come to applications as touches that land, lift and are not cancelled.
    A person's hands are in one recording."""
    table = Table("repair: letters that two thumbs type", ["keys a second", "keys", *SETTINGS, "not repaired"])
    with open(tickle.configurations["typing"]) as file:
        gestures = file.read()
    below = 0
    for rate in crowd.TYPING:
        some = [people.Person(number, crowd.PEOPLE) for number in range(0, crowd.PEOPLE, 4)]
        each = max(1, count // 50)
        rows = [[crowd.Hand(f"typing, {rate} keys a second", person, number) for number in range(each)] for person in some]
        keys, cells, figures = 10 * rate * each * len(rows), [], {}
        for name, (screen, is_known) in {**SETTINGS, "not repaired": WITHOUT}.items():
            found = in_parallel(played, [(tickle, row, screen, is_known, gestures) for row in rows])
            figures[name] = arrived = sum(answer.lifts for answer in found.values())
            below += name in SETTINGS and arrived < OF_LETTERS * keys
            cells.append(f"{100 * arrived / keys:.1f} %")
        table.better[f"{rate} keys a second"] = sum(figures.values())
        table.rows.append([rate, keys, *cells])
        table.figures[f"{rate} keys a second"] = {"keys": keys, **figures}
    table.worse["shares of letters below 99 %"] = below
    return table
