"""The tests in groups: each suite, and the tests of a target that belong to none. Runs them without and with a mutant."""
import functools
import os
import re
import selectors
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field

import package

BUNDLE = package.COPY / ".build/debug/tickledPackageTests.xctest"
COLOR = re.compile(r"\x1b\[[0-9;]*m")
FAILURE = re.compile(r"✘ Test (.*?) recorded an issue(?: with .*?)? at (.*?):(\d+):\d+")
# Only looks at pages, whose contents ReportTests checks; it takes long.
LEFT_OUT = ["CommandTests.ReportBrowserTests"]
# Processes that were started here and run.
running = set()
# A run has its own space of processes, and folders for its temporary files: nothing that a mutant leaves behind survives, and it can
# end only its own processes. The shell is the first process there, which reaps orphans.
FOLDERS = [folder for folder in ("/run", "/tmp") if not package.COPY.is_relative_to(folder)]
MOUNTS = "".join(f"mount -t tmpfs tmpfs {folder} && " for folder in FOLDERS)
# A mutant that makes ever longer texts fails before it has taken the machine's memory. In KiB.
MEMORY = 10_000_000
OWN_SPACE = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "bash", "-c",
             f'ulimit -d {MEMORY} && {MOUNTS}"$@"; exit $?', "bash"]


@dataclass
class Group:
    name: str
    tests: list = field(default_factory=list)
    seconds: float = 0
    longest: float = 0
    reached: list = field(default_factory=list)

    @property
    def target(self):
        return self.name.removesuffix(" alone").split(".")[0]

    @property
    def is_quick(self):
        """Whether the tests run in one process. The others start programs."""
        return not self.name.startswith("CommandTests")

    @functools.cached_property
    def digest(self):
        """Changes with the file of the suite, and with the files of its target that contain no test."""
        suite = self.name.removesuffix(" alone").partition(".")[2]
        files = [path for path in package.tracked() if path.startswith(f"Tests/{self.target}/") and path.endswith(".swift")]
        texts = {path: (package.CHECKOUT / path).read_text() for path in files}
        declares = re.compile(rf"\b(?:struct|class|actor|enum|extension) {pattern(suite.split('/')[0])}\b") if suite else re.compile("")
        own = {path for path, text in texts.items() if declares.search(text)}
        return package.digest(own | {path for path, text in texts.items() if "@Test" not in text} if own else texts)

    @property
    def filter(self):
        if self.name.endswith(" alone"):
            return "^" + pattern(self.name.removesuffix(" alone")) + r"\.(`[^`]*`|[A-Za-z0-9_]+)\("
        return "^" + pattern(self.name) + "/"


def pattern(name):
    """A regular expression without characters that mean something to it."""
    return re.sub(r"[^A-Za-z0-9_]", ".", name)


def own_space():
    if not shutil.which("unshare") or subprocess.run([*OWN_SPACE, "true"], capture_output=True).returncode:
        return []
    return OWN_SPACE


def find():
    """All groups, by name."""
    names = subprocess.run(
        [BUNDLE, "--testing-library", "swift-testing", "--list-tests"], capture_output=True, text=True, check=True).stdout
    groups = {}
    for name in names.splitlines():
        # The name of a test may contain slashes, between backquotes.
        parts = re.findall(r"(?:`[^`]*`|[^`/])+", name)
        group = "/".join(parts[:-1]) or name.split(".")[0] + " alone"
        if group not in LEFT_OUT:
            groups.setdefault(group, Group(group)).tests.append(parts[-1])
    return groups


@dataclass
class Run:
    result: str  # passed, failed, crashed, hung
    seconds: float
    test: str = ""
    longest: float = 0
    failures: list = field(default_factory=list)
    output: str = ""


