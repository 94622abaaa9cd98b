"""The session, the panel, the broker and the players that `outcomes` is written with."""
import contextlib
import json
import os
import pathlib
import pwd
import re
import signal
import socket
import struct
import subprocess
import time
import zlib

TESTS = pathlib.Path("/tests")
COOKBOOK = TESTS / "cookbook"
USER = pwd.getpwnam("u")
HOME = pathlib.Path(USER.pw_dir)
RUNTIME = pathlib.Path("/run/user/1000")

started = []


class Wrong(Exception):
    """What was seen instead of the outcome."""


class Unseen(Exception):
    """Why an outcome cannot be seen in this Debian."""


# ---- Programs --------------------------------------------------------------------------------------------------------

def as_user(*words, **more):
    """Returns the arguments of subprocess for a command of the user in the session."""
    environment = {"PATH": os.environ["PATH"], "HOME": USER.pw_dir, "USER": "u", "LANG": "C.UTF-8", "XDG_RUNTIME_DIR": str(RUNTIME),
                   "DBUS_SESSION_BUS_ADDRESS": f"unix:path={RUNTIME}/bus", "WAYLAND_DISPLAY": "wayland-1", "GDK_BACKEND": "wayland"}
    return {"args": [str(word) for word in words], "user": USER.pw_uid, "group": USER.pw_gid, "extra_groups": [], "cwd": USER.pw_dir,
            "env": environment | more}


def start(command, log="/dev/null", **more):
    """Starts a program that runs until the scenario ends: words of root's, or what `as_user` returns."""
    how = command if isinstance(command, dict) else {"args": command}
    with open(log, "ab") as output:
        child = subprocess.Popen(**how, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True, **more)
    started.append(child)
    return child


def output(command, **more):
    how = command if isinstance(command, dict) else {"args": command}
    end = subprocess.run(**how, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=30, **more)
    return end.stdout.decode(errors="replace").strip()


def end_all():
    for child in reversed(started):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGTERM)
        try:
            child.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
    started.clear()


def becomes(wanted, look, within=20):
    """Waits until `look` returns what is wanted: a value, or a function that says whether it is."""
    end = time.monotonic() + within
    while True:
        try:
            seen = look()
        except (OSError, subprocess.SubprocessError, LookupError, TypeError, ValueError) as error:
            seen = repr(error)
        if wanted(seen) if callable(wanted) else seen == wanted:
            return seen
        if time.monotonic() > end:
            raise Wrong(f"saw {str(seen)[-300:]!r}" + ("" if callable(wanted) else f", not {wanted!r}"))
        time.sleep(0.1)


def exists(path):
    becomes(True, pathlib.Path(path).exists)


