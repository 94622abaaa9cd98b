"""The tables of measured people: what each meant, and what was recognized; of all people, and of the worst."""
import collections

import crowd
from play import recognitions, recognized
from tables import Table, milliseconds, percent, quantile

PANS = 0.05  # Seconds by which a pan may be late without being counted.

# The row, the kinds of hands, and the configuration.
ROWS = (
    ("pinch in", ("pinch in",), "two-fingers"),
    ("pinch out", ("pinch out",), "two-fingers"),
    ("pinch, thumb rests", ("pinch in, thumb rests", "pinch out, thumb rests"), "two-fingers"),
    ("turn, thumb rests", ("turn, thumb rests",), "two-fingers"),
    ("pinch of three, thumb rests", ("pinch in of three, thumb rests", "pinch out of three, thumb rests"), "mixed"),
    ("pan of two", ("pan of two",), "two-fingers"),
    ("tap to a beat, one of everything", ("tap to a beat",), "mixed"),
    ("tap in ordinary use, one of everything", ("tap in ordinary use",), "mixed"),
    ("tap to a beat, beside a pan", ("tap to a beat",), "tap-and-pan"),
    ("tap in ordinary use, beside a pan", ("tap in ordinary use",), "tap-and-pan"),
    ("tap of two", ("tap of two",), "taps"),
    ("tap of five", ("tap of five",), "taps"),
    *((f"edge pan, {low} to {high} mm/s", (f"edge pan, {low} to {high} mm/s",), "mixed") for low, high in crowd.EDGE_SPEEDS),
    ("flick, beside a pan that waits", ("flick",), "pan-and-swipe"),
)


def by_person(hands, is_right):
    """The counts of right hands and of hands, in all and of the person of whom the fewest were right."""
    counts = collections.defaultdict(lambda: [0, 0])
    for hand in hands:
        counts[hand.person][0] += is_right(hand)
        counts[hand.person][1] += 1
    worst = min(counts.values(), key=lambda count: count[0] / count[1])
    return sum(count[0] for count in counts.values()), len(hands), worst


def people(players, hands):
    everyone = collections.defaultdict(list)
    for hand in hands:
        everyone[hand.kind].append(hand)
    return [intentions(players, everyone), pans(players, everyone), keys(players, everyone)]


def intentions(players, everyone):
    table = Table("people: the intended gesture, and no other", ["what people did", "hands", "right", "worst person", "recognized instead", "right by UIKit's rules"])
    for row, kinds, configuration in ROWS:
        group = [hand for kind in kinds for hand in everyone[kind]]
        answers = players.tickle.answers(configuration, group)
        found = {hand: " + ".join(recognized(answers[hand.name])) or "nothing" for hand in group}
        right, count, worst = by_person(group, lambda hand: found[hand] == hand.meant)
        others = collections.Counter(gestures for hand, gestures in found.items() if gestures != hand.meant)
        for hand, gestures in found.items():
            if gestures != hand.meant:
                table.add_wrong(hand, gestures)
        plain = players.uikit.answers(configuration, group) if players.uikit else {}
        plainly = percent(sum(recognized(plain[hand.name]) == [hand.meant] for hand in group), count) if plain else "–"
        most = ", ".join(f"{name} {times}" for name, times in others.most_common(3)) or "–"
        table.rows.append([row, count, percent(right, count), percent(*worst), most, plainly])
        table.figures[row] = {"hands": count, "right": right, "worst": worst, "instead": dict(others)}
        table.better[row] = right
    return table


def began(events, gesture):
    return next((event.time for event in events if event.gesture == gesture and event.state == "began"), None)


def pans(players, everyone):
    """When pans begin beside a swipe and beside a tap, and the drags that are taken for a swipe."""
    table = Table("people: when a pan begins", ["a pan", "hands", "after the landing", "later than alone", "lost or a swipe", "worst person"])
    for row, kind, configuration in (("beside a swipe, lines", "line", "pan-and-swipe"), ("beside a swipe, drags", "drag", "pan-and-swipe"),
                                     ("beside a tap, lines", "line", "tap-and-pan"), ("one of everything, drags", "drag", "mixed")):
        group = everyone[kind]
        alone, beside = players.tickle.answers("pan", group), players.tickle.answers(configuration, group)
        pairs = [(hand, began(alone[hand.name], "pan"), began(beside[hand.name], "pan")) for hand in group]
        times = [later for _, _, later in pairs if later is not None]
        delays = [later - first for _, first, later in pairs if first is not None and later is not None]
        lost = {hand for hand in group if "pan" not in recognized(beside[hand.name])}
        kept, count, worst = by_person(group, lambda hand: hand not in lost)
        slow = sum(delay > PANS for delay in delays)
        table.rows.append([row, count, milliseconds(times), milliseconds(delays), percent(count - kept, count), percent(worst[1] - worst[0], worst[1])])
        table.figures[row] = {"hands": count, "median": quantile(times, 0.5), "p90": quantile(times, 0.9), "later": quantile(delays, 0.5),
                              "later_p90": quantile(delays, 0.9), "lost": count - kept, "worst": worst, "slow": slow}
        table.worse[f"{row}: lost"], table.worse[f"{row}: late"] = count - kept, slow
    return table


def keys(players, everyone):
    """The keys of two thumbs that a tap of two fingers takes for itself."""
    table = Table("people: two thumbs on a keyboard, beside a tap of two and a pinch", ["keys a second", "keys", "taken by a gesture", "worst person"])
    for rate in crowd.TYPING:
        group = everyone[f"typing, {rate} keys a second"]
        answers = players.tickle.answers("typing", group)
        counts = collections.defaultdict(lambda: [0, 0])
        for hand in group:
            counts[hand.person][0] += 2 * len(recognitions(answers[hand.name]))
            counts[hand.person][1] += 10 * rate
        taken, total = (sum(count[n] for count in counts.values()) for n in (0, 1))
        worst = max(counts.values(), key=lambda count: count[0] / count[1])
        table.rows.append([rate, total, percent(taken, total), percent(*worst)])
        table.figures[str(rate)] = {"keys": total, "taken": taken, "worst": worst}
        table.worse[f"{rate} keys a second"] = taken
    return table
