"""Sixteen synthetic people on a tablet, who move as people were measured (people.py): what each meant, and where it is played."""
import math
import random

import hands
import panels
import people
from motion import Contact, DIRECTIONS, log_uniform, settled

# Points of 0.2 mm, reports of 8 ms, and first movements that are held back: as the people were measured.
TABLET = panels.Panel("tablet", 217, 136, 120, 5, 0.0, 0.0, (1920, 1200))
PEOPLE = 16


class Hand:
    """One touch, or several that belong together, of a person. Its reports begin at time 0."""

    def __init__(self, kind, person, number):
        self.kind, self.number, self.person = kind, number, person.number
        self.panel, self.panel_number = TABLET, f"of person {person.number}"
        self.name = f"{kind} {number} of person {person.number}"
        self.meant, self.fingers, make = KINDS[kind]
        self.dice = random.Random(self.name)
        self.direction, self.where = list(DIRECTIONS)[(number + person.number) % 4], None
        self.draw = people.Draw(person, self.dice)
        contacts = make(self)
        if self.where is None:
            contacts = settled(contacts, TABLET.width, TABLET.height, hands.MARGIN, self.dice)
        self.length = contacts[0].length()
        self.speed = self.length / (contacts[0].lift - contacts[0].land)
        self.frames = people.tablet(contacts, self.dice, TABLET.rate, 1 / TABLET.units)

    def room(self):
        return (TABLET.width if self.direction in ("left", "right") else TABLET.height) - 2 * hands.MARGIN

    def angle(self):
        """A movement in the hand's direction: people are off by some 8 to 10 degrees."""
        return DIRECTIONS[self.direction] + math.radians(self.dice.gauss(0, 9))


# MARK: - What was not measured

def resting(draw, land, lift, at=(0.0, 0.0)):
    """A thumb that stays where it is, but for what a finger slides in ordinary use. Nothing measured says more."""
    return people.slide(draw, "ordinary", land, lift, at)


def beside_a_thumb(hand, place_of, seconds, count):
    """A thumb that rests while `count` fingers move. The thumb lands first or last, as the first finger of a pinch does."""
    draw = hand.draw
    late, early = max(0.0, draw("pinch out late")) / 1000, max(0.0, draw("pinch out early")) / 1000
    thumb_first = hand.dice.random() < 0.5
    begin = late if thumb_first else 0.0
    start = late + max(0.0, draw("pinch in lag")) / 1000
    motion = people.law(draw("pinch in lands"), draw("pinch in lifts"), draw("pinch in flat"), draw("pinch in pace"))
    end = start + seconds
    movers = [Contact(begin, end, lambda time, n=n: place_of(n, motion((time - start) / seconds))) for n in range(count)]
    thumb = resting(draw, 0.0 if thumb_first else late, end + early)
    return [thumb, *movers] if thumb_first else [*movers, thumb]


def pinch_at_a_thumb(way, count):
    def make(hand):
        """The distances and durations of measured pinches, but only the other fingers move."""
        draw, angle = hand.draw, hand.draw.angle()
        closed, wide = draw(f"pinch {way} closed"), draw(f"pinch {way} open")
        near, far = (wide, min(closed, 0.8 * wide)) if way == "in" else (closed, max(wide, 1.3 * closed))
        turn = math.radians(draw(f"pinch {way} turn"))

        def place(number, part):
            distance, aside = near + (far - near) * part, 18 * number
            ray = angle + turn * part
            return distance * math.cos(ray) - aside * math.sin(angle), distance * math.sin(ray) + aside * math.cos(angle)
        return beside_a_thumb(hand, place, max(0.1, draw(f"pinch {way} duration") / 1000), count)
    return make


def turn_at_a_thumb(hand):
    """A finger that goes 25 to 90 degrees around the thumb, as far as a wrist turns comfortably."""
    draw, angle = hand.draw, hand.draw.angle()
    radius, turn = draw("two distance"), math.radians(hand.dice.uniform(25, 90)) * hand.dice.choice((-1, 1))
    place = lambda number, part: (radius * math.cos(angle + turn * part), radius * math.sin(angle + turn * part))
    return beside_a_thumb(hand, place, max(0.2, draw("pinch out duration") / 1000 * 1.5), 1)


def pan_of_two(hand):
    """Two fingers that follow the same line, as wide apart as those of a tap, 5 % and 3 degrees (sd) from each other."""
    draw, dice, angle = hand.draw, hand.dice, hand.angle()
    length, seconds = min(draw("line length"), hand.room()), draw("line duration") / 1000
    apart, across = draw("two distance"), dice.uniform(0, math.pi)
    motion = people.law(draw("line lands"), draw("line lifts"), draw("line flat"), draw("line pace"))
    late, early = max(0.0, draw("two late")) / 1000, max(0.0, draw("two early")) / 1000
    before = draw("line before") / 1000
    lifts = [seconds, max(seconds - early, 0.5 * seconds)]
    dice.shuffle(lifts)

    def finger(side, land, lift):
        own, way = length * dice.gauss(1, 0.05), angle + math.radians(dice.gauss(0, 3))

        def place(time):
            gone = own * motion((time - before) / (seconds - before))
            return side * apart * math.cos(across) + gone * math.cos(way), side * apart * math.sin(across) + gone * math.sin(way)
        return Contact(land, max(lift, land + 0.05), place)
    return [finger(0, 0.0, lifts[0]), finger(1, late, lifts[1])]


