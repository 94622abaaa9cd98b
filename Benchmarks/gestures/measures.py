"""How long, how far and how fast: what the reports of a touch say, by the definitions of ../shared/hands/people.md.

A session is a list of reports, (time, {finger: (x, y)}), the last one without fingers. Lengths are in mm and times in ms here, as in
people.tsv; each measure is named as it is there.
"""
import collections
import math
import statistics

SPAN = 50.0  # ms over which a speed is measured: a single report is the timing of a browser.


class Track:
    """The reports of one contact: `places` are (time, x, y), from the landing to the last report before the lift."""

    def __init__(self, places, lift):
        self.places, self.land, self.lift = places, places[0][0], lift
        _, x, y = places[0]
        self.ways = [math.hypot(place[1] - x, place[2] - y) for place in places]
        self.furthest, self.net, self.duration = max(self.ways), self.ways[-1], lift - self.land
        self.steps = [math.hypot(b[1] - a[1], b[2] - a[2]) for a, b in zip(places, places[1:])]
        self.path = sum(self.steps)

    def until(self, way):
        """The time from the landing to the first report further away than `way`."""
        return next((place[0] - self.land for place, gone in zip(self.places, self.ways) if gone > way), None)

    def at(self, time):
        """The place that the last report until `time` said."""
        return next((place for place in reversed(self.places) if place[0] <= time), self.places[0])

    def way_at(self, time):
        return next((way for place, way in zip(reversed(self.places), reversed(self.ways)) if place[0] <= time), 0.0)


def tracks(frames):
    """The contacts of a session, in the order of their landings."""
    places, lifts = {}, {}
    for time, fingers in frames:
        for finger in places:
            if finger not in fingers:
                lifts.setdefault(finger, 1000 * time)
        for finger, (x, y) in fingers.items():
            places.setdefault(finger, []).append((1000 * time, x, y))
    return sorted((Track(row, lifts[finger]) for finger, row in places.items()), key=lambda track: track.land)


def fastest(series):
    """The largest change of a value, or of a place, in a series of (time, …) over a span; per second."""
    best, first = None, 0
    for time, *value in series:
        while first + 1 < len(series) and time - series[first + 1][0] >= SPAN - 0.5:
            first += 1
        if time - series[first][0] >= SPAN - 0.5:
            speed = 1000 * math.dist(value, series[first][1:]) / (time - series[first][0])
            if best is None or speed > best[0]:
                best = speed, time
    return best


class People:
    """The values of each measure by person, and their quantiles by the name of a row of people.tsv."""

    def __init__(self):
        self.values = collections.defaultdict(lambda: collections.defaultdict(list))

    def add(self, person, what, measure, value):
        if value is not None:
            self.values[measure, what][person].append(value)

    def quantiles(self, measure, what, unit, over):
        """The quantiles that a row asks for, or None without values. `over` is whether they are of people, not of touches."""
        whole = {", a person's median": 50, ", a person's 90th percentile": 90, ", a person's 95th percentile": 95,
                 ", a person's 99th percentile": 99}
        ending = next((ending for ending in whole if measure.endswith(ending)), "")
        by_person = self.values.get((measure[:len(measure) - len(ending)], what))
        if not by_person:
            return None
        if unit == "% of all":
            touches = [value for row in by_person.values() for value in row]
            return {"q50": 100 * sum(touches) / len(touches)}
        if not over:
            return spread([value for row in by_person.values() for value in row])
        if unit == "% of a person's":
            return of_sixteen({person: 100 * sum(row) / len(row) for person, row in by_person.items() if len(row) >= 5})
        if ending:
            return of_sixteen({person: quantile(sorted(row), whole[ending] / 100) for person, row in by_person.items() if len(row) >= 8})
        return of_sixteen({person: row[0] for person, row in by_person.items()})


def quantile(values, share):
    """Linear between the neighbours in sorted values."""
    place = share * (len(values) - 1)
    low = int(place)
    return values[low] + (place - low) * (values[min(low + 1, len(values) - 1)] - values[low])


