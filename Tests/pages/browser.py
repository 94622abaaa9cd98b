"""A real Chromium without a window, driven through two pipes. Needs nothing but Python.

    with Browser() as browser:
        page = browser.page(width=420, scheme="dark")
        page.open("file:///tmp/page.html")
        assert page.value("document.title") == "A page"
        page.press("Tab")
        page.screenshot("/tmp/page.png")
        assert page.troubles() == []

A page notes what its reader would not see: errors in the console, exceptions, and every request.
"""
import base64
import json
import os
import pathlib
import re
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
SCHEMES = ["light", "dark"]

# What a key sends: its name, its code, the number that Windows gives it, and the text that it enters.
KEYS = {
    "Tab": ("Tab", "Tab", 9, ""),
    "Enter": ("Enter", "Enter", 13, "\r"),
    "Escape": ("Escape", "Escape", 27, ""),
    "Space": (" ", "Space", 32, " "),
    "Backspace": ("Backspace", "Backspace", 8, ""),
    "Delete": ("Delete", "Delete", 46, ""),
    "Home": ("Home", "Home", 36, ""),
    "End": ("End", "End", 35, ""),
    "ArrowLeft": ("ArrowLeft", "ArrowLeft", 37, ""),
    "ArrowUp": ("ArrowUp", "ArrowUp", 38, ""),
    "ArrowRight": ("ArrowRight", "ArrowRight", 39, ""),
    "ArrowDown": ("ArrowDown", "ArrowDown", 40, ""),
}
MODIFIERS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}


class BrowserError(Exception):
    """Chromium refused a command, or ended."""


