#!/usr/bin/env -S python3 -B
"""Plays recordings through libtickle with the shipped configurations, and compares what it says with the command-line tool: recordings.py
TICKLE PLAYER…

TICKLE is the tool. PLAYER is the command of player.c, perhaps with an emulator before it, or `--leaks` if it has the address sanitizer. With
RECORDINGS=n in the environment, only n of the recordings are played.

Each configuration is played as it is written, with all keys, which `tickle check --effective` writes, and with UIKit's rules. The recordings
are those of config/, hands that `tickle test --suggest` makes for each gesture of the configuration, and other people's recordings beside the
checkout, if they are there. Gestures, with their times, places and values, and the touches that views get are compared with `tickle replay`, in
their order; and with all keys, the reasons of gestures that were not recognized with `tickle explain`.

The frames are those that the engine gets from the panel after its filter: `tickle replay --touches` prints them if no gesture takes or delays
touches. Their places have six decimals there. Not printed are a frame's `uncertainty`, which comes from the panel's noise, the kind of the tool,
which is taken for a finger, and the borders of frames of the same time. So noise is not compensated here, on either side, and frames of the same
time are made a microsecond apart.
"""
import os
import pathlib
import sys
import tempfile

from comparison import Comparison, attempt_faults, word_of
from configurations import Script, shipped
from playing import Differences, Player
from tool import ROOT, Frames, Tool, with_different_times

OTHER_PEOPLES = ROOT.parent / "shared" / "recordings"


class Test:
    def __init__(self, tool, player):
        self.tool, self.player, self.differences = tool, player, Differences("recordings")
        self.compared = self.failed = self.events = 0
        # One of each configuration.
        self.scripts = {}

    def fail(self, subject, faults):
        for fault in faults:
            print(f"FAILED {subject}: {fault}")
        self.failed += bool(faults)

    def check_listed(self, subject, kinds):
        self.fail(subject, [f"{kind} is not in the table of differences" for kind in sorted(kinds) if not self.differences.has(kind)])

    def not_listed(self, subject, faults):
        """The faults that no row about a recording, or about a gesture in it, accounts for."""
        return [fault for fault in faults if not self.differences.has(f"{subject}: {word_of(fault)}")]

    def library_keys(self):
        """The keys of each kind with their defaults."""
        keys = {}
        events, faults = self.player.play("keys\n")
        self.fail("keys", faults)
        for event in events:
            kind, key, default = event.subject.split(" ", 2)
            keys.setdefault(kind, {})[key] = default
        return keys

    def play(self, variant, recordings):
        self.check_listed(variant.name, variant.configuration.differences)
        if variant.configuration.gestures:
            for recording in recordings + self.tool.hands(variant.files[False]):
                self.compare(variant, recording)

    def compare(self, variant, recording):
        subject = f"{variant.name} × {recording.name}"
        frames = Frames(self.tool, variant.configuration, recording)
        script = Script(variant.configuration, frames, variant.explains)
        self.scripts[variant.name] = "".join(script.lines())
        got, faults = self.player.play(self.scripts[variant.name])
        file = variant.files[self.tool.is_noisy(recording)]
        comparison = Comparison(self.tool.replay(file, recording), got, frames, script.origins)
        self.fail(subject, faults + self.not_listed(recording.name, comparison.faults()))
        self.check_listed(subject, script.missing)
        self.compared += 1
        self.events += len(comparison.wanted)
        for gesture in variant.configuration.gestures if variant.explains else []:
            name = gesture["name"]
            wanted = comparison.before_mode(self.tool.attempts(file, recording, name))
            mine = [each for each in got if each.type == "attempt" and each["name"] == name and each.time < comparison.mode]
            self.fail(subject, self.not_listed(f"{subject}: {name}", attempt_faults(wanted, mine)))
            self.events += len(wanted)


def main():
    with tempfile.TemporaryDirectory() as folder:
        test = Test(Tool(pathlib.Path(sys.argv[1]).resolve(), folder), Player(sys.argv[2:]))
        # Those in config/ that are not of touchscreens have no axis of touches.
        paths = [path for path in sorted((ROOT / "config").rglob("*.evemu")) if "\nA: 35" in path.read_text()]
        paths += sorted(OTHER_PEOPLES.glob("*.evemu"))
        some = int(os.environ.get("RECORDINGS") or len(paths))
        paths = [paths[index * len(paths) // some] for index in range(min(some, len(paths)))]
        recordings = [test.tool.file(path.name, with_different_times(path.read_text())) for path in paths]
        variants = 0
        for variant in shipped(test.tool, test.library_keys()):
            test.play(variant, recordings)
            variants += 1
    test.fail("recordings", test.player.leak_faults(test.scripts.values()))
    if os.environ.get("RECORDINGS"):
        print("recordings.py: rows of differences that nothing needs are not looked for, as only some recordings are played")
    elif OTHER_PEOPLES.is_dir():
        test.fail("differences", test.differences.unused())
    else:
        print("recordings.py: other people's recordings are skipped, as ../shared/recordings is not there")
    print(f"{len(recordings)} recordings, and hands, × {variants} configurations: {test.compared} replays with {test.events} events, "
          f"{test.failed} fail; {len(test.differences.kinds)} differences are listed")
    sys.exit(test.failed > 0 or test.events == 0)


if __name__ == "__main__":
    main()
