#!/usr/bin/env -S python3 -B
"""Plays the cases of Tests/Cases through libtickle and checks their expectations: cases.py PLAYER…

PLAYER is the command of player.c, perhaps with an emulator before it, or `--leaks` if it has the address sanitizer. The scripts set the keys
of a configuration that mean the same as a case's parameters, on a screen with UIKit's rules. Tests/GesturesTests/CasePlayer.swift checks the
same cases of the engine itself.
"""
import json
import math
import pathlib
import sys

from playing import Differences, Player, decimal, line

CASES = pathlib.Path(__file__).parents[1] / "Cases"
# The keys for the parameters of a case, with their units, and the numbers of a case's px or ms in one.
KEYS = {
    "tap": {"taps": "taps", "touches": "fingers", "max_duration_ms": "max_duration", "max_interval_ms": "max_interval",
            "min_interval_ms": "min_interval", "max_movement": "movement", "max_tap_distance": "max_distance"},
    "long_press": {"taps": "taps", "touches": "fingers", "min_duration_ms": "min_duration", "max_movement": "movement"},
    "pan": {"min_touches": "min_fingers", "max_touches": "max_fingers", "slop": "threshold", "direction": "axis",
            "compensate": "compensate"},
    "edge_pan": {"edge": "edges", "edge_size": "width", "slop": "threshold"},
    "swipe": {"direction": "direction", "touches": "fingers", "min_distance": "min_distance",
              "max_duration_ms": "max_duration", "max_angle_deg": "max_angle"},
    "pinch": {"slop": "threshold"},
    "rotation": {"slop_rad": "threshold"},
}
LENGTHS = {"max_movement", "max_tap_distance", "slop", "edge_size", "min_distance"}
KINDS = {"long_press": "long-press", "edge_pan": "edge-pan"}
PHASES = {"began": "down", "moved": "move", "ended": "up", "cancelled": "cancel"}
CASE_PHASES = {phase: name for name, phase in PHASES.items()}


