"""Synthetic hands with a known intention: how far, how fast and how steadily people move, kind by kind.

A figure without a source is a choice: wide enough for most hands on a panel of that size, but not wider. A hand with a given
name (its kind and number) is always the same, no matter how many others are made.
"""
import math
import random

import panels
from motion import Contact, DIRECTIONS, arc, corrected, flicking, log_normal, log_uniform, minimum_jerk, settled, tremor

MARGIN = 6.0  # mm from every edge, so that only edge pans come from an edge.


class Hand:
    """The intended gesture, the panel, and the panel's reports. `length` (mm) and `speed` (the mean while moving, mm/s) are those
    of the first finger."""

    def __init__(self, kind, number):
        self.kind, self.number = kind, number
        self.panel_number = number % len(panels.PANELS)
        self.panel = panels.PANELS[self.panel_number]
        self.direction = list(DIRECTIONS)[(number + number // len(panels.PANELS)) % 4]
        self.dice = random.Random(f"{kind} {number}")
        self.meant, self.fingers, make = KINDS[kind]
        self.where, self.moving = None, None
        contacts = make(self)
        if self.where != "edge":
            contacts = settled(contacts, self.panel.width, self.panel.height, MARGIN, self.dice)
        self.length = contacts[0].length()
        self.speed = self.length / (self.moving or contacts[0].lift - contacts[0].land)
        self.frames = panels.reports(contacts, self.panel, self.dice)

    @property
    def name(self):
        return f"{self.kind} {self.number}"

    def room(self):
        """The distance that a finger can move in the hand's direction."""
        return (self.panel.width if self.direction in ("left", "right") else self.panel.height) - 2 * MARGIN

    def angle(self):
        """The actual angle of a movement in the hand's direction: people are off by some 8 to 10 degrees."""
        return DIRECTIONS[self.direction] + math.radians(self.dice.gauss(0, 9))


def skew(dice, median=0.015):
    """The delay with which another finger lands or lifts: 0 to 111 ms on real panels."""
    return log_normal(dice, median, 0.9, 0.0, 0.111)


def curvature(dice):
    """The curvature of a stroke, from the radius around the joint: 70 mm for a thumb, 400 mm and more for a forearm."""
    return min(max(dice.gauss(0, 1 / 150), -1 / 70), 1 / 70)


def along(path, law, start, seconds, length, shake=None):
    def place(time):
        x, y = path(length * law((time - start) / seconds))
        dx, dy = shake(time) if shake else (0, 0)
        return x + dx, y + dy
    return place


def stroke(hand, law, seconds, length, rest=(0.0, 0.0), bow=None):
    """One finger that rests, moves, and rests."""
    dice, (before, after), hand.moving = hand.dice, rest, seconds
    path = arc(length, hand.angle(), curvature(dice) if bow is None else bow)
    shake = tremor(dice, 0.02, 0.08)
    return [Contact(0.0, before + seconds + after, along(path, law, before, seconds, length, shake))]


# MARK: - One finger

def flick(hand):
    """10 to 80 mm at 100 to 800 mm/s, in 45 to 450 ms: slower or longer is a drag, and slow panels can't see shorter ones."""
    dice = hand.dice
    while True:
        speed, length = log_uniform(dice, 100, 800), log_uniform(dice, 10, min(80, hand.room()))
        if 0.045 <= length / speed <= 0.45:
            break
    law = flicking(dice.uniform(0.05, 0.2), dice.uniform(0.5, 0.7))
    return stroke(hand, law, length / speed, length)


def drag(hand):
    """A drag to a target, 20 to 150 mm/s: slow, fast, slow, and at rest for 50 to 400 ms before the lift."""
    dice = hand.dice
    speed, length = log_uniform(dice, 20, 150), log_uniform(dice, 8, min(120, hand.room()))
    return stroke(hand, minimum_jerk, length / speed, length, (dice.uniform(0, 0.12), dice.uniform(0.05, 0.4)))


def brisk_drag(hand):
    """Fast at first, 100 to 300 mm/s, then slowly to the target: a correction over 10 to 30 % of the distance, in 0.2 to 0.5 s."""
    dice = hand.dice
    length, speed = log_uniform(dice, 20, min(150, hand.room())), log_uniform(dice, 100, 300)
    middle, slow = dice.uniform(0.7, 0.9), dice.uniform(0.2, 0.5)
    fast = middle * length / speed
    law = corrected(fast / (fast + slow), middle)
    return stroke(hand, law, fast + slow, length, (dice.uniform(0, 0.08), dice.uniform(0.03, 0.3)))


def adjusting(hand):
    """Like moving a slider or scrolling while reading: 10 to 60 mm at a constant 15 to 80 mm/s, lifted while moving."""
    dice = hand.dice
    speed, length = log_uniform(dice, 15, 80), log_uniform(dice, 10, min(60, hand.room()))
    return stroke(hand, flicking(dice.uniform(0.1, 0.25), dice.uniform(0.75, 0.9)), length / speed, length)


def late_drag(hand):
    """A finger that rests for 150 to 350 ms, which is shorter than a press, and then drags."""
    dice = hand.dice
    speed, length = log_uniform(dice, 40, 200), log_uniform(dice, 15, min(100, hand.room()))
    return stroke(hand, minimum_jerk, length / speed, length, (dice.uniform(0.15, 0.35), dice.uniform(0.03, 0.3)))


def curve(hand):
    """An arc of 100 to 200 degrees over 25 to 120 mm, at 60 to 250 mm/s: a drag around something, or a finger that draws."""
    dice = hand.dice
    length, turn = log_uniform(dice, 25, 120), math.radians(dice.uniform(100, 200)) * dice.choice((-1, 1))
    speed = log_uniform(dice, 60, 250)
    return stroke(hand, minimum_jerk, length / speed, length, (dice.uniform(0, 0.08), dice.uniform(0, 0.15)), turn / length)


def circle(hand):
    """One to two and a half turns with a radius of 8 to 25 mm, each in 0.5 to 1.6 s."""
    dice = hand.dice
    radius, turns = log_uniform(dice, 8, 25), dice.uniform(1.0, 2.5)
    length = 2 * math.pi * radius * turns
    return stroke(hand, minimum_jerk, turns * dice.uniform(0.5, 1.6), length, (0, dice.uniform(0, 0.1)),
                  dice.choice((-1, 1)) / radius)


def to_and_fro(hand):
    """Three to six strokes of 10 to 35 mm back and forth, each in 0.15 to 0.5 s: wiping, scrolling around, scratching."""
    dice = hand.dice
    count, reach, seconds = dice.randint(3, 6), log_uniform(dice, 10, min(35, hand.room())), dice.uniform(0.15, 0.5)
    path, shake = arc(reach, hand.angle(), curvature(dice)), tremor(dice, 0.02, 0.08)
    reaches = [reach * dice.uniform(0.85, 1.0) if n % 2 == 0 else reach * dice.uniform(0.0, 0.15) for n in range(count)]

    def place(time):
        number = min(int(time / seconds), count - 1)
        start = reaches[number - 1] if number else 0.0
        x, y = path(start + (reaches[number] - start) * minimum_jerk(time / seconds - number))
        dx, dy = shake(time)
        return x + dx, y + dy
    return [Contact(0.0, count * seconds, place)]


def rolling(dice, land, lift, least, most, at=(0.0, 0.0)):
    """A finger that stays in place: its contact moves by `least` to `most` mm while the fingertip rolls."""
    way, angle = dice.uniform(least, most), dice.uniform(0, 2 * math.pi)

    def place(time):
        share = minimum_jerk((time - land) / (lift - land))
        return at[0] + way * share * math.cos(angle), at[1] + way * share * math.sin(angle)
    return Contact(land, lift, place)


def touching(dice):
    """The duration of a tap: on real panels, 5 % are shorter than 23 ms, half of them than 96 ms, 90 % than 246 ms."""
    return log_normal(dice, 0.096, 0.73, 0.02, 0.4)


def tap(hand):
    return [rolling(hand.dice, 0.0, touching(hand.dice), 0.0, 0.3)]


def rolling_tap(hand):
    """A broad thumb, whose contact moves by 0.3 to 1.5 mm."""
    return [rolling(hand.dice, 0.0, hand.dice.uniform(0.08, 0.4), 0.3, 1.5)]


def double_tap(hand):
    """On real panels, half of the gaps are shorter than 147 ms, 90 % than 320 ms; the second tap is 1.2 mm (sd) off the first."""
    dice = hand.dice
    first, second, gap = min(touching(dice), 0.25), min(touching(dice), 0.25), log_normal(dice, 0.147, 0.5, 0.06, 0.32)
    beside = dice.gauss(0, 1.2), dice.gauss(0, 1.2)
    return [rolling(dice, 0.0, first, 0.0, 0.5), rolling(dice, first + gap, first + gap + second, 0.0, 0.5, beside)]


def press(hand):
    """0.65 to 1.6 s, with a tremor of 0.1 to 0.3 mm and a drift of up to 0.5 mm."""
    dice = hand.dice
    lift = dice.uniform(0.65, 1.6)
    finger, shake = rolling(dice, 0.0, lift, 0.0, 0.5), tremor(dice, 0.1, 0.3)
    return [Contact(0.0, lift, lambda time: tuple(a + b for a, b in zip(finger.place(time), shake(time))))]


def edge_pan(hand):
    """A finger that enters over an edge: 12 to 60 mm at 60 to 350 mm/s, in 0.1 s or more."""
    dice = hand.dice
    hand.where = "edge"
    while True:
        speed, length = log_uniform(dice, 60, 350), log_uniform(dice, 12, min(60, hand.room()))
        if length / speed >= 0.1:
            break
    return over_the_edge(hand, speed, length)


def over_the_edge(hand, speed, length):
    """A finger that comes from outside the glass, first seen 0.2 to 1.5 mm inside."""
    dice = hand.dice
    width, height = hand.panel.width, hand.panel.height
    outside, seconds = dice.uniform(2, 8), length / speed
    path, law = arc(length + outside, hand.angle(), curvature(dice)), flicking(0.0, dice.uniform(0.7, 1.0))
    across, down = dice.uniform(0.3, 0.7) * width, dice.uniform(0.3, 0.7) * height
    edge = {"right": (-outside, down), "left": (width + outside, down), "down": (across, -outside), "up": (across, height + outside)}
    x, y = edge[hand.direction]
    inside = lambda place: {"right": place[0], "left": width - place[0], "down": place[1], "up": height - place[1]}[hand.direction]

    def place(time):
        dx, dy = path((length + outside) * law(time / seconds))
        return x + dx, y + dy
    seen = dice.uniform(0.2, 1.5)
    land = next(n * seconds / 500 for n in range(501) if inside(place(n * seconds / 500)) >= seen)
    return [Contact(land, seconds + dice.uniform(0, 0.1), place)]


# MARK: - Several fingers

class Pair:
    """Two fingers around a middle. Pan, pinch and rotation follow movements of their own, a little before or after each other.
    `anchored` is the fraction of pinch and rotation that the thumb leaves to the other finger."""

    def __init__(self, dice, radius, seconds, way=(0.0, 0.0), scale=1.0, turn=0.0, anchored=0.0):
        self.radius, self.seconds, self.way, self.scale, self.turn, self.anchored = radius, seconds, way, scale, turn, anchored
        self.start = dice.uniform(0, 2 * math.pi)
        self.begin = dice.uniform(0.0, 0.08)
        self.late = [dice.uniform(-0.05, 0.05) for _ in range(3)]
        self.shakes = [tremor(dice, 0.03, 0.1) for _ in range(2)]

    def _state(self, time):
        return [minimum_jerk((time - self.begin - late) / self.seconds) for late in self.late]

    def place(self, finger):
        def ray(radius, angle):
            return radius * math.cos(angle), radius * math.sin(angle)

        def place(time):
            pan, pinch, rotation = self._state(time)
            x, y = ray(self.radius * self.scale ** pinch, self.start + self.turn * rotation)
            x0, y0 = ray(self.radius, self.start)
            sign, (dx, dy) = (1, -1)[finger], self.shakes[finger](time)
            return (self.way[0] * pan + sign * x - self.anchored * (x - x0) + dx,
                    self.way[1] * pan + sign * y - self.anchored * (y - y0) + dy)
        return place

    def contacts(self, dice, rest):
        late, early = skew(dice), skew(dice, 0.02)
        end = self.begin + self.seconds + rest
        lifts = [end, end - early] if dice.random() < 0.5 else [end - early, end]
        return [Contact(0.0, lifts[0], self.place(0)), Contact(late, lifts[1], self.place(1))]


def polar(length, angle):
    return length * math.cos(angle), length * math.sin(angle)


def pan_of_two(hand):
    """Two fingers side by side, 14 to 28 mm apart, move 15 to 80 mm in 0.3 to 1.2 s. They turn by 4 degrees (sd), their distance
    changes by 6 % (sd), and half of the hands lift a little before they are at rest."""
    dice = hand.dice
    way = polar(log_uniform(dice, 15, min(80, hand.room())), hand.angle())
    pair = Pair(dice, dice.uniform(7, 14), dice.uniform(0.3, 1.2), way, math.exp(dice.gauss(0, 0.06)), math.radians(dice.gauss(0, 4)))
    return pair.contacts(dice, dice.choice((-0.1 * pair.seconds, dice.uniform(0, 0.15))))


def pinch(hand, scale, radius):
    """The middle moves by up to 0.7 of each finger's movement, the fingers turn by 6 degrees (sd), and in half of the hands the
    thumb moves less. In recorded pinches with three fingers, the middle moves even further than the fingers."""
    dice = hand.dice
    reach = abs(scale - 1) * radius
    pair = Pair(dice, radius, dice.uniform(0.3, 1.1), polar(dice.uniform(0, 0.7) * reach, dice.uniform(0, 2 * math.pi)), scale,
                math.radians(dice.gauss(0, 6)), dice.choice((0, dice.uniform(0, 0.6))))
    return pair.contacts(dice, dice.uniform(0, 0.15))


def pinch_out(hand):
    return pinch(hand, log_uniform(hand.dice, 1.4, 2.6), hand.dice.uniform(9, 16))


def pinch_in(hand):
    return pinch(hand, log_uniform(hand.dice, 0.35, 0.7), hand.dice.uniform(20, 38))


def rotation(hand, sign):
    """25 to 90 degrees, as far as a wrist turns comfortably. The middle moves by 0.05 to 0.25 mm per degree: two recorded hands
    turned by 59 and 80 degrees, their middles moved by 10.8 and 18 mm, and their scales were 0.88 and 1.15."""
    dice = hand.dice
    degrees = dice.uniform(25, 90)
    pair = Pair(dice, dice.uniform(16, 34), dice.uniform(0.35, 1.2), polar(degrees * dice.uniform(0.05, 0.25), dice.uniform(0, 2 * math.pi)),
                math.exp(dice.gauss(0, 0.08)), sign * math.radians(degrees), dice.choice((0, dice.uniform(0, 0.6))))
    return pair.contacts(dice, dice.uniform(0, 0.15))


def together(hand, count, law, seconds, length, spacing, rest, landing):
    """Adjacent fingers that move in the same direction by the same distance, give or take 5 %."""
    dice, angle, bow = hand.dice, hand.angle(), curvature(hand.dice)
    late = sorted([0.0] + [skew(dice, landing) for _ in range(count - 1)])
    dice.shuffle(late)
    contacts = []
    for finger in range(count):
        own = length * dice.gauss(1, 0.05)
        path, shake = arc(own, angle + math.radians(dice.gauss(0, 2)), bow), tremor(dice, 0.02, 0.08)
        bent = spacing * 0.5 * (finger - (count - 1) / 2) ** 2
        side = polar(spacing * finger, angle + math.pi / 2) if hand.direction in ("up", "down") else (spacing * finger * 0.5, spacing * finger * 0.8)
        moving = along(path, law, 0.0, seconds, own, shake)
        place = lambda time, moving=moving, side=side, bent=bent: tuple(a + b + c for a, b, c in zip(moving(time), side, (0, bent)))
        contacts.append(Contact(late[finger], max(late[finger] + 0.03, seconds + rest - skew(dice, 0.012)), place))
    return sorted(contacts, key=lambda contact: contact.land)


def flick_of_two(hand):
    dice = hand.dice
    while True:
        speed, length = log_uniform(dice, 100, 800), log_uniform(dice, 15, min(80, hand.room()))
        if 0.07 <= length / speed <= 0.45:
            break
    law = flicking(dice.uniform(0.0, 0.15), dice.uniform(0.5, 0.7))
    return together(hand, 2, law, length / speed, length, dice.uniform(14, 20), 0.0, 0.008)


def drag_of(count):
    def make(hand):
        """20 to 80 mm at 50 to 250 mm/s. In a recorded one, the fingers took 111 ms to land and 96 ms to lift."""
        dice = hand.dice
        length = log_uniform(dice, 20, min(80, hand.room()))
        seconds = max(0.25, length / log_uniform(dice, 50, 250))
        return together(hand, count, minimum_jerk, seconds, length, dice.uniform(12, 19), dice.uniform(0, 0.2), 0.025)
    return make


def tap_of(count):
    def make(hand):
        dice = hand.dice
        late = [0.0] + [skew(dice) for _ in range(count - 1)]
        end = max(late) + dice.uniform(0.05, 0.25)
        spacing = dice.uniform(13, 22)
        return [rolling(dice, land, end - min(skew(dice, 0.012), (end - land) / 2), 0.0, 0.8, (spacing * n, dice.gauss(0, 5)))
                for n, land in enumerate(late)]
    return make


# The intended gesture of `mixed.toml`, the number of fingers, and the function that makes the movement.
KINDS = {
    "flick": ("swipe", 1, flick),
    "drag": ("pan", 1, drag),
    "brisk drag": ("pan", 1, brisk_drag),
    "adjusting": ("pan", 1, adjusting),
    "late drag": ("pan", 1, late_drag),
    "curve": ("pan", 1, curve),
    "circle": ("pan", 1, circle),
    "to and fro": ("pan", 1, to_and_fro),
    "tap": ("tap", 1, tap),
    "rolling tap": ("tap", 1, rolling_tap),
    "double tap": ("double-tap", 1, double_tap),
    "press": ("press", 1, press),
    "edge pan": ("edge-pan", 1, edge_pan),
    "pan of two": ("pan-2", 2, pan_of_two),
    "flick of two": ("pan-2", 2, flick_of_two),
    "pinch out": ("pinch", 2, pinch_out),
    "pinch in": ("pinch", 2, pinch_in),
    "rotation cw": ("rotation", 2, lambda hand: rotation(hand, 1)),
    "rotation ccw": ("rotation", 2, lambda hand: rotation(hand, -1)),
    "tap of two": ("tap-2", 2, tap_of(2)),
    "tap of three": ("tap-3", 3, tap_of(3)),
    "drag of three": ("pan-3", 3, drag_of(3)),
    "drag of four": ("pan-3", 4, drag_of(4)),
}
FLICKS, TWO = ("flick", "flick of two"), ("pan of two", "pinch out", "pinch in", "rotation cw", "rotation ccw")
DRAGS = ("drag", "brisk drag", "adjusting", "late drag")
NO_SWIPES = DRAGS + ("curve", "circle", "to and fro", "press", "tap", "rolling tap", "pan of two")

# The numbers of the hands of each kind: 40 consecutive ones have each combination of panel and direction once.
FULL = {kind: range(120) for kind in KINDS} | {"flick": range(1200), "drag": range(400), "brisk drag": range(200), "adjusting": range(200)}
QUICK = {kind: range(20) for kind in KINDS} | {"flick": range(80), "drag": range(40)}
# Only four panels, one of each size, because most of the time is spent starting programs.
CHECK = {kind: (0, 1, 2, 3) for kind in KINDS} | {
    "flick": [10 * tens + panel for tens in range(4) for panel in range(4)], "drag": [10 * tens + panel for tens in range(2) for panel in range(4)]}


def make(numbers, kinds=None):
    """The hands, kind by kind."""
    return [Hand(kind, number) for kind, row in numbers.items() if not kinds or kind in kinds for number in row]
