#!/usr/bin/env python3
"""Residual programs of the conditions that engines export: the tables of docs/studies/residual-sizes.md.

For each task, an engine runs for some seconds and leaves a condition. Every reducer turns it into a residual program; gcc and
clang read each (syntax and types), and CBMC looks for errors in it. A verdict of CBMC that contradicts the known one is wrong.

    scripts/residual_study.py run   --log runs.csv [--engine predicate] [--cpu 5] [--cbmc 2] [--folder F]... [--every N]
    scripts/residual_study.py table --log runs.csv

`run` adds to the log; tasks that it has already are not repeated. `--engine default` is verify without an engine named;
`--cbmc 0` leaves CBMC out. Residuals with the same text are compiled and verified once.
"""
import argparse
import concurrent.futures
import csv
import hashlib
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

from measured import measured

PROJECT = pathlib.Path(__file__).resolve().parent.parent
COMPILERS = ("gcc", "clang-19")
WIDTH = {"ILP32": "-m32", "LP64": "-m64"}
TIME_LIMIT = 60  # seconds for the reducers of one program, and for one compiler on one residual
FIELDS = ["task", "expected", "engine", "verdict", "method", "program", "reached", "residual", "ms", "bytes", "gcc", "clang-19",
          "cbmc", "reason"]
PAPER = "| REDUCER (paper: predicate analysis, 100 s, hard tasks) | 0.14 | 0.27 | 11.5 | | |"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("run", "table"))
    parser.add_argument("--log", type=pathlib.Path, required=True)
    parser.add_argument("--tandem", type=pathlib.Path, default=PROJECT / "build" / "tandem")
    parser.add_argument("--helper", type=pathlib.Path, default=PROJECT / "build" / "bin" / "residuals")
    parser.add_argument("--tasks", type=pathlib.Path, default=PROJECT.parent / "shared" / "benchmarks" / "tasks.csv",
                        help="columns folder, task, file, verdict, data_model")
    parser.add_argument("--folder", action="append", help="only tasks of this folder; may be repeated")
    parser.add_argument("--every", type=int, default=1, help="only every N-th task")
    parser.add_argument("--engine", default="predicate")
    parser.add_argument("--cpu", type=int, default=5, help="seconds for the engine")
    parser.add_argument("--cbmc", type=int, default=2, help="seconds for CBMC on each residual")
    parser.add_argument("--jobs", type=int, default=1, help="so many tasks at once")
    return parser.parse_args()


def last_result(lines):
    results = [line[len("Result: "):] for line in lines if line.startswith("Result: ")]
    return results[-1] if results else "ERROR (no result)"


