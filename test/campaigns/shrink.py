"""Shrinks the program of a wrong verdict: delta debugging over lines, blocks and expressions.

A smaller program replaces the last one if it compiles, is defined for every input as far as the oracle sees, and the
same way to ask tandem still contradicts the compiled program in the same direction.
"""
import re
import time

import oracle


class Shrinker:
    def __init__(self, files, model, way, verdict, folder, options):
        self.names = [name for name, _ in files]
        self.model, self.way, self.verdict, self.folder, self.options = model, way, verdict, folder, options
        self.until = time.monotonic() + options.shrink_seconds
        self.seen = set()

    def interesting(self, texts):
        key = "\0".join(texts)
        if key in self.seen or time.monotonic() > self.until:
            return False
        self.seen.add(key)
        paths = []
        for name, text in zip(self.names, texts):
            if text.strip():
                (self.folder / name).write_text(text)
                paths.append(self.folder / name)
        try:
            runs = oracle.run_plain(paths, self.model, self.folder)
            if self.verdict.word != "BROKEN" and runs.fails != (self.verdict.word == "TRUE"):
                return False
            verdict = self.way.ask(paths, self.model, self.folder, self.options)
            if verdict.word != self.verdict.word or not verdict.contradicts(runs.fails):
                return False
            if verdict.word == "BROKEN" and verdict.reason[:12] != self.verdict.reason[:12]:
                return False
            return oracle.run_both(paths, self.model, self.folder).failures == runs.failures
        except oracle.Discard:
            return False

    def attempt(self, texts, number, text):
        candidate = [*texts[:number], text, *texts[number + 1 :]]
        return candidate if self.interesting(candidate) else None

    def remove_lines(self, texts, number):
        size = max(1, texts[number].count("\n") // 2)
        while size >= 1:
            at = 0
            while at < len(texts[number].splitlines()):
                lines = texts[number].splitlines()
                better = self.attempt(texts, number, "\n".join(lines[:at] + lines[at + size :]) + "\n")
                texts = better or texts
                at += 0 if better else size
            size //= 2
        return texts

    def remove_blocks(self, texts, number):
        """A block with its head, or only its head and its end."""
        at = 0
        while at < len(texts[number].splitlines()):
            lines = texts[number].splitlines()
            end = block_end(lines, at)
            better = None
            if end:
                better = (self.attempt(texts, number, "\n".join(lines[:at] + lines[end + 1 :]) + "\n") or
                          self.attempt(texts, number, "\n".join(lines[:at] + lines[at + 1 : end] + lines[end + 1 :]) + "\n"))
            texts = better or texts
            at += 0 if better else 1
        return texts

    def simplify(self, texts, number):
        """Parentheses and operands by smaller ones."""
        at = 0
        while True:
            spans = candidates(texts[number])
            if at >= len(spans):
                return texts
            begin, end, replacement = spans[at]
            better = self.attempt(texts, number, texts[number][:begin] + replacement + texts[number][end:])
            texts = better or texts
            at += 0 if better else 1

    def run(self, texts):
        if not self.interesting(texts):
            return texts
        while True:
            before = texts
            for number in range(len(texts)):
                for step in (self.remove_blocks, self.remove_lines, self.simplify):
                    texts = step(texts, number)
            if texts == before:
                return texts


def block_end(lines, at):
    """The line on which the block that line `at` opens ends."""
    depth = 0
    for number in range(at, len(lines)):
        depth += lines[number].count("{") - lines[number].count("}")
        if number == at and depth <= 0:
            return None
        if depth <= 0:
            return number
    return None


def candidates(text):
    """(begin, end, replacement) for each expression that could be smaller."""
    found = []
    for match in re.finditer(r"\(", text):
        depth, end = 0, match.start()
        for end in range(match.start(), len(text)):
            depth += (text[end] == "(") - (text[end] == ")")
            if depth == 0 or text[end] == "\n":
                break
        if depth != 0:
            continue
        inner = text[match.start() + 1 : end]
        for replacement in ("0", "1", inner):
            if inner.strip() not in ("", "void", replacement):
                found.append((match.start(), end + 1, replacement if replacement != inner else f" {inner} "))
    for match in re.finditer(r" (?:[-+*/%&|^]|&&|\|\||<<|>>) (?:-?\d+|\w+)(?=[;),])", text):
        found.append((match.start(), match.end(), ""))
    for match in re.finditer(r"(?<= = )[^;{}\n]+(?=;)", text):
        if match[0] not in ("0", "1"):
            found += [(match.start(), match.end(), "0"), (match.start(), match.end(), "1")]
    return found


def shrink(files, model, way, verdict, folder, options):
    shrinker = Shrinker(files, model, way, verdict, folder / "shrink", options)
    (folder / "shrink").mkdir(exist_ok=True)
    texts = shrinker.run([text for _, text in files])
    smaller = [(name, text) for (name, _), text in zip(files, texts) if text.strip()]
    for name, text in smaller:
        (folder / name).write_text(text)
    try:
        oracle.confirm([folder / name for name, _ in smaller], model, folder)
    except oracle.Discard:
        return files
    return smaller
