"""The same hands on panels that are noisier, slower, larger, rotated …: most gestures should stay the same.

A variant changes the reports of one hand, or how the recording of many hands is written.
"""
import dataclasses
import math


@dataclasses.dataclass(frozen=True)
class Variant:
    """`change(frames, panel, dice)` returns new frames, `size` is a factor for all lengths, `writing` has arguments for Recording."""
    change: object = None
    size: float = 1.0
    writing: dict = dataclasses.field(default_factory=dict)

    def frames(self, hand, dice):
        frames = self.change(hand.frames, hand.panel, dice) if self.change else hand.frames
        if self.size == 1.0:
            return frames
        return [(time, {finger: (x * self.size, y * self.size) for finger, (x, y) in places.items()}) for time, places in frames]

    def panel(self, panel):
        """The panel with its new size. The resolution stays the same: a larger panel has more units."""
        return dataclasses.replace(panel, width=panel.width * self.size, height=panel.height * self.size)


def noise(sigma, resting):
    """White noise in each axis while a finger moves; with `resting` also while it rests, when some panels report nothing."""
    def change(frames, panel, dice):
        changed, last = [], {}
        for time, places in frames:
            shaken = {}
            for finger, (x, y) in places.items():
                before = last.get(finger)
                if before and before[0] == (x, y) and not resting:
                    shaken[finger] = before[1]
                else:
                    shaken[finger] = x + dice.gauss(0, sigma), y + dice.gauss(0, sigma)
                last[finger] = (x, y), shaken[finger]
            changed.append((time, shaken))
        return changed
    return change


def ghost(frames, panel, dice):
    """A contact in the far corner for one report, 30 ms after the landing, as infrared frames and damaged cables produce them."""
    changed, done = [], False
    for (time, places), (following, _) in zip(frames, frames[1:] + [(frames[-1][0] + 1, {})]):
        changed.append((time, places))
        if not done and time >= 0.03 and places and following - time > 0.002:
            x, y = next(iter(places.values()))
            corner = 5 if x > panel.width / 2 else panel.width - 5, 5 if y > panel.height / 2 else panel.height - 5
            changed.append((time + 0.001, {**places, "ghost": corner}))
            done = True
    return changed


def thinned(keep):
    """Drops the frames for which `keep(time, dice, last)` is false, except landings and lifts."""
    def change(frames, panel, dice):
        changed = []
        for time, places in frames:
            if not changed or places.keys() != changed[-1][1].keys() or keep(time, dice, changed[-1][0]):
                changed.append((time, places))
        return changed
    return change


def doubled(rate):
    """Adds interpolated reports, until there are about `rate` per second."""
    def change(frames, panel, dice):
        changed = frames[:1]
        for (before, old), (time, new) in zip(frames, frames[1:]):
            parts = max(1, round((time - before) * rate))
            for part in range(1, parts):
                share = part / parts
                if old.keys() == new.keys() or not new:
                    changed.append((before + (time - before) * share, {
                        finger: tuple(a + (b - a) * share for a, b in zip(place, new.get(finger, place))) for finger, place in old.items()}))
            changed.append((time, new))
        return changed
    return change


def late(seconds):
    """Inaccurate times, like those of a busy bus; frames keep their order."""
    def change(frames, panel, dice):
        changed, last = [], -1.0
        for time, places in frames:
            last = max(last + 0.0002, time + dice.uniform(0, 2 * seconds))
            changed.append((last, places))
        return changed
    return change


def breaking(rate):
    """Loses a finger that is down `rate` times a second, for 22 ms in the median, as worn and infrared panels do: at least for one report, and
    for less than 34 ms if two reports come within that."""
    def change(frames, panel, dice):
        changed, gone, last = [], {}, None
        for time, places in frames:
            for finger in places:
                if last is not None and finger in changed[-1][1] and dice.random() < rate * (time - last):
                    gone[finger] = time, time + min(0.034, dice.lognormvariate(-3.82, 0.4))
            here = {finger: place for finger, place in places.items() if not is_gone(gone.get(finger), time, panel)}
            changed.append((time, here))
            last = time
        return changed
    return change


def is_gone(span, time, panel):
    """Whether a finger is lost at a report, and would be so at the next one, or has just been lost."""
    return span is not None and (time == span[0] or time + 1 / panel.rate <= span[1])


def jumping(share):
    """Has a part of the samples far off, as panels with a bad contact do."""
    def change(frames, panel, dice):
        def sample(place):
            if dice.random() >= share:
                return place
            angle, length = dice.uniform(0, 6.283), dice.uniform(15, 60)
            return place[0] + length * math.cos(angle), place[1] + length * math.sin(angle)
        return [(time, {finger: sample(place) for finger, place in places.items()}) for time, places in frames]
    return change


def paced(factor):
    return lambda frames, panel, dice: [(time * factor, places) for time, places in frames]


VARIANTS = {
    "noise of 0.1 mm": Variant(noise(0.1, False)),
    "noise of 0.3 mm": Variant(noise(0.3, False)),
    "resting jitter of 0.1 mm": Variant(noise(0.1, True)),
    "resting jitter of 0.3 mm": Variant(noise(0.3, True)),
    "a ghost of one report": Variant(ghost),
    "60 Hz": Variant(thinned(lambda time, dice, last: time - last >= 1 / 60 - 0.001)),
    "240 Hz": Variant(doubled(240)),
    "10 % of frames lost": Variant(thinned(lambda time, dice, last: dice.random() >= 0.1)),
    "30 % of frames lost": Variant(thinned(lambda time, dice, last: dice.random() >= 0.3)),
    "2 fingers lost a second": Variant(breaking(2)),
    "5 fingers lost a second": Variant(breaking(5)),
    "2 % of samples far off": Variant(jumping(0.02)),
    "times off by 2 ms": Variant(late(0.002)),
    "mounted upside down": Variant(writing={"orientation": "inverted"}),
    "mounted to the left": Variant(writing={"orientation": "left"}),
    "mounted to the right": Variant(writing={"orientation": "right"}),
    "other slots": Variant(writing={"highest_slot_first": True}),
    "a clock that began 11 days ago": Variant(writing={"begin": 1e6}),
    "panel 20 % larger": Variant(size=1.2),
    "panel 20 % smaller": Variant(size=0.8),
    "hand 20 % slower": Variant(paced(1.25)),
    "hand 20 % faster": Variant(paced(1 / 1.2)),
}
# These change the hand's movement, so it is correct that some gestures change.
OTHER_HANDS = ("panel 20 % larger", "panel 20 % smaller", "hand 20 % slower", "hand 20 % faster")
