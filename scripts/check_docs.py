#!/usr/bin/env python3
"""Checks that the documents name only what is there: every link to a file, and every `path/like.this` in backquotes
that starts with a folder of the project. Blocks of code are not read. Prints file:line of what is missing and
exits 1 if there is any."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
LINK = re.compile(r"\]\(([^)#:]+)\)")
QUOTED = re.compile(r"`((?:src|scripts|test|docs|examples|bench|cmake|share)/[\w./-]*)`")
INVENTED = re.compile(r"(^|/)[xy](_test)?\.\w+$|/x/")  # the x of "to add x"


def lines_of(document):
    """The lines outside blocks of code, with their numbers."""
    in_code = False
    for number, line in enumerate(document.read_text().splitlines(), 1):
        if line.startswith("```"):
            in_code = not in_code
        elif not in_code:
            yield number, line


def missing(document):
    for number, line in lines_of(document):
        for target in LINK.findall(line):
            if not (document.parent / target).exists():
                yield number, target
        for target in QUOTED.findall(line):
            if not INVENTED.search(target) and not (ROOT / target).exists():
                yield number, target


def main():
    documents = [*ROOT.glob("*.md")]
    for folder in ("docs", "src", "test", "examples", "bench", "share"):
        documents += (ROOT / folder).rglob("*.md")
    problems = [f"{d}:{number}: {target} does not exist" for d in sorted(documents) for number, target in missing(d)]
    print("\n".join(problems) or f"{len(documents)} documents name only what is there")
    sys.exit(1 if problems else 0)


main()
