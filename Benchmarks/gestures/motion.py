"""The laws of motion that the synthetic hands are built from. Units are millimetres, seconds and radians; y points down."""
import math

DIRECTIONS = {"right": 0.0, "down": math.pi / 2, "left": math.pi, "up": -math.pi / 2}


def minimum_jerk(share):
    """The fraction of a reaching movement that is complete at a fraction of its time.

    Flash and Hogan 1985: a hand minimizes jerk. It starts and ends at rest, and its peak speed, halfway, is 1.875 times its
    mean speed.
    """
    share = min(max(share, 0.0), 1.0)
    return share ** 3 * (10 - 15 * share + 6 * share * share)


def flicking(lands_at, lifts_at):
    """The part of a minimum-jerk movement that is on the glass, as a law from 0 to 1.

    A flick is part of a longer movement through the air: the finger already moves when it lands, and is near its peak speed when
    it lifts.
    """
    low, high = minimum_jerk(lands_at), minimum_jerk(lifts_at)
    return lambda share: (minimum_jerk(lands_at + share * (lifts_at - lands_at)) - low) / (high - low)


def corrected(first, middle):
    """A law from 0 to 1 in two movements: a fast one that covers the fraction `middle` of the distance in the fraction `first` of
    the time, then a slow one to the target. Woodworth 1899, Meyer et al. 1988: aimed movements end with a correction."""
    return lambda share: middle * minimum_jerk(share / first) + (1 - middle) * minimum_jerk((share - first) / (1 - first))


def arc(length, direction, curvature):
    """A function from the distance covered to the location, on an arc whose chord points in the direction.

    A thumb swings around its joint and a forearm around the elbow, so natural strokes are arcs of constant curvature.
    """
    start = direction - curvature * length / 2
    if abs(curvature) < 1e-6:
        return lambda way: (way * math.cos(direction), way * math.sin(direction))
    return lambda way: ((math.sin(start + curvature * way) - math.sin(start)) / curvature,
                        (math.cos(start) - math.cos(start + curvature * way)) / curvature)


def tremor(dice, low, high):
    """Physiological tremor of 8 to 12 Hz (Elble and Koller 1990), with an amplitude of `low` to `high` mm in each axis."""
    waves = [(dice.uniform(low, high), dice.uniform(8, 12) * 2 * math.pi, dice.uniform(0, 2 * math.pi)) for _ in "xy"]
    return lambda time: tuple(size * math.sin(speed * time + phase) for size, speed, phase in waves)


def log_uniform(dice, low, high):
    return math.exp(dice.uniform(math.log(low), math.log(high)))


def log_normal(dice, median, spread, low, high):
    return min(max(median * math.exp(dice.gauss(0, spread)), low), high)


class Contact:
    """A finger on the glass from `land` to `lift`, at `place(time)`."""

    def __init__(self, land, lift, place):
        self.land, self.lift, self.place = land, lift, place

    def points(self, count=60):
        return [self.place(self.land + (self.lift - self.land) * n / count) for n in range(count + 1)]

    def length(self):
        points = self.points()
        return sum(math.dist(a, b) for a, b in zip(points, points[1:]))


def settled(contacts, width, height, margin, dice):
    """The contacts at a random place on the panel, `margin` away from its edges; scaled down if they don't fit."""
    points = [point for contact in contacts for point in contact.points(30)]
    low, high = ([function(point[axis] for point in points) for axis in (0, 1)] for function in (min, max))
    room = width - 2 * margin, height - 2 * margin
    factor = min(1.0, *(space / max(high[axis] - low[axis], 1e-9) for axis, space in enumerate(room)))
    offset = [margin + dice.random() * (room[axis] - factor * (high[axis] - low[axis])) for axis in (0, 1)]

    def moved(place):
        def new_place(time):
            x, y = place(time)
            return offset[0] + factor * (x - low[0]), offset[1] + factor * (y - low[1])
        return new_place

    return [Contact(contact.land, contact.lift, moved(contact.place)) for contact in contacts]
