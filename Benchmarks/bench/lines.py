"""Counts the cache lines that a frame touches: what a processor must fetch if something else has used its caches since the last frame."""
import os
import statistics
import subprocess
import threading

import inputs
import runs

LINE = 64
# Where valgrind places a position-independent program.
BASE = 0x108000


def of_frames(configuration, segment="mt1:1", warm_up=20):
    """The numbers of different lines, of instructions and data, from one wait for the panel to the next: one per frame after the first ones."""
    start = f"{BASE + _address('ti_lanes_glide'):08x}"
    folder = subprocess.run(["mktemp", "-d", runs.path("ln.XXXXXX")], capture_output=True, text=True, check=True).stdout.strip()
    trace = os.path.join(folder, "trace")
    os.mkfifo(trace)
    counts = []
    reader = threading.Thread(target=_count, args=(trace, start, counts))
    reader.start()
    try:
        runs.tickled(configuration).play(
            [segment], under=["valgrind", "--tool=lackey", "--trace-mem=yes", f"--log-file={trace}"], options=["-s"])
        reader.join()
    finally:
        os.unlink(trace)
        os.rmdir(folder)
    return counts[warm_up:-1]


def _address(name):
    symbols = subprocess.run(["nm", runs.path("tickled")], capture_output=True, text=True, check=True).stdout
    return next(int(line.split()[0], 16) for line in symbols.splitlines() if line.split()[-1] == name)


def _count(trace, start, counts):
    lines = None  # before the first frame
    with open(trace) as file:
        for row in file:
            if row[:3] not in ("I  ", " L ", " S ", " M "):
                continue
            address, _, size = row[3:].partition(",")
            if row[0] == "I" and address == start:
                if lines is not None:
                    counts.append(len(lines))
                lines = set()
            if lines is not None:
                first = int(address, 16)
                lines.update(range(first // LINE, (first + int(size) - 1) // LINE + 1))


def table():
    """The median and the mean of the lines of a frame, by what the finger does."""
    runs.write("unread.toml", inputs.reported_drag(inputs.REPORTED["unread"][0]))
    rows = []
    for name, configuration in (("one pan, nothing reported", "unread.toml"), ("eight gestures", "eight.toml")):
        runs.say(f"cache lines: {name}")
        found = of_frames(configuration)
        rows.append((name, statistics.median(found), statistics.mean(found), max(found)))
    return rows