def with_lines(recipe, *words, **changes):
    """Runs those of a recipe's lines for an administrator that begin with one of the words, with parts of them replaced."""
    head = (COOKBOOK / f"{recipe}.toml").read_text().split("\n\n")[0]
    lines = "\n".join(line[6:] for line in head.split("\n") if line.startswith("#     "))
    ran = [line for line in lines.replace("\\\n", " ").split("\n") if line.startswith(words)]
    if not ran:
        raise Wrong(f"no line of {recipe} begins with {words}")
    for line in ran:
        for old, new in changes.items():
            line = line.replace(old, new)
        subprocess.run(["sh", "-ec", line], check=True, timeout=60, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def started_by_session(recipe):
    """Starts the program that a recipe has labwc start, without a window and without sound."""
    head = (COOKBOOK / f"{recipe}.toml").read_text().replace("\n#       ", " ").replace("\\", "")
    line = re.search(r"echo '(.*) &' >> ~/.config/labwc/autostart", head)[1].replace("--fs ", "--no-config --vo=null --ao=null ")
    start(as_user("sh", "-c", f"exec {line}"), "/run/player.log")


def changed(recipe, replaced=()):
    """Returns a copy of a recipe in which some words are others, such as the name of an output."""
    path = pathlib.Path("/run/recipe.toml")
    text = (COOKBOOK / f"{recipe}.toml").read_text()
    for old, new in replaced:
        if old not in text:
            raise Wrong(f"{recipe} has no {old}")
        text = text.replace(old, new)
    path.write_text(text)
    return path


def plays(recipe, hand, user=True, replaced=()):
    """Plays a hand with a recipe, whose actions run, and returns what was printed."""
    words = ["tickle", "replay", "--config", str(changed(recipe, replaced)), "--actions", "run", "--speed", "real", "--hand", hand]
    return output(as_user(*words) if user else words)


# ---- A session, a panel, a broker ------------------------------------------------------------------------------------

def with_bus():
    for path in (RUNTIME / "bus", *RUNTIME.glob("wayland-*")):
        path.unlink(missing_ok=True)
    start(as_user("dbus-daemon", "--session", "--nofork", f"--address=unix:path={RUNTIME}/bus"))
    exists(RUNTIME / "bus")


def with_compositor(name="sway"):
    """Starts a session with an output in memory."""
    with_bus()
    drawing = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER_ALLOW_SOFTWARE": "1"}
    # Each looks for a free socket, from wayland-0 or wayland-1 on.
    start(as_user(name, **drawing, WAYLAND_DISPLAY=""), f"/run/{name}.log")
    becomes(lambda found: found, lambda: list(RUNTIME.glob("wayland-?")))
    found = next(RUNTIME.glob("wayland-?"))
    if found.name != "wayland-1":
        for ending in ("", ".lock"):
            os.symlink(f"{found}{ending}", RUNTIME / f"wayland-1{ending}")


def with_daemon(recipe, hand, user=False, replaced=()):
    """Starts the daemon with a panel of 200 × 120 mm, on which the hand begins after 4 s."""
    words = output(["tickle", "hand", "--panel", "200x120mm", "--resolution", "100", "--protocol", "B", hand])
    # umockdev reads numbers with leading zeros as octal ones.
    parts = re.findall(r"^E: (\d+)\.(\d+) (.*)$", words, re.M)
    hand_events = [f"E: {int(seconds) + 4}.{int(rest)} {event}\n" for seconds, rest, event in parts]
    if not hand_events:
        raise Wrong(words)
    # Its clock begins with the first event: an empty frame, 4 s before the hand, so that the bridge is there.
    pathlib.Path("/run/hand.events").write_text("E: 0.0 0000 0000 0\n" + "".join(hand_events))
    command = ["umockdev-run", "-d", str(TESTS / "Devices/panel.umockdev"), "-i", f"/dev/input/event1={TESTS}/Devices/panel.ioctl",
               "-e", "/dev/input/event1=/run/hand.events", "--", "tickled", "--config", str(changed(recipe, replaced)), "--format", "text"]
    start(as_user(*command) if user else command, "/run/daemon.log")


def with_broker(*lines):
    path = pathlib.Path("/run/broker.conf")
    path.write_text("\n".join(lines or ("allow_anonymous true", "listener 1883 127.0.0.1")) + "\n")
    start(["mosquitto", "-c", str(path)], "/run/broker.log")
    becomes(None, lambda: socket.create_connection(("127.0.0.1", 1883), 1).close())


def with_listener(topic):
    start(["mosquitto_sub", "-h", "127.0.0.1", "-t", topic], "/run/heard")
    time.sleep(0.5)


def heard():
    return [json.loads(line) for line in pathlib.Path("/run/heard").read_text().splitlines() if line.startswith("{")]


def property_of(player, name):
    """Asks mpv for a property at its socket."""
    with socket.socket(socket.AF_UNIX) as channel:
        channel.settimeout(5)
        channel.connect(str(RUNTIME / player))
        channel.sendall(json.dumps({"command": ["get_property", name], "request_id": 7}).encode() + b"\n")
        for line in channel.makefile():
            answer = json.loads(line)
            if answer.get("request_id") == 7 and "error" in answer:
                return answer.get("data")
    return None


def pictures(folder):
    """Makes three pictures of one colour each."""
    folder.mkdir(exist_ok=True)
    for number, colour in enumerate([(255, 0, 0), (0, 255, 0), (0, 0, 255)]):
        rows = (b"\0" + bytes(colour) * 64) * 48
        parts = [(b"IHDR", struct.pack(">IIBBBBB", 64, 48, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
        data = b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in parts)
        (folder / f"{number}.png").write_bytes(data)


def shown(player):
    return os.path.basename(property_of(player, "path") or "")


def with_frame(recipe, socket_name):
    """Starts mpv with pictures as a recipe says, and waits for its socket."""
    pictures(HOME / "Pictures")
    (HOME / "map.png").write_bytes((HOME / "Pictures/1.png").read_bytes())
    started_by_session(recipe)
    exists(RUNTIME / socket_name)


def bridged(recipe, hand, user=False):
    """Plays a hand on the daemon's panel beside the bridge; `events` are what a listener at the broker gets."""
    with_broker()
    with_listener("tickled/+/gesture/#")
    settings = pathlib.Path("/run/mqtt.toml")
    settings.write_text('broker = "127.0.0.1"\npanel = "hall"\ncontrol = true\ndiscovery = false\n')
    # What systemd-tmpfiles makes.
    pathlib.Path("/run/tickled-watch").mkdir(exist_ok=True)
    with_daemon(recipe, hand, user=user)
    command = ["tickled-mqtt", "--config", str(settings)]
    start(as_user(*command) if user else command, "/run/bridge.log")


def events():
    """Returns the gestures that arrived, with their last state or their direction."""
    return [(line["gesture"], line["event_type"]) for line in heard() if line["event_type"] not in ("began", "changed")]
