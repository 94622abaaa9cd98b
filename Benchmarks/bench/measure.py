"""The measurements. Each takes the systems and returns plain values for results.json."""
import os
import re
import shutil
import statistics
import subprocess
import threading
import time

import inputs
import runs
from runs import say

INPUTS = ["mt1", "mt2", "mt5", "mt10", "mix"]
LOOPS = {"mix": 1}
RECOGNIZERS = [1, 8, 64]
# Gestures on the touched view, and the number of other views with the same gestures.
GROWTH = [(1, 0), (8, 0), (64, 0), (8, 64), (8, 10_000)]


def summary(values):
    """The median, the 10th and 90th percentile, and the values between which the median lies with 95 %."""
    values = sorted(values)
    count = len(values)
    at = lambda part: values[min(count - 1, int(part * count))]
    # The number of values that are on one side of the median with 2.5 %, by the normal distribution in place of the binomial one.
    aside = max(0, int((count - 1.96 * count ** 0.5) / 2))
    return {
        "median": statistics.median(values), "low": at(0.1), "high": at(0.9), "count": count,
        "from": values[aside], "to": values[count - 1 - aside]}


def in_microseconds(values):
    return summary([value / 1000 for value in values])


def segments():
    return [f"{name}:{LOOPS.get(name, 3)}" for name in INPUTS]


def instructions(systems):
    """Instructions and allocations per frame for each input; for the daemon also the cost of held fingers, and a profile."""
    result = {}
    for system in systems:
        say(f"instructions: {system.name}")
        held = ["land5:1", "held5:5", "lift5:1"] if system.name == "tickled" else []
        counts = runs.count_instructions(system, segments() + held)
        result[system.name] = {
            "instructions": {name: round(counts[name].instructions) for name in counts if name[:4] not in ("land", "lift")},
            "allocations": round(counts["held5" if held else "mt5"].allocations, 2)}
        if held:
            result[system.name]["profile"] = {name: counts[name].profile() for name in ("held5", "mix")}
    return result


def start_count():
    """Instructions of a start with one gesture, and of the end after it."""
    say("instructions: start")
    runs.write("one.toml", inputs.one_swipe('log = "x"'))
    return runs.count_start(runs.tickled("one.toml"))


def touch_count(steps=0):
    """Instructions and allocations of a finger that lands, moves by a unit `steps` times, and lifts, and of the deadlines after it."""
    say(f"instructions: landing and lift, {steps} movements")
    name = "trembling" if steps else "touches"
    counts = runs.count_instructions(runs.tickled(), [f"{name}:1"], first="mt1:1")[name]
    frames = 2 + steps  # a landing and a lift are a frame each
    return round(frames * counts.instructions), round(frames * counts.allocations, 2)


def first_landing():
    """Instructions of the first finger that ever lands."""
    say("instructions: first landing")
    counts = runs.count_instructions(runs.tickled(), ["rest:1"], first="idle:1")["rest"]
    return round(counts.frames * counts.instructions)


def crowded():
    """Instructions of a swipe on a view, by the number of the pans on it."""
    result = {}
    for pans in (8, 512):
        say(f"a swipe on {pans} pans")
        name = f"pans-{pans}.toml"
        runs.write(name, inputs.pans(pans))
        counts = runs.count_instructions(runs.tickled(name), ["swipe:1"], first="swipe:1")["swipe"]
        result[pans] = round(counts.frames * counts.instructions)
    return result


def growth(cases=None):
    """Instructions of five fingers with growing numbers of gestures and views."""
    result = []
    for gestures, views in cases or GROWTH:
        say(f"growth: {gestures} gestures on the view, {views} other views")
        name = f"growth-{gestures}-{views}.toml"
        runs.write(name, inputs.configuration(gestures, views))
        counts = runs.count_instructions(runs.tickled(name), ["mt5:3", "mix:1"])
        result.append({
            "gestures": gestures, "views": views,
            "mt5": round(counts["mt5"].instructions), "mix": round(counts["mix"].instructions)})
    return result


def passing():
    """Instructions of five fingers on a view without gestures, with a plain panel and with an intercepted one and its clone."""
    say("interception")
    result = {}
    for name in ("panel", "clone"):
        runs.write("pass.toml", inputs.corner(name == "clone"))
        # An untouched panel is intercepted after a second.
        counts = runs.count_instructions(runs.tickled("pass.toml"), ["swipe:3", "mt5:3"], first="idle:3")["mt5"]
        if (counts.calls("ti_relay_send") > 0) != (name == "clone"):
            raise RuntimeError(f"interception is not what was asked for: {name}")
        result[name] = round(counts.instructions)
    return result


