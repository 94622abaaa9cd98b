"""People who differ: synthetic touches with the spreads that were measured in 16 people on a tablet, and in ordinary use of a phone.

What a touch has (how long, how far, how fast) is drawn from a named distribution, which is given by its quantiles. Each person has a
place of their own in each distribution, and each touch another one around it, so that all touches together and the people
are both spread as measured. ../shared/hands/people.md describes the source, and truth.py compares.
"""
import math
import random

from motion import Contact, arc, minimum_jerk
from quantities import HELD_BACK, LANDS_EARLIER, LEANING, NORMAL, QUANTITIES, Quantity


class Person:
    """One of `count` people, who are spread evenly over each distribution, in another order for each."""

    def __init__(self, number, count=16, seed=""):
        self.number, self.count, self.seed, self._places = number, count, seed, {}
        self.leans = number % 16 == 8  # One of 16 leaves the finger on the glass for long, and rolls it far.

    def place(self, name):
        """A standard normal deviate that all touches of the person share."""
        if name not in self._places:
            order = list(range(self.count))
            random.Random(f"{name} of {self.count} people {self.seed}").shuffle(order)
            self._places[name] = NORMAL.inv_cdf((order[self.number] + 0.5) / self.count)
        return self._places[name]


class Draw:
    """The quantities of one touch of a person."""

    def __init__(self, person, dice):
        self.person, self.dice, self._drawn = person, dice, {}

    def deviate(self, name):
        if name not in self._drawn:
            quantity, person = QUANTITIES[name], self.person
            own = quantity.of_person(person.place(name)) + quantity.own(person.place(f"{name} varies")) * self.dice.gauss(0, 1)
            if quantity.like:
                other, correlation = quantity.like
                own = correlation * self.deviate(other) + math.sqrt(1 - correlation ** 2) * own
            self._drawn[name] = own
        return self._drawn[name]

    def __call__(self, name):
        return QUANTITIES[name].value(self.deviate(name))

    def again(self, name):
        """The quantity of another finger of the same touch."""
        self._drawn.pop(name, None)
        return self(name)

    def happens(self, name):
        """Whether something happens whose probability differs between people."""
        return self.dice.random() < QUANTITIES[name].of_person(self.person.place(name))

    def angle(self):
        return self.dice.uniform(0, 2 * math.pi)


# MARK: - One finger

def fingertip(draw, kind, land, lift, at=(0.0, 0.0)):
    """A finger of a tap. Its contact rolls: at the landing or before the lift, and often partly back again.

    Only positive distances are movements.
    """
    dice, seconds, leans = draw.dice, lift - land, draw.person.leans
    reach = max(0.0, draw.again(f"{kind} reach") + (LEANING[kind] if leans else 0))
    angle = 9 * draw.person.place("tap heading") + math.radians(dice.gauss(0, 1) * draw("tap aim"))
    if draw.happens(f"{kind} at once"):
        out = min(max(0.0, draw.again(f"{kind} sooner")) / 1000, 0.7 * seconds)
    else:
        out = max(seconds - draw.again(f"{kind} before the lift") / 1000, 0.1 * seconds)
    width = min(max(2.0, draw.again(f"{kind} rolling")) / 1000, seconds)
    back, swift, left, turned = seconds, 1.0, 1.0, 0.0
    if draw.happens(f"{kind} back") or leans and dice.random() < LEANING["back"]:
        left, turned = draw.again(f"{kind} left"), math.radians(dice.gauss(0, 40))
        back = out + width + max(seconds - out - width, 0.0) * draw.again(f"{kind} returns")
        swift = min(width, max(seconds - back, 0.004))
    x1, y1 = reach * math.cos(angle), reach * math.sin(angle)
    x2, y2 = left * reach * math.cos(angle + turned) - x1, left * reach * math.sin(angle + turned) - y1
    wobble = draw.again(f"{kind} wobble") * min(reach, 2.0)
    rhythm, phase = dice.uniform(20, 40) * 2 * math.pi, draw.angle()

    def place(time):
        there, gone = minimum_jerk((time - land - out) / width), minimum_jerk((time - land - back) / swift)
        aside = wobble * there * math.sin(rhythm * time + phase)
        return at[0] + x1 * there + x2 * gone - aside * math.sin(angle), at[1] + y1 * there + y2 * gone + aside * math.cos(angle)
    return Contact(land, lift, place)


def tap_seconds(draw):
    return draw("tap duration") / 1000 * (LEANING["longer"] if draw.person.leans else 1)


def tap(draw):
    return [fingertip(draw, "tap", 0.0, tap_seconds(draw))]


