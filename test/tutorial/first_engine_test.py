#!/usr/bin/env python3
"""The engine of docs/first-engine.md, built from the tutorial's own code blocks: its unit test passes, it says about the
tutorial's programs what the tutorial says, its files respect the layers, and the excerpts of existing files are current.

    first_engine_test.py FOLDER UNIT_TEST VERIFY
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TUTORIAL = ROOT / "docs" / "first-engine.md"


def wrong_results(folder, verify):
    programs = [line.split() for line in (folder / "programs.txt").read_text().splitlines()]
    for missing in sorted({"TRUE", "FALSE", "UNKNOWN"} - {result for _, result in programs}):
        yield f"the tutorial has no program that is {missing}"
    for name, wanted in programs:
        run = subprocess.run([verify, name], cwd=folder, capture_output=True, text=True)
        print(f"{name}: {run.stdout}{run.stderr}", end="")
        verdict, _, reason = run.stdout.strip().partition(" ")
        if run.returncode != 0 or verdict != wanted:
            yield f"{name} should be {wanted}"
        elif reason and f"Result: UNKNOWN ({reason})" not in TUTORIAL.read_text():
            yield f"the tutorial shows another reason for {name}"


def succeeds(script, *arguments):
    return subprocess.run([sys.executable, script, *arguments]).returncode == 0


def respects_layers(folder):
    with tempfile.TemporaryDirectory() as scratch:
        source = pathlib.Path(scratch) / "src"
        shutil.copytree(ROOT / "src", source)
        shutil.copytree(folder / "src", source, dirs_exist_ok=True)
        return succeeds(ROOT / "scripts" / "check_layers.py", source)


def main():
    folder, unit_test, verify = sys.argv[1:]
    subprocess.run([unit_test, "--gtest_brief=1"], check=True)
    failures = list(wrong_results(pathlib.Path(folder), verify))
    if not respects_layers(pathlib.Path(folder)):
        failures.append("the tutorial's files need more than their row of layers.txt allows")
    if not succeeds(HERE / "extract.py", TUTORIAL, "--excerpts", ROOT, "--new", "one_query"):
        failures.append("the tutorial's excerpts are outdated")
    print("\n".join(failures))
    sys.exit(1 if failures else 0)


main()
