"""Source text without its comments and strings, and the brackets in it. Swift and C are alike enough for one reader."""
OPENING, CLOSING = "([{", ")]}"


def mask(text, is_swift):
    """The text with spaces for comments and `~` for the contents of strings, so that positions stay the same."""
    out, at, end = list(text), 0, len(text)

    def blank(start, stop, by):
        for place in range(start, min(stop, end)):
            if out[place] != "\n":
                out[place] = by

    while at < end:
        if text.startswith("//", at):
            stop = text.find("\n", at)
            stop = end if stop < 0 else stop
            blank(at, stop, " ")
        elif text.startswith("/*", at):
            stop = text.find("*/", at) + 2
            blank(at, stop, " ")
        elif text.startswith('"""', at):
            stop = text.find('"""', at + 3) + 3
            blank(at, stop, "~")
        elif text[at] == '"' or (text[at] == "'" and not is_swift):
            stop = string_end(text, at)
            blank(at + 1, stop - 1, "~")
        else:
            stop = at + 1
        at = max(stop, at + 1)
    return "".join(out)


def string_end(text, start):
    """The position after a string on one line. Swift's interpolations may contain strings and brackets themselves."""
    quote, at = text[start], start + 1
    while at < len(text) and text[at] != quote and text[at] != "\n":
        if text.startswith("\\(", at):
            depth, at = 1, at + 2
            while at < len(text) and depth:
                if text[at] == '"':
                    at = string_end(text, at) - 1
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                at += 1
        else:
            at += 2 if text[at] == "\\" else 1
    return at + 1


def is_balanced(masked):
    return closes_at(masked, 0, None) == len(masked)


def closes_at(masked, start, stop):
    """The first position at which `stop` holds outside of brackets, or at which a bracket closes that did not open; the end
    of the text if there is none, and -1 if a bracket stays open. `stop` is a function of a position."""
    open_brackets = []
    for at in range(start, len(masked)):
        if not open_brackets and stop and stop(at):
            return at
        if masked[at] in OPENING:
            open_brackets.append(masked[at])
        elif masked[at] in CLOSING:
            if not open_brackets or OPENING[CLOSING.index(masked[at])] != open_brackets.pop():
                return at
    return -1 if open_brackets else len(masked)


def split(masked, separator):
    """The (start, end) of the parts of a text between separators outside of brackets."""
    parts, start = [], 0
    while True:
        at = closes_at(masked, start, lambda place: masked.startswith(separator, place))
        if at < 0 or at >= len(masked) or not masked.startswith(separator, at):
            parts.append((start, len(masked)))
            return parts
        parts.append((start, at))
        start = at + len(separator)


def has_outside(masked, word):
    """Whether a word occurs outside of brackets."""
    return len(split(masked, word)) > 1


def innermost_brackets(masked_lines):
    """For each line the brackets that are open at its start."""
    stack, result = [], []
    for line in masked_lines:
        result.append("".join(stack))
        for letter in line:
            if letter in OPENING:
                stack.append(letter)
            elif letter in CLOSING and stack:
                stack.pop()
    return result
