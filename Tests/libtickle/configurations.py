"""The shipped configurations as scripts for player.c."""
import pathlib
import re
import tomllib

from playing import decimal, line
from tool import FOREVER, ROOT, toml

KINDS = {"tap", "long-press", "pan", "swipe", "pinch", "rotation", "transform", "edge-pan", "tickle", "stroke", "sequence"}
# The keys of a gesture that the library has other calls for, and those of what it does when it is recognized.
OTHER_KEYS = {"name", "kind", "view", "enabled", "requires_failure_of", "required_to_fail_by", "simultaneous_with", "does_not_prevent",
              "not_prevented_by", "yields_to", "ignores_touches_in", "action", "on", "steps", "templates"}
# The relations between gestures, and whether the other one has the library's.
RELATIONS = [("requires_failure_of", "require", False), ("required_to_fail_by", "require", True), ("simultaneous_with", "both", False),
             ("does_not_prevent", "spare", False), ("not_prevented_by", "spare", True), ("yields_to", "yield", False)]
LENGTHS = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 163}
TIMES = {"us": 1, "ms": 1000, "s": 1_000_000, "min": 60_000_000, "h": 3_600_000_000}


def number_and_unit(text):
    digits = text.rstrip("abcdefghijklmnopqrstuvwxyz%")
    return float(digits), text[len(digits):]


def listed(value):
    return value if isinstance(value, list) else [] if value is None else [value]


class Configuration:
    """A configuration's gestures that fingers make, and how it differs from what the library can be told."""

    def __init__(self, text):
        self.toml = tomllib.loads(text)
        self.gestures = [each for each in self.toml["gesture"] if each["kind"] in KINDS]
        self.differences = {each["kind"] for each in self.toml["gesture"]} - KINDS
        if any(each.get("simultaneous_with") == "all" for each in self.gestures):
            self.differences.add("all")
        if any("templates" in each for each in self.gestures):
            self.differences.add("min_score of a shape")

    def take_defaults(self, full, library):
        """Gives the gestures the keys in which `full`, the same configuration with all keys, has another default than the library."""
        recognition = full.screens()[0]["recognition"]
        for gesture, other in zip(self.gestures, full.gestures):
            own = {key: other[key] for key, default in library[gesture["kind"]].items()
                   if key in other and key not in gesture and toml(other[key]) != one_default(default, recognition)}
            gesture |= own
            if own:
                self.differences.add("defaults")

    def screens(self):
        return self.toml.get("screen") or [{"name": "main"}]

    def probed_screens(self, is_noisy):
        """The screens without interception, so that touches are delivered when they come, and without compensation of noise."""
        changes = {"intercept": False} | ({"steady": False} if is_noisy else {})
        return [{key: value for key, value in screen.items() if key != "wake_action"} | changes for screen in self.screens()]


def one_default(text, recognition):
    """The default as TOML, of `"5mm"`, or of two that depend on the screen's recognition."""
    two = re.fullmatch('`(.*)`; in `"uikit"`: `(.*)`', text)
    return two[2 if recognition == "uikit" else 1] if two else text.strip("`")


