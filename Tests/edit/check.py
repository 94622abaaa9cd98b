"""Builds three configurations in `tickle edit` with a real browser, and tries to get in without being asked: check.py PROGRAMS [NAME…]

AXE is the path of axe-core's script; without it, what it finds is not looked for. PICTURE is a file for a picture of the page.
"""
import http.client
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time

top = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(top / "Tests/pages"))
from browser import SCHEMES, Browser

programs = (top / sys.argv[1]).resolve()
axe = pathlib.Path(os.environ["AXE"]).read_text(encoding="utf-8") if "AXE" in os.environ else None
failures = []


def expect(holds, what):
    print(("ok      " if holds else "FAILED  ") + what, flush=True)
    if not holds:
        failures.append(what)


class Editor:
    """A running `tickle edit`, which ends with the `with` block."""

    def __init__(self, path, *words, folder=None, before=()):
        self.child = subprocess.Popen(
            [*before, programs / "tickle", "edit", path, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            cwd=folder,
            env=dict(os.environ, SSH_CONNECTION="192.0.2.1 5 192.0.2.7 22"))
        self.url = self.child.stdout.readline().strip()
        if not self.url:
            raise SystemExit(f"tickle edit: {self.child.stderr.read()}")
        self.port = int(self.url.split(":")[2].split("/")[0])
        self.folder = "/" + self.url.split("/")[3]
        self.token = self.url.split("token=")[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGINT)
        self.child.wait(timeout=10)

    def request(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        result = answer.status, dict(answer.getheaders()), answer.read()
        connection.close()
        return result


def opened(browser, editor, width=1280, scheme="light"):
    page = browser.page(width, 900, scheme)
    page.open(editor.url)
    page.wait_for("document.querySelectorAll('.card').length > 0")
    return page


def add(page, card):
    before = page.value("document.querySelectorAll('[data-gesture]').length")
    page.click(f"[data-card={card}]")
    page.wait_for(f"document.querySelectorAll('[data-gesture]').length > {before}")


def places(page, *points):
    """The places in the window of places on the screen, in millimetres."""
    page.middle("#screen")
    return page.value("""(points => { const m = document.getElementById('screen').getScreenCTM();
      return points.map(([x, y]) => [x * m.a + m.e, y * m.d + m.f]); })""" + f"({json.dumps(points)})")


def draw(page, *paths, pause=0.25):
    """Draws paths as one drawing, and returns the names of what is recognized."""
    if page.value("document.getElementById('draw').getAttribute('aria-pressed')") != "true":
        page.click("#draw")
    page.click("#clear")
    for path in paths:
        page.drag(places(page, *path))
        page.settle(pause)
    page.settle(2)
    return page.value("[...document.querySelectorAll('#result .good button')].map(one => one.textContent)")


def save(page):
    page.click("#save")
    page.wait_for("document.getElementById('dialog').open")
    lines = page.value("[...document.querySelectorAll('.line')].map(one => one.children[1].textContent + one.children[2].textContent)")
    page.click("#write")
    page.wait_for("document.getElementById('saved').textContent == 'saved'")
    return lines


def line(start, end, steps=12):
    return [[start[0] + (end[0] - start[0]) * i / steps, start[1] + (end[1] - start[1]) * i / steps] for i in range(steps + 1)]


COMMENTS = "# The hall.\n# Visitors must not find the exit by chance.\n\n[daemon]  # as it came\nwatch = true   # at once\n"


def exit_by_corners(browser, folder):
    path = folder / "exit.toml"
    path.write_text(COMMENTS)
    with Editor(path) as editor:
        page = opened(browser, editor)
        add(page, "corners")
        corners = [[5, 5], [212, 5], [212, 131], [5, 131]]
        found = draw(page, *[[corner] for corner in corners])
        expect(found[-1:] == ["exit"], f"the exit by four corners, tapped with the mouse: {found}")
        expect("unit stop kiosk" in page.value("document.getElementById('result').textContent"), "it says what it would run")
        found = draw(page, *[[corner] for corner in reversed(corners)])
        expect("exit" not in found, f"the corners in another order: {found}")
        lines = save(page)
        expect(any(one.startswith("+") and "sequence" in one for one in lines), "the difference is shown")
        expect(not any(one.startswith("-") for one in lines), "no line is lost")
        expect(path.read_text().startswith(COMMENTS), "comments and what was there stay")
        check(path)
        expect(not page.troubles(f"http://127.0.0.1:{editor.port}/", tabs=False), f"no trouble: {page.errors}")
        page.click("#done")
        page.wait_for("document.body.textContent.includes('has ended')")
        expect(editor.child.wait(timeout=5) == 0, "Done ends the program")
        page.open("about:blank")
        again = browser.page()
        try:
            again.open(editor.url)
            expect(False, "a second tab after the end shows nothing")
        except Exception as error:
            expect("ERR_CONNECTION_REFUSED" in str(error), "a second tab after the end shows nothing")


def check(path):
    done = subprocess.run([programs / "tickle", "check", path], capture_output=True, text=True)
    expect(done.returncode == 0, f"tickle check accepts it{'' if done.returncode == 0 else ': ' + done.stderr}")


def volume(browser, folder):
    path = folder / "volume.toml"
    path.write_text(COMMENTS)
    with Editor(path) as editor:
        page = opened(browser, editor)
        page.click("#add-view")
        page.wait_for("document.querySelectorAll('.view').length == 1")
        page.drag(places(page, *line([108, 68], [138, 48])))
        page.wait_for("document.getElementById('text').value.includes('\"95mm\"')")
        # The handle at the lower right corner, then keys.
        box = page.value("document.getElementById('handle').getBoundingClientRect().toJSON()")
        page.drag([(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), (box["x"] - 60, box["y"] + 60)])
        page.settle(0.5)
        before = page.value("document.querySelector('.view').getAttribute('aria-label')")
        page.value("document.querySelector('.view').focus()")
        page.press("ArrowRight")
        page.press("ArrowRight")
        page.press("ArrowUp", "Shift")
        page.settle(1)
        after = page.value("document.querySelector('.view').getAttribute('aria-label')")
        x = [float(text.split(" at ")[1].split(",")[0]) for text in (before, after)]
        height = [float(text.split("×")[1].split(" mm")[0]) for text in (before, after)]
        expect(x[1] - x[0] == 2 and height[1] - height[0] == -1, f"arrow keys move and resize: {before} / {after}")
        add(page, "slider")
        frame = [float(number) for number in page.value(
            "[...document.querySelector('.view rect').attributes].filter(a => /^(x|y|width|height)$/.test(a.name)).map(a => a.value)")]
        middle = [frame[0] + frame[2] / 2, frame[1] + frame[3] / 2]
        found = draw(page, line([middle[0], middle[1] + 10], [middle[0], middle[1] - 20], 30))
        expect(found == ["volume"], f"the slider on its view: {found}")
        expect("wpctl" in page.value("document.getElementById('result').textContent"), "it would set the volume")
        expect(draw(page, line([3, 100], [3, 70], 30)) == [], "beside the view it does not slide")
        save(page)
        expect(path.read_text().startswith(COMMENTS), "comments and what was there stay")
        check(path)


def pages(browser, folder):
    path = folder / "pages.toml"
    path.write_text(COMMENTS)
    with Editor(path) as editor:
        page = opened(browser, editor)
        add(page, "pages")
        expect(draw(page, line([150, 60], [70, 62])) == ["next-page"], "a swipe to the left turns the page")
        expect(draw(page, line([70, 60], [150, 62])) == ["previous-page"], "a swipe to the right turns it back")
        page.click("[data-gesture=next-page]")
        page.value("""(field => { field.value = '120mm'; field.dispatchEvent(new Event('change')); })
          (document.querySelector('[data-key=min_distance]'))""")
        page.wait_for("document.getElementById('text').value.includes('min_distance = \"120mm\"')")
        expect(draw(page, line([150, 60], [70, 62])) == [], "a longer least distance refuses it")
        expect("min_distance" in page.value("document.getElementById('result').textContent"), "and the reason names the key")
        # Two fingers: the second one mirrors the first one.
        add(page, "pinch")
        page.click("#draw")
        page.click("#clear")
        page.click("#together")
        for path_ in (line([100, 60], [70, 60], 20), line([115, 70], [145, 70], 20)):
            page.drag(places(page, *path_))
        page.click("#play")
        page.settle(1)
        found = page.value("[...document.querySelectorAll('#result .good button')].map(one => one.textContent)")
        expect(found == ["pinch"], f"two paths are played together as a pinch: {found}")
        # What is typed into the text stays when something else changes.
        page.value("""(field => { field.value += '# typed\\n'; field.dispatchEvent(new Event('input')); })(document.getElementById('text'))""")
        add(page, "tap")
        expect("# typed" in page.value("document.getElementById('text').value"), "what was typed is kept")
        save(page)
        expect(path.read_text().startswith(COMMENTS), "comments and what was there stay")
        check(path)


RECORDINGS = ["phone-single-drag.evemu", "EP0430M09.2-finger-scroll-down.evemu", "Wacom_ISDv4_E6_Finger.double-center-scroll.evemu"]


def thresholds(browser, folder):
    """What the page says of recordings while a threshold moves is what `tickle replay` says."""
    path = folder / "swipe.toml"
    path.write_text("# Up.\n" + "".join(
        f'[[gesture]]\nname = "{name}"\nkind = "swipe"\ndirection = ["left", "right", "up", "down"]\nfingers = {count}  # exactly\n'
        'min_distance = "5mm"   # short\nmax_duration = "none"\nlift_velocity = "none"\nmax_angle = "none"\nstraightness = 0.0\n\n'
        for name, count in [("one", 1), ("two", 2)]))
    recordings = [top.parent / "shared/recordings" / name for name in RECORDINGS]
    if not all(recording.exists() for recording in recordings):
        recordings = [top / "config/demo.evemu"]
        print("skipped: the recordings beside the checkout; the demo is played instead")
    seen = set()
    with Editor(path, "--recordings", *recordings) as editor:
        page = opened(browser, editor)
        for gesture in ["one", "two"]:
            page.click(f"[data-gesture={gesture}]")
            for part, value in [("range", 5), ("range", 25), ("key", 40), ("range", 60), ("key", 90), ("key", 150), ("range", 5)]:
                text = f"{value}mm" if part == "key" else value
                page.value(f"""(field => {{ field.value = '{text}'; field.dispatchEvent(new Event('input'));
                  field.dispatchEvent(new Event('change')); }})(document.querySelector('[data-{part}=min_distance]'))""")
                number = page.value("document.querySelector('[data-key=min_distance]').value")
                page.wait_for(f"document.getElementById('text').value.includes('min_distance = \"{number}\"')")
                page.settle(1)
                shown = page.value("[...document.querySelectorAll('[data-recording]')].map(one => one.dataset.outcome)")
                draft = folder / "draft.toml"
                draft.write_text(page.value("document.getElementById('text').value"))
                replayed = [replay(draft, recording) for recording in recordings]
                seen.add(tuple(shown))
                expect(shown == replayed, f"{gesture} from {number} on: {shown}" + ("" if shown == replayed else f", not {replayed}"))
        changes = [len({outcome[i] for outcome in seen}) > 1 for i in range(len(recordings))]
        expect(all(changes) or len(recordings) == 1, f"the threshold changes the outcome of each recording: {changes}")
        expect("# exactly" in page.value("document.getElementById('text').value"), "comments stay")


def cases(browser, folder):
    """The cases beside a recipe pass, until a threshold moves."""
    for name in ["page-turn.toml", "page-turn.test.toml"]:
        (folder / name).write_bytes((top / "config/cookbook" / name).read_bytes())
    with Editor(folder / "page-turn.toml") as editor:
        page = opened(browser, editor)
        outcomes = "[...document.querySelectorAll('[data-case] .tag')].map(one => one.textContent)"
        page.wait_for("document.querySelectorAll('[data-case]').length > 0")
        expect(page.value(outcomes) == ["passes"] * 4, "the cases of a recipe pass")
        page.click("[data-gesture=swipe-after]")
        page.value("""(field => { field.value = '200mm'; field.dispatchEvent(new Event('change')); })
          (document.querySelector('[data-key=min_distance]'))""")
        page.settle(1.5)
        done = subprocess.run([programs / "tickle", "test", "--format", "json", folder / "page-turn.test.toml"], capture_output=True)
        expect(done.returncode == 0, "the file is not written yet")
        save(page)
        done = subprocess.run([programs / "tickle", "test", "--format", "json", folder / "page-turn.test.toml"], capture_output=True, text=True)
        verdicts = ["passes" if json.loads(line)["passed"] else "fails" for line in done.stdout.splitlines()]
        expect(page.value(outcomes) == verdicts and "fails" in verdicts, f"the outcomes are those of tickle test: {verdicts}")


def replay(config, recording):
    done = subprocess.run([programs / "tickle", "replay", "--config", config, "--format", "json", recording],
                          capture_output=True, text=True, check=True)
    events = [json.loads(one) for one in done.stdout.splitlines()]
    return " ".join(event["gesture"] for event in events if event.get("type") == "gesture" and event["state"] == "ended")


def refused(browser, folder):
    """Other users, other pages, used tokens."""
    path = folder / "exit.toml"
    path.write_text(COMMENTS)
    with Editor(path) as editor:
        host = f"127.0.0.1:{editor.port}"
        own = {"Host": host, "Origin": f"http://{host}", "Content_Type": "application/json"}
        status = lambda *words, **headers: editor.request(*words, **headers)[0]
        expect(status("GET", editor.folder + "/") == 403, "the page without the token")
        expect(status("GET", "/") == 403 and status("GET", editor.folder + "/editor.js") == 403, "the root, and a file of the page")
        expect(status("POST", editor.folder + "/request", '{"do":"open"}', **own) == 403, "a request without the cookie")
        expect(status("GET", editor.folder + "/?token=" + "0" * 32) == 403, "a token that is guessed")
        expect(status("GET", editor.folder + "/?token=" + editor.token, Host=f"evil.example:{editor.port}") == 403,
               "the token under another host's name")
        expect(status("GET", editor.folder + "/?token=" + editor.token, Sec_Purpose="prefetch") == 403, "a page loaded in advance")
        if os.geteuid() == 0:
            # Another user sees the listening port, and the program's words, but not what it printed.
            found = subprocess.run(
                ["python3", "-c", "import http.client, pathlib, sys\n"
                 "line = pathlib.Path(f'/proc/{sys.argv[2]}/cmdline').read_text()\n"
                 "connection = http.client.HTTPConnection('127.0.0.1', int(sys.argv[1]), timeout=10)\n"
                 "connection.request('GET', '/')\nprint(connection.getresponse().status, line)",
                 str(editor.port), str(editor.child.pid)], user="nobody", group="nogroup", extra_groups=[], cwd="/",
                capture_output=True, text=True)
            expect(found.stdout.startswith("403 ") and editor.token not in found.stdout and editor.folder[1:] not in found.stdout,
                   f"another user{found.stderr}")
        # Requests that another program begins and does not end. The kernel holds the connections that wait to be accepted.
        halves = []
        for part in ["", "GET / HTTP/1.1\r\nHost: ", "POST /x HTTP/1.1\r\nContent-Length: 9\r\n\r\n1"] * 40:
            halves.append(socket.create_connection(("127.0.0.1", editor.port), timeout=5))
            halves[-1].sendall(part.encode())
        begin = time.monotonic()
        code, headers, body = editor.request("GET", editor.folder + "/?token=" + editor.token)
        expect(time.monotonic() - begin < 2, f"{len(halves)} half requests of another program hold nothing up")
        expect(code == 200 and b"<!doctype html>" in body, "the token opens the page")
        cookie = headers["Set-Cookie"]
        expect("HttpOnly" in cookie and "SameSite=Strict" in cookie and f"Path={editor.folder}/" in cookie, cookie.split("=", 1)[0])
        expect("default-src 'none'" in headers["Content-Security-Policy"] and headers["Cache-Control"] == "no-store"
               and headers["Referrer-Policy"] == "no-referrer" and headers["X-Content-Type-Options"] == "nosniff", "the headers")
        expect(status("GET", editor.folder + "/?token=" + editor.token) == 403, "the token once more")
        own["Cookie"] = cookie.split(";")[0]
        ask = lambda body, **more: editor.request("POST", editor.folder + "/request", body, **{**own, **more})
        expect(ask('{"do":"open"}')[0] == 200, "a request with the cookie")
        for name, more in [("another origin", {"Origin": "http://evil.example"}), ("another port", {"Origin": "http://127.0.0.1:1"}),
                           ("another host", {"Host": "evil.example"}), ("another site", {"Sec_Fetch_Site": "cross-site"}),
                           ("another port of this machine", {"Sec_Fetch_Site": "same-site"}),
                           ("a form", {"Content_Type": "application/x-www-form-urlencoded"}), ("another cookie", {"Cookie": "tickle-edit=1"})]:
            expect(ask('{"do":"open"}', **more)[0] == 403, f"a request with {name}")
        expect(ask("x" * (3 << 20))[0] == 413, "a body that is too large")
        for name in ["/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/editor.js/../../x", "//etc/passwd"]:
            expect(status("GET", editor.folder + name, Cookie=own["Cookie"]) in (403, 404), f"no file at {name}")
        text = pathlib.Path(f"/proc/{editor.child.pid}/net/tcp").read_text() + pathlib.Path("/proc/net/tcp6").read_text()
        listening = [one.split()[1] for one in text.splitlines() if f":{editor.port:04X}" in one.split()[1] and one.split()[3] == "0A"]
        expect(listening == [f"0100007F:{editor.port:04X}"], f"it listens on 127.0.0.1 only: {listening}")
        # A file that another program changes meanwhile stays as it is.
        ask('{"do":"add-card","card":"tap"}')
        path.write_text("# other\n")
        version = json.loads(ask('{"do":"difference"}')[2])["version"]
        answer = json.loads(ask(json.dumps({"do": "save", "version": version}))[2])
        expect("another program" in answer.get("error", "") and path.read_text() == "# other\n", "a file that changed meanwhile")
        for half in halves:
            half.close()
        fuzz(editor, own["Cookie"])
        expect(ask('{"do":"open"}')[0] == 200, "it answers after all that")
        editor.child.send_signal(signal.SIGINT)
        errors = editor.child.stderr.read()
        expect("ssh -L" in errors and "@192.0.2.7" in errors, "over ssh it says how to forward the port")
        expect(editor.child.wait(timeout=5) == 0, "Ctrl-C ends it")


def fuzz(editor, cookie, seconds=float(os.environ.get("FUZZ_SECONDS", "5"))):
    """Sends garbage to the parsers of HTTP and of requests."""
    dice = random.Random(1)
    seeds = [
        f"GET {editor.folder}/ HTTP/1.1\r\nHost: 127.0.0.1:{editor.port}\r\nCookie: {cookie}\r\n\r\n",
        f"POST {editor.folder}/request HTTP/1.1\r\nHost: 127.0.0.1:{editor.port}\r\nOrigin: http://127.0.0.1:{editor.port}\r\n"
        f"Cookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n" + '{"do":"open"}',
        f"POST {editor.folder}/request HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nd\r\n" + '{"do":"undo"}' + "\r\n0\r\n\r\n",
    ]
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        data = bytearray(dice.choice(seeds).encode())
        for _ in range(dice.randrange(1, 12)):
            place = dice.randrange(len(data))
            match dice.randrange(4):
                case 0: data[place] = dice.randrange(256)
                case 1: del data[place:place + dice.randrange(1, 30)]
                case 2: data[place:place] = bytes(dice.randrange(256) for _ in range(dice.randrange(1, 40)))
                case 3: data[place:place] = data[dice.randrange(len(data)):][:200] * dice.choice([1, 1, 1, 50])
            if not data:
                data = bytearray(b"\r")
        with socket.create_connection(("127.0.0.1", editor.port), timeout=5) as connection:
            connection.settimeout(0.01)
            try:
                connection.sendall(data)
                connection.recv(1 << 16)
            except OSError:
                pass
        count += 1
    expect(editor.child.poll() is None, f"{count} damaged requests do not end it")


def hostile(browser, folder):
    """Names and texts that look like markup are shown as they are."""
    name = "<img src=x onerror=alert(1)>"
    path = folder / "'\"><script>.toml"
    path.write_text(
        f"# </textarea><script>alert(2)</script>\n[[view]]\nname = '{name}'\n\n[[gesture]]\nname = '<b>{name}</b>'\nkind = 'tap'\n"
        f"view = '{name}'\naction = {{ log = '</script><svg onload=alert(3)>' }}\n\n[[gesture]]\nname = '../../etc/passwd'\nkind = 'pan'\n")
    with Editor(path) as editor:
        page = opened(browser, editor)
        page.value("window.hit = 0; window.alert = () => { window.hit++ }; 0")
        page.click(".view")
        page.settle(0.3)
        for index in (0, 1):
            page.value(f"document.querySelectorAll('[data-gesture]')[{index}].click()")
            page.settle(0.2)
        draw(page, [[50, 50]])
        page.click("#add-view")
        page.settle(0.5)
        page.click("#save")
        page.settle(0.5)
        expect(page.value("window.hit") == 0, "no script of a name runs")
        expect(page.value("document.querySelectorAll('img, b img, main script, svg[onload]').length") == 0, "no name becomes markup")
        expect(name in page.value("document.body.textContent"), "the name is shown")
        troubles = page.troubles(f"http://127.0.0.1:{editor.port}{editor.folder}/", tabs=False)
        expect(not troubles, f"no trouble{troubles or ''}")


def looks(browser, folder):
    """The page in windows of three widths, light and dark, and printed."""
    path = folder / "look.toml"
    for width in [420, 1280, 1920]:
        for scheme in SCHEMES:
            path.write_bytes((top / "config/tickled.toml").read_bytes())
            with Editor(path, "--recordings", top / "config/demo.evemu") as editor:
                page = opened(browser, editor, width, scheme)
                page.settle(1)
                lost = page.unreachable() if width == 420 and scheme == "light" else []
                expect(not lost, f"{width} px, {scheme}: all is reached with Tab{lost or ''}")
                page.click("[data-gesture=pan]")
                draw(page, line([20, 60], [80, 62]))
                troubles = page.troubles(f"http://127.0.0.1:{editor.port}/", axe=axe, tabs=False)
                expect(not troubles, f"{width} px, {scheme}" + "".join(f"\n          {trouble}" for trouble in troubles))
                if scheme == "light":
                    page.appear("print", scheme, False)
                    page.settle(1)
                    troubles = page.troubles(f"http://127.0.0.1:{editor.port}/", tabs=False)
                    expect(not troubles, f"{width} px, printed" + "".join(f"\n          {trouble}" for trouble in troubles))
                    expect(page.value("getComputedStyle(document.getElementById('save').parentNode).display") == "none",
                           "paper has no buttons")
                    page.appear("screen", scheme, False)
                if folder_of_pictures := os.environ.get("PICTURES"):
                    page.screenshot(f"{folder_of_pictures}/edit-{width}-{scheme}.png")
                page.close()


def thousand(browser, folder):
    """A configuration of 1,000 views: times to load and to drag."""
    path = folder / "thousand.toml"
    path.write_text("".join(
        f'[[view]]\nname = "v{n}"\nframe = {{ x = "{n % 40 * 5.4:.1f}mm", y = "{n // 40 * 5.4:.1f}mm", width = "5mm", height = "5mm" }}\n\n'
        f'[[gesture]]\nname = "g{n}"\nkind = "tap"\nview = "v{n}"\n\n' for n in range(1000)))
    with Editor(path) as editor:
        page = browser.page(1280, 900)
        start = time.monotonic()
        page.open(editor.url)
        page.wait_for("document.querySelectorAll('.view').length == 1000", timeout=30)
        load = time.monotonic() - start
        page.settle(1)
        page.click("[data-view=v500]")
        page.settle(1)
        spot = page.value("(b => [b.x + b.width / 2, b.y + b.height / 2])(document.querySelector('[data-view=v500]').getBoundingClientRect())")
        page.value("""window.slowest = 0; (last => requestAnimationFrame(function next(now) {
          window.slowest = Math.max(window.slowest, now - last); last = now; requestAnimationFrame(next); }))(performance.now()); 0""")
        page.drag([[spot[0] + i * 2, spot[1] - i] for i in range(60)])
        slowest = page.value("window.slowest")
        start = time.monotonic()
        page.wait_for("!document.getElementById('undo').disabled", timeout=30)
        move = time.monotonic() - start
        print(f"        1,000 views and gestures: {load:.2f} s to load, {slowest:.0f} ms the slowest frame of a drag, "
              f"{move:.2f} s from its end to the next state")
        expect(load < 10 and move < 10, "1,000 views stay usable")


def saving(browser, folder):
    """A configuration of two files: both are written or none, and they keep who may read them."""
    if os.geteuid() != 0:
        return print("skipped: only root can give files away")
    home = folder / "saving"
    (home / "config.d").mkdir(parents=True)
    files = [home / "config.toml", home / "config.d/more.toml"]
    user, group = 65534, 4321
    for file in files:
        file.write_text("# old\n")
    for path, owner in [(folder, 0), (home, user), (files[1].parent, user), (files[0], user), (files[1], 0)]:
        os.chown(path, owner, user)
        path.chmod(0o755 if path.is_dir() else 0o640)
    words = ["setpriv", f"--reuid={user}", f"--regid={user}", f"--groups={group}"]
    with Editor(files[0], before=words) as editor:
        host = f"127.0.0.1:{editor.port}"
        cookie = editor.request("GET", f"{editor.folder}/?token={editor.token}")[1]["Set-Cookie"].split(";")[0]

        def ask(**request):
            return json.loads(editor.request(
                "POST", editor.folder + "/request", json.dumps(request), Host=host, Origin=f"http://{host}",
                Content_Type="application/json", Cookie=cookie)[2])

        def texts():
            return [file.read_text() for file in files]

        def write(*new):
            for part, text in enumerate(new):
                ask(do="text", part=part, text=text)
            return ask(do="save", version=ask(do="difference")["version"])

        answer = write("# new\n", "# newer\n")
        expect("more.toml: Permission denied (" in answer.get("error", ""), f"a file that may not be written: {answer.get('error')}")
        expect(texts() == ["# old\n"] * 2, "the other file is not written either")
        os.chown(files[1], user, group)
        answer = ask(do="save", version=ask(do="difference")["version"])
        expect("error" not in answer and texts() == ["# new\n", "# newer\n"], "when it may, both are")
        status = files[1].stat()
        expect((status.st_uid, status.st_gid, status.st_mode & 0o7777) == (user, group, 0o640), "owner, group and mode stay")
        files[1].write_text("# other\n")
        answer = write("# 1\n", "# 2\n")
        expect("another program" in answer.get("error", "") and texts() == ["# new\n", "# other\n"], "one that was changed")
        expect(sorted(os.listdir(home)) == ["config.d", "config.toml"] and os.listdir(files[1].parent) == ["more.toml"], "nothing else is left")


CHECKS = [exit_by_corners, volume, pages, thresholds, cases, refused, saving, hostile, looks, thousand]


def picture(browser, folder, target):
    path = folder / "kiosk.toml"
    path.write_bytes((top / "config/tickled.toml").read_bytes())
    with Editor("kiosk.toml", "--recordings", top / "config/demo.evemu", folder=folder) as editor:
        page = browser.page(1280, 1000)
        page.open(editor.url)
        page.wait_for("document.querySelectorAll('.card').length > 0")
        page.click("[data-gesture=pan]")
        draw(page, line([25, 90], [85, 50], 30))
        page.value("scrollTo(0, 0)")
        page.screenshot(target, full=False)


start = time.monotonic()
names = sys.argv[2:]
with tempfile.TemporaryDirectory() as name, Browser() as browser:
    folder = pathlib.Path(name)
    if target := os.environ.get("PICTURE"):
        picture(browser, folder, target)
    else:
        for one in CHECKS:
            if not names or one.__name__ in names:
                print(f"{one.__name__}:")
                one(browser, folder)
print(f"{time.monotonic() - start:.0f} s")
sys.exit(f"{len(failures)} failed" if failures else 0)
