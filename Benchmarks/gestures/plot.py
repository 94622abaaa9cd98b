"""Draws two diagrams as an SVG for light and dark backgrounds: found flicks and mistaken drags, by speed."""
import math

# Each line has its own dashes and its name at its end, so colors are not needed.
STYLES = {"tickled": ("#d9480f", ""), "lisgd": ("#1971c2", "6 3"), "lisgd, 8 mm": ("#9c36b5", "2 3")}
STYLE = """
  text { font: 12px sans-serif; fill: #1f2328 } .axis { stroke: #8c959f; stroke-width: 1 } .grid { stroke: #8c959f55 }
  .title { font-weight: bold } path { fill: none; stroke-width: 2 }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .back { fill: #0d1117 } }
  @media (prefers-color-scheme: light) { .back { fill: #ffffff } }"""
WIDTH, HEIGHT, LEFT, TOP, LABELS = 300, 220, 60, 40, 90


class Diagram:
    """Percentages by speed, on a logarithmic axis."""

    def __init__(self, x, title, under, speeds):
        self.x, self.title, self.under, self.speeds = x + LEFT, title, under, speeds
        self.low, self.high = math.log(speeds[0]), math.log(speeds[-1])

    def place(self, speed, share):
        return self.x + WIDTH * (math.log(speed) - self.low) / (self.high - self.low), TOP + HEIGHT * (1 - share)

    def frame(self):
        yield f'<text class="title" x="{self.x}" y="{TOP - 16}">{self.title}</text>'
        for percent in (0, 25, 50, 75, 100):
            y = self.place(self.speeds[0], percent / 100)[1]
            yield f'<line class="grid" x1="{self.x}" x2="{self.x + WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>'
            yield f'<text x="{self.x - 6}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>'
        bottom = TOP + HEIGHT
        yield f'<line class="axis" x1="{self.x}" x2="{self.x + WIDTH}" y1="{bottom}" y2="{bottom}"/>'
        for speed in self.speeds:
            yield f'<text x="{self.place(speed, 0)[0]:.1f}" y="{bottom + 18}" text-anchor="middle">{speed}</text>'
        yield f'<text x="{self.x + WIDTH / 2}" y="{bottom + 38}" text-anchor="middle">{self.under}</text>'

    def lines(self, points_of):
        """{system: [(speed, share)]}; names that would overlap are moved apart."""
        ends = []
        for system, points in points_of.items():
            color, dashes = STYLES[system]
            places = [self.place(*point) for point in points]
            if not places:
                continue
            path = " L".join(f"{x:.1f} {y:.1f}" for x, y in places)
            yield f'<path d="M{path}" stroke="{color}" stroke-dasharray="{dashes}"/>'
            yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>' for x, y in places)
            ends.append([places[-1][1], places[-1][0], system])
        ends.sort()
        for before, after in zip(ends, ends[1:]):
            after[0] = max(after[0], before[0] + 14)
        yield from (f'<text x="{x + 8:.1f}" y="{y + 4:.1f}">{system}</text>' for y, x, system in ends)


def draw(lines):
    """`lines`: {(system, "flicks" or "drags"): [(mean speed, share)]}"""
    flicks = Diagram(0, "Flicks found in their direction", "mean speed of the flick, mm/s", (100, 200, 400, 800))
    drags = Diagram(LEFT + WIDTH + LABELS, "Drags mistaken for a swipe", "mean speed of the drag, mm/s", (20, 50, 100, 200))
    parts = []
    for diagram, name in ((flicks, "flicks"), (drags, "drags")):
        parts += diagram.frame()
        parts += diagram.lines({system: points for (system, what), points in lines.items() if what == name})
    size = 2 * (LEFT + WIDTH + LABELS), TOP + HEIGHT + 56
    body = "\n".join(parts)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" role="img">'
            f'<style>{STYLE}</style>\n<rect class="back" width="100%" height="100%" fill="#ffffff"/>\n{body}\n</svg>\n')
