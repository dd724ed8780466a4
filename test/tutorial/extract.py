#!/usr/bin/env python3
"""Writes the code blocks of a tutorial to files. The line that opens a block says what becomes of it:

    ```cpp file=src/a/b.cpp     belongs to that file; further blocks of the same file are appended
    ```c file=a.c result=TRUE   a program, and what the engine says about it: also listed in programs.txt
    ```cpp in=src/engines       an excerpt of a file in that folder

    extract.py TUTORIAL.md FOLDER                       # writes the files
    extract.py TUTORIAL.md --excerpts ROOT --new NAME   # exit code 1 if an excerpt has a line that no file of its
                                                        # folder has and that does not mention the new engine
"""
import argparse
import pathlib
import re
import sys

BLOCK = re.compile(r"^```(\w+) +(\S.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(text):
    """For each marked block the number of its first line, its marks and its text."""
    for found in BLOCK.finditer(text):
        marks = dict(mark.split("=", 1) for mark in found[2].split())
        yield text.count("\n", 0, found.start()) + 2, marks, found[3]


def write_files(text, folder):
    files, programs = {}, []
    for _, marks, block in blocks(text):
        if "file" not in marks:
            continue
        name = marks["file"]
        files[name] = f"{files[name]}\n{block}" if name in files else block
        if "result" in marks:
            programs.append(f"{name} {marks['result']}\n")
    for name, content in {**files, "programs.txt": "".join(programs)}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)


def outdated_lines(text, root, new):
    """The lines of excerpts that are neither in the source nor about the new engine."""
    names = (new, new.replace("_", "-"))
    for first, marks, block in blocks(text):
        if "in" not in marks:
            continue
        known = {line.strip() for file in (root / marks["in"]).rglob("*.cpp") for line in file.read_text().splitlines()}
        for number, line in enumerate(block.splitlines(), first):
            if line.strip() not in known and not any(name in line for name in names):
                yield f"{number}: no file in {marks['in']} has the line '{line.strip()}'"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tutorial", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    parser.add_argument("--excerpts", type=pathlib.Path, metavar="ROOT")
    parser.add_argument("--new", help="the new engine's name, as an identifier")
    options = parser.parse_args()
    text = options.tutorial.read_text()
    if options.folder:
        write_files(text, options.folder)
    found = [f"{options.tutorial}:{line}" for line in outdated_lines(text, options.excerpts, options.new)] \
        if options.excerpts else []
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)


main()
