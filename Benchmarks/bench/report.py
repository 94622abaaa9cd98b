"""Compares the figures with their targets: a table to read, and Benchmarks/RESULTS.md."""
import json
import os
import re

import plot

BEGIN, END = "<!-- written by make bench -->", "<!-- end of what make bench writes -->"
NAMES = {"tickled": "tickled", "floor": "C floor", "libevdev": "libevdev's loop", "lisgd": "lisgd", "libinput": "libinput debug-events"}

DRAGS = {
    "unread": "no reader", "every": "a step of `every` in each frame", "changed": "`changed`", "json": "`--format json`",
    "stream": "a `stream`"}


FRAMES = "instructions per frame"
PACED = {"mt1": "1 finger", "mt5": "5 fingers", "mix": "the mix"}


def targets(results):
    """(what, value, unit, limit, goal): a figure above its limit is missed."""
    count = results["count"]["tickled"]
    instructions = count["instructions"]
    growth = {(row["gestures"], row["views"]): row for row in results["growth"]}
    each = (growth[64, 0]["mt5"] - growth[8, 0]["mt5"]) / 56
    more = lambda views: 100 * (growth[8, views]["mt5"] / growth[8, 0]["mt5"] - 1)
    memory, idle, latency = results["memory"]["tickled"], results["idle"], results["latency"]["ratios"]
    paced = {name: results["pace"][name]["tickled"] for name in PACED}
    # "unread" has no limit of its own: it is what a frame costs without a report.
    reports = {"every": (2500, 1200), "changed": (3500, 2000), "json": (7000, 4000), "stream": (8000, 5000)}
    rivals = {name: limits for name, limits in {"lisgd": (0.75, 0.65), "floor": (1.25, 1.1)}.items() if name in results["pace"]["mt5"]}
    return [
        ("1 finger, 8 recognizers", instructions["mt1"], FRAMES, 800, 500),
        ("5 fingers, 8 recognizers", instructions["mt5"], FRAMES, 1500, 900),
        ("10 fingers, 8 recognizers", instructions["mt10"], FRAMES, 2300, 1500),
        ("the mix, 8 recognizers", instructions["mix"], FRAMES, 1900, 1500),
        ("each additional recognizer on the view, 5 fingers", each, FRAMES, 150, 60),
        *((f"{views:,} untouched views with 8 each", more(views), "% more", 5, 0) for views in (64, 10_000) if (8, views) in growth),
        *((f"a drag with {DRAGS[name]}", results["reported"][name]["instructions"], FRAMES, must, aim)
          for name, (must, aim) in reports.items()),
        ("a landing with its lift, 8 recognizers", results["touch"], "instructions", 16_000, 10_000),
        ("the first landing of the process", results["first"], "instructions", 40_000, 25_000),
        ("from start to end, one gesture", results["start"], "instructions", 6_000_000, 4_000_000),
        ("a swipe on 512 pans, relative to 8", results["crowded"][512] / results["crowded"][8], "times", 60, 30),
        ("a frame of one finger", results["lines"]["eight gestures"]["median"], "cache lines", 40, 20),
        ("fingers held", count["allocations"], "allocations per frame", 0, 0),
        ("5 fingers held", round(results["calls"]["tickled"], 1), "system calls per frame", 2, 2),
        ("5 fingers at 120 Hz", round(paced["mt5"]["switches"]["median"], 1), "context switches per frame", 1, 1),
        *((f"CPU at 120 Hz, {PACED[name]}, relative to {NAMES[rival]}", paced[name]["ratios"][rival]["median"], "times", must, aim)
          for rival, (must, aim) in rivals.items() for name in PACED),
        ("resident at rest", memory["start"]["rss"] / 1000, "MB", 4.93, 4.5),
        (f"resident after {memory['frames']:,} frames", memory["after"]["rss"] / 1000, "MB", 6.21, 6),
        ("private dirty at rest", memory["start"]["private"] / 1000, "MB", 1.5, 1.1),
        ("threads", memory["start"]["threads"], "", 3, 2),
        (f"growth over {memory['frames']:,} frames", memory["growth"] / 1000, "MB", 0.3, 0),
        (f"{idle['seconds']} s without fingers", idle["empty"]["switches"], "context switches", 0, 0),
        (f"{idle['seconds']} s with a finger at rest", idle["resting"]["switches"], "context switches", 0, 0),
        ("from start to READY=1, 500 lines of configuration", results["startup"]["ready"]["median"], "ms", 8, 4),
        ("last event to its line, relative to the floor", latency["line"]["median"], "times", 1.7, 1.3),
        ("last event to main(), relative to posix_spawn", latency["exec"]["median"], "times", 1.25, 1.1),
        ("the same through a shell", latency["shell"]["median"], "times", 1.1, 1.03),
        ("frames lost while an action sleeps 1 s", results["lost"]["tickled"]["lost"], "", 0, 0),
    ]


