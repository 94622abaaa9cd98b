"""Finds the places in a source file at which a fault can be inserted, line by line.

A fault replaces part of a line. The replacement contains both the old and the new code, and asks `mutant(NUMBER)` which of them
is active. Faults that don't compile are dropped later, so the rules here may be simple.
"""
import hashlib
import re
from dataclasses import dataclass

import text

NUMBER = "%NUMBER%"
SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
    "&&": "||", "||": "&&", "+": "-", "-": "+",
}
KINDS = {"&&": "logic", "||": "logic", "+": "arithmetic", "-": "arithmetic"}
BINARY = re.compile(r"(?<= )(===|!==|==|!=|<=|>=|<|>|&&|\|\||\+|-)(?= )")
BOOLEAN = re.compile(r" (===|!==|==|!=|<=|>=|<|>|&&|\|\|) ")
CONSTANT = re.compile(r"(?<![\w$.])\d[\d_]*(?![\w.])")
SWIFT_WORDS = (
    "let |var |return|case |default|if |guard |while |for |switch |else|do |defer|break|continue|throw|func |import |#|@|private[ (]|"
    "static |package[ (]|public[ (]|fileprivate[ (]|final |override |mutating |enum |struct |class |extension |init|deinit|repeat|where |"
    "fatalError|precondition|assert|super|log\\.debug|typealias |lazy |weak |unowned |[}.&|?:]")


@dataclass
class Fault:
    path: str
    line: int  # from 1
    operator: str
    change: str
    code: str  # the new line, with NUMBER
    function: str = ""
    identity: str = ""
    number: int = 0
    area: str = ""

    def text(self):
        return self.code.replace(NUMBER, str(self.number))


class Line:
    """One line, and the faults found in it."""

    def __init__(self, path, index, lines, masked, brackets, function):
        self.function = function
        self.path, self.index, self.raw, self.masked = path, index, lines[index], masked[index]
        self.is_swift = path.endswith(".swift")
        self.brackets = brackets[index]
        self.before = next((line.strip() for line in reversed(masked[:index]) if line.strip()), "")
        self.after = next((line.strip() for line in masked[index + 1:] if line.strip()), "")
        self.faults = []

    def add(self, start, end, code, operator, change):
        self.faults.append(Fault(
            self.path, self.index + 1, operator, change, self.raw[:start] + code + self.raw[end:]))

    def condition(self, start, end, words=("true", "false")):
        """A condition that is always true, or always false, and the faults within it."""
        start, end = self.trimmed(start, end)
        old = self.raw[start:end]
        if not old or old in ("true", "false") or re.match(r"(try|await)\b", old):
            return
        if "true" in words:
            self.add(start, end, f"(mutant({NUMBER}) || ({old}))", "condition", f"{old} → true")
        if "false" in words:
            self.add(start, end, f"(!mutant({NUMBER}) && ({old}))", "condition", f"{old} → false")
        self.expression(start, end)

    def expression(self, start, end):
        """Another operator, or a number that is off by one; and the condition of `a ? b : c`."""
        start, end = self.trimmed(start, end)
        old, masked = self.raw[start:end], self.masked[start:end]
        if re.match(r"(try|await|if|switch)\b", old) or not text.is_balanced(masked) or text.has_outside(masked, ", "):
            return

        def add(place, stop, new, operator):
            changed = old[:place] + new + old[stop:]
            self.add(start, end, f"(mutant({NUMBER}) ? ({changed}) : ({old}))", operator, f"{old} → {changed}")

        for match in BINARY.finditer(masked):
            if "~" in masked[match.end():match.end() + 3] or '"' in masked[match.start() - 2:match.end() + 3]:
                continue  # joins strings
            add(match.start(), match.end(), SWAPS[match[1]], KINDS.get(match[1], "comparison"))
        is_bound = BINARY.search(masked) or CONSTANT.fullmatch(masked)
        for match in CONSTANT.finditer(masked) if is_bound else []:
            value = int(match[0].replace("_", ""))
            if value <= 4096:
                add(match.start(), match.end(), str(value + 1), "constant")
                if value > 0:
                    add(match.start(), match.end(), str(value - 1), "constant")
        choice = text.split(masked, " ? ")
        if len(choice) > 1:
            first, last = choice[0]
            self.add(start + first, start + last, f"(mutant({NUMBER}) != ({old[first:last]}))", "condition",
                     f"{old[first:last]} → !({old[first:last]})")

    def result(self, start, end, is_boolean=False):
        """What is returned."""
        start, end = self.trimmed(start, end)
        old, masked = self.raw[start:end], self.masked[start:end]
        if old in ("true", "false"):
            other = "false" if old == "true" else "true"
            self.add(start, end, f"mutant({NUMBER}) ? {other} : {old}", "result", f"{old} → {other}")
        elif is_boolean or (BOOLEAN.search(masked) and not text.has_outside(masked, " ? ") and "{" not in masked
                            and not text.has_outside(masked, " ?? ") and BOOLEAN.search(" " + outside(masked) + " ")):
            self.condition(start, end)
        else:
            self.expression(start, end)

    def removal(self, start, end):
        """A statement that is left out."""
        old = self.raw[start:end]
        if self.is_swift:
            code = f"if !mutant({NUMBER}) {{ {old} }}"
        else:
            code = f"{{ if (!mutant({NUMBER})) {{ {old} }} }}"
        self.add(start, end, code, "removal", f"without {old}")

    def trimmed(self, start, end):
        part = self.masked[start:end]
        return start + len(part) - len(part.lstrip()), end - (len(part) - len(part.rstrip()))


