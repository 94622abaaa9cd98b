"""Checks the page on which people try the gestures: check.py SITE [NAME…]

AXE is the path of axe-core's script. Touches are those of the DevTools protocol, which go the way of a touchscreen's.
"""
import json
import math
import os
import pathlib
import sys
import time

here = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(here), str(here.parent / "pages")]
from browser import SCHEMES, Browser
from site_server import SiteServer

folder = pathlib.Path(sys.argv[1])
axe = pathlib.Path(os.environ["AXE"]).read_text(encoding="utf-8")
MOST_BYTES = 500_000
READY = "!!globalThis.playground?.engine"
failures = []


def expect(holds, what):
    print(("ok      " if holds else "FAILED  ") + what, flush=True)
    if not holds:
        failures.append(what)


class Playground:
    """The page on a phone, whose size has been measured."""

    def __init__(self, browser, site, query="", scheme="light", width=390):
        self.page = page = browser.page(width, 844, scheme)
        page.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=10)
        self.address = f"{site.address}/docs/playground/index.html{query}"
        page.open(self.address)
        page.wait_for(READY)
        if page.value('document.getElementById("card").open'):
            page.click("#card button")
            page.wait_for('!document.getElementById("card").open')
        self.show()

    def show(self):
        """Brings the field into view."""
        self.left, self.top, self.scale = self.page.value("""(() => {
          playground.field.scrollIntoView({ behavior: "instant" });
          const { left, top } = playground.field.getBoundingClientRect();
          return [left + playground.field.clientLeft, top + playground.field.clientTop, playground.scale];
        })()""")

    def touch(self, kind, places):
        points = [{"id": number, "x": self.left + x * self.scale, "y": self.top + y * self.scale} for number, (x, y) in places.items()]
        self.page.call("Input.dispatchTouchEvent", type=f"touch{kind}", touchPoints=points)

    def hand(self, fingers, steps=8, pause=0.02):
        """Puts fingers down, moves each along its line and lifts them."""
        for step in range(steps + 1):
            share = step / steps
            places = {number: (x + dx * share, y + dy * share) for number, (x, y, dx, dy) in enumerate(fingers)}
            self.touch("Move" if step else "Start", places)
            time.sleep(pause)
        self.touch("End", {})
        self.page.settle(0.3)
        return places

    def frames(self):
        return json.loads(self.page.value("JSON.stringify(playground.frames)"))

    def events(self):
        return json.loads(self.page.value("""JSON.stringify(playground.events.map(({ view, recognizer, other, recognizerData, viewData, ...rest }) =>
          ({ ...rest, view: view?.name, other: other?.handle })))"""))

    def gestures(self):
        return [(event["name"], event["state"]) for event in self.events() if event["type"] == "gesture" and event["state"] != "changed"]


def page(browser, site):
    """Its size, what it loads, and how it can be used."""
    files = [path for path in (folder / "docs/playground").iterdir() if path.suffix != ".mjs"] + [folder / "style.css"]
    size = sum(path.stat().st_size for path in files)
    expect(size < MOST_BYTES, f"the page has {size} bytes with its engine (at most {MOST_BYTES})")
    for scheme in SCHEMES:
        for width in (390, 1280):
            playground = Playground(browser, site, scheme=scheme, width=width)
            playground.page.value('document.querySelectorAll("#gestures > * > details").forEach((card) => { card.open = true; })')
            playground.page.wait_for('!!document.querySelector(".keys input")')
            troubles = playground.page.serious(axe) + playground.page.errors
            over, names = playground.page.overflow()
            troubles += [f"{over} px too wide: {names}"] if over else []
            strangers = [each for each in playground.page.requests if not each.startswith((site.address, "blob:"))]
            troubles += [f"a request to {each}" for each in strangers]
            expect(not troubles, f"at {width} px, {scheme}" + "".join(f"\n          {trouble}" for trouble in troubles))
            playground.page.close()


def offline(browser, site):
    """Without a network, the page is as it was."""
    playground = Playground(browser, site)
    playground.page.value("navigator.serviceWorker.ready.then(() => true)")
    playground.page.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
    playground.page.open(playground.address)
    playground.page.wait_for(READY)
    playground.show()
    playground.hand([(20, 20, 15, 0)])
    expect(playground.gestures()[:1] == [("pan", "began")], f"without a network: {playground.gestures()}")