class Script:
    """A configuration as a script, on one screen."""

    def __init__(self, configuration, frames, explains):
        self.configuration, self.frames, self.explains = configuration, frames, explains
        # What the library has no call for.
        self.missing = set()
        self.screen = next(each for each in configuration.screens() if each["name"] == frames.screen)
        self.views = [view for view in configuration.toml.get("view", []) if view.get("screen", frames.screen) == frames.screen]
        self.sizes = {frames.screen: (frames.width, frames.height)}
        self.origins = {frames.screen: (0, 0)}
        # The views of each gesture that are on this screen.
        self.places = {}

    def lines(self):
        lines = [self.screen_line(), *self.view_lines()]
        # As in the daemon, sequences come last.
        gestures = sorted(self.configuration.gestures, key=lambda each: each["kind"] == "sequence")
        for gesture in gestures:
            self.places[gesture["name"]] = [view for view in listed(gesture.get("view")) or [self.frames.screen] if view in self.sizes]
            for view in self.places[gesture["name"]]:
                lines += self.recognizer(gesture, view)
        for gesture in gestures:
            for view in self.places[gesture["name"]]:
                lines += self.relations(gesture, view)
        return lines + list(self.frames.script())

    def screen_line(self):
        screen, recognition = self.screen, self.screen.get("recognition", "hand")
        standard = {"leader": True, "landing_grace": "80ms"} if recognition == "hand" else {"leader": False, "landing_grace": "0ms"}
        self.missing |= {key for key, value in standard.items() if screen.get(key, value) != value}
        words = [decimal(self.frames.width), decimal(self.frames.height), recognition]
        # Without reasons, the library does not call for time when a gesture only fails. The tool does, and cancels the last touches after that.
        if self.explains or self.frames.is_cut:
            words.append("explains")
        if screen.get("exclusive") == "screen":
            words.append("per-screen")
        if screen.get("intercept") and screen.get("take_back", "hold") == "hold":
            words.append("holds")
        if "max_delay" in screen:
            number, unit = (FOREVER, "us") if screen["max_delay"] == "none" else number_and_unit(screen["max_delay"])
            words += ["delay", round(number * TIMES[unit])]
        if "pixels" in screen:
            words += ["pixels", *screen["pixels"]]
        return line("screen", *words)

    # ---- Views ----

    def handle(self, view):
        return "-" if view == self.frames.screen else view

    def view_lines(self):
        left = list(self.views)
        while left:
            view = next(each for each in left if each.get("parent", self.frames.screen) in self.sizes)
            left.remove(view)
            name, parent, frame = view["name"], view.get("parent", self.frames.screen), view.get("frame", {})
            x, width = self.span(frame, ("x", "left"), "width", "right", parent, 0)
            y, height = self.span(frame, ("y", "top"), "height", "bottom", parent, 1)
            self.sizes[name] = width, height
            self.origins[name] = self.origins[parent][0] + x, self.origins[parent][1] + y
            yield line("view", name, self.handle(parent), *map(decimal, (x, y, width, height)))
            if view.get("hidden") or view.get("alpha", 1) < 0.01:
                yield line("hidden", name, "yes")
            if not view.get("enabled", True):
                yield line("takes", name, "no")

    def span(self, frame, starts, extent, end, parent, axis):
        """Where a view begins in its parent, and its size, on one axis."""
        whole = self.sizes[parent][axis]
        start, size, rest = (next((self.length(frame[key], whole, axis) for key in keys if key in frame), None)
                             for keys in (starts, [extent], [end]))
        if size is None:
            return start or 0, max(0, whole - (start or 0) - (rest or 0))
        return (whole - size - rest if start is None and rest is not None else start or 0), size

    def length(self, text, whole, axis):
        number, unit = number_and_unit(text)
        if unit == "%":
            return whole * number / 100
        if unit == "px":
            return number * (self.frames.width, self.frames.height)[axis] / self.screen["pixels"][axis]
        return number * LENGTHS[unit]

    def is_in(self, view, other):
        parents = {each["name"]: each.get("parent", self.frames.screen) for each in self.views}
        while view is not None and view != other:
            view = parents.get(view)
        return view is not None

    # ---- Recognizers ----

    def recognizer(self, gesture, view):
        name, id = gesture["name"], f"{gesture['name']}@{view}"
        yield line("recognizer", id, gesture["kind"], name)
        for key, value in gesture.items():
            if key not in OTHER_KEYS:
                yield self.setting(id, key, value)
        for shape in listed(gesture.get("templates")):
            yield from self.examples(id, shape)
        for step in gesture.get("steps", []):
            for place in self.places[step]:
                yield line("step", id, f"{step}@{place}")
        yield line("add", id, self.handle(view))
        if not gesture.get("enabled", True):
            yield line("disable", id)
        own = [each["name"] for each in self.views if each.get("touches") == "own" and not self.is_in(view, each["name"])]
        ignored = [each for each in listed(gesture.get("ignores_touches_in")) + own if each in self.sizes]
        if ignored:
            yield line("ignore", id, *ignored)

    def setting(self, id, key, value):
        if isinstance(value, bool):
            return line("flag", id, key, "yes" if value else "no")
        if isinstance(value, (int, float)):
            return line("number", id, key, value)
        if isinstance(value, list):
            return line("list", id, key, *value)
        return line("set", id, key, value)

    def examples(self, id, shape):
        # With all keys, a configuration has paths in the place of names.
        file = tomllib.loads((ROOT / "config" / "strokes" / shape).with_suffix(".toml").read_text())
        for strokes in file["examples"]:
            if len(strokes) > 1:
                self.missing.add("strokes")
                continue
            yield line("example", id, file["name"], *(decimal(number) for point in strokes[0] for number in point[:2]))

    def relations(self, gesture, view):
        mine = f"{gesture['name']}@{view}"
        for key, relation, is_reversed in RELATIONS:
            for other in self.partners(gesture.get(key), mine, view):
                yield line(relation, *((other, mine) if is_reversed else (mine, other)))

    def partners(self, names, mine, view):
        """The recognizers with these names on the same view, or else on all views."""
        if names == "all":
            return [other for name, views in self.places.items() for place in views if (other := f"{name}@{place}") != mine]
        return [f"{name}@{place}" for name in listed(names) if name in self.places
                for place in ([view] if view in self.places[name] else sorted(self.places[name]))]


