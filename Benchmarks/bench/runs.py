"""Builds the programs to measure, plays input to them, and counts: with /proc, callgrind and strace."""
import collections
import contextlib
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import time

import inputs

HERE = os.path.dirname(os.path.abspath(__file__))
PEERS = os.path.join(HERE, "..", "peers")
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
WORK = os.path.join(ROOT, ".build", "bench")
LIBINPUT = "/usr/libexec/libinput/libinput-debug-events"
ALLOCATORS = {"malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign"}


def path(name):
    return os.path.join(WORK, name)


def say(text):
    print(f"  {time.strftime('%H:%M:%S')}  {text}", file=sys.stderr, flush=True)


# ---- The programs ----------------------------------------------------------------------------------------------------


def prepare():
    """Compiles the peers, copies the daemon without debug information (valgrind 3.19 cannot read it), writes the inputs."""
    os.makedirs(WORK, exist_ok=True)
    flags = ["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE"]
    evdev = subprocess.run(["pkg-config", "--cflags", "libevdev"], capture_output=True, text=True, check=True)
    for name in ("play", "floor", "arrived"):
        subprocess.run(flags + ["-o", path(name), os.path.join(PEERS, f"{name}.c")], check=True)
    subprocess.run(
        flags + evdev.stdout.split() + ["-o", path("evdev"), os.path.join(PEERS, "evdev.c"), "-levdev"], check=True)
    subprocess.run(
        flags + ["-shared", "-fPIC", "-o", path("fakenode.so"), os.path.join(PEERS, "fakenode.c"), "-ldl"], check=True)
    subprocess.run(["strip", "-g", "-o", path("tickled"), os.path.join(ROOT, ".build/release/tickled")], check=True)
    for name, data in inputs.files().items():
        write(name, data)
    write("eight.toml", inputs.configuration(8))
    write("long.toml", inputs.long_configuration())
    # Pages that are not on the disk yet would count as dirty pages of the processes that map them.
    os.sync()


