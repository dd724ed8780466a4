#!/usr/bin/env python3
"""The engine of docs/first-engine.md, built from the tutorial's own code blocks: its unit test passes, it says about the
tutorial's programs what the tutorial says, and the tutorial's excerpts of existing files are current.

    first_engine_test.py FOLDER UNIT_TEST VERIFY
"""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def wrong_results(folder, verify):
    programs = [line.split() for line in (folder / "programs.txt").read_text().splitlines()]
    for missing in sorted({"TRUE", "FALSE", "UNKNOWN"} - {result for _, result in programs}):
        yield f"the tutorial has no program that is {missing}"
    for name, wanted in programs:
        run = subprocess.run([verify, name], cwd=folder, capture_output=True, text=True)
        print(f"{name}: {run.stdout}{run.stderr}", end="")
        if run.returncode != 0 or run.stdout.split(maxsplit=1)[:1] != [wanted]:
            yield f"{name} should be {wanted}"


def main():
    folder, unit_test, verify = sys.argv[1:]
    subprocess.run([unit_test, "--gtest_brief=1"], check=True)
    failures = list(wrong_results(pathlib.Path(folder), verify))
    excerpts = [sys.executable, HERE / "extract.py", ROOT / "docs" / "first-engine.md",
                "--excerpts", ROOT, "--new", "one_query"]
    if subprocess.run(excerpts).returncode != 0:
        failures.append("the tutorial's excerpts are outdated")
    print("\n".join(failures))
    sys.exit(1 if failures else 0)


main()