def executable():
    """Returns the path of an installed Chromium; None if there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """A running Chromium, which ends with the `with` block."""

    def __init__(self, arguments=()):
        path = executable()
        if path is None:
            raise BrowserError("no Chromium is installed (Debian: chromium-headless-shell)")
        self._folder = tempfile.mkdtemp(prefix="browser-")
        # Chromium reads commands from descriptor 3 and writes its answers to 4, each with a zero byte at its end.
        reads, self._commands = os.pipe()
        self._answers, writes = os.pipe()
        script = 'exec 3<&"$1" 4>&"$2"; shift 2; exec "$@"'
        self._child = subprocess.Popen(
            ["bash", "-c", script, "browser", str(reads), str(writes), path, "--headless", "--no-sandbox", "--disable-gpu",
             "--hide-scrollbars", "--force-device-scale-factor=1", "--no-first-run", "--disable-extensions",
             "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
             f"--user-data-dir={self._folder}", *arguments, "about:blank"],
            pass_fds=(reads, writes), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(reads)
        os.close(writes)
        self._buffer = b""
        self._number = 0
        self._pages = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        for descriptor in (self._commands, self._answers):
            os.close(descriptor)
        # Chromium ends when its pipes are closed.
        try:
            self._child.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        # Its other processes may still write there for a moment.
        shutil.rmtree(self._folder, ignore_errors=True)

    def page(self, width=1280, height=900, scheme="light", medium="screen", calm=False, scripts=True):
        """Opens an empty page.

        `medium` is "screen" or "print"; `calm` asks pages to reduce motion; without `scripts` they run none.
        """
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, target, session)
        self._pages[session] = page
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        page.resize(width, height)
        page.appear(medium, scheme, calm)
        if not scripts:
            page.call("Emulation.setScriptExecutionDisabled", value=True)
        return page

    def call(self, method, session=None, timeout=60, **parameters):
        """Sends a command of the DevTools protocol and returns its result."""
        self._number += 1
        number = self._number
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        text = json.dumps(message).encode() + b"\0"
        while text:
            text = text[os.write(self._commands, text):]
        end = time.monotonic() + timeout
        while True:
            answer = self._receive(end, method)
            if answer.get("id") == number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self._note(answer)

    def wait(self, holds, timeout, what):
        """Handles events until a condition on them holds."""
        end = time.monotonic() + timeout
        while not holds():
            self._note(self._receive(end, what))

    def _receive(self, end, what):
        while b"\0" not in self._buffer:
            if not select.select([self._answers], [], [], max(0, end - time.monotonic()))[0]:
                raise BrowserError(f"{what}: no answer in time")
            read = os.read(self._answers, 1 << 20)
            if not read:
                raise BrowserError(f"{what}: Chromium has ended")
            self._buffer += read
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def _note(self, event):
        page = self._pages.get(event.get("sessionId"))
        if page and "method" in event:
            page._note(event["method"], event["params"])


class Page:
    """One page of a browser."""

    def __init__(self, browser, target, session):
        self._browser = browser
        self._target = target
        self._session = session
        self._loads = 0
        #: The errors of the console and the exceptions, as text.
        self.errors = []
        #: The addresses of all requests, in their order.
        self.requests = []

    def call(self, method, **parameters):
        """Sends a command of the DevTools protocol to this page and returns its result."""
        return self._browser.call(method, session=self._session, **parameters)

    def resize(self, width, height):
        self.width, self.height = width, height
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def appear(self, medium="screen", scheme="light", calm=False):
        self._appearance = scheme, calm
        self.call("Emulation.setEmulatedMedia", media=medium, features=[
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"}])

    def open(self, url, timeout=60):
        """Loads a page, and returns how many seconds that took."""
        self.errors, self.requests = [], []
        start, loads = time.monotonic(), self._loads
        answer = self.call("Page.navigate", url=url)
        if "errorText" in answer:
            raise BrowserError(f"{url}: {answer['errorText']}")
        # A link within the page loads nothing.
        if "loaderId" in answer:
            self._browser.wait(lambda: self._loads > loads, timeout, url)
        return time.monotonic() - start

    def value(self, script, timeout=60):
        """Returns the value of an expression in the page; waits for it if it is a promise."""
        answer = self._browser.call(
            "Runtime.evaluate", session=self._session, timeout=timeout, expression=script, returnByValue=True,
            awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait_for(self, script, timeout=10):
        """Waits until an expression in the page is true, and returns its value."""
        end = time.monotonic() + timeout
        while True:
            value = self.value(script)
            if value:
                return value
            if time.monotonic() > end:
                raise BrowserError(f"not true within {timeout} s: {script}")
            time.sleep(0.05)

    def settle(self, seconds):
        """Lets time pass in the page."""
        self.value(f"new Promise(done => setTimeout(done, {seconds * 1000}))", timeout=seconds + 60)

    # What a user does.

    def press(self, key, *modifiers):
        """Presses a key: one of `KEYS`, or a character. The modifiers are those of `MODIFIERS`."""
        name, code, number, text = KEYS[key] if key in KEYS else (key, "", ord(key.upper()), key)
        bits = sum(MODIFIERS[modifier] for modifier in modifiers)
        event = {"key": name, "code": code, "windowsVirtualKeyCode": number, "modifiers": bits}
        down = dict(event, text=text) if text and not bits & ~MODIFIERS["Shift"] else event
        self.call("Input.dispatchKeyEvent", type="keyDown" if "text" in down else "rawKeyDown", **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def enter(self, text):
        """Enters a text where the focus is."""
        self.call("Input.insertText", text=text)

    def middle(self, selector):
        """Returns the middle of the first element that matches, after bringing it into view."""
        place = self.value(f"""(() => {{
          const element = document.querySelector({json.dumps(selector)});
          if (!element) return null;
          element.scrollIntoView({{block: "center", inline: "center", behavior: "instant"}});
          const box = element.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }})()""")
        if place is None:
            raise BrowserError(f"nothing matches {selector}")
        return place

    def click(self, selector):
        x, y = self.middle(selector)
        self.drag([(x, y)])

    def drag(self, places):
        """Moves the mouse along places, with its button down from the first to the last."""
        def event(kind, place, **more):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], **more)

        event("mouseMoved", places[0])
        event("mousePressed", places[0], button="left", buttons=1, clickCount=1)
        for place in places[1:]:
            event("mouseMoved", place, button="left", buttons=1)
        event("mouseReleased", places[-1], button="left", clickCount=1)

    # What a test asks.

    def screenshot(self, path, full=True):
        """Writes a picture of the whole page, or of what its window shows, as PNG."""
        if full:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            clip = {"x": 0, "y": 0, "width": self.width, "height": min(size["height"], 16_000), "scale": 1}
            answer = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        else:
            answer = self.call("Page.captureScreenshot")
        pathlib.Path(path).write_bytes(base64.b64decode(answer["data"]))

    def pdf(self, path, **options):
        """Prints the page. The options are those of Page.printToPDF. Returns the number of sheets."""
        self.appear("print", *self._appearance)
        document = base64.b64decode(self.call("Page.printToPDF", printBackground=True, **options)["data"])
        self.appear("screen", *self._appearance)
        pathlib.Path(path).write_bytes(document)
        return len(re.findall(rb"/Type\s*/Page\b", document))

    def overflow(self):
        """Returns how many pixels the page is wider than its window, and the elements that stick out, if any."""
        return self.value("""(() => {
          const root = document.documentElement, wide = root.clientWidth;
          const over = root.scrollWidth - wide;
          if (over <= 0) return [0, []];
          const names = [...document.querySelectorAll("body *")]
            .filter(element => element.getBoundingClientRect().right > wide + 0.5)
            .map(element => `${element.localName}.${element.getAttribute("class") || ""}`);
          return [over, [...new Set(names)].slice(0, 8)];
        })()""")

    def tab_stops(self, most=400):
        """Presses Tab through the page. Returns the elements that got the focus, as paths from the root, each once."""
        self.value("document.activeElement && document.activeElement.blur()")
        stops = []
        while len(stops) < most:
            self.press("Tab")
            path = self.value(PATH + "(document.activeElement)")
            if path in stops or path == "html>body":
                break
            stops.append(path)
        return stops

    def unreachable(self):
        """Returns the elements that react to a pointer but are not reached with Tab."""
        expected = self.value(f"""(() => {{
          const path = {PATH};
          const shown = element => element.checkVisibility ? element.checkVisibility() : element.getClientRects().length > 0;
          return [...document.querySelectorAll("a[href],button,input,select,textarea,summary,[tabindex],[onclick]")]
            .filter(element => !element.disabled && element.tabIndex >= 0 && shown(element))
            .filter(element => element.type != "radio" || element.checked)
            .map(path);
        }})()""")
        reached = set(self.tab_stops(most=len(expected) + 5))
        return [path for path in expected if path not in reached]

    def serious(self, axe):
        """Returns what axe-core, whose source is given, finds serious or critical: a line for each rule."""
        self.value(axe + "\n;0")
        found = self.value("axe.run(document, {resultTypes: ['violations']}).then(result => result.violations)", timeout=300)
        return [
            f"{rule['id']} ({rule['impact']}): {rule['help']}: "
            + "; ".join(node["target"][0] if isinstance(node["target"][0], str) else str(node["target"][0])
                        for node in rule["nodes"][:4])
            + (f" and {len(rule['nodes']) - 4} more" if len(rule["nodes"]) > 4 else "")
            for rule in found if rule["impact"] in ("serious", "critical")]

    def strangers(self, *own):
        """Returns the addresses of requests that begin with none of the given texts. Addresses with the data inside count as own."""
        return [url for url in self.requests if not url.startswith(("data:", "about:", *own))]

    def troubles(self, *own, axe=None, tabs=True):
        """Returns all that is wrong with a page on a screen, in sentences; `own` is where its requests may go."""
        wide, names = self.overflow()
        found = [f"the page is {wide} px wider than its window of {self.width} px: {', '.join(names)}"] if wide else []
        found += [f"console: {error}" for error in self.errors]
        found += [f"a request to {url}" for url in self.strangers(*own)]
        if tabs:
            found += [f"not reached with Tab: {path}" for path in self.unreachable()]
        if axe:
            found += self.serious(axe)
        return found

    def close(self):
        self._browser.call("Target.closeTarget", targetId=self._target)

    def _note(self, method, event):
        if method == "Page.loadEventFired":
            self._loads += 1
        elif method == "Network.requestWillBeSent":
            self.requests.append(event["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = event["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and event["type"] in ("error", "assert"):
            self.errors.append(" ".join(str(value.get("value", value.get("description"))) for value in event["args"]))
        elif method == "Log.entryAdded" and event["entry"]["level"] == "error":
            self.errors.append(f"{event['entry']['text']} {event['entry'].get('url', '')}".rstrip())


# Finds an element's path from the root, such as `html>body>main>a:nth-child(2)`. Elements of a shadow tree are not looked for.
PATH = """(function path(element) {
  if (!element || !element.parentElement) return element ? element.localName : "";
  const place = [...element.parentElement.children].indexOf(element) + 1;
  return path(element.parentElement) + ">" + element.localName
    + (element.localName == "body" || element.localName == "head" ? "" : `:nth-child(${place})`);
})"""