def write(name, data):
    with open(path(name), "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())
    return path(name)


class System:
    """A program under test. The nodes and sockets of each run are in a folder of their own, so runs can be simultaneous."""

    def __init__(self, name, arguments):
        self.name, self.arguments = name, arguments

    def play(self, segments, options=(), under=(), environment=None, timeout=300, crowd=None):
        """Plays the segments; returns what the start cost, and what each segment cost. A crowd is a context manager that gets the
        folder; the programs that it starts disturb the daemon."""
        folder = subprocess.run(["mktemp", "-d", path("run.XXXXXX")], capture_output=True, text=True, check=True)
        folder = folder.stdout.strip()
        node = os.path.join(folder, "event63")
        environment = dict(
            os.environ, PRELOAD=path("fakenode.so"), SWIFT_BACKTRACE="enable=no", RUNTIME_DIRECTORY=folder,
            XDG_RUNTIME_DIR=folder, FAKENODE_PROGRAM=os.path.basename(self.arguments[0]), **(environment or {}))
        environment.pop("DISPLAY", None)
        if self.name == "tickled":
            environment["AWAIT_READY"] = "1"
        parts = [segment if segment.startswith("idle:") else path(segment) for segment in segments]
        options = [option.replace("FOLDER", folder) for option in options]
        program = [argument.replace("NODE", node) for argument in self.arguments]
        command = [path("play"), *options, node, *parts, "--", *under, *program]
        try:
            with crowd(folder) if crowd else contextlib.nullcontext():
                done = subprocess.run(
                    command, capture_output=True, text=True, env=environment, timeout=timeout, cwd=folder)
            if done.returncode != 0:
                raise RuntimeError(f"{self.name}: {done.stderr.strip()[-500:]}\n  in: {' '.join(command)}")
            start, *rest = [json.loads(line) for line in done.stdout.splitlines()]
            return start, rest
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def tickled(configuration="eight.toml", *options):
    return System("tickled", [path("tickled"), "--config", path(configuration), *options])


def lisgd(gestures):
    """lisgd with these gestures. Its distances are in units of the size given, like pixels."""
    arguments = ["lisgd", "-d", "NODE", "-w", "1920", "-h", "1200", "-t", "125", "-r", "25", "-m", "2000"]
    return System("lisgd", arguments + [part for gesture in gestures for part in ("-g", gesture)])


EIGHT_OF_LISGD = [f"{fingers},{way},*,*,R,true" for fingers in (1, 2) for way in ("LR", "RL", "UD", "DU")]


def systems():
    """The installed programs; the daemon is first."""
    found = [tickled(), System("floor", [path("floor"), "NODE"]), System("libevdev", [path("evdev"), "NODE"])]
    if shutil.which("lisgd"):
        found.append(lisgd(EIGHT_OF_LISGD))
    if os.path.exists(LIBINPUT):
        found.append(System("libinput", [LIBINPUT, "--device", "NODE"]))
    return found


def symbols():
    """The names of the symbols that the daemon defines."""
    found = subprocess.run(["nm", "--defined-only", path("tickled")], capture_output=True, text=True, check=True)
    return {line.split()[-1] for line in found.stdout.splitlines()}


def _defined(files):
    found = subprocess.run(["nm", "--defined-only", *files], capture_output=True, text=True, check=True)
    return {words[2] for line in found.stdout.splitlines() if len(words := line.split()) == 3}


def movable_symbols():
    """The functions of the daemon that the linker can place one by one: all but those of Swift's own library, which is one section.
    The compiler makes copies of that library's functions for our types. These are in our object files, and not in the library."""
    swift = json.loads(subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout)
    library = os.path.join(os.path.dirname(swift["paths"]["runtimeResourcePath"]), "swift_static", "linux", "libswiftCore.a")
    objects = glob.glob(os.path.join(ROOT, ".build", "release", "*.build", "**", "*.o"), recursive=True)
    copies = _defined(objects) - _defined([library])
    return {name for name in symbols() if name in copies or not name.startswith(("$ss", "$sS", "__swift_"))}


# ---- Counting --------------------------------------------------------------------------------------------------------


def _plain(name):
    """A function's name without the number that callgrind adds to calls of a function by itself."""
    return re.sub(r"'\d+$", "", name)


class Counts:
    """The counts of callgrind for one segment."""

    def __init__(self, file, frames):
        self.frames = frames
        self.own, calls, names = collections.Counter(), collections.Counter(), {}
        function = callee = None
        is_call = is_stand_in = False
        objects = {}

        def named(text):
            number, _, name = text.partition(" ")
            if name:
                names[number] = name
            return number

        with open(file, errors="replace") as lines:
            for line in lines:
                if line.startswith(("ob=", "cob=")):
                    kind, _, text = line.rstrip().partition("=")
                    number, _, object_file = text.partition(" ")
                    objects.setdefault(number, object_file)
                    # The library that stands in for the kernel's device is not part of the program.
                    if kind == "ob":
                        is_stand_in = objects[number].endswith("/fakenode.so")
                elif line.startswith("fn="):
                    function = named(line[3:].rstrip())
                elif line.startswith("cfn="):
                    callee = named(line[4:].rstrip())
                elif line.startswith("calls="):
                    calls[callee] += int(line[6:].split()[0])
                    is_call = True
                elif line[0] in "0123456789+-*":
                    # The line after a call repeats the callee's cost, which is already counted with the callee.
                    if not is_call and not is_stand_in and len(words := line.split()) > 1:
                        self.own[function] += int(words[1])
                    is_call = False
        self._calls = collections.Counter()
        for number, count in calls.items():
            self._calls[names.get(number, number)] += count
        # Two libraries may have a function of the same name.
        own, self.own = self.own, collections.Counter()
        for number, cost in own.items():
            self.own[names.get(number, number)] += cost
        self.allocations = sum(self.calls(name) for name in ALLOCATORS) / frames
        self.instructions = sum(self.own.values()) / frames

    def calls(self, name):
        return self._calls[name]

    def functions(self):
        """The names of all functions that ran, those that were called most first."""
        calls = collections.Counter({_plain(name): 0 for name in self.own})
        for name, count in self._calls.items():
            calls[_plain(name)] += count
        return sorted(calls, key=lambda name: (-calls[name], name))

    def profile(self, count=12):
        """The most expensive functions: instructions per frame, name."""
        most = sorted(self.own.items(), key=lambda pair: -pair[1])[:count]
        names = "\n".join(_plain(name) for name, _ in most)
        demangled = subprocess.run(["swift", "demangle", "-simplified"], input=names, capture_output=True, text=True)
        names = (demangled.stdout if demangled.returncode == 0 else names).splitlines()
        return [(round(cost / self.frames), name[:90]) for (_, cost), name in zip(most, names)]


def count_instructions(system, segments, first="mt5:1", options=()):
    """Counts each segment on its own with callgrind, after a first one that is not counted: {name: Counts}."""
    folder = subprocess.run(["mktemp", "-d", path("cg.XXXXXX")], capture_output=True, text=True, check=True).stdout.strip()
    out = os.path.join(folder, "out")
    # Counting begins after the first segment, and ends with each of the others.
    after = (f"[ -e {folder}/on ] && c=dump || {{ c='instrumentation on'; touch {folder}/on; }}; "
             "vgdb --pid=$PID $c > /dev/null 2>&1")
    under = ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--dump-line=no", f"--log-file={folder}/log",
             f"--callgrind-out-file={out}"]
    try:
        _, results = system.play(
            [first, *segments], options=["-s", "-c", after, *options], under=under)
        return {
            segment.split(":")[0]: Counts(f"{out}.{index}", result["frames"])
            for index, (segment, result) in enumerate(zip(segments, results[1:]), start=1)}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def forget_pages(file):
    """Has the kernel read a program from the disk again when it starts next."""
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(descriptor)


def count_start(system):
    """Instructions of a whole run without input: from the dynamic linker over READY=1 to the end."""
    folder = subprocess.run(["mktemp", "-d", path("cg.XXXXXX")], capture_output=True, text=True, check=True).stdout.strip()
    out = os.path.join(folder, "out")
    try:
        system.play([], options=["-s"], under=[
            "valgrind", "--tool=callgrind", "--dump-line=no", f"--log-file={folder}/log", f"--callgrind-out-file={out}"])
        return round(Counts(out, 1).instructions)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def count_calls(system, before, segment, loops, options=()):
    """System calls per frame, counted with strace: the difference of two runs."""
    def calls(number):
        log = subprocess.run(["mktemp", path("st.XXXXXX")], capture_output=True, text=True, check=True).stdout.strip()
        try:
            _, results = system.play([f"{before}:1", f"{segment}:{number}"], options=list(options),
                under=["strace", "-D", "-f", "-c", "-o", log])
            for _ in range(200):  # strace writes its log after the program has ended
                with open(log) as file:
                    total = [line.split() for line in file if line.rstrip().endswith(" total")]
                if total:
                    return int(total[0][3]), results[1]  # % time, seconds, µs a call, calls, …
                time.sleep(0.05)
            raise RuntimeError(f"{system.name}: strace wrote no totals")
        finally:
            os.unlink(log)

    (few, at_first), (many, then) = calls(loops), calls(3 * loops)
    return (many - few) / (then["frames"] - at_first["frames"])