class Case:
    def __init__(self, path, differences):
        self.differences = differences
        self.name = f"{path.parent.name}/{path.stem}"
        self.json = json.loads(path.read_text())
        self.scale = self.json["surface"]["px_per_mm"]
        self.recognizers = {each["id"]: each for each in self.json["recognizers"]}
        self.expect = self.json["expect"]
        self.end = self.json.get("run_until_ms", (self.json["events"][-1]["t"] if self.json["events"] else 0) + 2000)

    def not_played(self):
        """What the library has no call for."""
        for event in self.json["events"]:
            if event.get("op", "set_enabled") != "set_enabled":
                return event["op"]
            if event.get("synthesized"):
                return "synthesized"
        return None

    # ---- The script ----

    def script(self, listens):
        surface = self.json["surface"]
        lines = [line("screen", decimal(surface["width"] / self.scale), decimal(surface["height"] / self.scale), "uikit", "explains")]
        if listens:
            lines.append("listen\n")
        for view in self.json.get("views") or [{"id": "root"}]:
            lines += self.view(view)
        for recognizer in self.recognizers.values():
            lines += self.recognizer(recognizer)
        for recognizer in self.recognizers.values():
            lines += self.relations(recognizer)
        return "".join(lines + self.frames() + ["free\n"])

    def view(self, view):
        surface = self.json["surface"]
        rect = view.get("rect") or [0, 0, surface["width"], surface["height"]]
        yield line("view", view["id"], view.get("parent", "-"), *(decimal(number / self.scale) for number in rect))
        # A view that is nearly transparent gets no touches either.
        if view.get("hidden") or view.get("alpha", 1) < 0.01:
            yield line("hidden", view["id"], "yes")
        if not view.get("enabled", True):
            yield line("takes", view["id"], "no")

    def recognizer(self, recognizer):
        name, kind = recognizer["id"], recognizer["kind"]
        yield line("recognizer", name, KINDS.get(kind, kind))
        for parameter, value in recognizer.get("params", {}).items():
            yield self.setting(name, parameter, KEYS[kind][parameter], value)
        if kind == "swipe" and len(recognizer.get("params", {}).get("direction", "")) == 0:
            yield line("set", name, "direction", "right")
        for key in ("cancels_touches_in_view", "delays_touches_began", "delays_touches_ended"):
            if key in recognizer:
                yield line("flag", name, key.removesuffix("_in_view"), "yes" if recognizer[key] else "no")
        views = self.json.get("views") or [{"id": "root"}]
        yield line("add", name, recognizer.get("view", views[0]["id"]))
        if not recognizer.get("enabled", True):
            yield line("disable", name)

    def setting(self, name, parameter, key, value):
        if value is None:
            return line("set", name, key, "none")
        if isinstance(value, bool):
            return line("flag", name, key, "yes" if value else "no")
        if isinstance(value, list):
            return line("list", name, key, *value)
        if isinstance(value, str):
            return line("set", name, key, value)
        if parameter in LENGTHS:
            return line("number", name, key, decimal(value / self.scale))
        if parameter == "slop_rad":
            return line("set", name, key, f"{decimal(value)}rad")
        return line("number", name, key, decimal(value))

    def relations(self, recognizer):
        name = recognizer["id"]
        for key, relation, is_reversed in [
                ("require_fail", "require", False), ("should_require_failure_of", "require", False),
                ("should_be_required_to_fail_by", "require", True), ("simultaneous_with", "both", False),
                ("cannot_prevent", "spare", False), ("cannot_be_prevented_by", "spare", True)]:
            for other in self.others(name, recognizer.get(key, [])):
                yield line(relation, *((other, name) if is_reversed else (name, other)))
        if not recognizer.get("should_begin", True):
            yield line("refuse-to-begin", name)
        if recognizer.get("ignore_touches_in"):
            yield line("ignore", name, *recognizer["ignore_touches_in"])

    def others(self, name, names):
        return [other for other in self.recognizers if other != name] if "*" in names else names

    def frames(self):
        """The events with what is checked between them: a mark for each check and each place that is hit."""
        events, lines, index, checked = self.json["events"], [], 0, -1.0
        checks = [(at, check) for at, check in enumerate(self.expect.get("checks", []))]
        while index < len(events):
            time = events[index]["t"]
            for at, check in sorted(checks, key=lambda each: each[1].get("at_ms", -1)):
                if checked < check.get("at_ms", -1) < time:
                    lines += [line("advance", microseconds(check["at_ms"])), line("mark", f"check-{at}")]
            checked = max([checked] + [check["at_ms"] for _, check in checks if check.get("at_ms", time) < time])
            first, index = index, index + 1
            if "op" in events[first]:
                # The library takes a change at the time that it has, and not at one that the program says.
                command = "enable" if events[first]["value"] else "disable"
                lines += [line("advance", microseconds(time)), line(command, events[first]["recognizer"])]
            else:
                while index < len(events) and events[index]["t"] == time and "op" not in events[index]:
                    index += 1
                lines += self.hits(range(first, index))
                lines.append(line("frame", microseconds(time), 0))
                lines += [self.contact(event) for event in events[first:index]]
            lines += [line("mark", f"check-{at}") for at, check in checks if check.get("after_event") in range(first, index)]
        for at, check in sorted(checks, key=lambda each: each[1].get("at_ms", -1)):
            if checked < check.get("at_ms", -1) < self.end:
                lines += [line("advance", microseconds(check["at_ms"])), line("mark", f"check-{at}")]
        lines.append(line("advance", microseconds(self.end)))
        return lines + [line("mark", f"check-{at}") for at, check in checks if check.get("at_ms") == self.end]

    def hits(self, indices):
        for hit in self.expect.get("hits", []):
            if hit["event"] in indices:
                event = self.json["events"][hit["event"]]
                yield line("at", *self.place(event))

    def place(self, event):
        return [decimal(event[axis] / self.scale) if axis in event else "-" for axis in "xy"]

    def contact(self, event):
        return line("contact", event["id"], PHASES[event["phase"]], "finger", *self.place(event), 0)

    # ---- The expectations ----

    def failures(self, events):
        """What does not hold in the player's events."""
        log, states, touches, found = [], States(self), {}, []
        hits = iter(self.expect.get("hits", []))
        for event in events:
            if event.type == "gesture":
                log.append(event)
                states.note(event)
            elif event.type == "attempt":
                states.note(event)
            elif event.type == "touch":
                touches.setdefault(event.subject, []).append(CASE_PHASES[event.state])
            elif event.type == "at":
                wanted = next(hits)
                got = None if event.subject in ("-", "nothing") else event.subject
                if got != wanted["view"]:
                    found.append(f"event {wanted['event']} hits {got}, not {wanted['view']}")
            elif event.type == "mark":
                found += self.check(self.expect["checks"][int(event.subject.removeprefix("check-"))], log, states)
        marks = sum(event.type == "mark" for event in events)
        if marks != len(self.expect.get("checks", [])):
            found.append(f"{marks} checks were made")
        return found + self.check_end(log, touches)

    def word(self, event):
        is_discrete = self.recognizers[event.subject]["kind"] in ("tap", "swipe")
        return "recognized" if is_discrete and event.state == "ended" else event.state

    def has_fingers_at(self, check):
        down = set()
        for index, event in enumerate(self.json["events"]):
            if index <= check["after_event"] if "after_event" in check else event["t"] <= check["at_ms"]:
                (down.add if event.get("phase") in ("began", "moved") else down.discard)(event.get("id"))
        return bool(down)

    def check(self, check, log, states):
        place = f"after event {check['after_event']}" if "after_event" in check else f"at {check['at_ms']} ms"
        found = self.counts(check.get("counts", {}), log, place)
        name = check.get("g")
        if name and check.get("state") not in (None, states.at(check, name)):
            found.append(f"{place}: {name} is {states.at(check, name)}, not {check['state']}")
        if name:
            # What the recognizer measures now is in its last event, unless it has changed since without one.
            last = next((event for event in reversed(log) if event.subject == name), None)
            found += [fault for fault in self.compare(check, last, f"{place}: {name}")
                      if not self.differences.has(f"{self.name} {place}")]
        return found

    def check_end(self, log, touches):
        found = self.counts(self.expect.get("counts", {}), log, "at the end")
        found += [f"{name} is not silent" for name in self.expect.get("silent", []) if any(event.subject == name for event in log)]
        entries = [f"{event.subject}:{self.word(event)}" for event in log]
        if "log" in self.expect and entries != self.expect["log"]:
            found.append(f"log is {entries}")
        rest = iter(entries)
        found += [f"{entry} is missing or out of order in {entries}" for entry in self.expect.get("order", []) if entry not in rest]
        for action in self.expect.get("at_action", []):
            matching = [event for event in log if event.subject == action["g"] and self.word(event) == action["state"]]
            nth = action.get("nth", 0)
            place = f"in {action['g']}:{action['state']}"
            found += self.compare(action, matching[nth], place) if nth < len(matching) else [f"no action {nth} {place}"]
        for wanted in self.expect.get("touches", []):
            got = touches.get(wanted["view"], [])
            if "got" in wanted and got != wanted["got"]:
                found.append(f"{wanted['view']} got {got}")
            found += [f"{wanted['view']} got no {phase}" for phase in wanted.get("some", []) if phase not in got]
            found += [f"{wanted['view']} got {phase}" for phase in wanted.get("never", []) if phase in got]
        return found

    def counts(self, counts, log, place):
        found = []
        for name, states in counts.items():
            for state, expected in states.items():
                count = sum(event.subject == name and self.word(event) == state for event in log)
                if not holds(count, expected, 0):
                    found.append(f"{place}: {name} {state} {count} times, not {expected}")
        return found

    def compare(self, expected, event, place):
        found = []
        for key, members, scale in [
                ("location", ("x", "y"), self.scale), ("translation", ("translation_x", "translation_y"), self.scale),
                ("velocity", ("velocity_x", "velocity_y"), self.scale), ("scale", ("scale",), 1), ("rotation", ("rotation",), 1),
                ("touches", ("fingers",), 1)]:
            if expected.get(key) is None:
                continue
            if event is None:
                found.append(f"{place} has no {key}, as there is no event")
                continue
            wanted = expected[key] if len(members) == 2 else [expected[key]]
            got = [event[member] * scale for member in members]
            # The player prints ten digits.
            if not all(holds(value, want, max(expected.get("tol", 1e-6), abs(value) * 1e-9)) for value, want in zip(got, wanted)):
                found.append(f"{place}: {key} is {got}, not {expected[key]}")
        return found


