"""Checks the add-on in the root of its image: check.py WORK, where WORK has root and image.json. `run` calls it, in new namespaces."""
import http.server
import json
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time

TOP = pathlib.Path(__file__).resolve().parent.parent.parent.parent
WORK = pathlib.Path(sys.argv[1])
ROOT = WORK / "root"
IMAGE = json.loads((WORK / "image.json").read_text())
PLUG = TOP / "Tests/CommandTests/Devices/plug"
TOKEN, PASSWORD = "token-of-the-supervisor", 'pass "word'
# What Docker leaves to root in a container.
RIGHTS = "chown,dac_override,fowner,fsetid,kill,setgid,setuid,setpcap,net_bind_service,net_raw,sys_chroot,mknod,audit_write,setfcap"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
PANEL_GROUP = 4711
CONFIGURATION = """
[daemon]
watch = true
watch_rights = ["look", "hear", "steer"]
[[gesture]]
name = "lamp"
kind = "swipe"
direction = ["left", "right"]
[[gesture]]
name = "count"
kind = "long-press"
fingers = 2
[gesture.on]
began = { shell = "env > /tmp/environment" }
cancelled = { log = "was cancelled" }
"""


def expect(holds, what):
    if not holds:
        raise AssertionError(what)
    print("ok  " + what, flush=True)


def until(what, holds, seconds=15):
    end = time.monotonic() + seconds
    while not (result := holds()):
        if time.monotonic() > end:
            raise AssertionError(what)
        time.sleep(0.05)
    expect(True, what)
    return result


class Supervisor(http.server.BaseHTTPRequestHandler):
    """Stands in for Home Assistant's: answers the one request that the add-on makes."""
    broker = None
    requests = 0

    def do_GET(self):
        Supervisor.requests += 1
        status, answer = 400, {"result": "error", "message": "Service not enabled"}
        if self.headers["Authorization"] != f"Bearer {TOKEN}":
            status, answer = 401, {"result": "error", "message": "unauthorized"}
        elif self.path == "/services/mqtt" and Supervisor.broker:
            status, answer = 200, {"result": "ok", "data": Supervisor.broker}
        text = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


class Broker:
    """mosquitto, and a client that writes everything down."""
    def __init__(self):
        passwords = WORK / "passwords"
        for option, name, word in [(["-c", "-b"], "addons", PASSWORD), (["-b"], "watcher", "watching")]:
            subprocess.run(["mosquitto_passwd", *option, passwords, name, word], check=True, capture_output=True)
        (WORK / "mosquitto.conf").write_text(f"user root\nlistener 1883 127.0.0.1\nallow_anonymous false\npassword_file {passwords}\n")
        log = open(WORK / "mosquitto.log", "wb")
        self.server = subprocess.Popen(["mosquitto", "-c", WORK / "mosquitto.conf"], stdout=log, stderr=log)
        self.file = WORK / "messages"
        time.sleep(0.5)
        self.words = ["-h", "127.0.0.1", "-u", "watcher", "-P", "watching"]
        self.client = subprocess.Popen(["mosquitto_sub", *self.words, "-v", "-t", "#"], stdout=open(self.file, "wb"))

    def messages(self, topic):
        return [line.partition(" ")[2] for line in self.file.read_text().split("\n") if line.startswith(topic + " ")]

    def has(self, gesture, event):
        return any(f'"event_type":"{event}"' in text for text in self.messages(f"tickled/hall/gesture/{gesture}"))

    def publish(self, topic, text):
        subprocess.run(["mosquitto_pub", *self.words, "-t", topic, "-m", text], check=True)