def number(value):
    if isinstance(value, int) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) >= 0.005 else "0"


def verdict(value, must, aim):
    # Decimals that the table does not show do not decide.
    value = round(value, 2)
    return "reached" if value <= aim else "within" if value <= must else "**missed**"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def spread(value, digits=1):
    return f"{value['median']:.{digits}f} ({value['low']:.{digits}f}–{value['high']:.{digits}f})"


def target_table(results):
    return table(
        ("what", "measured", "", "limit", "goal", ""),
        [(what, number(value), unit, number(must), number(aim), verdict(value, must, aim))
         for what, value, unit, must, aim in targets(results)])


def instruction_table(results):
    names = [name for name in NAMES if name in results["count"]]
    inputs = ["mt1", "mt2", "mt5", "mt10", "mix"]
    calls = results["calls"]
    return table(
        ("", "1 finger", "2", "5", "10", "mix", "allocations", "system calls"),
        [(NAMES[name], *(number(results["count"][name]["instructions"][each]) for each in inputs),
          number(results["count"][name]["allocations"]), number(calls[name])) for name in names])


def growth_table(results):
    return table(
        ("gestures on the view", "other views with the same number", "5 fingers", "mix"),
        [(row["gestures"], number(row["views"]), number(row["mt5"]), number(row["mix"])) for row in results["growth"]])


def reported_table(results):
    return table(
        ("one finger drags one pan, with", "instructions", "allocations", "system calls"),
        [(DRAGS[name], number(row["instructions"]), number(row["allocations"]), number(row["calls"]))
         for name, row in results["reported"].items()])


def sure(value):
    """A median, and the values between which it lies with 95 %."""
    return f"{value['median']:.2f} ({value['from']:.2f}–{value['to']:.2f})"


def pace_table(results):
    rows = []
    for name, systems in results["pace"].items():
        for system, row in systems.items():
            ratios = row["ratios"]
            rows.append((
                name, NAMES[system], row["cpu"]["count"], spread(row["cpu"]),
                *(sure(ratios[other]) if other in ratios else "" for other in ("floor", "lisgd")), spread(row["switches"], 2)))
    return table(
        ("input", "", "rounds", "µs of CPU per frame", "relative to the floor", "to lisgd", "context switches per frame"), rows)


def lines_table(results):
    return table(
        ("one finger drags", "cache lines, median", "mean", "most"),
        [(name, number(row["median"]), number(row["mean"]), row["most"]) for name, row in results["lines"].items()])


def process_table(results):
    rows = []
    for name, memory in results["memory"].items():
        opened = results["startup"]["opened"].get(name)
        rows.append((
            NAMES[name], spread(opened) if opened else "", *(number(memory["start"][key]) for key in ("rss", "private", "pss", "threads")),
            number(memory["after"]["rss"]), number(memory["after"]["pss"]), f"{memory['growth']:+,} over {memory['frames']:,}"))
    return table(
        ("", "ms until the panel is open", "resident kB", "private dirty", "proportional", "threads", "resident after use",
         "proportional after use", "private growth, kB, frames"), rows)


def latency_table(results):
    latency = results["latency"]
    names = {"floor": "C floor, to its line", "line": "tickled, to its line of JSON", "exec": "tickled, `exec`, to main()",
             "bare exec": "bare posix_spawn, to main()", "shell": "tickled, `shell`, to main()",
             "bare shell": "bare posix_spawn of sh -c, to main()", "lisgd": "lisgd, to main()",
             "bare lisgd": "bare posix_spawn of sh -c, measured beside lisgd"}
    rows = []
    for key, name in names.items():
        if key in latency:
            ratio = latency["ratios"].get(key)
            rows.append((name, spread(latency[key], 0), spread(ratio, 2) if ratio else ""))
    return table(("from the last event of a swipe", "µs", "relative to floor or bare spawn"), rows)


