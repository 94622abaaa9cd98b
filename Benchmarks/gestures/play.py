"""Plays synthetic hands to tickle and to lisgd, and assigns the recognized gestures to the hands."""
import bisect
import collections
import concurrent.futures
import json
import os
import random
import select
import shutil
import subprocess
import tempfile

import panels
from variants import VARIANTS, Variant

HERE = os.path.dirname(os.path.abspath(__file__))
PEERS = os.path.join(HERE, "..", "peers")
EARLY = 0.02  # Seconds by which a variant may move a landing.
DISCRETE = ("tap", "swipe", "tickle", "stroke")

Event = collections.namedtuple("Event", "time gesture kind state direction")


class NotPlayed(Exception):
    """A program failed, or can't be built."""


def grouped(hands):
    groups = collections.defaultdict(list)
    for hand in hands:
        groups[hand.panel_number].append(hand)
    return list(groups.values())


def shared_out(hands, recording, events):
    """{name of a hand: its events}, with times from its landing."""
    answers = {hand.name: [] for hand in hands}
    for event in events:
        number = bisect.bisect(recording.starts, event.time + EARLY) - 1
        answers[hands[number].name].append(event._replace(time=event.time - recording.starts[number]))
    return answers


def in_parallel(work, jobs):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = {}
        for answer in pool.map(lambda job: work(*job), jobs):
            answers.update(answer)
        return answers


class Tickle:
    """The tickle program with configurations by name. Hands of one panel are played in one recording, with pauses in between.

    `recognition` is by whose rules, if not by the default ones.
    """

    def __init__(self, program, configurations=None, apart=False, recognition=None):
        self.program, self.apart, self.recognition = os.path.abspath(program), apart, recognition
        folder = os.path.join(HERE, "configs")
        self.configurations = {name[:-5]: os.path.join(folder, name) for name in sorted(os.listdir(folder))}
        self.configurations.update(configurations or {})
        self._played = {}

    def answers(self, name, hands, variant=None):
        """{name of a hand: [Event]}, without `changed` events."""
        key = name, variant, tuple(hand.name for hand in hands)
        if key not in self._played:
            groups = [[hand] for hand in hands] if self.apart else grouped(hands)
            self._played[key] = in_parallel(self._play, [(name, group, variant) for group in groups])
        return self._played[key]

    def _play(self, name, hands, variant_name):
        variant = VARIANTS[variant_name] if variant_name else Variant()
        frames = [variant.frames(hand, random.Random(f"{hand.name} {variant_name}")) for hand in hands]
        recording = panels.Recording(variant.panel(hands[0].panel), frames, **variant.writing)
        with tempfile.TemporaryDirectory() as folder:
            path, configuration = os.path.join(folder, "hands.evemu"), self.configurations[name]
            with open(path, "w") as file:
                file.writelines(recording.evemu())
            screen = {"orientation": recording.orientation} if recording.orientation != "normal" else {}
            if self.recognition:
                screen["recognition"] = self.recognition
            if screen:
                with open(configuration) as plain:
                    text = plain.read()
                configuration = os.path.join(folder, "screen.toml")
                with open(configuration, "w") as file:
                    file.write("\n".join([text, "[[screen]]", 'name = "main"', *(f'{key} = "{value}"' for key, value in screen.items()), ""]))
            command = [self.program, "replay", "--config", configuration, "--format", "json", "--actions", "none", path]
            run = subprocess.run(command, capture_output=True, timeout=600)
        if run.returncode != 0:
            raise NotPlayed(f"tickle replay, {name}: {run.stderr.decode(errors='replace').strip()[-500:]}")
        lines = [json.loads(line) for line in run.stdout.splitlines() if b'"changed"' not in line and line.startswith(b"{")]
        events = [Event(line["time"], line["gesture"], line["kind"], line["state"], line.get("direction"))
                  for line in lines if line["type"] == "gesture"]
        return shared_out(hands, recording, events)


def recognized(events):
    """The gestures that were recognized, and those that began and were not taken back, in order."""
    return list(dict.fromkeys(event.gesture for event in recognitions(events)))


def recognitions(events):
    """The event of each recognition: the beginning of a gesture that was not cancelled later, or the one event of a discrete one."""
    def is_taken_back(begin):
        ends = (event.state for event in events[begin + 1:] if event.gesture == events[begin].gesture)
        return next(ends, None) == "cancelled"
    return [event for n, event in enumerate(events)
            if event.kind in DISCRETE or event.state == "began" and not is_taken_back(n)]