def spread(values):
    values = sorted(values)
    return {f"q{share:02d}": quantile(values, share / 100) for share in (5, 10, 25, 50, 75, 90, 95, 99)}


def of_sixteen(values):
    """The mean quantiles of 16 people at a time, as many as were measured: shares of ten touches are coarse, and quantiles of few people lie
    between them, where those of many people never do."""
    groups = collections.defaultdict(list)
    for person, value in values.items():
        groups[person // 16].append(value)
    spreads = [spread(group) for group in groups.values()]
    return {name: statistics.fmean(each[name] for each in spreads) for name in spreads[0]}


# MARK: - One finger

def single_tap(people, person, frames, tap="single tap, instructed, to a metronome"):
    (track,) = tracks(frames)
    add = lambda measure, value, what=tap: people.add(person, what, measure, value)
    add("duration", track.duration)
    add("furthest from landing", track.furthest)
    add("lift from landing", track.net)
    for way in ("0.5", "1", "1.27", "1.6", "1.93", "2.4", "3", "4", "5", "6"):
        add(f"goes further than {way} mm", track.furthest > float(way))
    for unit in ("0.19", "0.05"):
        name = {"0.19": "never moves (no point of 0.19 mm)", "0.05": "never moves (no unit of 0.05 mm)"}[unit]
        add(name, track.furthest == 0)
    for time in (350, 500):
        add(f"lasts {time} ms or longer", track.duration >= time)
    if track.furthest > 0:
        moving = track.until(0)
        add("time of the first report of movement (0.19 mm or more)", moving, f"{tap}, that move")
        add("time of the first report of movement", moving, f"{tap}, that move")
        add("time of the first report of movement / duration", moving / track.duration, f"{tap}, that move")
        steps = [step for step in track.steps if step > 0]
        add("the first reported step", steps[0], f"{tap}, that move")
        add("longest step between reports", max(steps), f"{tap}, that move")
    if track.furthest >= 0.5:
        add("lift from landing / furthest", track.net / track.furthest, f"{tap}, that go 0.5 mm or more")
    for way in (0.5, 1.6):
        add(f"time until further than {way} mm", track.until(way), f"{tap}, that go further than {way} mm")
        if track.net >= way:
            add("path / lift from landing", track.path / track.net, f"{tap}, lifted {way} mm or more away")
    if track.net >= 0.5:
        add("is one slide (path under 1.25 times the way from landing to lift)", track.path < 1.25 * track.net,
            f"{tap}, lifted 0.5 mm or more away")
        (_, x, y), (_, x1, y1) = track.places[0], track.places[-1]
        add("direction", ((x1 - x) / track.net, (y1 - y) / track.net))
    if track.net >= 0.8:
        for share in (25, 50, 75):
            way = track.way_at(track.land + track.duration * share / 100)
            add(f"way after {share} % of the duration / lift from landing", way / track.net, f"{tap}, lifted 0.8 mm or more away")


def directions(people, tap="single tap, instructed, to a metronome"):
    """Adds how much the slides of each person go one way, when all taps are added."""
    for person, units in people.values[("direction", tap)].items():
        if len(units) >= 8:
            people.add(person, f"{tap}, lifted 0.5 mm or more away",
                       "do a person's slides go one way (length of the mean direction, 0 to 1)",
                       math.hypot(*(sum(unit[axis] for unit in units) / len(units) for axis in (0, 1))))


def line(people, person, frames, what="line, instructed"):
    (track,) = tracks(frames)
    if track.net <= (15 if what == "line, instructed" else 8):
        return
    add = lambda measure, value: people.add(person, what, measure, value)
    add("length, landing to lift", track.net)
    add("length of the way", track.path)
    add("duration", track.duration)
    add("mean speed (way / duration)" if what == "line, instructed" else "mean speed", 1000 * track.path / track.duration)
    peak = fastest([*track.places, (track.lift, *track.places[-1][1:])])
    if peak:
        add("peak speed (over 50 ms)", peak[0])
        add("time of the peak (end of its 50 ms) / duration", (peak[1] - track.land) / track.duration)
    _, x, y = track.places[-1]
    _, x0, y0 = track.at(track.lift - SPAN)
    leaving = 1000 * math.hypot(x - x0, y - y0) / SPAN
    add("speed at the lift (last 50 ms)", leaving)
    add("lifts at over 100 mm/s", leaving > 100)
    add("the first reported step", next(step for step in track.steps if step > 0))
    add("time of the first report of movement", track.until(0))
    for way in (0.5, 1.6, 3, 4, 5, 8):
        add(f"time until further than {way:g} mm", track.until(way))
    if track.furthest > 4:
        add("from 1.6 to 4 mm", track.until(4) - track.until(1.6))
    add("straightness: landing to lift / way", track.net / track.path)
    (_, x0, y0), (_, x1, y1) = track.places[0], track.places[-1]
    beside = max(abs((place[1] - x0) * (y1 - y0) - (place[2] - y0) * (x1 - x0)) for place in track.places) / track.net
    add("furthest beside the straight line / length", beside / track.net)
    resting = next((place[0] for place in reversed(track.places) if math.hypot(place[1] - x1, place[2] - y1) > 1), track.land)
    after = next((place[0] for place in track.places if place[0] > resting), track.lift)
    add("rest at the end: stays within 1 mm of the lift", track.lift - after)


def intervals(people, person, what, taps, within=None):
    """Taps in a row: (landing, lift, (x, y)). `within` leaves longer intervals out, as in runs of typing."""
    pairs = [(a, b) for a, b in zip(taps, taps[1:]) if not within or b[0] - a[0] <= within / 1000]
    those = f", those within {within / 1000:g} s" if within else ""
    runs = f"{those} (runs: typing)" if within else ""
    for (land, lift, place), (following, _, other) in pairs:
        people.add(person, what, f"landing to landing{runs}", 1000 * (following - land))
        people.add(person, what, f"lift to the next landing{those}", 1000 * (following - lift))
        people.add(person, what, f"landing from the one before{those}", math.dist(place, other))


def beats(people, person, what, taps, beat):
    """How much a person's beat varies. `beat` is in ms."""
    steps = [1000 * (b[0] - a[0]) for a, b in zip(taps, taps[1:])]
    near = [step for step in steps if abs(step - beat) <= beat / 4]
    people.add(person, what, "landing to landing, spread of a person (standard deviation, of those within 25 % of the beat)",
               statistics.stdev(near))


# MARK: - Several fingers

def largest(down, time):
    """The largest distance between any two of the fingers, by the reports until a time."""
    places = [track.at(time)[1:] for track in down]
    return max(math.dist(a, b) for n, a in enumerate(places) for b in places[n + 1:])


def tap_of(people, person, frames, count):
    what = {2: "tap of two, instructed", 5: "tap of five, instructed"}[count]
    add = lambda measure, value: people.add(person, what, measure, value)
    most = max(len(fingers) for _, fingers in frames)
    add(f"has {count} fingers at once", most >= count)
    down = tracks(frames)
    add(f"has more than {count} contacts", len(down) > count)
    if most < count:
        return
    down = down[:count]
    landed, lifted = max(track.land for track in down), min(track.lift for track in down)
    add("first to last landing", landed - down[0].land)
    add("first to last lift", max(track.lift for track in down) - lifted)
    add("all fingers down together", lifted - landed)
    add("duration, first landing to last lift", max(track.lift for track in down) - down[0].land)
    at_first, at_last = largest(down, landed), largest(down, lifted - 0.01)
    add("largest distance between fingers, all down", at_first)
    add("change of the largest distance between fingers", abs(at_last - at_first))
    add("furthest from landing, of the finger that goes furthest", max(track.furthest for track in down))
    for track in down:
        add("furthest from landing, each finger", track.furthest)
        add("lift from landing, each finger", track.net)


def pinch(people, person, frames, what):
    add = lambda measure, value: people.add(person, what, measure, value)
    down = tracks(frames)
    add("has a third contact", len(down) > 2)
    first, second = down[:2]
    begin, end = second.land, min(first.lift, second.lift)
    times = [place[0] for place in first.places if begin <= place[0] < end]
    of_first = [place[1:] for place in first.places if begin <= place[0] < end]
    of_second = [place[1:] for place in second.places if begin <= place[0] < end]
    apart = [math.dist(a, b) for a, b in zip(of_first, of_second)]
    if not apart:
        return
    change, duration = apart[-1] - apart[0], end - begin
    add("first to second landing", begin - first.land)
    add("first to second lift", max(first.lift, second.lift) - end)
    add("distance when both are down", apart[0])
    add("distance at the first lift", apart[-1])
    add("change of distance", abs(change))
    add("distance at the first lift / when both are down", apart[-1] / apart[0])
    add("duration, both down", duration)
    travels = [math.dist(row[0], row[-1]) for row in (of_first, of_second)]
    slower, faster = sorted(travels)
    add("travel of the slower finger", slower)
    add("travel of the faster finger", faster)
    add("the finger that landed first is the slower one", travels[0] < travels[1])
    if faster >= 1:
        add("travel of the slower finger / of the faster", slower / faster)
        for share in (0.2, 0.4):
            add(f"slower finger goes under {share} of the faster", slower < share * faster)
    ways = [[math.dist(row[0], place) for place in row] for row in (of_first, of_second)]
    for way in (1.6, 3.2, 6.4, 12.8):
        number = next((n for n, distance in enumerate(apart) if abs(distance - apart[0]) > way), None)
        if number is not None:
            add(f"second landing until the distance has changed by {way} mm", times[number] - begin)
            small, large = sorted(row[number] for row in ways)
            if way > 1.6:
                add(f"travel of the slower finger / of the faster, when the distance has changed by {way} mm", small / large)
    number = next((n for n in range(len(times)) if max(row[n] for row in ways) > 1.6), None)
    add("second landing until a finger has gone 1.6 mm", None if number is None else times[number] - begin)
    middle = math.dist(*([(a[axis] + b[axis]) / 2 for axis in (0, 1)] for a, b in ((of_first[0], of_second[0]), (of_first[-1], of_second[-1]))))
    if abs(change) >= 2:
        add("way of the middle (net) / half the change of distance", 2 * middle / abs(change))
    angles = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in ((of_first[0], of_second[0]), (of_first[-1], of_second[-1]))]
    turn = math.degrees(math.remainder(angles[1] - angles[0], 2 * math.pi))
    add("rotation (clockwise positive)", turn)
    add("rotation, either way", abs(turn))
    for name, time in (("before the second lands", begin - 0.01), ("at the report in which the second lands", begin)):
        way = first.way_at(time)
        add(f"way of the first finger {name}", way)
        for far in (1.6, 4):
            add(f"the first finger has gone further than {far} mm {name}", way > far)
    add("mean speed of the distance, both down", 1000 * abs(change) / duration)
    peak = fastest(list(zip(times, apart)))
    if peak:
        add("peak speed of the distance (over 50 ms)", peak[0])
        add("peak speed of the faster finger (over 50 ms)",
            max(fastest([(time, *place) for time, place in zip(times, row)])[0] for row in (of_first, of_second)))
    moved = next((n for n in reversed(range(len(times))) if abs(apart[n] - apart[-1]) > 1), -1)
    add("rest at the end: the distance stays within 1 mm of its last", end - times[min(moved + 1, len(times) - 1)])


def beside(people, person, frames, what):
    """A tap near the left side."""
    (track,) = tracks(frames)
    inwards = max(0.0, max(place[1] for place in track.places) - track.places[0][1])
    people.add(person, what, "landing from the side", track.places[0][1])
    people.add(person, what, "way inwards", inwards)
    for way in (1.6, 2.4, 3):
        people.add(person, what, f"goes inwards by more than {way:g} mm", inwards > way)


def same_place(people, person, what, taps):
    """The time to a second tap in the same place."""
    for (_, lift, place), (following, _, other) in zip(taps, taps[1:]):
        if math.dist(place, other) <= 6:
            gap = 1000 * (following - lift)
            people.add(person, what, "lift to the next landing within 6 mm", gap)
            if gap <= 500:
                people.add(person, what, "lift to the next landing within 6 mm, those within 0.5 s", gap)
