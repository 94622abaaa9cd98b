"""The command-line tool `tickle`: its lines, and a recording's frames in them."""
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib

from playing import decimal, line

ROOT = pathlib.Path(__file__).resolve().parents[2]
PHASES = {"began": "down", "moved": "move", "ended": "up", "cancelled": "cancel"}
# A replay lets fingers rest for this long that are down when the recording ends.
LONGEST_REST = 60_000_000
FOREVER = 1 << 62
# A press at every place: it gets the first landing at once, and its place in a view that begins two screens farther left and above tells the
# size of the screen.
PROBE = """[[view]]
name = "everywhere"
frame = { right = "0mm", width = "300%", bottom = "0mm", height = "300%" }
[[gesture]]
name = "probe"
kind = "long-press"
view = "everywhere"
fingers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
min_duration = "0ms"
movement = "none"
cancels_touches = false
delays_touches_ended = false
"""


def toml(value):
    """A value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


class Tool:
    """The tool, with a folder for the files that it reads. It is asked the same only once."""

    def __init__(self, path, folder):
        self.path, self.folder = path, pathlib.Path(folder)
        self.replay = functools.cache(self.replay)
        self.is_noisy = functools.cache(self.is_noisy)

    def run(self, *words, statuses=(0,)):
        done = subprocess.run([self.path, *map(str, words)], capture_output=True, text=True, check=False, cwd=ROOT,
                              env=os.environ | {"SWIFT_BACKTRACE": "enable=no"})
        if done.returncode not in statuses:
            sys.exit(f"{self.path} {' '.join(map(str, words))}: status {done.returncode}: {done.stderr}")
        return done.stdout

    def file(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def replay(self, configuration, recording):
        """The lines of a replay, as objects."""
        lines = self.run("replay", "--config", configuration, "--format", "json", "--actions", "none", "--touches", recording)
        return [json.loads(text) for text in lines.splitlines()]

    def attempts(self, configuration, recording, gesture):
        """What became of a gesture's attempts, as objects."""
        lines = self.run("explain", "--config", configuration, "--format", "json", "--gesture", gesture, recording)
        return [each for text in lines.splitlines() if (each := json.loads(text))["type"] == "attempt" and each["change"] != "began"]

    def is_noisy(self, recording):
        """Whether the panel's noise is compensated, and is in the frames."""
        return "noisy positions" in self.run("doctor", recording, statuses=(0, 1))

    def hands(self, configuration):
        """Recordings of a hand for each gesture of a configuration. All places on this panel have six decimals, so none is rounded."""
        recordings = []
        for index, case in enumerate(tomllib.loads(self.run("test", "--suggest", "--config", configuration)).get("case", [])):
            text = self.run("hand", "--config", configuration, "--resolution", 64, case["hand"])
            recordings.append(self.file(f"hands/{configuration.name}/{index} {case['hand'][:60].replace('/', ' per ')}.evemu", text))
        return recordings


def with_different_times(text):
    """The recording with a microsecond between frames of the same time: the tool prints the times of frames, and not where one ends."""
    lines, last, is_new = [], -1, True
    for each in text.splitlines(keepends=True):
        event = re.match(r"E: (\d+)\.(\d{6})( 0000 0000 )?", each)
        if event:
            time = int(event[1]) * 1_000_000 + int(event[2])
            last, is_new = (max(time, last + 1) if is_new else max(time, last)), event[3] is not None
            each = f"E: {last // 1_000_000}.{last % 1_000_000:06}" + each[event.end(2):]
        lines.append(each)
    return "".join(lines)


class Frames:
    """A recording's frames on the screen of a configuration, as the engine gets them."""

    def __init__(self, tool, configuration, recording):
        screens = configuration.probed_screens(tool.is_noisy(recording))
        probe = "".join("[[screen]]\n" + "".join(f"{key} = {toml(value)}\n" for key, value in screen.items()) for screen in screens) + PROBE
        lines = tool.replay(tool.file(f"probe-{abs(hash(probe))}.toml", probe), recording)
        pressed = next((each for each in lines if each["type"] == "gesture"), None)
        if pressed is None:
            sys.exit(f"{recording.name}: no finger lands")
        self.screen = pressed["screen"]
        self.width, self.height = ((pressed["location_in_view"][axis] - pressed["location"][axis]) / 2 for axis in "xy")
        self.frames = []
        for touch in lines:
            if touch["type"] != "touch" or is_rest(touch):
                continue
            time = round(touch["time"] * 1e6)
            if not self.frames or self.frames[-1][0] != time:
                self.frames.append((time, []))
            self.frames[-1][1].append(touch)
        self.end, last = self.frames[-1]
        # The tool cancels the touches that are still down, after their gestures have settled.
        self.is_cut = last[-1]["phase"] == "cancelled"
        last[:] = [touch for touch in last if touch["phase"] != "cancelled"]

    def moments(self):
        """When each finger landed, moved, lifted or was cancelled."""
        return {(time, touch["id"], PHASES[touch["phase"]]) for time, touches in self.frames for touch in touches}

    def script(self):
        for time, touches in self.frames:
            yield line("frame", time, 0)
            for touch in touches:
                place = (decimal(touch["location"][axis]) for axis in "xy")
                yield line("contact", touch["id"], PHASES[touch["phase"]], "finger", *place, 0)
        yield line("settle", self.end + LONGEST_REST)
        if self.is_cut:
            yield line("cancel", self.end)
        yield line("settle", FOREVER)
        yield line("free")


def is_rest(touch):
    """Whether a finger rests, and only its force has changed."""
    return touch["phase"] == "moved" and touch["location"] == touch["previous_location"]