def slide(draw, kind, land, lift, at=(0.0, 0.0), angle=None):
    """A tap in ordinary use, which slides a little until it lifts."""
    reach, start = max(0.0, draw(f"{kind} slide")), min(draw(f"{kind} still") / 1000, 0.9 * (lift - land))
    angle = draw.angle() if angle is None else angle

    def place(time):
        way = reach * min(max((time - land - start) / (lift - land - start), 0.0), 1.0)
        return at[0] + way * math.cos(angle), at[1] + way * math.sin(angle)
    return Contact(land, lift, place)


def ordinary_tap(draw):
    return [slide(draw, "ordinary", 0.0, draw("ordinary duration") / 1000)]


def key_near_a_side(draw):
    """A tap on a key near the left side of a phone."""
    seconds = draw("side duration") / 1000
    return [slide(draw, "side", 0.0, seconds, (draw("side distance"), 0.0), math.radians(draw.dice.gauss(0, 1) * draw("side aim")))]


def law(lands_at, lifts_at, flat, pace):
    """The part of a minimum-jerk movement that is on the glass, as a law from 0 to 1.

    `flat` is the fraction of a constant speed. With a `pace` below 1, the movement is fast at first and ends slowly.
    """
    low, high = minimum_jerk(lands_at), minimum_jerk(lifts_at)

    def share(part):
        part = min(max(part, 0.0), 1.0) ** pace
        return flat * part + (1 - flat) * (minimum_jerk(lands_at + part * (lifts_at - lands_at)) - low) / (high - low)
    return share


def line(draw, kind="line", angle=None):
    """A finger that is already moving when it lands, or soon after, and lifts at rest, or not."""
    dice = draw.dice
    length, seconds = draw(f"{kind} length"), draw(f"{kind} duration") / 1000
    before = min(draw(f"{kind} before") / 1000, 0.4 * seconds)
    after = min(draw(f"{kind} after") / 1000, 0.5 * seconds)
    motion = law(draw(f"{kind} lands"), draw(f"{kind} lifts"), draw(f"{kind} flat"), draw(f"{kind} pace"))
    moving = seconds - before - after
    bend = 8 * draw(f"{kind} bend") * dice.choice((-1, 1)) / length
    path = arc(length, draw.angle() if angle is None else angle, bend)
    size, rhythm, phase = draw(f"{kind} tremor"), [dice.uniform(8, 12) * 2 * math.pi for _ in "xy"], [draw.angle() for _ in "xy"]

    def place(time):
        x, y = path(length * motion((time - before) / moving))
        return x + size * math.sin(rhythm[0] * time + phase[0]), y + size * math.sin(rhythm[1] * time + phase[1])
    return [Contact(0.0, seconds, place)]


# MARK: - Several fingers

def pinch(draw, way):
    """Two fingers whose distance changes. One goes further than the other, and they turn.

    In a pinch out, the first finger often moves before the second one lands.
    """
    dice, own = draw.dice, lambda what: draw(f"pinch {way} {what}")
    closed, wide, slower = own("closed"), own("open"), own("slower")
    apart, ratio = (wide, min(closed / wide, 0.9)) if way == "in" else (closed, max(wide / closed, 1.2))
    seconds, late, early = own("duration") / 1000, max(0.0, own("late")) / 1000, max(0.0, own("early")) / 1000
    start = max(late + own("lag") / 1000, 0.0)
    after = min(own("rest") / 1000, 0.6 * seconds)
    moving = max(late + seconds - after - start, 0.05)
    motion = law(own("lands"), own("lifts"), own("flat"), own("pace"))
    angle, turn, faster = draw.angle(), math.radians(own("turn")), 1 / (1 + slower)
    change = abs(ratio - 1) * apart
    across = own("across") * change / 2
    hesitation = own("hesitates")
    first_is_slower = draw.happens(f"pinch {way} first is slower")
    shake, rhythm, phase = own("tremor"), dice.uniform(8, 12) * 2 * math.pi, draw.angle()
    x0, y0 = apart * math.cos(angle), apart * math.sin(angle)

    def place_of(side):
        def place(time):
            part = motion((time - start) / moving)
            distance = apart * (1 + (ratio - 1) * part)
            dx, dy = distance * math.cos(angle + turn * part) - x0, distance * math.sin(angle + turn * part) - y0
            # The slower finger begins later, and the faster one moves for both.
            share = 1 - (1 - faster) * part ** hesitation
            x, y = (x0 / 2 + share * dx, y0 / 2 + share * dy) if side else (-x0 / 2 - (1 - share) * dx, -y0 / 2 - (1 - share) * dy)
            aside = 2 * (share if side else 1 - share) * across * part + shake * math.sin(rhythm * time + phase + 3 * side)
            return x - aside * math.sin(angle), y + aside * math.cos(angle)
        return place

    first, second = (place_of(0), place_of(1)) if first_is_slower else (place_of(1), place_of(0))
    end = late + seconds
    lifts = (end, end + early) if dice.random() < 0.5 else (end + early, end)
    contacts = [Contact(0.0, lifts[0], first), Contact(late, lifts[1], second)]
    if draw.happens(f"pinch {way} third"):
        contacts.append(fingertip(draw, "two", late + 0.3 * seconds, late + 0.6 * seconds, (x0 / 2 + 25, y0 / 2 + 25)))
    return contacts