class Variant:
    """A way to play a configuration: the tool's files mean the same, by whether the panel is noisy."""

    def __init__(self, name, configuration, files, explains=False):
        self.name, self.configuration, self.files, self.explains = name, configuration, files, explains


def shipped(tool, library):
    """The shipped configurations: as they are written, with all keys, and with UIKit's rules."""
    for path in sorted((ROOT / "config").glob("*.toml")) + sorted((ROOT / "config" / "cookbook").glob("*.toml")):
        text = path.read_text()
        if path.name.endswith(".test.toml") or "gesture" not in tomllib.loads(text):
            continue
        in_uikit, count = re.subn(r"^\[\[screen\]\]$", '[[screen]]\nrecognition = "uikit"', text, flags=re.M)
        if count == 0:
            in_uikit += '\n[[screen]]\nname = "main"\nrecognition = "uikit"\n'
        for name, written in [(path.name, text), (f"{path.name} in UIKit", in_uikit)]:
            file = path if written is text else tool.file(f"uikit-{path.name}", written)
            effective = tool.run("check", "--effective", file)
            full, configuration = Configuration(effective), Configuration(written)
            configuration.take_defaults(full, library)
            meant = meant_by_library(effective, full, tool)
            files = {False: tool.file(f"{name}.toml", meant),
                     True: tool.file(f"{name} steady.toml", meant.replace("\nsteady = true\n", "\nsteady = false\n"))}
            yield Variant(name, configuration, files)
            if written is text:
                yield Variant(f"{path.name} with all keys", full, files, True)


def meant_by_library(text, configuration, tool):
    """A configuration with all keys for the tool, without what the library has no call for."""
    names = [gesture["name"] for gesture in configuration.gestures]
    tables = text.split("[[gesture]]\n")
    for index, table in enumerate(tables[1:], 1):
        name = tomllib.loads(table.split("\n[")[0])["name"]
        # All others are not the same as each of them: a pinch that is simultaneous with all measures two fingers.
        others = f"simultaneous_with = {toml([each for each in names if each != name])}"
        table = re.sub('^simultaneous_with = "all"$', others, table, flags=re.M)
        for shape in re.findall(r'"(/.*/strokes/.*?)"', table):
            shorter = re.sub("^min_score = .*\n", "", pathlib.Path(shape).read_text(), flags=re.M)
            table = table.replace(shape, str(tool.file(f"strokes/{pathlib.Path(shape).name}", shorter)))
        tables[index] = table
    return "[[gesture]]\n".join(tables)
