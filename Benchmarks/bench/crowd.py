"""What clients, readers and commands that misbehave cost the gestures and the other clients."""
import contextlib
import json
import os
import socket
import statistics
import threading
import time

import inputs
import runs
from runs import say

WATCH = b'{"request":"watch","touches":true}\n'
STATUS = b'{"request":"status"}\n'
REQUESTS = b'{"request":"reload"}\n{"request":"status"}\n{"request":"nonsense"}\n' + b"x" * 3000 + b"\n"


def connect(folder, buffer=None):
    """Connects as soon as the daemon listens."""
    for _ in range(1000):
        try:
            client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            if buffer:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            client.connect(os.path.join(folder, "tickled.sock"))
            return client
        except OSError:
            client.close()
            time.sleep(0.005)
    raise RuntimeError("the daemon does not listen")


@contextlib.contextmanager
def threads(count, body):
    """Runs `body(stop)` in this many threads; re-raises their errors at the end."""
    stop, errors = threading.Event(), []

    def run():
        try:
            body(stop)
        except Exception as error:
            errors.append(error)

    running = [threading.Thread(target=run) for _ in range(count)]
    for thread in running:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in running:
            thread.join()
    if errors:
        raise errors[0]


def watchers(count, reads):
    """Clients that watch touches. Those that do not read have sockets as small as possible."""
    def crowd(folder):
        def watch(stop):
            client = connect(folder, None if reads else 1)
            client.sendall(WATCH)
            client.settimeout(0.2)
            while not stop.is_set():
                if not reads:
                    stop.wait(0.1)
                    continue
                with contextlib.suppress(TimeoutError):
                    if not client.recv(1 << 20):
                        break  # the daemon has ended
            client.close()
        return threads(count, watch)
    return crowd


def flood(times):
    """Starts, for 15 s, a client that sends requests, one that sends a line without an end, and one that measures how long its status takes."""
    def crowd(folder):
        number = iter(range(3))

        def run(stop):
            kind = next(number)
            end = time.monotonic() + 15
            while not stop.is_set() and time.monotonic() < end:
                try:
                    client = connect(folder)
                except RuntimeError:
                    return  # the daemon has ended
                client.settimeout(5 if kind == 2 else 0.1)
                try:
                    while not stop.is_set() and time.monotonic() < end:
                        if kind == 2:
                            begun = time.monotonic()
                            client.sendall(STATUS)
                            while not client.recv(1 << 16).endswith(b"\n"):
                                pass
                            times.append(time.monotonic() - begun)
                            stop.wait(0.02)
                            continue
                        client.sendall(REQUESTS if kind == 0 else b"x" * 3000)
                        with contextlib.suppress(TimeoutError, BlockingIOError):
                            client.setblocking(False)
                            while client.recv(1 << 20):
                                pass
                        client.settimeout(0.1)
                except OSError:
                    client.close()  # dropped, or full: connects again
                    stop.wait(0.005)
        return threads(3, run)
    return crowd


def reloads(count):
    """A client that reloads this often; each time another comment makes the file a new one."""
    def crowd(folder):
        def run(stop):
            client = connect(folder)
            client.settimeout(60)
            stop.wait(0.5)
            with contextlib.suppress(OSError):
                for number in range(count):
                    with open(runs.path("views.toml"), "a") as file:
                        file.write(f"# {number}\n")
                    client.sendall(b'{"request":"reload"}\n')
                    if not client.recv(1 << 16) or stop.wait(0.5):  # the player waits until the daemon has nothing to do
                        return
        return threads(1, run)
    return crowd


def cpu_per_frame(crowd=None):
    """Microseconds of the daemon for each frame of five fingers, after its watchers' sockets are full."""
    system = runs.tickled("eight.toml")
    _, (_, _, counted) = system.play(["idle:2", "mt5:10", "mt5:30"], options=["-f"], crowd=crowd)
    return counted["cpu"] / counted["frames"] / 1000, counted["private"]


def watched():
    rows, costs = [], {}
    for count, reads in ((0, True), (1, True), (1, False), (16, True), (16, False)):
        name = f"{count} watchers that {'read' if reads else 'do not read'}" if count else "no watcher"
        say(name)
        runs_of_it = [cpu_per_frame(watchers(count, reads) if count else None) for _ in range(3)]
        cost, private = min(runs_of_it)
        costs[count, reads] = cost
        limit = {(1, False): "30", (16, False): f"{costs.get((16, True), 0):.1f}"}.get((count, reads), "")
        rows.append([f"{name}: µs per frame", f"{cost:.1f}", limit])
        rows.append([f"{name}: private kB", str(private), "3000" if count else ""])
    return rows


def latencies(configuration, crowd=None, loops=60):
    """Milliseconds from the lift of a swipe to the main() of its command."""
    arrived = runs.path("arrived")
    _, (_, played) = runs.tickled(configuration).play(
        ["swipe:2", f"swipe:{loops}"], options=["-p", "-a", "FOLDER/arrivals", "-b", arrived], crowd=crowd)
    return [value / 1e6 for value in played["latencies"]]


def spread(values):
    return f"{statistics.median(values):.2f}, at most {max(values):.2f}"


def hung():
    """The commands of a gesture beside those of another one that hang."""
    say("hung commands")
    arrived = runs.path("arrived")
    runs.write("hung.toml", inputs.one_drag(f'exec = ["{arrived}"]') + (
        '[[gesture]]\nname = "stuck"\nkind = "pan"\nsimultaneous_with = "all"\n'
        'action = { exec = ["sleep", "1000"] }\n[gesture.on]\nended = { exec = ["sleep", "1000"] }\n'))
    values = latencies("hung.toml")
    return [["a swipe's command beside 16 that hang: ms", spread(values), "50"]]


def flooded():
    say("a flood of requests")
    runs.write("flood.toml", inputs.one_drag(f'exec = ["{runs.path("arrived")}"]'))
    times = []
    values = latencies("flood.toml", flood(times), 100)
    return [
        ["100 of 100 swipes' commands in a flood of requests: ms", spread(values), ""],
        [f"another client's status meanwhile, {len(times)} times: ms", spread([1000 * value for value in times]), "100"]]


def reloaded():
    say("reloads of 10,000 views")
    runs.write("views.toml", inputs.configuration(8, 10_000) + inputs.one_drag(f'exec = ["{runs.path("arrived")}"]').split("\n", 2)[2])
    quiet = latencies("views.toml", None, 20)
    busy = latencies("views.toml", reloads(8), 40)
    return [["a swipe's command, 10,000 views: ms", spread(quiet), ""],
            ["the same while they are reloaded 8 times: ms", spread(busy), ""]]


def streamed(frames):
    """Private memory after many frames, with a stream, and with a standard output that is not read."""
    say(f"{frames:,} frames with a stream")
    runs.write("stream.toml", inputs.configuration(8) + (
        '\n[[gesture]]\nname = "follow"\nkind = "pan"\nview = "touched"\nsimultaneous_with = "all"\n'
        'action = { stream = ["sh", "-c", "while read line; do :; done"] }\n'))
    start, (_, late) = runs.tickled("stream.toml").play(
        ["mt5:10", f"mt5:{frames // 120}"], options=["-f"], timeout=1200)
    return [[f"private kB at the start; after {frames:,} frames with a stream", f"{start['private']}; {late['private']}", "3000"]]


def measure():
    return hung() + flooded() + watched() + reloaded() + streamed(2_500_000)
