#!/usr/bin/env python3
"""Runs the engines on the programs of test/verify. Each program states what is the case and, apart from that, what each
engine is expected to manage:

    // truth:  true|false               whether the error is unreachable, whoever asks
    // expect: ENGINE true|false|unknown
    // why:    what the program is there for

A mismatch is UNSOUND (a definite answer against the truth), IMPRECISE (less than expected) or IMPROVED (more than
expected: update the line).

usage: verify.py FOLDER
"""
import os
import pathlib
import re
import subprocess
import sys

TANDEM = os.environ.get("TANDEM", "build/tandem")
LINE = re.compile(r"// (truth|expect|why):\s*(.*)")


def verdict(engine, file, model, expected):
    # Ample where an answer is expected; where none is, waiting longer would not bring one.
    limit = "3s" if expected == "unknown" else "60s"
    command = [TANDEM, "verify", "-q", "--engine", engine, "--cpu", limit, "--data-model", model, str(file)]
    result = subprocess.run(command, capture_output=True, text=True)
    lines = result.stdout.splitlines()
    if not lines or not lines[-1].startswith("Result: "):
        return "no result line", result.stderr.strip()
    word = lines[-1].split()[1].lower()
    codes = {"true": 0, "false": 10, "unknown": 20}
    if result.returncode != codes[word]:
        return f"exit code {result.returncode} with {word}", ""
    return word, lines[-1]


def judge(said, truth, expected):
    if said == expected:
        return None
    if said in ("true", "false"):
        return "UNSOUND" if said != truth else "IMPROVED"
    return "IMPRECISE" if said == "unknown" else "BROKEN"


def main():
    failures, cases = 0, 0
    for file in sorted(pathlib.Path(sys.argv[1]).glob("*.c")):
        header = [LINE.match(line) for line in file.read_text().splitlines()]
        fields = [match.groups() for match in header if match]
        truth = next(text for name, text in fields if name == "truth")
        for engine, expected in (text.split() for name, text in fields if name == "expect"):
            for model in ("ILP32", "LP64"):
                cases += 1
                said, detail = verdict(engine, file, model, expected)
                problem = judge(said, truth, expected)
                if problem:
                    failures += 1
                    print(f"{file}: {problem}: {engine} ({model}) said {said}, expected {expected}; {detail}")
    print(f"{cases - failures} of {cases} as expected")
    return 1 if failures or cases == 0 else 0


sys.exit(main())
