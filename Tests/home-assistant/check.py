"""Checks what a real Home Assistant shows of a panel: check.py PROGRAMS [SCREENSHOTS | --broker PORT]

Everything is real: mosquitto, tickled with a panel that umockdev emulates, tickled-mqtt, and Home Assistant, whose settings are those of a new
installation with the integration MQTT. The automations are those of docs/home-assistant.md.
"""
import asyncio
import base64
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

import aiohttp

top = pathlib.Path(__file__).resolve().parent.parent.parent
programs = (top / sys.argv[1]).resolve()
elsewhere = int(sys.argv[3]) if sys.argv[2:3] == ["--broker"] else None
pictures = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 and not elsewhere else None
devices = top / "Tests/CommandTests/Devices"
children = []

CONFIGURATION = """
[daemon]
socket = "{folder}/control.sock"
[[gesture]]
name = "light"
kind = "tap"
[[gesture]]
name = "scene"
kind = "swipe"
direction = ["left", "right", "up", "down"]
[[gesture]]
name = "dim"
kind = "pan"
axis = "vertical"
slider = true
min_fingers = 2
max_fingers = 2
[[gesture]]
name = "call"
kind = "long-press"
[mode.locked]
disable = ["light"]
[actions."front door"]
shell = "echo $TICKLED_ACTION > {folder}/door.new && mv {folder}/door.new {folder}/door"
"""

BRIDGE = """
broker = "127.0.0.1:{port}"
panel = "hall"
area = "Hall"
control = true
backlight = true
device_triggers = true
status_interval = "2s"
keepalive = "5s"
socket = "{folder}/control.sock"
"""

HOUSE = """
homeassistant:
  name: House
  unit_system: metric
  time_zone: UTC
http:
  server_host: 127.0.0.1
  server_port: {web}
frontend:
config:
api:
history:
logbook:
input_number:
  hall: {{min: 0, max: 100, initial: 20}}
input_boolean:
  hall:
  occupied: {{initial: true}}
template:
  - binary_sensor:
      - name: Occupied
        state: "{{{{ is_state('input_boolean.occupied', 'on') }}}}"
light:
  - platform: template
    lights:
      hall:
        friendly_name: Hall
        value_template: "{{{{ states('input_boolean.hall') }}}}"
        level_template: "{{{{ (states('input_number.hall') | float * 2.55) | int }}}}"
        turn_on: {{action: input_boolean.turn_on, target: {{entity_id: input_boolean.hall}}}}
        turn_off: {{action: input_boolean.turn_off, target: {{entity_id: input_boolean.hall}}}}
        set_level:
          - action: input_boolean.turn_on
            target: {{entity_id: input_boolean.hall}}
          - action: input_number.set_value
            target: {{entity_id: input_number.hall}}
            data: {{value: "{{{{ brightness / 2.55 }}}}"}}
scene:
  - {{name: Evening, entities: {{input_number.hall: "15"}}}}
  - {{name: Bright, entities: {{input_number.hall: "95"}}}}
automation: !include automations.yaml
"""


class Failure(Exception):
    pass


