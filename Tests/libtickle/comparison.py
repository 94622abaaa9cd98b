"""Compares the events of player.c with the lines of the tool."""
import math
import re

from tool import PHASES, is_rest

# How much the library's events may differ from the tool's lines, in which places have six decimals and speeds three: millimetres, radians and
# ratios; the same per second.
PLACES, SPEEDS = 2e-5, 0.02
# The members of a gesture's line and of the player's.
NUMBERS = {"taps": "count", "tickles": "count", "scale": "scale", "rotation": "rotation", "score": "score"}
WORDS = {"template": "word", "direction": "word", "edge": "word"}
# What is compared in another way, and what the library does not tell.
OTHERS = {"type", "time", "screen", "view", "gesture", "kind", "state", "touches", "location", "location_in_view", "velocity", "duration",
          "translation", "value", "runner_up", "runner_up_score"}
# What the library says of an attempt, for the tool's words.
CHANGES = {"refused": "refused", "waits": "waits", "failed": "failed", "cancelled": "taken-back", "stopped": "stopped"}


def is_near(one, other, tolerance):
    return math.isclose(one, other, rel_tol=1e-6, abs_tol=tolerance)


def microseconds(line):
    return round(line["time"] * 1e6)


def gesture_faults(wanted, got):
    """The members in which an event of the player is not as the tool's line has it."""
    numbers = [("touches", wanted["touches"], got["fingers"], 0)]
    numbers += [(key, wanted[key], got[member], PLACES) for key, member in NUMBERS.items() if key in wanted]
    for axis in "xy":
        numbers.append((f"location.{axis}", wanted["location"][axis], got[axis], PLACES))
        numbers.append((f"location_in_view.{axis}", wanted["location_in_view"][axis], got[f"view_{axis}"], PLACES))
        if "translation" in wanted:
            numbers.append((f"translation.{axis}", wanted["translation"][axis], got[f"translation_{axis}"], PLACES))
            numbers.append((f"velocity.{axis}", wanted["velocity"][axis], got[f"velocity_{axis}"], SPEEDS))
    if "velocity" in wanted and "translation" not in wanted:
        numbers.append(("velocity", wanted["velocity"], got["scale_velocity" if "scale" in wanted else "rotation_velocity"], SPEEDS))
    if "duration" in wanted:
        numbers.append(("duration", wanted["duration"] * 1e6, got["duration"], 1))
    words = [("kind", wanted["kind"], got["kind"]), ("gesture", wanted["gesture"], got["name"])]
    words += [(key, wanted[key], got[member]) for key, member in WORDS.items() if key in wanted]
    yield from (f"{key} is {other}, not {one}" for key, one, other, tolerance in numbers if not is_near(one, other, tolerance))
    yield from (f"{key} is {other}, not {one}" for key, one, other in words if one != other)
    yield from (f"{key} is compared with nothing" for key in wanted.keys() - NUMBERS.keys() - WORDS.keys() - OTHERS)


def touch_faults(wanted, got, origin):
    if got["id"] != wanted["id"]:
        yield f"id is {got['id']}, not {wanted['id']}"
    for axis, start in zip("xy", origin):
        place = wanted["location"][axis]
        for member, one in [(axis, place), (f"view_{axis}", place - start)]:
            if not is_near(got[member], one, PLACES):
                yield f"{member} is {got[member]}, not {one}"


def attempt_faults(wanted, got):
    """Compares the attempts of one gesture."""
    for one, other in zip(wanted, got):
        head = microseconds(one), f"{one['gesture']}@{one['view']}", CHANGES[one["change"]], one["reason"]
        if head != (other.time, other.subject, other.state, other["reason"]):
            yield f"there is {other}, not {head}"
            return
        # The other of a drawing is the nearest shape, which is no recognizer.
        if one["reason"] != "unlike" and one.get("other", "") != other["other"].partition("@")[0]:
            yield f"{head}: other is {other['other']}, not {one.get('other', 'none')}"
        # A speed is measured if the reason says that something is slow.
        tolerance = SPEEDS if "slow" in one["reason"].lower() else PLACES
        for key in ("measured", "limit"):
            if not is_near(one[key], other[key], tolerance):
                yield f"{head}: {key} is {other[key]}, not {one[key]}"
        for key, wanted_words in [("rule", one.get("rule", "")), ("keys", ", ".join(one.get("keys", [])))]:
            if other[key] != wanted_words:
                yield f"{head}: {key} is {other[key]}, not {wanted_words}"
        # The rule and the keys follow the sentence.
        if other["words"] != one["text"] and not one["text"].startswith(f"{other['words']} ("):
            yield f"{head}: words are \"{other['words']}\", not \"{one['text']}\""
    yield from length_faults(wanted, got)


def length_faults(wanted, got):
    if len(wanted) != len(got):
        more, longer = ("more", got) if len(got) > len(wanted) else ("fewer", wanted)
        yield f"there are {more} than expected: {longer[min(len(got), len(wanted))]}"


def word_of(fault):
    """The member that is wrong, for the table of differences, or the fault's first word."""
    return re.sub(r"^\(.*?\): ", "", fault).split()[0]


class Comparison:
    """The events of a recording with a configuration, as the tool and the player have them."""

    def __init__(self, wanted, got, frames, origins):
        self.screen, self.origins, self.moments = frames.screen, origins, frames.moments()
        # The numbers of touches by their contacts.
        self.numbers = {}
        # A mode turns gestures on and off, and the library has none.
        self.mode = next((microseconds(each) for each in wanted if each["type"] == "mode"), math.inf)
        self.wanted = [each for each in self.before_mode(wanted)
                       if each["type"] == "gesture" or each["type"] == "touch" and not is_rest(each)]
        self.got = [each for each in got if each.type in ("gesture", "touch") and each.time < self.mode]

    def before_mode(self, lines):
        return [each for each in lines if microseconds(each) < self.mode]

    def faults(self):
        for wanted, got in zip(self.wanted, self.got):
            subject = self.screen if got.type == "touch" and got.subject == "-" else got.subject
            head = got.type, got.time, subject, got.state
            if head != self.head(wanted):
                yield f"there is {head}, not {self.head(wanted)}"
                return
            if got.type == "touch":
                faults = [*touch_faults(wanted, got, self.origins[wanted["view"]]), *self.identity_faults(got)]
            else:
                faults = gesture_faults(wanted, got)
            yield from (f"{head}: {fault}" for fault in faults)
        yield from length_faults(self.wanted, self.got)

    def head(self, wanted):
        """What must be equal before members are compared."""
        if wanted["type"] == "touch":
            return "touch", microseconds(wanted), wanted["view"], PHASES[wanted["phase"]]
        return "gesture", microseconds(wanted), f"{wanted['gesture']}@{wanted['view']}", wanted["state"]

    def identity_faults(self, got):
        """Whether a touch has one number from its beginning to its end, and says when its finger did this. The tool tells neither."""
        if got.state == "down" and got["touch"] in self.numbers.values():
            yield f"touch {got['touch']} begins twice"
        elif got.state == "down":
            self.numbers[got["id"]] = got["touch"]
        elif self.numbers.get(got["id"]) != got["touch"]:
            yield f"touch is {got['touch']}, not {self.numbers.get(got['id'])}"
        # A gesture cancels touches at any time.
        if got.state != "cancel" and (got["touch_time"], got["id"], got.state) not in self.moments:
            yield f"touch_time is {got['touch_time']}, when the finger did nothing"