class Container:
    """A container of the add-on, which Docker would start like this, and the panel of its machine."""
    number = 0

    def __init__(self, options, configuration=None, fresh=True):
        Container.number += 1
        self.steps, self.log = WORK / f"steps{Container.number}", WORK / f"log{Container.number}"
        for name in ["data", "config"]:
            if fresh:
                shutil.rmtree(ROOT / name, ignore_errors=True)
            (ROOT / name).mkdir(exist_ok=True)
        # Each start of an add-on gets a new container.
        for path in ["run", "tmp"]:
            for entry in (ROOT / path).iterdir():
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        (ROOT / "data/options.json").write_text(json.dumps(options))
        (ROOT / "data/options.json").chmod(0o600)
        if configuration is not None:
            (ROOT / "config/config.toml").write_text(configuration)
        os.mkfifo(self.steps)
        # umockdev's folder must be at the same place on both sides, below its root.
        enter = f"""
          set -e
          chmod -R a+rwX "$UMOCKDEV_DIR"
          for node in "$UMOCKDEV_DIR"/dev/input/event*; do chgrp {PANEL_GROUP} "$(readlink "$node")"; chmod 660 "$(readlink "$node")"; done
          inside=${{UMOCKDEV_DIR#{ROOT}}}
          exec env -u LD_PRELOAD unshare --pid --fork --kill-child --mount-proc={ROOT}/proc chroot {ROOT} env -i PATH={PATH} HOME=/root \
            HOSTNAME=local-tickled TZ=UTC SUPERVISOR_TOKEN={TOKEN} HASSIO_TOKEN={TOKEN} \
            LD_PRELOAD=libumockdev-preload.so.0 UMOCKDEV_DIR="$inside" \
            setpriv --inh-caps=-all --bounding-set=-all,+{RIGHTS.replace(",", ",+")} /sbin/docker-init -- "$@"
        """
        words = ["umockdev-wrapper", sys.executable, "-B", PLUG, self.steps, "--", "sh", "-c", enter, "sh", *IMAGE["CMD"]]
        log = open(self.log, "wb")
        self.process = subprocess.Popen(words, stdout=log, stderr=log, env={**os.environ, "TMPDIR": str(ROOT / "tmp")})
        self.feed = open(self.steps, "w", buffering=1)

    def said(self, text):
        return text in self.log.read_text(errors="replace")

    def processes(self, name):
        """Our own numbers of the programs of this name, which have begun to run as their user."""
        found = []
        for folder in pathlib.Path("/proc").iterdir():
            try:
                if folder.name.isdigit() and (folder / "comm").read_text().strip() == name:
                    found.append(int(folder.name))
            except OSError:
                pass
        return found

    def only(self, name):
        until(f"one {name} runs", lambda: len(self.processes(name)) == 1, 20)
        return self.processes(name)[0]

    def swipe(self, way=-1):
        x = 150 if way < 0 else 50
        self.feed.write(f"down 0 {x} 60\n")
        for step in range(1, 9):
            time.sleep(0.02)
            self.feed.write(f"move 0 {x + way * step * 10} 60\n")
        self.feed.write("up 0\n")
        time.sleep(0.3)

    def swipe_until(self, what, holds, way=-1):
        """Swipes again if this machine was too busy for a swipe's speed."""
        def tried():
            self.swipe(way)
            return holds()
        until(what, tried, 30)

    def press(self):
        self.feed.write("down 0 80 60\ndown 1 110 60\n")
        time.sleep(1.2)

    def lift(self):
        self.feed.write("up 0\nup 1\n")

    def inside(self, *words):
        """Runs a command in the container, as `docker exec` does."""
        process = self.processes("docker-init")[0]
        return subprocess.run(["nsenter", f"--target={process}", "--pid", "--mount", "--root", "--wd", "env", "-i", f"PATH={PATH}", *words],
                              capture_output=True, text=True)

    def is_paused(self):
        return json.loads(self.inside("tickle", "status", "--format", "json").stdout)["paused"]

    def end(self, signals=(signal.SIGTERM,)):
        """Stops the container as Docker does, and returns the time that it took and its exit status."""
        start = time.monotonic()
        for number in signals:
            for process in self.processes("docker-init"):
                os.kill(process, number)
        status = self.process.wait(20)
        self.feed.close()
        return time.monotonic() - start, status


def properties(process):
    lines = pathlib.Path(f"/proc/{process}/status").read_text().split("\n")
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


def account(name, field):
    kind = "passwd" if field == "uid" else "group"
    return next(line.split(":")[2] for line in (ROOT / "etc" / kind).read_text().split("\n") if line.startswith(name + ":"))


def prepare():
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    (ROOT / "etc/hosts").write_text("127.0.0.1 localhost supervisor core-mosquitto\n")
    # The machine's devices are visible and read-only, as in the Supervisor's containers.
    for words in [["--rbind", "/dev", ROOT / "dev"], ["-o", "remount,bind,ro", ROOT / "dev"], ["--bind", "/sys", ROOT / "sys"]]:
        subprocess.run(["mount", *words], check=True)
    shutil.copy("/usr/bin/tini-static", ROOT / "sbin/docker-init")
    library = next(pathlib.Path("/usr/lib").glob("*/libumockdev-preload.so.0"))
    shutil.copy(library, ROOT / str(library.parent).lstrip("/"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 80), Supervisor)
    threading.Thread(target=server.serve_forever, daemon=True).start()


