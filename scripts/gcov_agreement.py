#!/usr/bin/env python3
"""Whether tandem's count of covered branches is gcov's, for suites that tandem makes.

    scripts/gcov_agreement.py [--cpu SECONDS] PROGRAM...      # programs that differ, and how many agree
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

from test_study import TANDEM, data_model


def counts(program, seconds):
    """(covered, all) by tandem and by gcov, or the reason why there are none."""
    with tempfile.TemporaryDirectory() as name:
        suite, out = pathlib.Path(name) / "suite", pathlib.Path(name) / "out.json"
        common = [str(program), "--data-model", data_model(program), "--suite", str(suite), "-q"]
        made = subprocess.run([TANDEM, "test", str(program), "--data-model", data_model(program), "--out", str(suite),
                               "--cpu", f"{seconds}s", "-q"], capture_output=True, text=True)
        if not suite.exists():
            return made.stderr.strip().splitlines()[-1:]
        done = subprocess.run([TANDEM, "coverage", *common, "--gcov", "--test-limit", "500ms", "--json", str(out)],
                              capture_output=True, text=True)
        if not out.exists():
            return done.stderr.strip().splitlines()[-1:]
        found = json.loads(out.read_text())
        return [(found[kind]["covered"], found[kind]["all"]) for kind in ("branches", "gcov")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cpu", type=int, default=2, help="seconds for each suite")
    parser.add_argument("programs", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    same = measured = 0
    for program in options.programs:
        result = counts(program.resolve(), options.cpu)
        if len(result) != 2:
            print(f"{program}: not measured: {' '.join(map(str, result))}", flush=True)
            continue
        measured += 1
        same += result[0] == result[1]
        if result[0] != result[1]:
            print(f"{program}: tandem {result[0][0]} of {result[0][1]}, gcov {result[1][0]} of {result[1][1]}", flush=True)
    print(f"{same} of {measured} agree")


if __name__ == "__main__":
    main()