# Where the fingers of a hand land, in widths of the hand: the thumb and the little finger are the furthest apart.
HAND = {2: ((0.0, 0.0), (1.0, 0.0)), 5: ((0.0, 0.0), (0.45, -0.45), (0.65, -0.5), (0.85, -0.35), (1.0, 0.0))}
NAMES = {2: "two", 5: "five"}


def tap_of(draw, count):
    """Fingers that land one after another, and lift one after another."""
    dice, kind = draw.dice, NAMES[count]
    seconds, late, early = draw(f"{kind} together") / 1000, max(0.0, draw(f"{kind} late")) / 1000, max(0.0, draw(f"{kind} early")) / 1000
    wide, angle = draw(f"{kind} distance"), draw.angle()
    lands = [0.0, late] + [late * dice.random() for _ in range(count - 2)]
    lifts = [late + seconds, late + seconds + early] + [late + seconds + early * dice.random() for _ in range(count - 2)]
    dice.shuffle(lands)
    dice.shuffle(lifts)
    places = [(wide * (x * math.cos(angle) - y * math.sin(angle)), wide * (x * math.sin(angle) + y * math.cos(angle))) for x, y in HAND[count]]
    fingers = [fingertip(draw, kind, land, lift, at) for land, lift, at in zip(lands, lifts, places)]
    if draw.happens(f"{kind} short of one"):
        fingers.remove(dice.choice(fingers))
    if draw.happens(f"{kind} one more"):
        fingers.append(fingertip(draw, kind, late + 0.2 * seconds, late + 0.7 * seconds, (-0.5 * wide, 0.7 * wide)))
    return sorted(fingers, key=lambda finger: finger.land)


# MARK: - One after another

def in_a_row(person, dice, pace, count):
    """Taps as (landing, lift, (x, y)) in s and mm. The paces are 80, 120, and "ordinary"."""
    taps, time, x, y = [], 0.0, 0.0, 0.0
    kind = "ordinary" if pace == "ordinary" else "tap"
    for _ in range(count):
        draw = Draw(person, dice)
        if pace == "ordinary":
            pauses, again = draw.happens("pauses"), draw.happens("typing again")
            seconds = min(draw("ordinary duration") / 1000, 0.35)
            time += draw("pause" if pauses else "typing again after" if again else "typing") / 1000
            way = draw("typing beside" if again else "typing way")
        else:
            seconds = min(tap_seconds(draw), 0.8 * 60 / pace)
            time += draw(f"beat {pace}") / 1000
            way = draw("beat far") if draw.happens("beat elsewhere") else draw("beat way")
        angle = draw.angle()
        x, y = x + way * math.cos(angle), y + way * math.sin(angle)
        taps.append((time, time + seconds, (x, y)))
    return taps


# MARK: - What the panels report

def tablet(contacts, dice, rate=120, point=25.4 / 132, held_back=True):
    """Reports as a browser on a tablet gives them: whole points, and the first movement of each contact is held back."""
    period, frames, held = 1 / rate, [], {}
    phase = dice.uniform(0, period)
    seen = []
    for contact in contacts:
        first = math.ceil((contact.land - phase) / period)
        seen.append((contact, first, max(first + 1, math.ceil((contact.lift - phase) / period))))
    enough = [HELD_BACK.value(dice.gauss(0, 1)) if held_back else 0.0 for _ in contacts]
    landed, moving = {}, set()
    for number in range(min(first for _, first, _ in seen), max(last for _, _, last in seen) + 1):
        time, places = phase + number * period, {}
        for finger, (contact, first, last) in enumerate(seen):
            if not first <= number < last:
                continue
            x, y = contact.place(min(time, contact.lift))
            place = round(x / point) * point, round(y / point) * point
            if finger not in landed:
                landed[finger] = place
            elif finger not in moving:
                if math.dist(place, landed[finger]) > enough[finger]:
                    moving.add(finger)
                else:
                    place = landed[finger]
            places[finger] = place
        frames.append((time + abs(dice.gauss(0, 0.001)), places))
    begin = frames[0][0] - (LANDS_EARLIER if held_back else 0.0)
    return [(0.0, frames[0][1])] + [(time - begin, places) for time, places in frames[1:]]


def phone(contacts, dice):
    return tablet(contacts, dice, 120, 1 / 21, False)
