#!/usr/bin/env python3
"""Residual programs of the benchmark collection: by every method, and gcc and clang accept them.

The conditions are random trees of paths through each program; what engines leave is for scripts/residual_study.py. Prints for
each method the median, mean and largest size over that of the original, in locations.

usage: benchmarks_test.py RESIDUALS [--every N] [--only PART_OF_A_PATH] [--states N]

RESIDUALS is the helper of that name. The collection is looked for beside the project, in ../shared/benchmarks.
"""
import argparse
import collections
import concurrent.futures
import csv
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
COLLECTION = pathlib.Path(os.environ.get("TANDEM_BENCHMARKS", PROJECT.parent / "shared" / "benchmarks"))
COMPILERS = [c for c in ("gcc", "clang-19") if shutil.which(c)]
WIDTH = {"ILP32": "-m32", "LP64": "-m64"}
REFUSED = 65


def tasks():
    with open(COLLECTION / "tasks.csv", newline="") as lines:
        for row in csv.DictReader(lines):
            yield COLLECTION / row["file"], row["data_model"]


def execute(*words):
    return subprocess.run(
        [str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", timeout=120
    )


def compile_errors(file, model):
    for compiler in COMPILERS:
        run = execute(compiler, "-std=gnu17", "-w", "-fsyntax-only", WIDTH[model], file)
        if run.returncode != 0:
            return f"{compiler} does not accept {file.name}: {run.stderr[:600]}"
    return None


def check(arguments, file, model):
    """The problem with the residual programs of one program (None: no problem), and their sizes."""
    with tempfile.TemporaryDirectory(prefix="tandem-residuals-") as name:
        folder = pathlib.Path(name)
        run = execute(arguments.helper, model, file, folder, arguments.states)
        if run.returncode == REFUSED:
            return None, []
        if run.returncode != 0:
            return f"exit code {run.returncode}: {run.stderr[:600]}", []
        for written in sorted(folder.glob("*.c")):
            errors = compile_errors(written, model)
            if errors:
                return errors, []
        return None, [line.split() for line in run.stdout.splitlines()]


def guarded_check(arguments, task):
    try:
        return task[0], *check(arguments, *task)
    except subprocess.TimeoutExpired as late:
        return task[0], f"no end: {late.cmd[0]}", []


def print_sizes(sizes, slowest):
    for method, shares in sizes.items():
        print(f"{method:14} median {statistics.median(shares):6.1%}  mean {statistics.mean(shares):6.1%}  "
              f"largest {max(shares):8.1%}  slowest {slowest[method]:.0f} ms")


def main():
    parser = argparse.ArgumentParser(description="residual programs of the benchmark programs")
    parser.add_argument("helper")
    parser.add_argument("--every", type=int, default=1, help="only every N-th program")
    parser.add_argument("--only", default="", help="only programs with this in their path")
    parser.add_argument("--states", default="300", help="the size of the random conditions")
    arguments = parser.parse_args()
    if not (COLLECTION / "tasks.csv").exists():
        print(f"skipped: there is no {COLLECTION}")
        sys.exit(77)
    chosen = [task for task in tasks() if arguments.only in str(task[0])][:: arguments.every]
    sizes, slowest, wrong, reduced = collections.defaultdict(list), collections.Counter(), 0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for file, problem, lines in pool.map(lambda task: guarded_check(arguments, task), chosen):
            if problem:
                wrong += 1
                print(f"wrong: {file}: {problem}", flush=True)
            reduced += bool(lines)
            for method, _, before, after, milliseconds in lines:
                sizes[method].append(int(after) / int(before))
                slowest[method] = max(slowest[method], float(milliseconds))
    print_sizes(sizes, slowest)
    print(f"{len(chosen)} programs: {reduced} reduced, {wrong} wrong")
    sys.exit(1 if wrong or not reduced else 0)


main()