def outside(masked):
    """The text outside of brackets."""
    depth, out = 0, []
    for letter in masked:
        depth -= letter in text.CLOSING
        if depth == 0:
            out.append(letter)
        depth += letter in text.OPENING
    return "".join(out)


# ---- Swift ----------------------------------------------------------------------------------------------------------


def swift(line):
    masked = line.masked
    if not masked.strip() or masked.lstrip().startswith(("@", "#", "import ")):
        return
    match = re.match(r"\s*(?:\} else )?(if|guard|while) ", masked)
    if match:
        swift_conditions(line, match[1], match.end())
    match = re.match(r"\s*(&& |\|\| )(.*?)(,| \{| else \{|)$", masked)
    if match and not re.search(r" \? | \|\| ", match[2]):
        line.condition(match.start(2), match.end(2), ["true"] if match[1] == "&& " else ["false"])
    match = re.match(r"\s*(?:for|case) .* where (.*?)( \{.*|:.*)$", masked)
    if match:
        line.condition(match.start(1), match.end(1))
    for match in re.finditer(r"(?:^\s*|: |\{ )return (.*?)( \}|)$", masked):
        if text.is_balanced(masked[match.start(1):match.end(1)]) and ends(line):
            line.result(match.start(1), match.end(1))
    match = None if "{ get" in masked or " get {" in masked else re.match(r"\s*((?:[\w@()]+ )*(?:var|func|init|static)\b[^{}]*?) \{ ([^;]*) \}$", masked)
    if match:
        has_value = re.match(r".*(\bvar\b|->)", match[1])
        if has_value:
            line.result(match.start(2), match.end(2), bool(re.search(r"(->|:) Bool$", match[1])))
        else:
            line.removal(match.start(2), match.end(2))
    elif re.search(r"(->|:) Bool \{$", line.before) and line.after == "}" and text.is_balanced(masked):
        line.result(0, len(masked), True)
    match = re.match(r"\s*defer \{ ([^;{}]*) \}$", masked)
    if match:
        line.removal(match.start(1), match.end(1))
    match = re.match(r"\s*(?:(?:private |package |public |static |fileprivate )*(?:let|var) \w+(?:: [\w.?]+)? =|[\w.!?\[\]]+ [+\-]?=)"
                     r" (.*)$", masked)
    if match and ends(line) and (line.brackets.endswith("{") or not line.brackets):
        line.expression(match.start(1), match.end(1))
    for match in re.finditer(r"\{ (?:[\w, ]+ in )?([^{};=]* [^{};]*) \}", masked):
        if ("$" in match[1] or " in " in match[0]) and " = " not in match[1] and "return" not in match[1]:
            line.expression(match.start(1), match.end(1))
    swift_statement(line)