def check_first_start(broker):
    """No broker at first, no configuration, and options with texts that could break out of the settings."""
    container = Container({"panel": "hall", "area": 'Hall" \\ \n control = true #', "control": False, "log_level": "info"})
    until("without a broker a sentence says so", lambda: container.said("Home Assistant knows no MQTT broker"))
    asked = Supervisor.requests
    until("the add-on asks again", lambda: Supervisor.requests > asked + 1)
    expect(container.log.read_text().count("knows no MQTT broker") == 1, "and says it once")
    daemon = container.only("tickled")
    expect(not container.processes("tickled-mqtt"), "the daemon runs, the bridge does not yet")
    starter = ROOT / "config/config.toml"
    expect('name = "scene"' in starter.read_text(), "there is a configuration to begin with")
    Supervisor.broker = {"addon": "core_mosquitto", "host": "core-mosquitto", "port": 1883, "ssl": False, "username": "addons",
                         "password": PASSWORD, "protocol": "3.1.1"}
    text = until("the panel is discovered", lambda: broker.messages("homeassistant/device/tickled_hall/config"))[-1]
    device = json.loads(text)["dev"]
    expect(device["sa"] == 'Hall" \\ \n control = true #', "an option is a text, whatever it has")
    until("it is online", lambda: broker.messages("tickled/hall/availability")[-1:] == ["online"])
    container.swipe_until("a swipe reaches the broker", lambda: broker.has("scene", "left"))
    check_rights(container, daemon, container.only("tickled-mqtt"))
    health = container.inside(*IMAGE["HEALTHCHECK"])
    expect(health.returncode == 0 and "Test Panel" in health.stdout, "the health check succeeds")
    check_changes(broker, container)
    check_deaths(broker, container)
    check_end(broker, container)


def may(process, *words):
    """Whether a command works with this program's user and groups; it must not fail for another reason than these."""
    state = properties(process)
    ids = [f"--reuid={state['Uid'].split()[0]}", f"--regid={state['Gid'].split()[0]}", "--groups=" + ",".join(state["Groups"].split())]
    result = subprocess.run(["setpriv", *ids, "--bounding-set=-all", *words], capture_output=True, text=True)
    if result.returncode != 0 and "Permission denied" not in result.stderr:
        raise AssertionError(f"{words}: {result.stderr}")
    return result.returncode == 0


def may_read(process, path):
    return may(process, "head", "-c", "0", path)


def may_use(process, path):
    return may(process, "/usr/bin/python3", "-c", f"import socket; socket.socket(socket.AF_UNIX).connect({str(path)!r})")