def fingers(browser, site):
    """Touches become frames as they were, and the live engine finds in them what it finds when they are played again."""
    for count in (1, 2, 10):
        playground = Playground(browser, site, "?kind=pan")
        playground.page.wait_for("!playground.playing")
        playground.page.value(f'playground.preset.gestures[0].keys = {{ max_fingers: 10 }}; playground.restart(); true')
        made = [(6 + 9 * (index % 5), 20 + 25 * (index // 5), 3, 15) for index in range(count)]
        last = playground.hand(made)
        frames, events = playground.frames(), playground.events()
        downs = [contact for frame in frames for contact in frame["contacts"] if contact["phase"] == "down"]
        wanted = [(x, y) for x, y, _, _ in made]
        expect(len(downs) == count and all(math.dist((down["x"], down["y"]), place) < 0.2 for down, place in zip(downs, wanted)),
               f"{count} fingers land where they are")
        moved = {contact["id"]: (contact["x"], contact["y"]) for frame in frames for contact in frame["contacts"] if contact["phase"] == "move"}
        expect(sorted(moved) == sorted(down["id"] for down in downs) and all(
            min(math.dist(place, other) for other in last.values()) < 0.2 for place in moved.values()), f"{count} fingers go where they go")
        expect(count == 1 or any(len(frame["contacts"]) == count for frame in frames), f"{count} fingers of one report are one frame")
        expect(playground.gestures() == [("pan", "began"), ("pan", "ended")], f"{count} fingers: {playground.gestures()}")
        playground.page.value(f"playground.play({json.dumps(frames)}, true, playground.screen)")
        differing = [pair for pair in zip(events, playground.events(), strict=False) if pair[0] != pair[1]]
        expect(len(events) == len(playground.events()) and not differing, f"{count} fingers: played again, they give the same {len(events)} events")
        playground.page.close()


def reasons(browser, site):
    """What was not recognized is explained, with its rule and keys; a slider changes it."""
    playground = Playground(browser, site, "?kind=tap")
    playground.page.wait_for("!playground.playing")
    playground.hand([(20, 20, 7, 0)])
    said = playground.page.value('document.querySelector("#failed li").textContent')
    expect(said.startswith("tap moved ") and "tap allows 5.0 mm (TAP-3; movement)" in said, f"why it was not a tap: {said}")
    link = playground.page.value('document.querySelector("#failed a").getAttribute("href")')
    expect(link.startswith("../../Sources/Gestures/Gestures.docc/Rules.html#tap-3-"), f"its rule is linked: {link}")
    playground.page.value("""(() => {
      document.querySelector("#gestures details").open = true;
      return new Promise((done) => setTimeout(() => {
        const slider = [...document.querySelectorAll(".keys input[type=range]")].find((input) => input.closest("span").previousSibling.textContent === "movement");
        slider.value = 12;
        slider.dispatchEvent(new Event("change"));
        done(true);
      }, 200));
    })()""")
    playground.show()
    playground.hand([(20, 20, 7, 0)])
    expect(playground.gestures() == [("tap", "ended")], f"with movement at 12 mm: {playground.gestures()}")
    playground.page.value("""(() => {
      const gesture = playground.preset.gestures[0];
      gesture.keys = { movment: "5mm" };
      playground.restart();
      return true;
    })()""")
    said = playground.page.value('document.querySelector("[role=alert]").textContent')
    expect(said == 'unknown key "movment"; did you mean "movement"?', f"a wrong key: {said}")


def hands(browser, site):
    """The hand of each kind, which the rules link to, makes a gesture of that kind, and the mouse has two fingers."""
    kinds = Playground(browser, site).page.value('[...document.querySelectorAll("#preset optgroup option")].map((option) => option.value)')
    for kind in kinds:
        playground = Playground(browser, site, f"?kind={kind}")
        playground.page.wait_for("!playground.playing", timeout=20)
        expect((kind, "ended") in playground.gestures(), f"the hand for {kind}: {playground.gestures()}")
        playground.page.close()
    linked = (folder / "Sources/Gestures/Gestures.docc/Rules.html").read_text(encoding="utf-8")
    expect(all(f"?kind={kind}" in linked for kind in kinds), "the rules of each kind link to its hand")
    troubles = Playground(browser, site).page.value("""(async () => {
      const found = [];
      for (const preset of playground.presets) {
        playground.choose(preset);
        document.querySelectorAll("#gestures [role=alert]").forEach((alert) => { if (alert.textContent) found.push(preset.title + ": " + alert.textContent); });
      }
      return found;
    })()""")
    expect(not troubles, f"the library takes the keys of every recipe: {troubles}")


def recordings(browser, site):
    """What was saved is played again; a file that is none is refused."""
    playground = Playground(browser, site)
    playground.hand([(20, 20, 25, 0)], steps=4, pause=0.01)
    once = playground.gestures()
    text = playground.page.value("""(async () => {
      let saved;
      URL.createObjectURL = (blob) => { saved = blob; return "#"; };
      HTMLAnchorElement.prototype.click = () => {};
      playground.save();
      return saved.text();
    })()""")
    expect(text.startswith('{"type":"screen"') and text.count("\n") > 4, "what I did is saved")
    for content, atOnce in ((text, True), (text, False)):
        playground.page.value(f"playground.open(new File([{json.dumps(content)}], 'hand')).then(() => true)"
                              .replace("playground.open", f"(document.getElementById('at-once').checked = {str(atOnce).lower()}, playground).open"))
        expect(playground.gestures() == once, f"played again{' at once' if atOnce else ''}: {playground.gestures()}")
    for content in ("", "no touches", '{"type":"touch","time":1}', '{"type":"touch","time":1e400,"id":1,"phase":"began","location":{"x":1,"y":1}}',
                    '{"type":"touch","time":1e305,"id":1,"phase":"began","location":{"x":1,"y":1}}',
                    '{"type":"touch","time":1,"id":1,"phase":"hovered","location":{"x":1,"y":1}}', "null\n[]\n3"):
        playground.page.value(f"playground.open(new File([{json.dumps(content)}], 'none')).then(() => true)")
        said = playground.page.value('document.getElementById("said").textContent')
        expect(said.startswith("none: "), f"{content[:40]!r}: {said}")
    playground.hand([(20, 40, 15, 0)])
    expect(bool(playground.gestures()), "and fingers go on")


CHECKS = [page, offline, fingers, reasons, hands, recordings]
names = sys.argv[2:] or [check.__name__ for check in CHECKS]
with SiteServer(folder) as server, Browser() as chromium:
    for check in CHECKS:
        if check.__name__ in names:
            check(chromium, server)
if failures:
    sys.exit(f"{len(failures)} failed")