def swift_conditions(line, word, start):
    masked = line.masked
    stop = " else {" if word == "guard" else " {"
    end = text.closes_at(masked, start, lambda at: masked.startswith(stop, at))
    if end < 0:
        return
    parts = text.split(masked[start:end], ",")
    if end == len(masked) and not (parts[-1][0] == parts[-1][1] or re.match(r"(else )?\{", line.after)):
        parts.pop()  # goes on in the next line
    for first, last in parts:
        clause = masked[start + first:start + last].strip()
        if clause and not re.match(r"(let|var|case|try|await|#)", clause) and " = " not in clause:
            # A loop that never ends would only cost the time until it is killed.
            line.condition(start + first, start + last, ["false"] if word == "while" else ["true", "false"])


def ends(line):
    """Whether the next line does not continue this one."""
    return not re.match(r"[.?:+\-&|*/)\]]|where\b", line.after)


def swift_statement(line):
    masked = line.masked
    start = len(masked) - len(masked.lstrip())
    statement = masked.strip()
    if not line.brackets.endswith("{") or re.match(SWIFT_WORDS + "|[gs]et ", statement) or not text.is_balanced(masked) or not ends(line):
        return
    if statement.startswith("self.") and line.function == "init":
        return  # a property without a value does not compile
    if re.search(r"(?<!case)[,(\[=+\-*/|&?<]$", line.before) or (line.before.endswith(":") and "case" not in line.before
                                                                and not line.before.startswith("default")):
        return
    is_call = re.match(r"(?:try[?!]? |_ = )?[\w.!?\[\]$()]+(?:\(.*\)| \{.*\})$", statement)
    is_assignment = re.match(r"[\w.!?\[\]$(), ]+ [+\-*/|&^]?= ", statement)
    if is_call or is_assignment:
        line.removal(start, len(line.raw.rstrip()) if "//" not in line.raw else start + len(statement))
    change = re.match(r"([\w.!?\[\]$]+) (\+|-)= (.+)$", statement)
    if change:
        old, other = line.raw[start:start + len(statement)], "-" if change[2] == "+" else "+"
        new = old.replace(f" {change[2]}= ", f" {other}= ", 1)
        line.add(start, start + len(statement), f"if mutant({NUMBER}) {{ {new} }} else {{ {old} }}", "arithmetic", f"{old} → {new}")


# ---- C --------------------------------------------------------------------------------------------------------------


def c(line):
    masked = line.masked
    if not line.brackets.startswith("{") and "{" not in masked or masked.startswith("#"):
        return
    for match in re.finditer(r"\b(if|while) \(", masked):
        end = text.closes_at(masked, match.end(), None)
        if 0 <= end < len(masked) and not text.has_outside(masked[match.end():end], ", "):
            line.condition(match.end(), end, ["false"] if match[1] == "while" else ["true", "false"])
    match = re.match(r"\s*for \(([^;]*); ([^;]*); ", masked)
    if match:
        line.condition(match.start(2), match.end(2), [])
    match = re.match(r"\s*(&& |\|\| )(.*?)(\)(?: \{)?|;|)$", masked)
    if match and text.is_balanced(match[2]) and not re.search(r" \? | \|\| ", match[2]):
        line.condition(match.start(2), match.end(2), ["true"] if match[1] == "&& " else ["false"])
    for match in re.finditer(r"\breturn ([^;]+);", masked):
        line.result(match.start(1), match.end(1), bool(re.match(r"(static )?(inline )?bool ", masked)))
    match = re.match(r"\s*(?:(?:const )?[\w]+ \*?)?[*\w>.\-\[\]]+ (?:[+\-|&]?=) ([^;]*);$", masked)
    if match and line.brackets.endswith("{") and "{" not in match[1]:
        line.expression(match.start(1), match.end(1))
    c_statement(line)