def expect(holds, what):
    if not holds:
        raise Failure(what)
    print("ok  " + what, flush=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(words, folder, name, **environment):
    log = open(folder / f"{name}.log", "wb")
    variables = {**os.environ, "SWIFT_BACKTRACE": "enable=no", "PATH": os.environ["PATH"] + ":/usr/sbin", **environment}
    child = subprocess.Popen([str(word) for word in words], stdout=log, stderr=subprocess.STDOUT, env=variables,
                             start_new_session=True)
    children.append(child)
    return child


def hand():
    """Touches, over and over: a tap, swipes to the left and to the right, and two fingers that go up."""
    events, track, now = ["E: 0.0 0000 0000 0"], [0], [2.0]

    def frame(fingers, lands=False):
        seconds, rest = divmod(round(now[0] * 1e6), 1_000_000)
        stamp = f"{seconds}.{rest}"
        for slot, place in fingers.items():
            events.append(f"E: {stamp} 0003 002f {slot}")
            if lands:
                track[0] += 1
                events.append(f"E: {stamp} 0003 0039 {track[0]}")
            if place:
                events.extend([f"E: {stamp} 0003 0035 {place[0]}", f"E: {stamp} 0003 0036 {place[1]}"])
            else:
                events.append(f"E: {stamp} 0003 0039 -1")
        events.append(f"E: {stamp} 0000 0000 0")

    def drag(starts, way, seconds):
        steps = max(1, round(seconds * 50))
        for step in range(steps + 1):
            share = step / steps
            places = {slot: (round(x + way[0] * share), round(y + way[1] * share)) for slot, (x, y) in starts.items()}
            frame(places, lands=step == 0)
            now[0] += seconds / steps
        frame({slot: None for slot in starts})

    for _ in range(60):
        drag({0: (5000, 4000)}, (0, 0), 0.06)
        now[0] += 1.5
        drag({0: (12000, 6000)}, (-6000, 0), 0.15)
        now[0] += 1.5
        drag({0: (6000, 9000), 1: (9000, 9000)}, (0, -4000), 0.8)
        now[0] += 1.5
    return "\n".join(events) + "\n"


class House:
    """Home Assistant, through its own interfaces."""

    def __init__(self, session, url):
        self.session, self.url, self.number = session, url, 0

    async def log_in(self):
        client = self.url + "/"

        async def post(path, **arguments):
            async with self.session.post(self.url + path, **arguments) as answer:
                return await answer.json()

        flow = await post("/auth/login_flow", json={"client_id": client, "handler": ["homeassistant", None], "redirect_uri": client})
        code = await post(f"/auth/login_flow/{flow['flow_id']}", json={"client_id": client, "username": "ada", "password": "secret"})
        self.tokens = await post("/auth/token", data={"client_id": client, "grant_type": "authorization_code", "code": code["result"]})
        self.socket = await self.session.ws_connect(self.url + "/api/websocket", max_msg_size=0)
        await self.socket.receive_json()
        await self.socket.send_json({"type": "auth", "access_token": self.tokens["access_token"]})
        expect((await self.socket.receive_json())["type"] == "auth_ok", "Home Assistant runs")

    async def ask(self, kind, **arguments):
        self.number += 1
        await self.socket.send_json({"id": self.number, "type": kind, **arguments})
        while True:
            answer = await self.socket.receive_json()
            if answer["id"] == self.number:
                if not answer["success"]:
                    raise Failure(f"{kind}: {answer['error']}")
                return answer["result"]

    async def states(self):
        return {state["entity_id"]: state for state in await self.ask("get_states")}

    async def act(self, domain, service, entity, **data):
        await self.ask("call_service", domain=domain, service=service, target={"entity_id": entity}, service_data=data)

    async def until(self, what, holds, seconds=30):
        end = time.monotonic() + seconds
        while True:
            states = await self.states()
            if holds(states):
                expect(True, what)
                return states
            if time.monotonic() > end:
                raise Failure(what + ": " + json.dumps({key: value["state"] for key, value in states.items() if "hall" in key}))
            await asyncio.sleep(0.2)


def install_house(folder, port, web):
    """The settings of an installation whose owner has set up MQTT."""
    storage = folder / "house/.storage"
    storage.mkdir(parents=True)
    (folder / "house/configuration.yaml").write_text(HOUSE.format(web=web))
    page = (top / "docs/home-assistant.md").read_text()
    automations = re.findall(r"```yaml\n(.*?)```", page, re.S)
    expect(len(automations) == 3, "the page has three automations")
    (folder / "house/automations.yaml").write_text("".join(automations))
    now = "2025-01-01T00:00:00+00:00"
    entry = {
        "created_at": now, "modified_at": now, "data": {"broker": "127.0.0.1", "port": port}, "disabled_by": None, "discovery_keys": {},
        "domain": "mqtt", "entry_id": "0" * 32, "minor_version": 2, "options": {}, "pref_disable_new_entities": False,
        "pref_disable_polling": False, "source": "user", "subentries": [], "title": "MQTT", "unique_id": None, "version": 1,
    }
    (storage / "core.config_entries").write_text(
        json.dumps({"version": 1, "minor_version": 5, "key": "core.config_entries", "data": {"entries": [entry]}}))
    (storage / "onboarding").write_text(json.dumps(
        {"version": 4, "minor_version": 1, "key": "onboarding", "data": {"done": ["user", "core_config", "analytics", "integration"]}}))
    hass = pathlib.Path(sys.executable).parent / "hass"
    subprocess.run([hass, "--script", "auth", "-c", folder / "house", "add", "ada", "secret"], check=True, capture_output=True)
    return [hass, "-c", folder / "house", "--skip-pip", "--ignore-os-check"]


def start_broker(folder, port):
    user = "user root\n" if os.geteuid() == 0 else ""
    (folder / "mosquitto.conf").write_text(f"{user}listener {port} 127.0.0.1\nallow_anonymous true\n")
    start(["mosquitto", "-c", folder / "mosquitto.conf"], folder, "mosquitto")


def start_daemon(folder):
    (folder / "config.toml").write_text(CONFIGURATION.format(folder=folder))
    (folder / "hand.events").write_text(hand())
    node = "/dev/input/event1"
    start(["umockdev-run", "-d", devices / "panel.umockdev", "-i", f"{node}={devices}/panel.ioctl", "-e", f"{node}={folder}/hand.events",
           "--", programs / "tickled", "--config", folder / "config.toml"], folder, "tickled")


def start_bridge(folder):
    return start([programs / "tickled-mqtt", "--config", folder / "mqtt.toml"], folder, "tickled-mqtt")


def tickle(folder, *words):
    return subprocess.run([programs / "tickle", *words, "--config", folder / "config.toml"], capture_output=True, text=True, check=True).stdout


async def check(folder, house):
    entities = [
        "event.hall_light", "event.hall_scene", "event.hall_dim", "event.hall_call", "select.hall_mode", "select.hall_rotation",
        "switch.hall_pause", "switch.hall_display", "button.hall_reload", "sensor.hall_version", "sensor.hall_configuration",
        "sensor.hall_last_touch", "sensor.hall_last_error", "sensor.hall_frames_lost", "sensor.hall_filtered_touches", "sensor.hall_noise",
        "sensor.hall_dropped_events", "sensor.hall_reconnects", "sensor.hall_last_gesture", "sensor.hall_idle", "button.hall_front_door",
        "light.hall_backlight",
    ]
    states = await house.until("every entity appears", lambda states: all(name in states for name in entities))
    expect(states["event.hall_scene"]["attributes"]["event_types"] == ["left", "right", "up", "down"], "a swipe's types are its directions")
    await house.until("a tap is an event", lambda states: states["event.hall_light"]["attributes"].get("event_type") == "ended")
    await house.until("a swipe is an event", lambda states: states["event.hall_scene"]["attributes"].get("event_type") == "left")
    await house.until("the swipe's automation has chosen the scene", lambda states: states["scene.evening"]["state"] not in ("unknown", "unavailable"))
    await house.until("the drag's automation has dimmed the light", lambda states: 55 <= float(states["input_number.hall"]["state"]) <= 61)
    await house.until("the last touch is known", lambda states: states["sensor.hall_last_touch"]["state"].startswith("20"))

    await house.act("select", "select_option", "select.hall_mode", option="locked")
    await house.until("a mode that is chosen comes back", lambda states: states["select.hall_mode"]["state"] == "locked")
    expect(json.loads(tickle(folder, "status", "--format", "json"))["mode"] == "locked", "the daemon has the mode")
    tickle(folder, "set", "mode", "default")
    await house.until("so does one that is set on the panel", lambda states: states["select.hall_mode"]["state"] == "default")
    await house.act("input_boolean", "turn_off", "input_boolean.occupied")
    await house.until("the automation locks the panel", lambda states: states["select.hall_mode"]["state"] == "locked")
    await house.act("select", "select_option", "select.hall_mode", option="default")
    await house.act("switch", "turn_on", "switch.hall_pause")
    await house.until("a pause comes back", lambda states: states["switch.hall_pause"]["state"] == "on")
    await house.act("switch", "turn_off", "switch.hall_pause")
    await house.act("select", "select_option", "select.hall_rotation", option="inverted")
    await house.until("a rotation comes back", lambda states: states["select.hall_rotation"]["state"] == "inverted")
    await house.act("button", "press", "button.hall_reload")
    await house.until("a reload takes the rotation back", lambda states: states["select.hall_rotation"]["state"] == "normal")

    await house.until("the last gesture is one of the panel's", lambda states: states["sensor.hall_last_gesture"]["state"] in ("light", "scene", "dim"))
    await house.until("the time without a touch is a number", lambda states: re.fullmatch(r"[0-9.]+", states["sensor.hall_idle"]["state"]))
    await house.act("button", "press", "button.hall_front_door")
    await house.until("a button has the panel run its action", lambda _: (folder / "door").exists())
    expect((folder / "door").read_text() == "front door\n", "it is that action")
    await house.act("light", "turn_on", "light.hall_backlight", brightness_pct=40)
    await house.until("a light asks the panel for a brightness", lambda _: "brightness: 40" in (folder / "tickled-mqtt.log").read_text())

    found = await house.ask("config/device_registry/list")
    panels = [device for device in found if device["identifiers"] == [["mqtt", "tickled_hall"]]]
    expect(len(panels) == 1 and panels[0]["area_id"] == "hall" and panels[0]["manufacturer"] == "tickled", "the panel is one device, in its area")
    triggers = await house.ask("device_automation/trigger/list", device_id=panels[0]["id"])
    expect({(one["type"], one["subtype"]) for one in triggers if one["domain"] == "mqtt"} >= {("left", "scene"), ("ended", "light")},
           "the device has triggers")
    return panels[0]["id"]


async def check_elsewhere(house):
    """The page about a Raspberry Pi, whose panel is in another machine: two fingers choose scenes."""
    def scene(name):
        return lambda states: states[f"scene.{name}"]["state"] not in ("unknown", "unavailable")

    await house.until("the panel announces itself", lambda states: "event.hall_scene" in states, seconds=3000)
    await house.until("a flick to the left begins the evening", scene("evening"), seconds=1000)
    await house.until("a flick to the right makes it bright", scene("bright"), seconds=1000)
    await house.until("the last gesture is the flick", lambda states: states["sensor.hall_last_gesture"]["state"] == "scene")


async def check_changes(folder, house, bridge):
    text = (folder / "config.toml").read_text().replace('[[gesture]]\nname = "call"\nkind = "long-press"\n', "")
    (folder / "config.toml").write_text(text)
    tickle(folder, "reload")
    await house.until("a reload removes the entity of a gesture", lambda states: "event.hall_call" not in states)
    bridge.send_signal(signal.SIGKILL)
    await house.until("without its bridge the panel is unavailable", lambda states: states["event.hall_light"]["state"] == "unavailable")
    bridge = start_bridge(folder)
    await house.until("with it, it is there again", lambda states: states["event.hall_light"]["state"] != "unavailable")
    bridge.terminate()
    await house.until("after its end it is unavailable", lambda states: states["event.hall_light"]["state"] == "unavailable")
    log = (folder / "house.log").read_text()
    wrong = [line for line in log.split("\n") if re.search(r"(WARNING|ERROR).*(mqtt|tickled|template|automation)", line)]
    expect(not wrong, "Home Assistant complains of nothing" if not wrong else f"Home Assistant complains: {wrong[:3]}")


async def photograph(folder, house, device):
    """Pictures of the device's page and of the panel's entities, from the real frontend."""
    port = free_port()
    browser = next(path for path in ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"] if os.path.exists(path))
    start([browser, "--no-sandbox", f"--remote-debugging-port={port}", f"--user-data-dir={folder}/chromium", "--window-size=1180,1400",
           "about:blank"], folder, "chromium")
    for _ in range(100):
        try:
            async with house.session.get(f"http://127.0.0.1:{port}/json") as answer:
                page = next(one for one in await answer.json(content_type=None) if one["type"] == "page")
                break
        except (aiohttp.ClientError, StopIteration):
            await asyncio.sleep(0.1)
    view = await house.session.ws_connect(page["webSocketDebuggerUrl"], max_msg_size=0)
    number = 0

    async def call(method, **parameters):
        nonlocal number
        number += 1
        await view.send_json({"id": number, "method": method, "params": parameters})
        while True:
            answer = await view.receive_json()
            if answer.get("id") == number:
                return answer.get("result", {})

    tokens = {**house.tokens, "hassUrl": house.url, "clientId": house.url + "/", "expires": int(time.time() * 1000) + 1800_000}
    await call("Page.enable")
    await call("Page.addScriptToEvaluateOnNewDocument", source=f"localStorage.hassTokens = {json.dumps(json.dumps(tokens))}")
    pictures.mkdir(parents=True, exist_ok=True)
    for path, name in [(f"/config/devices/device/{device}", "home-assistant-device")]:
        await call("Page.navigate", url=house.url + path)
        await asyncio.sleep(15)
        picture = await call("Page.captureScreenshot", format="png")
        (pictures / f"{name}.png").write_bytes(base64.b64decode(picture["data"]))
        print(f"    {pictures / name}.png", flush=True)


async def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        port, web = elsewhere or free_port(), free_port()
        start_broker(folder, port)
        (folder / "mqtt.toml").write_text(BRIDGE.format(folder=folder, port=port))
        start(install_house(folder, port, web), folder, "house")
        async with aiohttp.ClientSession() as session:
            house = House(session, f"http://127.0.0.1:{web}")
            for _ in range(300):
                try:
                    async with session.get(house.url + "/manifest.json"):
                        break
                except aiohttp.ClientError:
                    await asyncio.sleep(0.2)
            await house.log_in()
            await house.until("its automations are loaded", lambda states: len([key for key in states if key.startswith("automation.")]) == 3)
            if elsewhere:
                return await check_elsewhere(house)
            bridge = start_bridge(folder)
            start_daemon(folder)
            try:
                device = await check(folder, house)
                if pictures:
                    await photograph(folder, house, device)
                await check_changes(folder, house, bridge)
            except Failure:
                for log in ["house", "tickled", "tickled-mqtt"]:
                    print(f"--- {log}\n" + "\n".join((folder / f"{log}.log").read_text().split("\n")[-12:]), file=sys.stderr)
                raise


signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
try:
    asyncio.run(main())
except Failure as failure:
    print(f"not {failure}", file=sys.stderr)
    sys.exit(1)
finally:
    for child in reversed(children):
        if child.poll() is None:
            child.terminate()
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                child.kill()
