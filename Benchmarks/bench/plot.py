"""Draws instructions per frame by fingers and by recognizers, as an SVG for light and dark backgrounds."""
import math

# Lines can be distinguished without colour: each has its name at its end.
COLOURS = {"tickled": "#d9480f", "floor": "#868e96", "libevdev": "#2b8a3e", "lisgd": "#1971c2", "libinput": "#9c36b5"}
STYLE = """
  text { font: 12px sans-serif; fill: #1f2328 } .axis { stroke: #8c959f; stroke-width: 1 } .grid { stroke: #8c959f55 }
  .title { font-weight: bold } path { fill: none; stroke-width: 2 }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .back { fill: #0d1117 } }
  @media (prefers-color-scheme: light) { .back { fill: #ffffff } }"""
WIDTH, HEIGHT, LEFT, TOP = 300, 260, 60, 40


class Panel:
    """One diagram, with a logarithmic axis for the cost."""

    def __init__(self, x, title, under, xs, low, high):
        self.x, self.title, self.under, self.xs, self.low, self.high = x, title, under, xs, math.log10(low), math.log10(high)

    def place(self, index, value):
        across = self.x + LEFT + index * WIDTH / (len(self.xs) - 1)
        return across, TOP + HEIGHT * (self.high - math.log10(value)) / (self.high - self.low)

    def frame(self):
        parts = [f'<text class="title" x="{self.x + LEFT}" y="{TOP - 16}">{self.title}</text>']
        for power in range(math.ceil(self.low), math.floor(self.high) + 1):
            y = self.place(0, 10 ** power)[1]
            parts.append(f'<line class="grid" x1="{self.x + LEFT}" x2="{self.x + LEFT + WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>')
            parts.append(f'<text x="{self.x + LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{10 ** power:,}</text>')
        bottom = TOP + HEIGHT
        parts.append(f'<line class="axis" x1="{self.x + LEFT}" x2="{self.x + LEFT + WIDTH}" y1="{bottom}" y2="{bottom}"/>')
        for index, label in enumerate(self.xs):
            parts.append(f'<text x="{self.place(index, 10 ** self.low)[0]:.1f}" y="{bottom + 18}" text-anchor="middle">{label}</text>')
        parts.append(f'<text x="{self.x + LEFT + WIDTH / 2}" y="{bottom + 38}" text-anchor="middle">{self.under}</text>')
        return parts

    def line(self, name, values, colour):
        points = [self.place(index, value) for index, value in enumerate(values)]
        way = " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        parts = [f'<path d="M{way}" stroke="{colour}"/>']
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        x, y = points[-1]
        return parts + [f'<text x="{x + 8:.1f}" y="{y + 4:.1f}">{name}</text>']


def draw(results):
    count = results["count"]
    fingers = Panel(0, "Instructions per frame, 8 recognizers", "fingers", [1, 2, 5, 10], 100, 300_000)
    parts = fingers.frame()
    for name in COLOURS:
        if name in count:
            values = [count[name]["instructions"][key] for key in ("mt1", "mt2", "mt5", "mt10")]
            parts += fingers.line(name, values, COLOURS[name])
    growth = [row for row in results["growth"] if row["views"] == 0]
    labels = [row["gestures"] for row in growth]
    recognizers = Panel(WIDTH + LEFT + 80, "The same, five fingers", "recognizers on the touched view", labels, 100, 300_000)
    parts += recognizers.frame()
    for name in COLOURS:
        if name == "tickled":
            parts += recognizers.line(name, [row["mt5"] for row in growth], COLOURS[name])
        elif name in count:
            parts += recognizers.line(name, [count[name]["instructions"]["mt5"]] * len(growth), COLOURS[name])
    whole = 2 * (WIDTH + LEFT) + 160
    body = "\n".join(parts)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {TOP + HEIGHT + 56}" role="img">'
            f'<style>{STYLE}</style>\n<rect class="back" width="100%" height="100%" fill="#ffffff"/>\n{body}\n</svg>\n')
