"""Scripts for player.c, its lines, and the table of differences."""
import dataclasses
import os
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).parent
MEMBER = re.compile(r' (\w+)=(?:"(.*?)"(?= \w+=|$)|(\S+))')
SENTENCES = {"kind", "name", "view", "word", "reason", "other", "words", "rule", "keys"}


def quoted(word):
    """A word of a script. The player has no escapes, and needs none: names have no quotes, and keys no line breaks."""
    word = str(word)
    if '"' in word or "\n" in word:
        raise ValueError(f"a script cannot have the word {word!r}")
    return f'"{word}"' if not word or " " in word or "#" in word else word


def line(*words):
    return " ".join(map(quoted, words)) + "\n"


def decimal(number):
    """The number with all digits, so that the player reads the same one."""
    return repr(float(number))


@dataclasses.dataclass
class Event:
    """A line of the player: `gesture`, `touch`, `attempt`, `mark`, `at`, `key` or `error`."""

    type: str
    time: int = 0
    # The recognizer of a gesture, or the view of a touch; of the last four, what they say.
    subject: str = ""
    # The state, the phase, or what became of an attempt.
    state: str = ""
    members: dict = dataclasses.field(default_factory=dict)

    def __getitem__(self, key):
        """A member that is 0 is not printed."""
        return self.members.get(key, "" if key in SENTENCES else 0.0)


def parsed(text):
    if text.startswith(("mark ", "at ", "key ", "error ")):
        kind, _, subject = text.partition(" ")
        return Event(kind, subject=subject)
    head = re.match(r'(gesture|touch|attempt) (-?\d+) (\S+) (\S+)', text)
    if not head:
        return Event("error", subject=f"an unknown line: {text}")
    members = {key: float(number) if number else words for key, words, number in MEMBER.findall(text[head.end():])}
    return Event(head[1], int(head[2]), head[3], head[4], members)


class Player:
    """The player as a command, which may begin with an emulator. After the word `--leaks`, it has the address sanitizer."""

    def __init__(self, command):
        self.finds_leaks = command[0] == "--leaks"
        self.command = command[1:] if self.finds_leaks else command

    def run(self, script, finds_leaks=False):
        # A hanging library must not hang the test; an emulated one is slow.
        return subprocess.run(self.command, input=script, capture_output=True, text=True, timeout=300, check=False,
                              env=os.environ | {"ASAN_OPTIONS": f"detect_leaks={int(finds_leaks)}"})

    def leak_faults(self, scripts):
        """What is leaked when engines are made and freed again. The library's tables are made once, and are lost with the process."""
        if not self.finds_leaks:
            return []
        once = "".join(scripts)
        ends = [self.run(script, True).stderr for script in (once, once * 3)]
        sizes = [int(found[1]) if (found := re.search(r"SUMMARY: .*: (\d+) byte", end)) else 0 for end in ends]
        return [f"{sizes[1] - sizes[0]} bytes are leaked by {2 * len(scripts)} engines: {ends[1][-4000:]}"] if sizes[0] != sizes[1] else []

    def play(self, script):
        """The events of a script, and what is wrong besides: a call that the library refused, or an end that is none."""
        done = self.run(script)
        events = [parsed(text) for text in done.stdout.splitlines()]
        faults = [f"line {event.subject}" for event in events if event.type == "error"]
        if done.returncode != (1 if faults else 0):
            faults.append(f"the player ends with {done.returncode}: {done.stderr.strip()[-4000:]}")
        return [event for event in events if event.type != "error"], faults


class Differences:
    """The rows of a test in the table of what the library does otherwise, and of what it has no call for."""

    def __init__(self, test):
        rows = [row.split(" | ", 2) for row in (HERE / "differences").read_text().splitlines() if row and not row.startswith("#")]
        self.kinds = {kind for name, kind, _ in rows if name == test}
        self.found = set()

    def has(self, kind):
        """Whether a difference is in the table."""
        self.found.add(kind)
        return kind in self.kinds

    def unused(self):
        """Complaints about rows that nothing needs, which would hide a fault."""
        return [f"nothing is as the row says: {kind}" for kind in sorted(self.kinds - self.found)]