def edge_pan(low, high):
    def make(hand):
        """A finger that comes over the bezel at a mean speed between two."""
        hand.where = "edge"
        while True:
            speed, length = log_uniform(hand.dice, low, high), log_uniform(hand.dice, 12, min(60, hand.room()))
            if 0.08 <= length / speed <= 1.2:
                return hands.over_the_edge(hand, speed, length)
    return make


def line(hand, kind="line", fastest=math.inf, slowest=0.0):
    """A line in the hand's direction that fits, and goes at no more and no less than these speeds in the last 100 ms. The tablet's people
    made lines, some of which are flicks by the definition of ../shared/hands, 150 mm/s; `flick` is what ordinary users of a phone do."""
    while True:
        (finger,) = people.line(people.Draw(hand.draw.person, hand.dice), kind, hand.angle())
        leaving = math.dist(finger.place(finger.lift), finger.place(finger.lift - 0.1)) / 0.1
        if finger.length() <= hand.room() and slowest <= leaving <= fastest:
            return [finger]


def typing(rate):
    def make(hand):
        """Ten seconds of two thumbs on the lower part of a phone held upright: a stroke lasts 90 or 120 ms (sd 20), and four of
        five are of the other thumb. A thumb needs 30 ms between two keys."""
        dice, free, strokes = hand.dice, [0.0, 0.0], []
        mean, side = (0.09, 0.12)[hand.number % 2], 0
        for number in range(10 * rate):
            side = 1 - side if dice.random() < 0.8 else side
            land = max((number + dice.uniform(-0.25, 0.25)) / rate, free[side] + 0.03)
            lift = land + max(0.04, dice.gauss(mean, 0.02))
            free[side] = lift
            at = dice.uniform(5, 32) + 31 * side, dice.uniform(0, 40)
            strokes.append(people.slide(people.Draw(hand.draw.person, dice), "ordinary", land, lift, at))
        return sorted(strokes, key=lambda stroke: stroke.land)
    return make


EDGE_SPEEDS = ((30, 60), (60, 120), (120, 250), (250, 500))
TYPING = (8, 12)

# What a hand means, with how many fingers, and the function that makes the movement.
KINDS = {
    "pinch in": ("pinch", 2, lambda hand: people.pinch(hand.draw, "in")),
    "pinch out": ("pinch", 2, lambda hand: people.pinch(hand.draw, "out")),
    "pinch in, thumb rests": ("pinch", 2, pinch_at_a_thumb("in", 1)),
    "pinch out, thumb rests": ("pinch", 2, pinch_at_a_thumb("out", 1)),
    "turn, thumb rests": ("rotation", 2, turn_at_a_thumb),
    "pinch in of three, thumb rests": ("pinch", 3, pinch_at_a_thumb("in", 2)),
    "pinch out of three, thumb rests": ("pinch", 3, pinch_at_a_thumb("out", 2)),
    "pan of two": ("pan-2", 2, pan_of_two),
    "tap to a beat": ("tap", 1, lambda hand: people.tap(hand.draw)),
    "tap in ordinary use": ("tap", 1, lambda hand: people.ordinary_tap(hand.draw)),
    "tap of two": ("tap-2", 2, lambda hand: people.tap_of(hand.draw, 2)),
    "tap of five": ("tap-5", 5, lambda hand: people.tap_of(hand.draw, 5)),
    **{f"edge pan, {low} to {high} mm/s": ("edge-pan", 1, edge_pan(low, high)) for low, high in EDGE_SPEEDS},
    "line": ("pan", 1, line),
    "drag": ("pan", 1, lambda hand: line(hand, fastest=150)),
    "flick": ("swipe", 1, lambda hand: line(hand, "flick", slowest=150)),
    **{f"typing, {rate} keys a second": ("", 2, typing(rate)) for rate in TYPING},
}

# How many hands of each kind a person has.
# Of those that are lost now and then, more.
PAGE = dict.fromkeys(KINDS, 10) | dict.fromkeys(("tap of two", "tap of five", "drag"), 30) | {
    "tap to a beat": 40, "tap in ordinary use": 40, **{f"typing, {rate} keys a second": 2 for rate in TYPING}}
QUICK = dict.fromkeys(KINDS, 4) | {f"typing, {rate} keys a second": 1 for rate in TYPING}
CHECK = dict.fromkeys(KINDS, 2) | {f"typing, {rate} keys a second": 1 for rate in TYPING}


def make(counts, numbers=range(PEOPLE)):
    """The hands of all people, or of those with these numbers, kind by kind."""
    some = [people.Person(number, PEOPLE) for number in numbers]
    return [Hand(kind, person, number) for kind in KINDS for person in some for number in range(counts[kind])]