def c_statement(line):
    masked = line.masked
    start = len(masked) - len(masked.lstrip())
    statement = masked.strip()
    if not line.brackets.endswith("{") or statement.count(";") != 1 or not statement.endswith(";") or statement[0] == ".":
        return
    if not re.search(r"([;{})]|:|\belse|\bdo)$", line.before) or re.match(r"(return|goto|break|continue|free|case|default|static)\b", statement):
        return
    is_call = re.match(r"(?:\(void\))?[\w>.\-\[\]]+\(.*\);$", statement) and not re.match(r"(if|for|while|switch)\b", statement)
    is_assignment = re.match(r"\*?[\w>.\-\[\]]+ [+\-*/|&^]?= .*;$", statement)
    step = re.match(r"([\w>.\-\[\]]+)(\+\+|--);$", statement)
    old = line.raw[start:start + len(statement)]
    if is_call or is_assignment or step:
        line.removal(start, start + len(statement))
    if step or re.match(r"[\w>.\-\[\]]+ [+\-]= ", statement):
        new = re.sub(r"\+\+|--| \+= | -= ", lambda found: found[0].translate(str.maketrans("+-", "-+")), old, count=1)
        code = f"{{ if (mutant({NUMBER})) {{ {new} }} else {{ {old} }} }}"
        line.add(start, start + len(statement), code, "arithmetic", f"{old} → {new}")


# ---- Files ----------------------------------------------------------------------------------------------------------


def function_names(masked_lines, is_swift):
    """For each line the function or property that it is in."""
    if is_swift:
        pattern = re.compile(r"(\s*).*?\b(?:func|var|init|deinit|subscript)\b ?(\w*)")
    else:
        pattern = re.compile(r"()\w[^;=]*?(\w+)\([^;]*$")
    names, current, indent = [], "", 0
    for line in masked_lines:
        match = pattern.match(line)
        if match and (not is_swift or line.rstrip().endswith(("{", "}", "(")) and (len(match[1]) <= indent or not current)):
            current, indent = match[2] or "init", max(len(match[1]), 2)
        names.append(current)
    return names


def find(path, source):
    """All faults that can be inserted into a file, with their identities."""
    is_swift = path.endswith(".swift")
    lines = source.split("\n")
    masked = text.mask(source, is_swift).split("\n")
    brackets = text.innermost_brackets(masked)
    functions = function_names(masked, is_swift)
    faults, seen = [], {}
    for index in range(len(lines)):
        line = Line(path, index, lines, masked, brackets, functions[index])
        # A number that is wrong in a call of kill could end processes that have nothing to do with the test.
        if "kill(" not in masked[index]:
            (swift if is_swift else c)(line)
        unique = {fault.code: fault for fault in reversed(line.faults)}
        for fault in sorted(unique.values(), key=lambda fault: (fault.operator, fault.change)):
            # The number of the line is not part of the identity, so that it survives other changes of the file.
            fault.function = functions[index]
            key = "\n".join([path, fault.function, lines[index].strip(), fault.operator, fault.change])
            seen[key] = seen.get(key, 0) + 1
            fault.identity = hashlib.sha1(f"{key}\n{seen[key]}".encode()).hexdigest()[:8]
            faults.append(fault)
    return faults


def select(faults_of_files, most):
    """At most one fault of each line, spread over the files of an area by their number of lines with faults. If there are more files than
    faults, those with the smallest identities, which is a choice by chance."""
    lines = {}
    for path, faults in faults_of_files.items():
        best = {}
        for fault in faults:
            if fault.line not in best or fault.identity < best[fault.line].identity:
                best[fault.line] = fault
        lines[path] = sorted(best.values(), key=lambda fault: fault.identity)
    total = sum(map(len, lines.values()))
    if most is None or total <= most:
        chosen = [fault for faults in lines.values() for fault in faults]
    elif len([path for path, faults in lines.items() if faults]) > most:
        chosen = sorted((fault for faults in lines.values() for fault in faults), key=lambda fault: fault.identity)[:most]
    else:
        shares = {path: len(faults) * most / total for path, faults in lines.items()}
        counts = {path: max(1, int(share)) if lines[path] else 0 for path, share in shares.items()}
        by_rest = sorted(shares, key=lambda path: (int(shares[path]) - shares[path], path))
        for path in by_rest * 2:
            if sum(counts.values()) < most and counts[path] < len(lines[path]):
                counts[path] += 1
        chosen = [fault for path, faults in lines.items() for fault in faults[:counts[path]]]
    return sorted(chosen, key=lambda fault: (fault.path, fault.line))