def reported(names=None, with_calls=True):
    """Instructions, allocations and system calls of each frame of one finger's drag, by what reports it."""
    result = {}
    for name in names or inputs.REPORTED:
        say(f"reported drags: {name}")
        actions, options = inputs.REPORTED[name]
        runs.write(f"{name}.toml", inputs.reported_drag(actions))
        system = runs.tickled(f"{name}.toml", *options)
        counts = runs.count_instructions(system, ["land1:1", "held1:5", "lift1:1"], first="mt1:1", options=["-r"])["held1"]
        result[name] = {
            "instructions": round(counts.instructions), "allocations": round(counts.allocations, 2), "profile": counts.profile(24)}
        if with_calls:
            result[name]["calls"] = round(runs.count_calls(system, "land1", "held1", 2, ["-r"]), 2)
    return result


def hot_functions():
    """The program's functions that run while fingers are down: first those that every frame runs, then those that a finger's
    landing and lift, a line of output and a command need, and those that only the first fingers do: a page that is read for one
    of them stays in memory. Those of each kind that are called most come first: what a turn needs lies on few pages then."""
    runs.write("line.toml", inputs.one_drag('log = "x"'))
    runs.write("exec.toml", inputs.one_drag(f'exec = ["{runs.path("arrived")}"]'))
    rest = runs.movable_symbols()
    # The loop that waits was called before the counting began.
    functions = [name for name in rest if "EngineQueue" in name and "5serve" in name]
    rest -= set(functions)
    for arguments, segment, first in (
            (["eight.toml"], "held5:1", "land5:1"), (["eight.toml"], "mix:1", "mt5:1"),
            (["line.toml", "--format", "json"], "swipe:3", "mt5:1"), (["exec.toml"], "swipe:3", "mt5:1"),
            (["eight.toml"], "mt5:2", "idle:1")):
        counts, = runs.count_instructions(runs.tickled(*arguments), [segment], first).values()
        found = [name for name in counts.functions() if name in rest]
        functions += found
        rest -= set(found)
    return functions


def pace(systems, rounds, names=("mt5", "mix", "mt1", "mt10")):
    """CPU and context switches per frame at a panel's own pace. The systems take turns; ratios are computed round by round.

    A round says little on a machine whose speed varies, so there are many. The last of the inputs, and programs without a limit, get a
    sixth of them.
    """
    few = max(1, rounds // 6)
    result = {}
    for name in names:
        costs = {system.name: [] for system in systems}
        switches = {system.name: [] for system in systems}
        turns = few if name == "mt10" else rounds
        for turn in range(turns):
            say(f"at 120 Hz: {name}, round {turn + 1} of {turns}")
            for system in systems:
                if system.name == "libinput" and turn >= few:
                    continue
                _, (_, played) = system.play(["swipe:3", "short mix:1" if name == "mix" else f"{name}:2"], options=["-p"])
                costs[system.name].append(played["cpu"] / played["frames"] / 1000)
                switches[system.name].append((played["voluntary"] + played["involuntary"]) / played["frames"])
        result[name] = {
            system: {
                "cpu": summary(costs[system]), "switches": summary(switches[system]),
                "ratios": {
                    other: summary([a / b for a, b in zip(costs[system], costs[other])])
                    for other in costs if other != system}}
            for system in costs}
    return result


def calls(systems):
    result = {}
    for system in systems:
        say(f"system calls: {system.name}")
        result[system.name] = round(runs.count_calls(system, "land5", "held5", 2), 2)
    return result


def startup(systems, rounds):
    """The time from posix_spawn to the open panel and, for the daemon, to READY=1; for comparison, all of /bin/true."""
    say("start-up")
    opened, ready, true, to_true = {}, [], [], []
    systems = [runs.tickled("long.toml") if system.name == "tickled" else system for system in systems]
    for _ in range(rounds):
        begun = time.monotonic_ns()
        os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)
        true.append(time.monotonic_ns() - begun)
        for system in systems:
            start, _ = system.play([])
            opened.setdefault(system.name, []).append(start["opened"] / 1e6)
            if start["ready"] > 0:
                ready.append(start["ready"] / 1e6)
                to_true.append(start["ready"] / true[-1])
    return {
        "opened": {name: summary(values) for name, values in opened.items()}, "ready": summary(ready),
        "true": summary([value / 1e6 for value in true]), "ready_to_true": summary(to_true)}


def memory(systems, frames):
    """Memory at rest, and after `frames` frames that are sent as fast as they are read; other programs get a fiftieth of them.

    Each program is read from the disk, as after a boot: of a file that was just written, the kernel maps larger pieces.
    """
    result = {}
    for system in systems:
        say(f"memory: {system.name}")
        runs.forget_pages(shutil.which(system.arguments[0]))
        many = frames if system.name == "tickled" else frames // 50
        start, (_, early, late) = system.play(
            ["mt5:10", "mt5:10", f"mt5:{max(1, many // 120)}"], options=["-f"], timeout=400)
        result[system.name] = {
            "frames": many, "start": {key: start[key] for key in ("rss", "private", "pss", "threads")},
            "after": {key: late[key] for key in ("rss", "private", "pss", "threads")},
            "growth": late["private"] - early["private"]}
    return result


