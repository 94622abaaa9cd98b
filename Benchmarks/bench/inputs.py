"""The generated hands that are played, the same in every run, and the configurations that they are played to."""
import random
import struct

WIDTH, HEIGHT, PER_MM, RATE = 4095, 2559, 20, 120

ABS, KEY, SYN = 3, 1, 0
SLOT, X, Y, ID, TOUCH = 0x2F, 0x35, 0x36, 0x39, 0x14A


class Hand:
    """Writes frames as the kernel sends them: only changed values, and BTN_TOUCH with the first and the last finger."""

    def __init__(self, rate=RATE):
        self.rate, self.data, self.frame, self.down = rate, bytearray(), 0, {}
        self.slot = None  # so that the first frame names its slot, regardless of what was played before

    def _event(self, kind, code, value):
        microseconds = self.frame * 1_000_000 // self.rate
        self.data += struct.pack("<qqHHi", microseconds // 1_000_000, microseconds % 1_000_000, kind, code, value)

    def frame_of(self, fingers):
        """One frame. `fingers` is {slot: (x, y)} in units; fingers that are missing have lifted."""
        was_down = bool(self.down)
        for slot in sorted(set(self.down) | set(fingers)):
            old, new = self.down.get(slot), fingers.get(slot)
            if old == new:
                continue
            if slot != self.slot:
                self._event(ABS, SLOT, slot)
                self.slot = slot
            if new is None:
                self._event(ABS, ID, -1)
                continue
            if old is None:
                self._event(ABS, ID, 1)
            if old is None or old[0] != new[0]:
                self._event(ABS, X, new[0])
            if old is None or old[1] != new[1]:
                self._event(ABS, Y, new[1])
        self.down = dict(fingers)
        if was_down != bool(fingers):
            self._event(KEY, TOUCH, int(bool(fingers)))
        self._event(SYN, 0, 0)
        self.frame += 1

    def pause(self, seconds):
        self.frame += round(seconds * self.rate)

    def glide(self, starts, ends, seconds):
        """Fingers that land, move straight from starts to ends, and lift."""
        steps = max(2, round(seconds * self.rate))
        for step in range(steps):
            part = step / (steps - 1)
            self.frame_of({
                slot: (round(a[0] + (b[0] - a[0]) * part), round(a[1] + (b[1] - a[1]) * part))
                for slot, (a, b) in enumerate(zip(starts, ends))})
        self.frame_of({})


def drag(fingers, rate=RATE, seconds=1):
    """All fingers move in each frame; the last one lifts them."""
    hand = Hand(rate)
    for step in range(rate * seconds - 1):
        hand.frame_of({
            finger: (200 + finger * 350 + step * 3 * RATE // rate + finger * step % 5, 200 + finger * 150 + step * 2)
            for finger in range(fingers)})
    hand.frame_of({})
    hand.pause(0.1)
    return bytes(hand.data)


def joined(first, second):
    """One after the other, without a pause."""
    size = struct.calcsize("<qqHHi")
    seconds, microseconds = struct.unpack_from("<qq", first, len(first) - size)
    hand = bytearray(first)
    for at in range(0, len(second), size):
        s, us, kind, code, value = struct.unpack_from("<qqHHi", second, at)
        total = (seconds + s) * 1_000_000 + microseconds + us + 4167
        hand += struct.pack("<qqHHi", total // 1_000_000, total % 1_000_000, kind, code, value)
    return bytes(hand)


def held(fingers):
    """A drag in three parts, landing, movement and lift, so that the movement can be counted alone."""
    hand = Hand()
    parts = []

    def cut():
        parts.append(bytes(hand.data))
        hand.data.clear()
        hand.frame = 0

    def at(step):
        return {f: (200 + f * 350 + 3 * step, 200 + f * 150 + 2 * step) for f in range(fingers)}

    for step in range(60):
        hand.frame_of(at(step))
    cut()
    for step in list(range(60, 0, -1)) + list(range(60)):
        hand.frame_of(at(step))
    cut()
    hand.frame_of({})
    cut()
    return parts


def mix(rounds=5, seed=1):
    """A kiosk's day: taps, swipes, pinches, rotations, presses, and pauses between them; four seconds a round."""
    dice = random.Random(seed)
    hand = Hand()
    for _ in range(rounds):
        x, y = dice.randint(1000, 3000), dice.randint(800, 1700)
        hand.glide([(x, y)], [(x + dice.randint(-8, 8), y)], 0.08)
        hand.pause(0.4)
        way = dice.choice([-800, 800])
        hand.glide([(x, y)], [(x + way, y + dice.randint(-60, 60))], 0.2)
        hand.pause(0.5)
        hand.glide([(x - 150, y), (x + 150, y)], [(x - 500, y), (x + 500, y)], 0.5)
        hand.pause(0.4)
        hand.glide([(x - 300, y), (x + 300, y)], [(x, y - 300), (x, y + 300)], 0.5)
        hand.pause(0.3)
        hand.frame_of({0: (x, y)})  # a finger at rest sends nothing
        hand.pause(0.8)
        hand.frame_of({})
        hand.pause(0.6)
    return bytes(hand.data)


def swipe(fingers=1, rate=RATE):
    hand = Hand(rate)
    starts = [(600, 200 + 200 * finger) for finger in range(fingers)]
    hand.glide(starts, [(x + 1200, y + 10) for x, y in starts], 0.1)
    return bytes(hand.data)


def touches(count=20, steps=0):
    """Landings and lifts, with pauses in which all gestures are decided; between landing and lift the finger moves by a unit `steps` times."""
    hand = Hand()
    for touch in range(count):
        hand.frame_of({0: (600 + 100 * touch, 800)})
        for step in range(1, steps + 1):
            hand.frame_of({0: (600 + 100 * touch + step, 800)})
        hand.pause(0.08)
        hand.frame_of({})
        hand.pause(0.8)
    return bytes(hand.data)


def rest():
    hand = Hand()
    hand.frame_of({0: (1000, 1200)})
    return bytes(hand.data)


KINDS = [
    'kind = "tap"\nrequires_failure_of = ["g1"]', 'kind = "pan"\nsimultaneous_with = "all"',
    'kind = "pinch"\nsimultaneous_with = "all"', 'kind = "rotation"\nsimultaneous_with = "all"',
    'kind = "long-press"', 'kind = "swipe"\nsimultaneous_with = "all"', 'kind = "tickle"', 'kind = "tap"\ntaps = 2']


def configuration(gestures, other_views=0):
    """Gestures like a kiosk's on the view that all fingers touch, and the same gestures on views that no finger touches."""
    text = ['[daemon]\nlog_level = "error"', '[[view]]\nname = "touched"\nframe = { x = "0%", y = "0%", width = "100%", height = "100%" }\n']
    for view in range(other_views):
        x, y = view % 100, 70 + view // 100 * 30 / (other_views // 100 + 1)
        text.append(
            f'[[view]]\nname = "v{view}"\nframe = {{ x = "{x}%", y = "{y:.3f}%", width = "1%", height = "0.2%" }}\n')
    kinds = KINDS if gestures > 1 else KINDS[1:]  # the first relates to the second
    others = "".join(f', "v{view}"' for view in range(other_views))
    for gesture in range(gestures):
        text.append(
            f'[[gesture]]\nname = "g{gesture}"\nview = ["touched"{others}]\naction = {{ log = "x" }}\n'
            f"{kinds[gesture % len(kinds)]}\n")
    return "\n".join(text)


def pans(number):
    """A configuration of this number of pans on one view."""
    return '[daemon]\nlog_level = "error"\n' + "".join(
        f'[[gesture]]\nname = "p{pan}"\nkind = "pan"\naction = {{ log = "x" }}\n' for pan in range(number))


def corner(intercepts):
    """A configuration whose only gesture is on a view that no finger touches."""
    return (f'[daemon]\nlog_level = "error"\n[[screen]]\nname = "main"\nintercept = {str(intercepts).lower()}\n'
            '[[view]]\nname = "corner"\nframe = { x = "90%", y = "90%", width = "10%", height = "10%" }\n'
            '[[gesture]]\nname = "menu"\nkind = "tap"\nview = "corner"\naction = { log = "x" }\n')


def long_configuration(lines=500):
    """A configuration of `lines` lines: views with a gesture each."""
    text = ['[daemon]', 'log_level = "error"', '']
    view = 0
    while len(text) + 8 <= lines:
        text += ['[[view]]', f'name = "v{view}"',
                 f'frame = {{ x = "{view % 10 * 10}%", y = "{view // 10 * 10 % 100}%", width = "9%", height = "9%" }}',
                 '[[gesture]]', f'name = "tap {view}"', 'kind = "tap"', f'view = "v{view}"', 'action = { log = "x" }']
        view += 1
    return "\n".join(text) + "\n" * (lines - len(text))


def one_swipe(action, fingers=1):
    return ('[daemon]\nlog_level = "error"\n[[gesture]]\nname = "swipe"\nkind = "swipe"\n'
            f'direction = "right"\nfingers = {fingers}\naction = {{ {action} }}\n')


def one_drag(action):
    """A configuration whose action runs at the lift, as with the swipes of the floor and of lisgd."""
    return ('[daemon]\nlog_level = "error"\n[[gesture]]\nname = "drag"\nkind = "pan"\n[gesture.on]\n'
            f'ended = {{ {action} }}\n')


# Drags whose every frame is reported, by what reports them: the actions of the pan, and the daemon's options. The log's level leaves
# out the lines of `log`. The drag moves by 0.15 mm in each frame. "unread": nothing is reported between landing and lift.
REPORTED = {
    "unread": ('ended = { log = "x" }', []),
    "every": ('changed = { log = "x", every = "0.15mm" }', []),
    "changed": ('changed = { log = "x" }', []),
    "json": ('ended = { log = "x" }', ["--format", "json"]),
    "stream": ('changed = { stream = ["sh", "-c", "exec cat > /dev/null"] }', []),
}


def reported_drag(actions):
    return f'[daemon]\nlog_level = "error"\n[[gesture]]\nname = "drag"\nkind = "pan"\n[gesture.on]\n{actions}\n'


def files():
    """Every recording by its name."""
    all_of_them = {f"mt{fingers}": drag(fingers) for fingers in (1, 2, 5, 10)}
    all_of_them |= {"mix": mix(), "short mix": mix(1), "swipe": swipe(), "rest": rest(), "touches": touches(), "trembling": touches(steps=2)}
    all_of_them["busy"] = joined(swipe(10, 240), drag(10, 240, 2))
    for fingers in (1, 5, 10):
        all_of_them |= dict(zip([f"land{fingers}", f"held{fingers}", f"lift{fingers}"], held(fingers)))
    return all_of_them