def accepted(compiler, file, model):
    try:
        done = subprocess.run([compiler, "-std=gnu17", "-w", "-fsyntax-only", WIDTH[model], str(file)], stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        return f"no end within {TIME_LIMIT} s"
    return "yes" if done.returncode == 0 else f"no: {done.stderr[:300]}"


def examine(options, file, model):
    """What compilers and CBMC say about one residual."""
    result = {compiler: accepted(compiler, file, model) for compiler in COMPILERS}
    result |= {"bytes": file.stat().st_size, "cbmc": "", "reason": ""}
    if options.cbmc:
        done = measured([options.tandem, "verify", "-q", "--with", "cbmc", "--cpu", f"{options.cbmc}s", "--data-model", model, file],
                        10 * options.cbmc + 20)
        said = last_result(done.lines)
        result |= {"cbmc": said.split()[0], "reason": said[:200]}
    return result


def reduced(options, file, model, condition, folder):
    """By method the sizes that the helper prints, as far as it came."""
    command = [str(options.helper), model, str(file), str(folder), str(condition)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=TIME_LIMIT)
        text, remark = done.stdout, "" if done.returncode == 0 else f"exit {done.returncode}: {done.stderr[:200]}"
    except subprocess.TimeoutExpired as late:
        text, remark = (late.stdout or b"").decode(), f"no end within {TIME_LIMIT} s"
    return [line.split() for line in text.splitlines()], remark


def run_task(options, task):
    file, model = options.tasks.parent / task["file"], task["data_model"]
    common = {"task": task["file"], "expected": task["verdict"], "engine": options.engine}
    with tempfile.TemporaryDirectory(prefix="tandem-study-") as name:
        folder = pathlib.Path(name)
        condition = folder / "condition.gia"
        words = [] if options.engine == "default" else ["--engine", options.engine]
        done = measured([options.tandem, "verify", "-q", *words, "--cpu", f"{options.cpu}s", "--memory", "4GB", "--data-model", model,
                         "--condition-out", condition, file], 10 * options.cpu)
        common["verdict"] = last_result(done.lines).split()[0]
        lines, remark = reduced(options, file, model, condition, folder)
        rows, known = [], {}
        for method, program, reached, residual, milliseconds in lines:
            written = folder / f"{method}.c"
            text = hashlib.sha256(written.read_bytes()).digest()
            if text not in known:
                known[text] = examine(options, written, model) if method != "verified" else {
                    compiler: accepted(compiler, written, model) for compiler in COMPILERS}
            rows.append({**common, "method": method, "program": program, "reached": reached, "residual": residual, "ms": milliseconds,
                         **known[text]})
        if remark:
            rows.append({**common, "method": "failed", "reason": remark})
        return rows


def known_rows(log):
    if not log.exists():
        return []
    with log.open(newline="") as file:
        return list(csv.DictReader(file))


def run(options):
    if not options.tasks.exists():
        print(f"skipped: {options.tasks} is not there")
        sys.exit(77)
    with options.tasks.open(newline="") as file:
        tasks = [task for task in csv.DictReader(file) if not options.folder or task["folder"] in options.folder][:: options.every]
    missing = [program for program in (*COMPILERS, options.helper) if not shutil.which(str(program))]
    if missing:
        sys.exit(f"residual_study.py: {missing[0]} is missing")
    done = {(row["task"], row["engine"]) for row in known_rows(options.log)}
    tasks = [task for task in tasks if (task["file"], options.engine) not in done]
    with options.log.open("a", newline="") as file, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        log = csv.DictWriter(file, FIELDS)
        if file.tell() == 0:
            log.writeheader()
        for rows in pool.map(lambda task: run_task(options, task), tasks):
            log.writerows(rows)
            file.flush()


def is_wrong(row):
    return row["cbmc"] in ("TRUE", "FALSE") and row["cbmc"].lower() != row["expected"]


def table(rows):
    print("| method | median | mean | largest | programs | CBMC: right, wrong |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for method in dict.fromkeys(row["method"] for row in rows if row["method"] != "failed"):
        own = [row for row in rows if row["method"] == method]
        shares = [int(row["residual"]) / int(row["program"]) for row in own]
        right = sum(row["cbmc"].lower() == row["expected"] for row in own)
        print(f"| {method} | {statistics.median(shares):.2f} | {statistics.mean(shares):.2f} | {max(shares):.2f} | {len(own)} | "
              f"{right}, {sum(map(is_wrong, own))} |")
    print(PAPER)


def print_tables(rows):
    for engine in dict.fromkeys(row["engine"] for row in rows):
        own = [row for row in rows if row["engine"] == engine]
        verdicts = {row["task"]: row["verdict"] for row in own}
        counts = ", ".join(f"{list(verdicts.values()).count(word)} {word}" for word in dict.fromkeys(verdicts.values()))
        print(f"\n{engine}: {len(verdicts)} programs ({counts})\n")
        table(own)
        print("\nwithout those that were proved:\n")
        table([row for row in own if row["verdict"] != "TRUE"])
        for row in own:
            if row["method"] == "failed":
                print(f"failed: {row['task']}: {row['reason']}")
            for compiler in COMPILERS:
                if row[compiler] not in ("yes", ""):
                    print(f"not accepted: {row['task']} {row['method']} by {compiler}: {row[compiler]}")
            if is_wrong(row):
                print(f"wrong: {row['task']} {row['method']}: {row['cbmc']} instead of {row['expected']}")


def main():
    options = arguments()
    if options.command == "run":
        run(options)
    print_tables(known_rows(options.log))


if __name__ == "__main__":
    main()
