"""The copy of the package in .build/mutants that contains the faults, and its build."""
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

import areas
import faults

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
COPY = CHECKOUT / ".build/mutants"
STATE = COPY / ".build/state"
# The manifest has the tool and its tests only with this.
os.environ["TICKLE_TOOL"] = "1"
SWIFT = """\
internal import CMutant

func mutant(_ number: Int32) -> Bool { CMutant.mutant(number) }
"""
MANIFEST = """
package.targets.append(.target(name: "CMutant"))
for target in package.targets where %s.contains(target.name) { target.dependencies.append("CMutant") }
"""
# Changes of tests in the copy.
PATCHES = {
    # A test's child processes get the variable, too, and a failing test does not wait for a minute.
    "Tests/CommandTests/Child.swift": [
        ("variables.merge(environment) { $1 }",
         "variables.merge(environment) { $1 }; for (name, value) in ProcessInfo.processInfo.environment "
         'where name.hasPrefix("TICKLED_MUTANT") { variables[name] = value }'),
        (".seconds(60)", ".seconds(20)"),
    ],
    "Tests/EffectsTests/Bench.swift": [(".seconds(60)", ".seconds(20)")],
    # Compares the variables that a command receives.
    "Tests/EffectsTests/CommandTests.swift": [
        ('$0.hasPrefix("TICKLED")', '$0.hasPrefix("TICKLED") && !$0.hasPrefix("TICKLED_MUTANT")'),
    ],
}


def targets():
    """The targets of the package that contain faults."""
    return sorted(set().union(*map(areas.modules, areas.ALL)))


def needs():
    """Returns for each target of the package all targets that it depends on."""
    run = subprocess.run(["swift", "package", "dump-package"], cwd=COPY, capture_output=True, text=True, check=True)
    direct = {target["name"]: [row["byName"][0] for row in target["dependencies"] if "byName" in row]
              for target in json.loads(run.stdout)["targets"]}
    found = {}
    for name, left in ((name, list(names)) for name, names in direct.items()):
        found[name] = set()
        while left:
            other = left.pop()
            if other not in found[name]:
                found[name].add(other)
                left += direct.get(other, [])
    return found


@functools.cache
def tracked():
    names = subprocess.run(
        ["git", "-C", str(CHECKOUT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True, text=True, check=True).stdout.split("\0")
    return sorted(name for name in set(names) if name and (CHECKOUT / name).is_file())


def choose(most):
    """The faults of all areas, numbered, without those that are known not to compile. `most` is a function of the area."""
    dropped = set(load("dropped", []))
    chosen = []
    for area in areas.ALL:
        found = {path: faults.find(path, (CHECKOUT / path).read_text()) for path in areas.files(area)}
        for fault in faults.select(found, most(area)):
            fault.area = area
            chosen.append(fault)
    for number, fault in enumerate(chosen, 1):
        fault.number = number
    return [fault for fault in chosen if fault.identity not in dropped]


def every_identity():
    return {fault.identity for area in areas.ALL for path in areas.files(area)
            for fault in faults.find(path, (CHECKOUT / path).read_text())}


def write(path, data):
    """Leaves an unchanged file alone, because the build looks at modification times."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_bytes() != data:
        path.write_bytes(data)


def insert(source, path, chosen):
    lines = source.split("\n")
    for fault in chosen:
        if fault.path == path:
            lines[fault.line - 1] = fault.text()
    # The line numbers of errors stay those of the file.
    head = "" if path.endswith(".swift") else "#include <CMutant.h>\n#line 1\n"
    return head + "\n".join(lines)


def contents(chosen):
    """The path and the bytes of each file of the copy."""
    mutated = {fault.path for fault in chosen}
    files = {}
    for path in tracked():
        data = (CHECKOUT / path).read_bytes()
        if path in mutated:
            data = insert(data.decode(), path, chosen).encode()
        elif path == "Package.swift":
            data += (MANIFEST % json.dumps(targets())).encode()
        for old, new in PATCHES.get(path, []):
            if old.encode() not in data:
                sys.exit(f"{path}: no longer contains {old}")
            data = data.replace(old.encode(), new.encode())
        files[path] = data
        if path.startswith("Tests/mutants/CMutant/"):
            files["Sources/" + path.removeprefix("Tests/mutants/")] = data
    for module in targets():
        if any(fault.path.startswith(f"Sources/{module}/") and fault.path.endswith(".swift") for fault in chosen):
            files[f"Sources/{module}/Mutants.swift"] = SWIFT.encode()
    return files


def digest(paths):
    """Changes with the contents of files of the checkout."""
    whole = hashlib.sha1()
    for path in sorted(paths):
        whole.update(f"{path}\n{hashlib.sha1((CHECKOUT / path).read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def make(files):
    """Writes the copy. Recordings and cases are in a folder beside the checkout, so the copy needs one beside it, too."""
    for path, data in files.items():
        write(COPY / path, data)
        os.chmod(COPY / path, os.stat(CHECKOUT / path).st_mode & 0o777 if (CHECKOUT / path).exists() else 0o644)
    for path in COPY.rglob("*"):
        if path.is_file() and ".build" not in path.relative_to(COPY).parts and ".swiftpm" not in path.parts:
            if path.relative_to(COPY).as_posix() not in files and path.name not in ("Package.resolved", "results"):
                path.unlink()
    shared = CHECKOUT / ".build/shared"
    if not shared.is_symlink():
        shared.symlink_to("../../shared")


def build(chosen):
    """Builds the copy, and drops the faults that don't compile until the rest does. Returns the faults that are left."""
    while True:
        make(contents(chosen))
        print(f"Building with {len(chosen)} mutants …", flush=True)
        run = subprocess.run(["swift", "build", "--build-tests"], cwd=COPY, capture_output=True, text=True)
        if run.returncode == 0:
            return chosen
        output = run.stdout + run.stderr
        culprits = culprits_of(output, chosen)
        if not culprits:
            sys.exit(output[-8000:] + "\nThe copy in .build/mutants does not build, and no mutant is the reason.")
        for fault in culprits:
            print(f"  does not compile: {fault.path}:{fault.line}: {fault.change}")
        save("dropped", sorted({*load("dropped", []), *(fault.identity for fault in culprits)}))
        chosen = [fault for fault in chosen if fault not in culprits]


def culprits_of(output, chosen):
    """The faults on the lines of errors; for an error on another line, the last fault before it in the file."""
    culprits, elsewhere = [], []
    for path, line in re.findall(r"(Sources/[\w/+.-]+):(\d+):\d+: (?:fatal )?error:", output):
        near = [fault for fault in chosen if fault.path == path and fault.line <= int(line)]
        if near and near[-1].line == int(line):
            culprits.append(near[-1])
        elif near:
            elsewhere.append(near[-1])
    # An error elsewhere is often a consequence of one on the fault's own line.
    found = culprits or elsewhere
    return [fault for index, fault in enumerate(found) if fault not in found[:index]]


def load(name, default):
    path = STATE / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else default


def save(name, value):
    STATE.mkdir(parents=True, exist_ok=True)
    (STATE / f"{name}.json").write_text(json.dumps(value, indent=1))
