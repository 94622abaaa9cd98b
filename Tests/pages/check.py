"""Checks the pages that tickle writes, and the web site, in a real browser: check.py PROGRAMS [NAME…]

Each page is opened in a small, an ordinary and a large window, light and dark, and printed. AXE is the path of axe-core's script.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from browser import SCHEMES, Browser

top = pathlib.Path(__file__).resolve().parent.parent.parent
tickle = (top / sys.argv[1] / "tickle").resolve()
axe = pathlib.Path(os.environ["AXE"]).read_text(encoding="utf-8")
WIDTHS = [420, 1280, 1920]
failures = []


def expect(holds, what):
    print(("ok      " if holds else "FAILED  ") + what, flush=True)
    if not holds:
        failures.append(what)


def run(*words):
    done = subprocess.run([tickle, *words], cwd=top, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise SystemExit(f"tickle {' '.join(map(str, words))}: {done.stderr}")


def look(browser, path, name):
    """Checks what every page must have."""
    url = path.as_uri()
    for width in WIDTHS:
        for scheme in SCHEMES:
            page = browser.page(width, 900, scheme)
            page.open(url)
            # What axe-core says of the page's structure is the same in every window.
            troubles = page.troubles(url, axe=axe, tabs=width == WIDTHS[0] and scheme == SCHEMES[0])
            expect(not troubles, f"{name}, {width} px, {scheme}" + "".join(f"\n          {trouble}" for trouble in troubles))
            page.close()
    page = browser.page(794, 1123, scripts=False)
    page.open(url)
    troubles = page.troubles(url, tabs=False)
    expect(not troubles, f"{name}, without scripts" + "".join(f"\n          {trouble}" for trouble in troubles))
    page.close()


def reports(browser, folder):
    alone = folder / "report.html"
    run("replay", "--config", "config/tickled.toml", "--report", alone, "config/demo.evemu")
    look(browser, alone, "a report")
    several = folder / "reports.html"
    run("replay", "--config", "config/cookbook/volume-keys.toml", "--report", several,
        "config/cookbook/recordings/volume-keys.evemu", "config/demo.evemu")
    look(browser, several, "a report on two recordings, one without touches")


BAD = """<!DOCTYPE html><html lang="en"><title>Bad</title><main><h1>Bad</h1>
<p style="width: 3000px; color: #ddd; background: #fff">Too wide, and too pale to read.</p>
<img alt="" src="http://127.0.0.1:1/picture.png"><button>A</button><button id="trap">B</button><button id="lost">C</button>
<script>
document.getElementById("trap").addEventListener("keydown", event => event.preventDefault());
undefinedFunction();
</script></main></html>"""


def itself(browser, folder):
    """A page with every fault, as these checks must find them."""
    (folder / "bad.html").write_text(BAD, encoding="utf-8")
    page = browser.page(420)
    page.open((folder / "bad.html").as_uri())
    troubles = page.troubles((folder / "bad.html").as_uri(), axe=axe)
    for word in ["px wider than its window of 420 px: p.", "undefinedFunction", "a request to http://127.0.0.1:1/picture.png",
                 "not reached with Tab: html>body>main:nth-child(1)>button:nth-child(6)", "color-contrast (serious)"]:
        expect(any(word in trouble for trouble in troubles), f"a bad page is noticed: {word}")
    expect(sum("Tab" in trouble for trouble in troubles) == 1, "only what is not reached with Tab is noticed")
    page.close()


def playback(browser, folder):
    """The fingers of a report move as they did, with the mouse and with the keyboard."""
    path = folder / "report.html"
    run("replay", "--config", "config/tickled.toml", "--report", path, "config/demo.evemu")
    page = browser.page(1280)
    page.open(path.as_uri())
    down = "[...document.querySelectorAll('.playing .finger')].filter(finger => finger.style.display != 'none').length"
    slide = "(time => { const slider = document.querySelector('.player input'); slider.value = time; " \
        "slider.dispatchEvent(new Event('input')); })"

    def fingers(time):
        page.value(f"{slide}({time})")
        return page.value(down)

    found = [fingers(time) for time in (50, 500, 3400, 5500, 8600)]
    expect(found == [1, 0, 1, 2, 0], f"the fingers that are down in the demo: {found}")
    fingers(2000)
    expect(page.value("[...document.querySelectorAll('tr.now')].map(row => row.cells[1].textContent)") == ["pan"],
           "the gesture that goes on is marked in the table")
    fingers(3300)
    before = page.value("document.querySelector('.playing .finger:not([style*=none])').getAttribute('cx')")
    fingers(3900)
    after = page.value("document.querySelector('.playing .finger:not([style*=none])').getAttribute('cx')")
    expect(before != after, f"a finger that drags moves: {before} to {after}")
    time_shown = "Number(document.querySelector('.player input').value)"
    fingers(0)
    page.value("document.querySelector('.player .play').focus()")
    page.press("Enter")
    page.settle(0.6)
    page.press("Enter")
    stopped = page.value(time_shown)
    page.settle(0.3)
    expect(200 < stopped < 3000 and page.value(time_shown) == stopped, f"Enter plays and pauses: at {stopped} ms")
    page.press("Tab")
    page.press("Tab")
    page.press("Enter")
    landed = page.value(time_shown)
    expect(landed == 800, f"the next touch, by keyboard: {landed} ms")
    page.press("Tab")
    page.press("ArrowRight")
    expect(page.value(time_shown) > landed, "the arrow keys move the slider")
    page.press("Space")
    page.settle(0.3)
    expect(page.value("document.querySelector('.player .play').textContent") == "Pause", "the space bar plays from the slider")
    expect(not page.errors, "no error in the console" + "".join(f"\n          {error}" for error in page.errors))
    page.close()

    calm = browser.page(1280, calm=True)
    calm.open(path.as_uri())
    calm.value("window.changes = 0; new MutationObserver(() => window.changes++).observe("
               "document.querySelector('.player output'), {childList: true})")
    calm.click(".player .play")
    calm.settle(1.5)
    changes = calm.value("window.changes")
    expect(1 <= changes <= 5, f"with reduced motion the picture changes about twice per second: {changes} times in 1.5 s")
    calm.close()

    still = browser.page(1280, scripts=False)
    still.open(path.as_uri())
    hidden = still.call("Runtime.evaluate", expression="document.querySelector('.player').checkVisibility()")
    expect(hidden["result"].get("value") is not True, "without scripts there are no buttons")
    still.close()


def shows(browser, folder):
    """Each recipe is looked at once; one that has everything in every window."""
    for name in ["tickled", "cookbook/phone"]:
        page = folder / "show.html"
        run("show", "--config", f"config/{name}.toml", "--output", page)
        look(browser, page, f"show {name}")
    for path in sorted((top / "config/cookbook").glob("*.toml")):
        if path.name.endswith(".test.toml"):
            continue
        page = browser.page(1280)
        run("show", "--config", path, "--output", folder / "show.html")
        page.open((folder / "show.html").as_uri())
        troubles = page.troubles((folder / "show.html").as_uri(), axe=axe, tabs=False)
        expect(not troubles, f"show {path.stem}" + "".join(f"\n          {trouble}" for trouble in troubles))
        sheets = page.pdf(folder / "show.pdf", preferCSSPageSize=True)
        # Each of these has several screens, or the same gestures on several views.
        expect(sheets == 1 or path.stem in ("museum-table", "two-screens"), f"show {path.stem}, on {sheets} sheet(s)")
        run("show", "--config", path, "--output", folder / "show.svg")
        page.open((folder / "show.svg").as_uri())
        # Each text stays inside its card, whose letters the program could not measure.
        wide = page.value("""[...document.querySelectorAll("text[class^=t-]")].filter(text => {
          const box = text.getBBox();
          const card = [...document.querySelectorAll(".t-card")].map(card => card.getBBox())
            .find(card => card.x <= box.x && box.x < card.x + card.width && card.y <= box.y && box.y < card.y + card.height);
          return box.x + box.width > (card ? card.x + card.width : 1600);
        }).map(text => text.textContent)""")
        expect(not wide, f"the picture of {path.stem}" + "".join(f"\n          sticks out: {text}" for text in wide))
        expect(not page.errors and page.requests == [(folder / "show.svg").as_uri()], f"the picture of {path.stem} loads nothing")
        page.close()


def thousand(browser, folder):
    """A configuration of a thousand views stays usable."""
    (folder / "c.toml").write_text('[[screen]]\nname = "main"\nsize = ["600mm", "340mm"]\n' + "".join(
        f'[[view]]\nname = "v{i}"\nframe = {{ x = "{i % 40 * 2.5}%", width = "2.3%", y = "{i // 40 * 4}%", height = "3.6%" }}\n'
        f'[[gesture]]\nname = "g{i}"\nkind = "tap"\nview = "v{i}"\n' for i in range(1000)), encoding="utf-8")
    begin = time.monotonic()
    run("show", "--config", folder / "c.toml", "--output", folder / "show.html")
    made = time.monotonic() - begin
    page = browser.page(1280)
    opened = page.open((folder / "show.html").as_uri())
    cards = page.value("document.querySelectorAll('.card').length")
    expect(cards == 1000 and made < 20 and opened < 10,
           f"a thousand views: {cards} cards, made in {made:.1f} s, opened in {opened:.1f} s")
    expect(page.overflow()[0] == 0, "a thousand views: the page does not scroll sideways")
    page.close()


def site(browser, folder):
    """Each page of the web site, on a phone and on a desk; the library's, which DocC makes, are not among them."""
    subprocess.run([top / "docs/make-site", folder / "site"], check=True, stdout=subprocess.DEVNULL)
    # The pages of code are all alike.
    codes, pages = [], []
    for path in sorted((folder / "site").rglob("*.html")):
        (codes if path.with_suffix("").suffix or path.stem == "LICENSE" else pages).append(path)
    pages.append(codes[0])
    expect(len(pages) > 30, f"the site has {len(pages)} pages, and {len(codes)} of code")
    for width, scheme in ((390, "dark"), (1280, "light")):
        page = browser.page(width, 900, scheme)
        for path in pages:
            page.open(path.as_uri())
            troubles = page.troubles((folder / "site").as_uri(), axe=axe, tabs=False)
            expect(not troubles, f"{path.relative_to(folder)}, {width} px" + "".join(f"\n          {trouble}" for trouble in troubles))
        page.close()


CHECKS = [itself, reports, playback, shows, thousand, site]

start = time.monotonic()
names = sys.argv[2:]
with tempfile.TemporaryDirectory() as folder, Browser() as browser:
    for check in CHECKS:
        if not names or check.__name__ in names:
            check(browser, pathlib.Path(folder))
print(f"{time.monotonic() - start:.0f} s")
sys.exit(f"{len(failures)} failed" if failures else 0)