def run(filters, mutant=0, log=None, limit=600, silence=600, to_the_end=False, space=()):
    """Runs tests until the first failure."""
    environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1", "TICKLED_MUTANT": str(mutant)}
    if log:
        environment["TICKLED_MUTANT_LOG"] = log
    command = [*space, str(BUNDLE), "--testing-library", "swift-testing"]
    for name in filters:
        command += ["--filter", name]
    start = last = time.monotonic()
    process = subprocess.Popen(
        command, cwd=package.COPY, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=True)
    running.add(process)
    os.set_blocking(process.stdout.fileno(), False)
    selector = selectors.DefaultSelector()
    selector.register(process.stdout, selectors.EVENT_READ)
    text, rest, failures, result, longest = [], b"", [], None, 0.0
    while result is None:
        ready = selector.select(0.25)
        now = time.monotonic()
        data = process.stdout.read() if ready else None
        if data:
            last = now
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                line = COLOR.sub("", line.decode(errors="replace"))
                text.append(line)
                found = FAILURE.search(line)
                if found:
                    failures.append(f"{found[1]} ({found[2]}:{found[3]})")
                ended = re.search(r"(?:Test|Suite) .* after ([\d.]+) seconds", line)
                if ended and " Test " in line:
                    longest = max(longest, float(ended[1]))
            if failures and not to_the_end:
                result = "failed"
        elif data == b"" or process.poll() is not None:
            status = process.wait()
            result = "failed" if failures else "passed" if status in (0, 69) else "crashed"
        if result is None and (now - start > limit or now - last > silence):
            result = "hung"
    end(process)
    return Run(result, time.monotonic() - start, failures[0] if failures else "", longest, failures, "\n".join(text[-40:]))


def end(process):
    """Ends the process group that was started here."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.stdout.close()
    process.wait()
    running.discard(process)


def end_all():
    """Called when the tool is interrupted."""
    for process in list(running):
        os.killpg(process.pid, signal.SIGKILL)


def measure(group, count, space):
    """Runs a group without a mutant: its duration, and the numbers of the mutants that it reaches. Returns its failures."""
    package.STATE.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(prefix="reached-", dir=package.STATE) as log:
        log.truncate(count + 1)
        # Programs of tests may run as another user.
        os.chmod(log.name, 0o666)
        result = run([group.filter], log=log.name, to_the_end=True, space=space)
        log.seek(0)
        group.reached = [number for number, byte in enumerate(log.read()) if byte and number]
    group.seconds, group.longest = result.seconds, result.longest
    if result.result != "passed":
        return result.failures or [f"{result.result}: {result.output[-500:]}"]
    return []


def chunks(chosen):
    """The groups of a mutant in the order in which they run: quick ones first, in few processes."""
    parts = []
    for quick, limit in ((True, 2.0), (False, 6.0)):
        some = sorted((group for group in chosen if group.is_quick == quick), key=lambda group: group.seconds)
        first, total = [], 0.0
        while some and (not first or total + some[0].seconds <= limit):
            total += some[0].seconds
            first.append(some.pop(0))
        parts += [part for part in (first, some) if part]
    return parts


def limits(part):
    """The time limits of a run: in all, and without output."""
    return 3 * sum(group.seconds for group in part) + 20, 3 * max(group.longest for group in part) + 20


def limits_now(part, space):
    """The same, from a run without a mutant on the machine as it is at this time."""
    plain = run([group.filter for group in part], space=space, to_the_end=True)
    return 3 * plain.seconds + 20, 3 * max(plain.longest, *(group.longest for group in part)) + 20


def try_mutant(number, groups, space):
    """Runs the groups that reach a mutant. Returns (result, test, seconds)."""
    chosen = [group for group in groups if number in group.reached]
    if not chosen:
        return "unreached", "", 0.0
    seconds = 0.0
    for part in chunks(chosen):
        filters, (limit, silence) = [group.filter for group in part], limits(part)
        for attempt in (1, 2):
            found = run(filters, number, limit=limit, silence=silence, space=space)
            seconds += found.seconds
            if found.result == "hung" and attempt == 1:
                # The machine may be slower now than when the groups were measured.
                limit, silence = limits_now(part, space)
            # Programs wait for each other, which can fail on a busy machine: such a failure must happen twice.
            elif found.result == "passed" or part[0].is_quick or found.result != "failed":
                break
        if found.result != "passed":
            return found.result, found.test or "+".join(group.name for group in part[:3]), seconds
    return "survived", "", seconds