def idle(seconds):
    """Context switches and CPU while nothing happens, and while a finger rests. Can run beside other measurements.

    Before each of the two, the daemon has some seconds to end the threads that it needed.
    """
    _, results = runs.tickled().play(
        ["mt5:1", "idle:6", f"idle:{seconds}", "rest:1", "idle:7", f"idle:{seconds}"], timeout=seconds * 2 + 60)
    pick = lambda part: {"switches": part["voluntary"] + part["involuntary"], "cpu": part["cpu"] / 1000}
    return {"seconds": seconds, "empty": pick(results[2]), "resting": pick(results[5])}


def latency(loops, rounds):
    """The time from the last frame of a swipe to the line that reports it, and to the main() of the command that it starts."""
    floor = runs.System("floor", [runs.path("floor"), "NODE"])
    arrived = runs.path("arrived")
    runs.write("line.toml", inputs.one_drag('log = "x"'))
    runs.write("exec.toml", inputs.one_drag(f'exec = ["{arrived}"]'))
    runs.write("shell.toml", inputs.one_drag(f'shell = "{arrived}"'))
    kinds = {
        "floor": (floor, ["-m", "swipe"]),
        "line": (runs.tickled("line.toml", "--format", "json"), ["-m", '"state":"ended"']),
        "exec": (runs.tickled("exec.toml"), ["-a", "FOLDER/arrivals", "-b", arrived]),
        "shell": (runs.tickled("shell.toml"), ["-a", "FOLDER/arrivals", "-B", arrived]),
    }
    if any(system.name == "lisgd" for system in runs.systems()):
        kinds["lisgd"] = (runs.lisgd([f"1,LR,*,*,R,{arrived}"]), ["-a", "FOLDER/arrivals", "-B", arrived])
    times, bares = {}, {}
    for turn in range(rounds):
        say(f"latency: round {turn + 1} of {rounds}")
        for name, (system, options) in kinds.items():
            _, (_, played) = system.play(["swipe:2", f"swipe:{loops}"], options=["-p", *options])
            if len(played["latencies"]) < loops:
                raise RuntimeError(f"{name}: {len(played['latencies'])} of {loops} swipes were recognized")
            times.setdefault(name, []).append(played["latencies"])
            bares.setdefault(name, []).append(played["bare"])
    flat = lambda lists: [value for values in lists for value in values]
    ratios = lambda above, below: summary(
        [statistics.median(a) / statistics.median(b) for a, b in zip(above, below)])
    result = {name: in_microseconds(flat(values)) for name, values in times.items()}
    result["ratios"] = {"line": ratios(times["line"], times["floor"])}
    for name in ("exec", "shell", "lisgd"):
        if name in times:
            result[f"bare {name}"] = in_microseconds(flat(bares[name]))
            result["ratios"][name] = ratios(times[name], bares[name])
    return result


def lost():
    """Frames lost of ten fingers at 240 Hz, with a buffer of 512 events, while an action that they triggered sleeps a second."""
    say("frames lost while an action sleeps")
    runs.write("sleep.toml", inputs.one_swipe(f'shell = "{runs.path("arrived")}; sleep 1"', fingers=10))
    systems = [runs.tickled("sleep.toml")]
    if any(system.name == "lisgd" for system in runs.systems()):
        systems.append(runs.lisgd([f"10,LR,*,*,R,{runs.path('arrived')}; sleep 1"]))
    result = {}
    for system in systems:
        _, (played,) = system.play(["busy:1"], options=["-p", "-k", "512", "-a", "FOLDER/arrivals"])
        if not played["latencies"]:
            raise RuntimeError(f"{system.name}: the action was not triggered")
        result[system.name] = {"lost": played["lost"], "frames": played["frames"]}
    return result


class Beside:
    """Runs a measurement that others do not disturb, in a thread of its own."""

    def __init__(self, body, *arguments):
        def run():
            try:
                self.value = body(*arguments)
            except Exception as error:  # raised by `result`
                self.error = error

        self.value = self.error = None
        self.thread = threading.Thread(target=run)
        self.thread.start()

    def result(self):
        self.thread.join()
        if self.error:
            raise self.error
        return self.value


def machine():
    """The machine and the versions that were measured."""
    def output(*command):
        try:
            return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            return ""

    with open("/proc/cpuinfo") as file:
        model = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), "")
    with open("/etc/os-release") as file:
        system = next((line.split('"')[1] for line in file if line.startswith("PRETTY_NAME")), "")
    versions = {
        package: output("dpkg-query", "-W", "-f", "${Version}", package)
        for package in ("valgrind", "strace", "lisgd", "libinput-tools", "libevdev2")}
    return {
        "date": time.strftime("%Y-%m-%d"), "commit": output("git", "-C", runs.ROOT, "rev-parse", "--short", "HEAD"),
        "cpu": model, "cores": os.cpu_count(), "system": system, "kernel": os.uname().release,
        "swift": output("swift", "--version").splitlines()[:1], "load": round(os.getloadavg()[0], 1),
        "versions": {name: version for name, version in versions.items() if version}}
