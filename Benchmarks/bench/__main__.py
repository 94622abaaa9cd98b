"""Measures what tickled costs, compared with other programs on the same input.

    python3 -B Benchmarks/bench             measures everything, prints a table, writes Benchmarks/RESULTS.md and results.json
    python3 -B Benchmarks/bench quick       fewer rounds; writes nothing
    python3 -B Benchmarks/bench check       fails if instructions or allocations have grown beyond baseline.json
    python3 -B Benchmarks/bench baseline    writes baseline.json
    python3 -B Benchmarks/bench order       writes hot-functions.txt, for the linker
    python3 -B Benchmarks/bench lines       counts the cache lines that a frame touches
    python3 -B Benchmarks/bench crowd       measures what programs that misbehave cost the others
"""
import json
import os
import sys

import crowd
import lines
import measure
import report
import runs

HOME = os.path.join(runs.ROOT, "Benchmarks")
BASELINE = os.path.join(HOME, "baseline.json")
HOT = os.path.join(HOME, "hot-functions.txt")


def full(quick):
    runs.prepare()
    idle = measure.Beside(measure.idle, 2 if quick else 10)
    systems = runs.systems()
    results = {"machine": measure.machine()}
    results["count"] = measure.instructions(systems)
    results["touch"] = measure.touch_count()[0]
    results["first"] = measure.first_landing()
    results["start"] = measure.start_count()
    results["crowded"] = measure.crowded()
    results["lines"] = {name: {"median": median, "mean": mean, "most": most} for name, median, mean, most in lines.table()}
    results["growth"] = measure.growth(measure.GROWTH[:4] if quick else None)
    results["passing"] = measure.passing()
    results["reported"] = measure.reported()
    results["calls"] = measure.calls(systems)
    results["idle"] = idle.result()
    results["memory"] = measure.memory(systems, 20_000 if quick else 1_000_000)
    paced = [system for system in systems if system.name != "libevdev"]
    results["pace"] = measure.pace(paced, *((2, ("mt5", "mix", "mt1")) if quick else (24,)))
    results["startup"] = measure.startup(paced, 5 if quick else 20)
    results["latency"] = measure.latency(10 if quick else 25, 2 if quick else 3)
    results["lost"] = measure.lost()
    print(report.text(results))
    if not quick:
        report.save(results, HOME)


def counted():
    """The counts that `check` compares: they repeat exactly, even on a busy machine."""
    runs.prepare()
    count = measure.instructions([runs.tickled()])["tickled"]
    growth = measure.growth([(64, 0), (8, 64)])
    figures = {f"{name}, 8 gestures": value for name, value in count["instructions"].items()}
    drags = measure.reported(with_calls=False)
    figures |= {f"a reported drag: {name}": row["instructions"] for name, row in drags.items()}
    figures |= {f"mt5, {row['gestures']} gestures, {row['views']} other views": row["mt5"] for row in growth}
    figures["start and end, 1 gesture"] = measure.start_count()
    allocations = {"5 fingers held": count["allocations"]}
    for name, steps in (("landing and lift, 8 gestures", 0), ("landing, two small movements, and lift, 8 gestures", 2)):
        figures[name], allocations[name] = measure.touch_count(steps)
    allocations |= {f"a reported drag: {name}": row["allocations"] for name, row in drags.items()}
    return {"instructions": figures, "allocations": allocations}


def hot_list():
    """The functions that lie side by side in the program."""
    with open(HOT) as file:
        return [line.strip() for line in file if not line.startswith("#")]


def check():
    with open(BASELINE) as file:
        wanted = json.load(file)
    found = counted()
    failures = 0
    for name, old in wanted["instructions"].items():
        new = found["instructions"].get(name)
        grown = new is None or new > old * 1.05
        failures += grown
        print(f"{'GROWN' if grown else 'ok':5}  {name:32} {old:7} → {new} instructions per frame")
    for name, old in wanted["allocations"].items():
        new = found["allocations"].get(name)
        grown = new is None or new > old + 0.02
        failures += grown
        print(f"{'GROWN' if grown else 'ok':5}  {name:32} {old:7} → {new} allocations per frame")
    hot = measure.hot_functions()
    listed = set(hot_list())
    share = sum(name in listed for name in hot) / len(hot)
    print(f"{'ok' if share >= 0.8 else 'STALE':5}  {share:.0%} of the functions that run while fingers are down are in hot-functions.txt")
    if share < 0.8:
        print("Run `make bench-order`, so that they lie side by side.")
    if failures:
        sys.exit("A frame costs over 5 % more than before. If that is intended, run `make bench-baseline`, and say why in the commit.")
    if share < 0.8:
        sys.exit(1)


def main():
    words = sys.argv[1:]
    if words in ([], ["quick"]):
        full(bool(words))
    elif words == ["check"]:
        check()
    elif words == ["baseline"]:
        with open(BASELINE, "w") as file:
            json.dump(counted(), file, indent=2)
            file.write("\n")
    elif words == ["crowd"]:
        runs.prepare()
        print(report.table(["what", "measured", "limit"], crowd.measure()))
    elif words == ["lines"]:
        runs.prepare()
        rows = [(name, f"{median:.0f}", f"{mean:.1f}", most) for name, median, mean, most in lines.table()]
        print(report.table(["one finger drags", "cache lines, median", "mean", "most"], rows))
    elif words == ["order"]:
        runs.prepare()
        with open(HOT, "w") as file:
            file.write("# Written by `make bench-order`.\n")
            file.writelines(f"{name}\n" for name in measure.hot_functions())
    else:
        sys.exit(__doc__)


main()
