"""Synthetic panels: their reports of fingers, and recordings of those reports."""
import dataclasses
import math
import struct

SYN, KEY, ABS = 0, 1, 3
ABS_X, ABS_Y, SLOT, MT_X, MT_Y, TRACKING_ID = 0x00, 0x01, 0x2F, 0x35, 0x36, 0x39
BTN_TOUCH = 0x14A
SLOTS = 10
PAUSE = 2.0  # Seconds between two hands in a recording: no gesture waits longer.


@dataclasses.dataclass(frozen=True)
class Panel:
    """Width and height in mm, reports per second, units per mm, and in mm: the noise of a location, and the smallest movement that
    is reported.

    Real panels report 38 to 463 times a second, most of them 83 to 125 times. Some send noise while a finger rests, others
    nothing until it moves. Infrared frames have coarse units.
    """
    name: str
    width: float
    height: float
    rate: int
    units: int
    noise: float
    still: float
    pixels: tuple  # Width and height of a usual screen behind it, for programs that count pixels.


PANELS = [
    Panel("phone", 56, 100, 120, 20, 0.03, 0.10, (720, 1280)),
    Panel("tablet", 217, 136, 100, 40, 0.04, 0.00, (1920, 1200)),
    Panel("laptop", 345, 194, 125, 40, 0.04, 0.10, (1920, 1080)),
    Panel("wall", 600, 338, 60, 4, 0.10, 0.25, (1920, 1080)),
    Panel("phone", 56, 100, 60, 10, 0.05, 0.00, (720, 1280)),
    Panel("tablet", 217, 136, 60, 20, 0.05, 0.10, (1920, 1200)),
    Panel("laptop", 345, 194, 83, 10, 0.06, 0.00, (1920, 1080)),
    Panel("wall", 600, 338, 100, 10, 0.08, 0.00, (1920, 1080)),
    Panel("phone", 56, 100, 240, 50, 0.02, 0.05, (720, 1280)),
    Panel("tablet", 217, 136, 120, 10, 0.06, 0.15, (1920, 1200)),
]
SIZES = {"phone": "phone, 100 mm", "tablet": "tablet, 217 mm", "laptop": "laptop, 345 mm", "wall": "wall, 600 mm"}


def reports(contacts, panel, dice):
    """The panel's reports of the fingers, (time, {finger: (x, y) in mm}), from time 0; the last one is without fingers.

    A controller detects a contact only after some milliseconds, so the beginning of a fast stroke is not reported. While the
    contact grows and shrinks, for about 12 ms, its middle is off by some tenths of a millimetre.
    """
    period = 1 / panel.rate
    phase = dice.uniform(0, period)
    seen = []
    for contact in contacts:
        sure = contact.land + dice.uniform(0, 0.012)
        off = [[dice.gauss(0, 0.25) for _ in "xy"] for _ in range(2)]
        first = max(0, math.ceil((sure - phase) / period))
        last = max(first + 1, math.ceil((contact.lift - phase) / period))
        seen.append((contact, first, last, off))
    frames, held = [], {}
    for number in range(min(first for _, first, _, _ in seen), max(last for _, _, last, _ in seen) + 1):
        time, places = phase + number * period, {}
        for finger, (contact, first, last, (landing, lifting)) in enumerate(seen):
            if not first <= number < last:
                held.pop(finger, None)
                continue
            at = min(time, contact.lift)
            exact, grown, shrunk = contact.place(at), math.exp((contact.land - at) / 0.012), math.exp((at - contact.lift) / 0.012)
            place = tuple(exact[axis] + landing[axis] * grown + lifting[axis] * shrunk + dice.gauss(0, panel.noise) for axis in (0, 1))
            if finger not in held or math.dist(place, held[finger]) > panel.still:
                held[finger] = place
            places[finger] = held[finger]
        # The host timestamps a report when it arrives.
        frames.append((time + abs(dice.gauss(0, 0.0003)), places))
    return [(time - frames[0][0], places) for time, places in frames]


class Recording:
    """The events of a panel. `starts` are the times at which its hands begin."""

    def __init__(self, panel, hands, orientation="normal", highest_slot_first=False, begin=0.0):
        self.panel, self.orientation, self.highest_slot_first = panel, orientation, highest_slot_first
        sideways = orientation in ("left", "right")
        self.last = [round(side * panel.units) - 1 for side in (panel.width, panel.height)]
        if sideways:
            self.last.reverse()
        self.frames, self.starts = [], []
        self._sent, self._slots, self._pointer, self._next = {}, {}, {}, 1
        time = 0.0
        for frames in hands:
            self.starts.append(time)
            for at, places in frames:
                self._add(begin + time + at, places)
            time += frames[-1][0] + PAUSE

    def _units(self, place):
        """The location in the units of a panel that is mounted in this orientation."""
        panel = self.panel
        across, down = ((min(max(value, 0), side) * panel.units, side * panel.units - 1)
                        for value, side in zip(place, (panel.width, panel.height)))
        (x, width), (y, height) = across, down
        x, y = {"normal": (x, y), "inverted": (width - x, height - y), "left": (height - y, x), "right": (y, width - x)}[self.orientation]
        return [min(max(round(value), 0), last) for value, last in zip((x, y), self.last)]

    def _add(self, time, places):
        events = []
        for finger in [finger for finger in self._slots if finger not in places]:
            events += [(ABS, SLOT, self._slots.pop(finger)), (ABS, TRACKING_ID, -1)]
            del self._sent[finger]
        for finger, place in places.items():
            x, y = self._units(place)
            if finger not in self._slots:
                free = [slot for slot in range(SLOTS) if slot not in self._slots.values()]
                self._slots[finger] = free[-1 if self.highest_slot_first else 0]
                news = [(ABS, TRACKING_ID, self._next), (ABS, MT_X, x), (ABS, MT_Y, y)]
                self._next += 1
            else:
                news = [(ABS, code, value) for code, value, old in zip((MT_X, MT_Y), (x, y), self._sent[finger]) if value != old]
            if news:
                events += [(ABS, SLOT, self._slots[finger]), *news]
            self._sent[finger] = x, y
        pointer = {(KEY, BTN_TOUCH): int(bool(places))}
        if self._sent:
            pointer[ABS, ABS_X], pointer[ABS, ABS_Y] = next(iter(self._sent.values()))
        if events:
            events += [(*key, value) for key, value in pointer.items() if self._pointer.get(key) != value]
            self._pointer.update(pointer)
            self.frames.append((time, [*events, (SYN, 0, 0)]))

    def axes(self):
        (width, height), units = self.last, self.panel.units
        return {ABS_X: (width, units), ABS_Y: (height, units), SLOT: (SLOTS - 1, 0), MT_X: (width, units), MT_Y: (height, units),
                TRACKING_ID: (65535, 0)}

    def evemu(self):
        yield "# EVEMU 1.3\n# Made by Benchmarks/gestures: no panel and no hand like these exist.\n"
        yield f"N: made-up {self.panel.name}\nI: 0006 1d6b 0104 0001\nP: 02 00 00 00 00 00 00 00\n"
        for code, (last, units) in self.axes().items():
            yield f"A: {code:02x} 0 {last} 0 0 {units}\n"
        for time, events in self.frames:
            for event in events:
                yield "E: %.6f %04x %04x %d\n" % (time, *event)

    def by_frame(self):
        """The frames, as a program reads them from the kernel."""
        for time, events in self.frames:
            microseconds = round(time * 1e6)
            yield b"".join(struct.pack("<qqHHi", microseconds // 1_000_000, microseconds % 1_000_000, *event) for event in events)