def profile_text(results):
    profile = results["count"]["tickled"]["profile"]
    parts = []
    for name, title in (("held5", "Five fingers held"), ("mix", "The mix")):
        lines = "\n".join(f"{cost:7,}  {function}" for cost, function in profile[name])
        parts.append(f"{title}, instructions per frame:\n\n```text\n{lines}\n```")
    return "\n\n".join(parts)


def text(results):
    machine = results["machine"]
    missed = [what for what, value, _, must, aim in targets(results) if verdict(value, must, aim) == "**missed**"]
    lost = ", ".join(
        f"{NAMES[name]} {row['lost']} of {row['frames']}" for name, row in results["lost"].items())
    startup, idle = results["startup"], results["idle"]
    versions = ", ".join(f"{name} {version}" for name, version in machine["versions"].items())
    return f"""\
`make bench-peers bench`, {machine['date']}, at {machine['commit']}: {machine['system']}, kernel {machine['kernel']}, {machine['cores']} cores of
{machine['cpu']}, load {machine['load']}; {versions}; {' '.join(machine['swift'])}.

Every program reads the same generated frames from the same synthetic panel with ten slots, and does nothing else. "The mix" is a
sequence of taps, swipes, pinches, rotations and presses, with pauses. Instructions are those of the whole process in user space; callgrind
counts them, and the counts repeat exactly. Times depend on this machine: trust only their ratios. Values are medians, with the 10th to the
90th percentile in brackets.

{target_table(results)}

{"Missed: " + "; ".join(missed) + "." if missed else "No limit is missed."}

### Instructions per frame, compared with other programs

![instructions per frame, by fingers and by recognizers](instructions.svg)

{instruction_table(results)}

tickled has eight gestures on the view; allocations and system calls are per frame, with five fingers down.

{growth_table(results)}

Five fingers on a view without gestures cost {number(results['passing']['panel'])} instructions per frame. If their panel is intercepted, and each
frame is passed on to its clone, they cost {number(results['passing']['clone'])}.

### Frames that are reported

{reported_table(results)}

Per frame. The drag's action is a `log` below the log's level, so that the figures are those of the report alone. The readers of JSON
and of the stream read each line immediately.

### Where the instructions go

{profile_text(results)}

### At 120 Hz

{pace_table(results)}

The programs take turns, and ratios are those of a round. In brackets after a ratio are the values between which its median lies with 95 %.

### Cache lines

{lines_table(results)}

All that a frame of one finger reads and writes, from one wait for the panel to the next: what a processor must fetch if something else has
used its caches meanwhile. The library that stands in for the kernel's device is counted, too.

### The process

{process_table(results)}

The start takes {spread(startup['ready'])} ms until READY=1, with 500 lines of configuration; /bin/true takes {spread(startup['true'])} ms from start to end.
In {idle['seconds']} idle seconds: {idle['empty']['switches']} context switches and {idle['empty']['cpu']:.0f} µs of CPU; with a finger at rest {idle['resting']['switches']} and {idle['resting']['cpu']:.0f} µs.

### From finger to effect

{latency_table(results)}

Frames lost with ten fingers at 240 Hz and a buffer of 512 events, while an action that they triggered sleeps a second: {lost}.
"""


def save(results, home):
    with open(os.path.join(home, "results.json"), "w") as file:
        json.dump(results, file, indent=1, ensure_ascii=False)
        file.write("\n")
    with open(os.path.join(home, "instructions.svg"), "w") as file:
        file.write(plot.draw(results))
    page = os.path.join(home, "RESULTS.md")
    with open(page) as file:
        old = file.read()
    new = re.sub(f"{BEGIN}.*{END}", lambda _: f"{BEGIN}\n\n{text(results)}\n{END}", old, flags=re.DOTALL)
    with open(page, "w") as file:
        file.write(new)
