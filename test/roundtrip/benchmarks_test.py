#!/usr/bin/env python3
"""Walks the benchmark collection: every program loads, its written C compiles, and read back it is the same program.

What must hold: at least 99.5 % of the programs load, and the others are refused with a place and a reason; what loads is
written as C that gcc and clang accept without error for the program's data model, with every record laid out as the model
has it; that C loads again with the same branches and calls in every function, and compiles again once written again.

usage: benchmarks_test.py ROUNDTRIP [--only PART_OF_A_PATH]

ROUNDTRIP is the helper of that name. The collection is looked for beside the project, in ../shared/benchmarks.
"""
import argparse
import collections
import concurrent.futures
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
COLLECTION = pathlib.Path(os.environ.get("TANDEM_BENCHMARKS", PROJECT.parent / "shared" / "benchmarks"))
LISTS = {"tasks.csv": ".", "qicc/tasks.csv": "qicc", "lenient-parse/tasks.csv": "."}
COMPILERS = [c for c in ("gcc", "clang-19") if shutil.which(c)]
WIDTH = {"ILP32": "-m32", "LP64": "-m64"}
REFUSED = 65
SHARE_TO_LOAD = 0.995


def tasks():
    for name, base in LISTS.items():
        with open(COLLECTION / name, newline="") as lines:
            for row in csv.DictReader(lines):
                yield COLLECTION / base / row["file"], row["data_model"]


def execute(*words):
    return subprocess.run(
        [str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", timeout=300
    )


def compile_errors(file, model):
    for compiler in COMPILERS:
        run = execute(compiler, "-std=gnu17", "-w", "-fsyntax-only", WIDTH[model], file)
        if run.returncode != 0:
            return f"{compiler} does not accept {file.name}: {run.stderr[:600]}"
    return None


def check(helper, file, model):
    """What is wrong with one program, as a pair of a class and a text."""
    with tempfile.TemporaryDirectory(prefix="tandem-roundtrip-") as name:
        folder = pathlib.Path(name)
        run = execute(helper, model, file, folder)
        if run.returncode == REFUSED and not (folder / "plain.c").exists():
            has_place = re.match(r".+:\d+:\d+: .", run.stderr)
            return ("refused", run.stderr.strip()) if has_place else ("wrong", f"refused without a place: {run.stderr}")
        if run.returncode != 0:
            return "wrong", f"exit code {run.returncode}: {run.stderr[:600]}"
        errors = compile_errors(folder / "written.c", model)
        if errors:
            return "wrong", errors
        if (folder / "plain.c").read_bytes() == (folder / "again.c").read_bytes():
            return "fixpoint", ""
        errors = compile_errors(folder / "again.c", model)
        return ("wrong", errors) if errors else ("rewritten", "")


def guarded_check(helper, file, model):
    try:
        return file, *check(helper, file, model)
    except subprocess.TimeoutExpired as late:
        return file, "wrong", f"no end: {late.cmd[0]}"


def main():
    parser = argparse.ArgumentParser(description="round trips of the benchmark programs")
    parser.add_argument("helper")
    parser.add_argument("--only", default="", help="only programs with this in their path")
    arguments = parser.parse_args()
    if not (COLLECTION / "tasks.csv").exists():
        print(f"skipped: there is no {COLLECTION}")
        sys.exit(77)
    chosen = [task for task in tasks() if arguments.only in str(task[0])]
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for file, kind, text in pool.map(lambda task: guarded_check(arguments.helper, *task), chosen):
            counts[kind] += 1
            if kind in ("wrong", "refused"):
                print(f"{kind}: {file}: {text}", flush=True)
    summary = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    print(f"{len(chosen)} programs: {summary}")
    too_many_refused = counts["refused"] > (1 - SHARE_TO_LOAD) * len(chosen) and not arguments.only
    sys.exit(1 if counts["wrong"] or too_many_refused or not chosen else 0)


main()