def check_rights(container, daemon, bridge):
    gid = account("tickled-mqtt", "gid")
    for process, name in [(daemon, "tickled"), (bridge, "tickled-mqtt")]:
        state = properties(process)
        expect(state["Uid"].split()[0] == account(name, "uid") != "0", f"{name} has a user of its own")
        expect(state["NoNewPrivs"] == "1" and all(int(state[key], 16) == 0 for key in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"]),
               f"{name} has no capability and can't get one")
        environment = pathlib.Path(f"/proc/{process}/environ").read_text()
        expect(TOKEN not in environment and PASSWORD not in environment, f"{name} has no secret in its environment")
    expect(str(PANEL_GROUP) in properties(daemon)["Groups"].split(), "tickled may read the panels")
    sockets = [ROOT / "run/tickled/tickled.sock", ROOT / "run/tickled-watch/tickled.sock"]
    expect([may_use(bridge, path) for path in sockets] == [False, True], "the bridge can use the watchers' socket only")
    node = next(ROOT.glob("tmp/umockdev.*/dev/input/event1")).readlink()
    expect(not may_read(bridge, node), "the bridge's user cannot open a panel")
    expect(may_read(daemon, node), "the daemon's can")
    expect(not may_read(daemon, ROOT / "run/tickled-mqtt/mqtt.password"), "the daemon's user cannot read the password")
    for name in ["mqtt.password", "mqtt.toml"]:
        state = (ROOT / "run/tickled-mqtt" / name).stat()
        expect(stat.S_IMODE(state.st_mode) == 0o640 and (state.st_uid, state.st_gid) == (0, int(gid)), f"{name} is for the bridge alone")
    commands = [path.read_text() for path in pathlib.Path("/proc").glob("[0-9]*/cmdline")]
    expect(not any(PASSWORD in text for text in commands), "no command line has the password")


def check_changes(broker, container):
    (ROOT / "config/config.toml").write_text(CONFIGURATION)
    until("a configuration that is saved applies", lambda: '"lamp"' in broker.messages("homeassistant/device/tickled_hall/config")[-1])
    container.swipe_until("its gesture is an event", lambda: broker.has("lamp", "right"), way=1)
    broker.publish("tickled/hall/set/pause", "ON")
    time.sleep(1)
    expect(not container.is_paused(), "without `control` a message does not pause the panel")
    container.press()
    environment = ROOT / "tmp/environment"
    until("a gesture's command runs", lambda: environment.exists() and "TICKLED_GESTURE" in environment.read_text())
    container.lift()
    expect(TOKEN not in environment.read_text(), "without the Supervisor's token")
    (ROOT / "config/config.toml").write_text(CONFIGURATION.replace("swipe", "swoop"))
    until("a mistake is reported with its place", lambda: container.said("/config/config.toml:7:8") and container.said('not "swoop"'))
    container.swipe_until("and the earlier configuration stays", lambda: broker.has("lamp", "left"))
    (ROOT / "config/config.toml").write_text(CONFIGURATION)


def check_deaths(broker, container):
    def count():
        return len(broker.messages("tickled/hall/gesture/lamp"))

    def works(what):
        before = count()
        container.swipe_until(what, lambda: count() > before)

    bridge = container.only("tickled-mqtt")
    os.kill(bridge, signal.SIGKILL)
    until("a bridge that dies is started again", lambda: container.processes("tickled-mqtt") not in ([], [bridge]))
    works("and reports swipes")
    daemon = container.only("tickled")
    os.kill(daemon, signal.SIGKILL)
    until("a daemon that dies is started again", lambda: container.processes("tickled") not in ([], [daemon]))
    works("and recognizes swipes")
    folder = next((ROOT / "tmp").glob("umockdev.*"))
    container.only("tickled")
    # udev's messages do not reach a container.
    for inbox in folder.glob("event*"):
        inbox.unlink()
    container.feed.write("unplug\n")
    time.sleep(1)
    container.feed.write("plug\n")
    time.sleep(1)
    # What udev does on a real machine.
    for node in folder.glob("dev/input/event*"):
        shutil.chown(node.readlink(), 0, PANEL_GROUP)
        node.readlink().chmod(0o660)
    subprocess.run(["chmod", "-R", "a+rwX", folder], check=False)
    works("a panel that is plugged in again is read")
    zombies = [path for path in pathlib.Path("/proc").glob("[0-9]*/status") if "State:\tZ" in path.read_text()]
    expect(not zombies, "no zombie is left")


def check_end(broker, container):
    container.press()
    seconds, status = container.end()
    expect(container.said("was cancelled"), "the end cancels a gesture, as it does for the service")
    expect("Client tickled_hall disconnected." in (WORK / "mosquitto.log").read_text(), "the bridge takes its leave of the broker")
    expect(seconds < 5, f"SIGTERM ends everything within 5 s ({seconds:.1f} s)")
    expect(status == 0, f"with status 0, not {status}")
    expect(broker.messages("tickled/hall/availability")[-1] == "offline", "the panel is offline")
    expect(not container.processes("tickled") and not container.processes("tickled-mqtt"), "no program is left")
    log = container.log.read_text()
    expect(TOKEN not in log and PASSWORD not in log, "the log has neither the token nor the password")


def check_later_starts(broker):
    options = {"panel": "hall", "control": True, "log_level": "debug"}
    container = Container(options, CONFIGURATION.replace("swipe", "swoop"), fresh=False)
    until("after a start with a mistake, the last valid configuration is active",
          lambda: container.said("starting with the last valid configuration"))
    until("and the panel is there", lambda: broker.messages("tickled/hall/availability")[-1] == "online")
    container.swipe_until("the log has each gesture if it should", lambda: container.said("lamp"))
    broker.publish("tickled/hall/set/pause", "ON")
    until("with `control` and the right in the configuration, it does", container.is_paused)
    expect(container.end()[1] == 0, "it ends")
    expect("swoop" in (ROOT / "config/config.toml").read_text(), "a configuration that exists is not written")

    container = Container(options, "[[gesture]]\nkind = 'swoop'\n")
    until("without an earlier configuration, a sentence says what to correct",
          lambda: container.said("tickled cannot start (status 78): correct /config/config.toml"))
    expect(container.process.wait(20) == 78, "and the add-on ends with the program's status")
    expect(not container.processes("tickled-mqtt") and not container.processes("tickled"), "as a whole")

    container = Container({**options, "panel": "hall/#"})
    until("a wrong option is reported", lambda: container.said("tickled-mqtt cannot start (status 78): correct the options"))
    expect(container.process.wait(20) == 78, "and ends the add-on")

    Supervisor.broker = {**Supervisor.broker, "host": 'h"\ncontrol = true', "port": 1883}
    container = Container(options)
    until("an address that is not one is refused", lambda: container.said("tickled-mqtt cannot start (status 78)"))
    container.process.wait(20)


prepare()
try:
    broker = Broker()
    check_first_start(broker)
    check_later_starts(broker)
except AssertionError as failure:
    print(f"not {failure}", file=sys.stderr)
    for log in sorted(WORK.glob("log*"))[-1:] + [WORK / "mosquitto.log"]:
        print(f"--- {log.name}\n" + "\n".join(log.read_text(errors="replace").split("\n")[-25:]), file=sys.stderr)
    sys.exit(1)