class States:
    """The states of the recognizers, as events tell them."""

    def __init__(self, case):
        self.case, self.last = case, {}

    def note(self, event):
        if event.type == "gesture" or event.state == "failed":
            self.last[event.subject] = self.case.word(event)

    def at(self, check, name):
        """One that is over becomes possible again once its fingers have lifted, which no event tells. In the cases these are all fingers."""
        state = self.last.get(name, "possible")
        return state if state in ("began", "changed") or self.case.has_fingers_at(check) else "possible"


def microseconds(milliseconds):
    return math.floor(milliseconds * 1000 + 0.5)


def holds(value, expected, tolerance):
    if expected is None:
        return True
    if isinstance(expected, list):
        return expected[0] <= value <= expected[1]
    return abs(value - expected) <= tolerance


def main():
    player, differences = Player(sys.argv[1:]), Differences("cases")
    held, failed, of_others, left_out, scripts = 0, 0, 0, 0, []
    for path in sorted(CASES.glob("*/*.json")):
        case = Case(path, differences)
        if case.json.get("peer_specific"):
            of_others += 1
            continue
        missing = case.not_played()
        if missing and differences.has(missing):
            left_out += 1
            continue
        fetched, faults = player.play(case.script(False))
        heard, faults_heard = player.play(case.script(True))
        if heard != fetched:
            faults.append("the listener gets other events than are fetched")
        faults += faults_heard + case.failures(fetched)
        scripts.append(case.script(False))
        for fault in faults:
            print(f"FAILED {case.name}: {fault}")
        held += not faults
        failed += bool(faults)
    for fault in player.leak_faults(scripts) + differences.unused():
        print(f"FAILED cases: {fault}")
        failed += 1
    print(f"{held} cases hold, {failed} fail; {left_out} are listed as differences, {of_others} have another system's expectations")
    sys.exit(failed > 0 or held < 100)


if __name__ == "__main__":
    main()
