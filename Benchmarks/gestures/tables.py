"""The tables of intended and recognized gestures. Each has figures for programs, and rows for readers."""
import bisect
import collections
import json
import os
import subprocess

import hands as made
from panels import SIZES
from play import recognized
from variants import OTHER_HANDS, VARIANTS

OURS = "tickled"
NOT_INSTALLED = "not installed"
SPEEDS = [100, 150, 200, 300, 400, 600]          # mm/s, where a range begins
DRAG_SPEEDS = [0, 30, 50, 80, 120]
LENGTHS = [8, 20, 40]                            # mm
PLOTTED = [20, 35, 60, 100, 150, 200, 300, 450, 600]


def share(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "–"


def percent(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else "–"


def quantile(values, share_of_them):
    return sorted(values)[min(len(values) - 1, int(len(values) * share_of_them))] if values else 0.0


def milliseconds(values):
    return f"{1000 * quantile(values, 0.5):.0f} ms, p90 {1000 * quantile(values, 0.9):.0f} ms" if values else "–"


def ranges(starts, unit):
    """The names of the ranges, and a function that returns the name of a value's range."""
    names = [f"{low} to {high} {unit}" for low, high in zip(starts, starts[1:])] + [f"{starts[-1]} {unit} and more"]
    return names, lambda value: names[max(0, bisect.bisect(starts, value) - 1)]


class Table:
    """`title`, `head` and `rows` are for readers, `figures` for programs. `better` has the counts that should not fall, `worse`
    those that should not rise, and `wrong` lists the hands of which something else was recognized."""

    def __init__(self, title, head):
        self.title, self.head, self.rows, self.figures = title, head, [], {}
        self.better, self.worse, self.wrong = {}, {}, []

    def add_wrong(self, hand, found):
        facts = f"{hand.direction}, {hand.length:.0f} mm, {hand.speed:.0f} mm/s, {hand.panel.name} {hand.panel.rate} Hz"
        self.wrong.append(f"{self.title.partition(':')[0]}: {hand.name} ({facts}): {found}")

    def text(self):
        rows = [self.head] + self.rows
        widths = [max(len(str(row[n])) for row in rows if n < len(row)) for n in range(max(map(len, rows)))]
        return "\n".join([self.title] + ["  " + "  ".join(str(cell).ljust(w) for cell, w in zip(row, widths)).rstrip() for row in rows])

    def markdown(self):
        line = lambda cells: "| " + " | ".join(str(cell) for cell in cells) + " |"
        return "\n".join([line(self.head), "|" + "---|" * len(self.head), *map(line, self.rows)])


# MARK: - Swipes

def swipe_answers(players, hands):
    """{system: {name of a hand: (whether a swipe was recognized, whether exactly the intended one, its time)}}"""
    answers = {OURS: players.tickle.answers("swipe", hands)}
    if players.lisgd.version:
        answers |= {name: players.lisgd.answers(name, hands) for name in players.lisgd.SETTINGS}

    def verdict(hand, events):
        wanted = "swipe" if hand.fingers == 1 else "swipe-2"
        swipes = [(event.gesture, event.direction) for event in events if event.state == "ended"]
        return bool(swipes), swipes == [(wanted, hand.direction)], events[0].time if swipes else None
    return {system: {hand.name: verdict(hand, found[hand.name]) for hand in hands} for system, found in answers.items()}


def swipes(players, hands):
    hands = [hand for hand in hands if hand.kind in made.FLICKS + made.NO_SWIPES]
    answers = swipe_answers(players, hands)
    systems = list(answers)
    shown = systems if players.lisgd.version else [*systems, "lisgd"]

    def found(system, group):
        return sum(answers[system][hand.name][0] for hand in group)

    def exact(system, group):
        return sum(answers[system][hand.name][1] for hand in group)

    def cells(count, group):
        return [percent(count(system, group), len(group)) if system in systems else NOT_INSTALLED for system in shown]

    whole = Table("swipes: flicks found in their direction; other hands mistaken for a swipe", ["what the hand did", "hands", "", *shown])
    for kind in made.FLICKS + made.NO_SWIPES:
        group = [hand for hand in hands if hand.kind == kind]
        if not group:
            continue
        is_flick = kind in made.FLICKS
        count = exact if is_flick else found
        values = {system: count(system, group) for system in systems}
        whole.rows.append([kind, len(group), "found" if is_flick else "mistaken for a swipe", *cells(count, group)])
        for hand in group:
            swiped, is_right, _ = answers[OURS][hand.name]
            if not is_right if is_flick else swiped:
                whole.add_wrong(hand, "a swipe" if swiped else "nothing")
        whole.figures[kind] = {"hands": len(group), **values}
        (whole.better if is_flick else whole.worse)[kind] = values[OURS]
    tables = [whole]

    def broken_down(title, kinds, count, names, place, label):
        table = Table(title, [label, "hands", *shown])
        for name in names:
            group = [hand for hand in hands if hand.kind in kinds and place(hand) == name]
            table.rows.append([name, len(group), *cells(count, group)])
            table.figures[name] = {"hands": len(group), **{s: count(s, group) for s in systems}}
        tables.append(table)

    times = Table("swipes: when the flicks that were found are recognized", ["", "after the landing", "before the lift"])
    for system in systems:
        flicks = [(answers[system][hand.name][2], hand.frames[-1][0]) for hand in hands if hand.kind == "flick" and answers[system][hand.name][1]]
        early = sum(lift - time > 0.001 for time, lift in flicks)
        times.rows.append([system, milliseconds([time for time, _ in flicks]), percent(early, len(flicks))])
        times.figures[system] = {"median": quantile([time for time, _ in flicks], 0.5), "early": early}
    others = made.DRAGS + ("curve", "circle", "to and fro")
    names, of = ranges(SPEEDS, "mm/s")
    broken_down("swipes: flicks found, by mean speed", ["flick"], exact, names, lambda hand: of(hand.speed), "flicks of")
    lengths, of_length = ranges(LENGTHS, "mm")
    broken_down("swipes: flicks found, by length", ["flick"], exact, lengths, lambda hand: of_length(hand.length), "flicks of")
    size = lambda hand: SIZES[hand.panel.name]
    broken_down("swipes: flicks found, by panel", ["flick"], exact, SIZES.values(), size, "flicks on a")
    drag_names, of_drag = ranges(DRAG_SPEEDS, "mm/s")
    broken_down("swipes: drags mistaken for a swipe, by mean speed", made.DRAGS, found, drag_names, lambda hand: of_drag(hand.speed), "drags of")
    broken_down("swipes: drags mistaken for a swipe, by length", made.DRAGS, found, lengths, lambda hand: of_length(hand.length), "drags of")
    broken_down("swipes: drags, curves and circles mistaken for a swipe, by panel", others, found, SIZES.values(), size, "drags, curves, circles on a")
    return tables + [times]


def plotted(players, hands):
    """{(system, "flicks" or "drags"): [(mean speed, share)]} for ranges with at least ten hands."""
    hands = [hand for hand in hands if hand.kind == "flick" or hand.kind in made.DRAGS]
    answers, lines = swipe_answers(players, hands), {}
    _, of = ranges(PLOTTED, "")
    for system, verdicts in answers.items():
        for name, kinds, which in (("flicks", ("flick",), 1), ("drags", made.DRAGS, 0)):
            groups = collections.defaultdict(list)
            for hand in hands:
                if hand.kind in kinds:
                    groups[of(hand.speed)].append(hand)
            lines[system, name] = sorted(
                (sum(hand.speed for hand in group) / len(group), sum(verdicts[hand.name][which] for hand in group) / len(group))
                for group in groups.values() if len(group) >= 10)
    return lines


# MARK: - A pan that waits

def pan_waits(players, hands):
    # An edge pan from the right edge may also be a swipe to the left.
    hands = [hand for hand in hands if hand.fingers == 1 and hand.kind != "edge pan"]
    alone, waiting = players.tickle.answers("pan", hands), players.tickle.answers("pan-waits", hands)
    began = lambda events, gesture: next((event.time for event in events if event.gesture == gesture and event.state == "began"), None)
    table = Table("pan-waits: a pan that waits for a swipe to the left", ["of the hands", ""])
    lost, delays, by_kind = 0, [], collections.Counter()
    for hand in hands:
        if hand.kind == "flick" and hand.direction == "left" or (at := began(alone[hand.name], "pan")) is None:
            continue
        if "pan" not in recognized(waiting[hand.name]):
            lost += 1
            by_kind[hand.kind] += 1
            table.add_wrong(hand, "no pan")
        else:
            delays.append(began(waiting[hand.name], "pan") - at)
    lefts = [hand for hand in hands if hand.kind == "flick" and hand.direction == "left"]
    found = sum(recognized(waiting[hand.name]) == ["swipe"] for hand in lefts)
    pans, slow = lost + len(delays), sum(delay > 0.05 for delay in delays)
    others = [hand for hand in hands if hand.kind == "flick" and hand.direction != "left"]
    flicks = sum(began(alone[hand.name], "pan") is not None for hand in others)
    table.rows = [["flicks to the left found", share(found, len(lefts))], ["pans of other hands", pans],
                  ["lost", share(lost, pans)], ["lost, not counting flicks in other directions", share(lost - by_kind["flick"], pans - flicks)],
                  ["delayed by", milliseconds(delays)], ["delayed by more than 50 ms", share(slow, len(delays))],
                  ["lost, by what the hand did", ", ".join(f"{kind} {count}" for kind, count in by_kind.most_common()) or "–"]]
    table.figures = {"flicks": len(lefts), "found": found, "pans": pans, "lost": lost, "slow": slow, "lost_by_kind": dict(by_kind),
                     "median": quantile(delays, 0.5), "p90": quantile(delays, 0.9)}
    table.better, table.worse = {"flicks to the left": found}, {"lost pans": lost, "late pans": slow}
    return [table]


# MARK: - Two fingers

def two_fingers(players, hands):
    hands = [hand for hand in hands if hand.kind in made.TWO]
    answers = players.tickle.answers("two-fingers", hands)
    gestures = ("pan-2", "pinch", "rotation")
    table = Table("two-fingers: which of the three begins first", ["what the hand did", "hands", "right", *gestures, "nothing", "recognized after"])
    for kind in made.TWO:
        group = [hand for hand in hands if hand.kind == kind]
        first = {hand.name: next((event for event in answers[hand.name] if event.state == "began"), None) for hand in group}
        counts = collections.Counter(event.gesture if event else "nothing" for event in first.values())
        right = counts[made.KINDS[kind][0]]
        delays = [event.time for event in first.values() if event]
        for hand in group:
            if (event := first[hand.name]) is None or event.gesture != made.KINDS[kind][0]:
                table.add_wrong(hand, event.gesture if event else "nothing")
        table.rows.append([kind, len(group), percent(right, len(group)), *(counts[name] for name in (*gestures, "nothing")), milliseconds(delays)])
        table.figures[kind] = {"hands": len(group), "right": right, "median": quantile(delays, 0.5), "p90": quantile(delays, 0.9), **counts}
        table.better[kind] = right
    return [table]


# MARK: - One of everything

def mixed(players, hands):
    answers = players.tickle.answers("mixed", hands)
    table = Table("mixed: one of everything", ["what the hand did", "intended", "hands", "right", "recognized"])
    for kind, (meant, _, _) in made.KINDS.items():
        group = [hand for hand in hands if hand.kind == kind]
        if not group:
            continue
        found = {hand: " + ".join(recognized(answers[hand.name])) or "nothing" for hand in group}
        counts = collections.Counter(found.values())
        right = counts[meant]
        for hand, gestures in found.items():
            if gestures != meant:
                table.add_wrong(hand, gestures)
        table.rows.append([kind, meant, len(group), percent(right, len(group)), ", ".join(f"{name} {count}" for name, count in counts.most_common())])
        table.figures[kind] = {"hands": len(group), "right": right, "recognized": dict(counts)}
        table.better[kind] = right
    total, right = sum(f["hands"] for f in table.figures.values()), sum(f["right"] for f in table.figures.values())
    table.rows.append(["all", "", total, percent(right, total), ""])
    table.figures["all"] = {"hands": total, "right": right}
    return [table]


# MARK: - Variants

def variants(players, hands, only=None, each=40):
    """The mixed configuration on the first hands of each kind."""
    hands = [hand for kind in made.KINDS for hand in [hand for hand in hands if hand.kind == kind][:each]]
    kinds = lambda events: collections.Counter((event.gesture, event.state, event.direction) for event in events)
    plain = players.tickle.answers("mixed", hands)
    table = Table("variants: hands whose gestures change", ["variant", "hands changed", "most often"])
    changes = {}
    for name in VARIANTS:
        if only and name not in only:
            continue
        again = players.tickle.answers("mixed", hands, name)
        changed = collections.Counter(hand.kind for hand in hands if kinds(again[hand.name]) != kinds(plain[hand.name]))
        changes[name] = changed
        table.figures[name] = {"hands": len(hands), "changed": changed.total()}
        table.worse[name] = changed.total()
    for name, changed in sorted(changes.items(), key=lambda item: (item[0] in OTHER_HANDS, item[1].total())):
        most = ", ".join(f"{kind} {count}" for kind, count in changed.most_common(4))
        table.rows.append([name, f"{changed.total()} of {len(hands)} ({100 * changed.total() / len(hands):.1f} %)", most])
    return [table]


# MARK: - Recorded hands

def sessions(players, folder):
    """The counts of the recordings' own program, `score`; empty without recordings."""
    score = os.path.join(folder, "score")
    if not os.path.exists(score):
        return []
    run = subprocess.run(["python3", "-B", score, players.tickle.program, "--json"], capture_output=True, text=True, timeout=600)
    if run.returncode != 0:
        return []
    counted = json.loads(run.stdout)
    swipes, two, pans, mix = (counted[name] for name in ("swipes", "two-fingers", "pan-waits", "mixed"))
    whole = Table("recorded hands", ["of the recordings", ""])
    whole.rows = [["flicks found in their direction", share(swipes["flick"]["directed"], swipes["flick"]["sessions"])]]
    for kind in ("drag", "curve", "circle", "back-and-forth"):
        whole.rows.append([f"mistaken for a swipe: {kind}", share(swipes[kind]["found"], swipes[kind]["sessions"])])
    whole.rows += [
        ["pans that wait for a left swipe: lost", share(pans["lost"], pans["pans"])],
        ["… delayed by", f"{pans['p50']:.0f} ms, p90 {pans['p90']:.0f} ms"],
        ["two fingers: pans right", share(two["pan"]["right"], two["pan"]["sessions"])],
        ["two fingers: rotations right", share(two["rotation"]["right"], two["rotation"]["sessions"])],
        ["one of everything: as intended", share(mix["meant"]["right"], mix["meant"]["sessions"])]]
    whole.figures = counted
    changed = Table("recorded hands: variants", ["variant", "recordings changed"])
    for name, counts in sorted(counted["variants"].items(), key=lambda item: item[1]["changed"] / item[1]["recordings"]):
        changed.rows.append([name, share(counts["changed"], counts["recordings"])])
    return [whole, changed]


TABLES = {"swipes": swipes, "pan-waits": pan_waits, "two-fingers": two_fingers, "mixed": mixed, "variants": variants}