class Lisgd:
    """lisgd, made to read recordings instead of a panel: peers/fakenode.c and peers/replayed.c."""

    WAYS = {"LR": "right", "RL": "left", "UD": "down", "DU": "up"}
    # The default settings, in pixels of a usual screen of that size, and settings in tenths of a millimetre.
    SETTINGS = {
        "lisgd": lambda panel: ["-w", panel.pixels[0], "-h", panel.pixels[1], "-t", 125, "-r", 15, "-m", 800],
        "lisgd, 8 mm": lambda panel: ["-w", panel.width * 10, "-h", panel.height * 10, "-t", 80, "-r", 30, "-m", 500]}

    def __init__(self, is_wanted=True):
        self.version = None
        if is_wanted and shutil.which("lisgd"):
            asked = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "lisgd"], capture_output=True, text=True)
            self.version = asked.stdout if asked.returncode == 0 else "of unknown version"
        self._played = {}

    def answers(self, name, hands):
        """{name of a hand: [Event]}: `swipe` or `swipe-2`, with its direction."""
        key = name, tuple(hand.name for hand in hands)
        if key not in self._played:
            with tempfile.TemporaryDirectory() as folder:
                self._build(folder)
                jobs = [(folder, number, name, group) for number, group in enumerate(grouped(hands))]
                self._played[key] = in_parallel(self._play, jobs)
        return self._played[key]

    def _build(self, folder):
        for name in ("fakenode", "replayed"):
            command = ["cc", "-O2", "-D_GNU_SOURCE", "-shared", "-fPIC", "-o", f"{folder}/{name}.so", f"{PEERS}/{name}.c", "-ldl"]
            built = subprocess.run(command, capture_output=True, text=True)
            if built.returncode != 0:
                raise NotPlayed(built.stderr.strip()[-500:])

    def _play(self, folder, number, name, hands):
        panel, recording = hands[0].panel, panels.Recording(hands[0].panel, [hand.frames for hand in hands], begin=1000.0)
        node = f"{folder}/event{number}"
        gestures = [part for fingers in (1, 2) for way in self.WAYS for part in ("-g", f"{fingers},{way},*,*,R,{fingers} {way}")]
        sizes = [str(round(word)) if isinstance(word, float) else str(word) for word in self.SETTINGS[name](panel)]
        with open(f"{folder}/commands{number}", "w+") as said:
            os.mkfifo(node)
            pipe = os.open(node, os.O_RDWR | os.O_NONBLOCK)
            environment = dict(
                os.environ, FAKENODE=node, FAKENODE_PANEL=f"{recording.last[0]}x{recording.last[1]}@{panel.units}",
                LD_PRELOAD=f"{folder}/fakenode.so {folder}/replayed.so", REPLAYED=str(said.fileno()))
            for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
                environment.pop(variable, None)
            program = subprocess.Popen(
                ["lisgd", "-d", node, *sizes, *gestures], env=environment, pass_fds=[said.fileno()],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                self._feed(program, pipe, recording)
                program.wait(60)
            finally:
                program.kill()
                os.close(pipe)
            if program.returncode != 0:
                raise NotPlayed(f"lisgd ended with status {program.returncode}")
            said.seek(0)
            lines = [line.split() for line in said]
        events = [Event(float(time) - 1000.0, "swipe" if fingers == "1" else "swipe-2", "swipe", "ended", self.WAYS[way])
                  for time, fingers, way in lines]
        return shared_out(hands, recording, events)

    def _feed(self, program, pipe, recording):
        end = panels.struct.pack("<qqHHi", 0, 0, 0xFFFF, 0, 0)
        chunk = b""
        for part in [*recording.by_frame(), end]:
            if len(chunk) + len(part) > select.PIPE_BUF or part is end:
                self._write(program, pipe, chunk)
                chunk = b""
            chunk += part
        self._write(program, pipe, chunk)

    def _write(self, program, pipe, chunk):
        # A write of at most PIPE_BUF bytes is atomic.
        while chunk and program.poll() is None:
            if select.select([], [pipe], [], 1)[1]:
                os.write(pipe, chunk)
                return
