#!/usr/bin/env python3
"""What exchange is worth: the default strategy with and without it, on tasks that k-induction alone does not solve.

    scripts/exchange_study.py SET [--tasks N] [--seed S] [--cpu SECONDS] [--only FOLDER,…] [--alone KNOWN.csv] [--out TABLE.csv]
                              [--plot PLOT.svg]

SET is a folder with SV-COMP task definitions, listed in SET/tasks.csv. The tasks are shuffled by the seed; one that k-induction
solves in five seconds of CPU time is passed over (with --alone, its verdicts are kept in a file for the next time). Both variants
run one after the other on the same task, so that a busy machine troubles both alike; times are CPU times of all processes. Prints one
line for each task, then the sums. A task that is in TABLE.csv already is not run again.
"""
import argparse
import csv
import json
import math
import os
import pathlib
import random
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from measured import measured
from scatter import scatter

TANDEM = pathlib.Path(os.environ.get("TANDEM", pathlib.Path(__file__).resolve().parent.parent / "build/tandem"))


def tasks(folder):
    """(name, file, data model, expected verdict) of all tasks in the folder's list."""
    with (folder / "tasks.csv").open() as listed:
        for row in csv.DictReader(listed):
            yield f"{row['folder']}/{row['task']}", folder / row["file"], row["data_model"], row["verdict"].upper()


class Alone:
    """What k-induction alone says in five seconds, kept in a file."""

    def __init__(self, path):
        self.path = path
        self.known = dict(csv.reader(path.open())) if path and path.exists() else {}

    def verdict(self, name, file, model):
        if name not in self.known:
            self.known[name] = run(file, model, 5, "--engine", "kinduction")[0]
            if self.path:
                with self.path.open("a", newline="") as out:
                    csv.writer(out, lineterminator="\n").writerow((name, self.known[name]))
        return self.known[name]


def run(file, model, cpu, *options):
    """The verdict, the CPU seconds, and what the JSON output says."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.json"
        done = measured([TANDEM, "verify", "-q", "--data-model", model, "--cpu", f"{cpu}s", "--memory", "3GB", "--json", out, *options,
                         file], 10 * cpu + 30)
        said = json.loads(out.read_text()) if out.exists() else {}
        result = next((line for line in done.lines if line.startswith("Result: ")), "Result: none")
        return result.split()[1], done.cpu, said


def decided_by(said):
    """Who decided it, and by what that others had found out."""
    last = [partner for partner in said.get("partners", []) if partner["verdict"] == said.get("verdict")]
    if not last or said.get("verdict") not in ("TRUE", "FALSE"):
        return "", ""
    what = last[-1]["what"]
    used = [f"facts of {' '.join(said[key])}" for key in ("learnt-from", "trusts") if said.get(key)]
    given = re.search(r"given the results of ([^;]*)", what)
    return last[-1]["partner"], "; ".join(used + ([f"condition of {given[1]}"] if given else []))


def compared(name, file, model, expected, cpu):
    row = {"task": name, "expected": expected}
    for variant, flags in (("exchange", []), ("none", ["--no-exchange"])):
        verdict, seconds, said = run(file, model, cpu, *flags)
        row |= {f"{variant} verdict": verdict, f"{variant} cpu": f"{seconds:.1f}"}
        row[f"{variant} by"], used = decided_by(said)
        if variant == "exchange":
            row |= {"facts": int(said.get("statistics", {}).get("facts exchanged", 0)), "used": used}
    return row


def print_sums(rows):
    for variant in ("exchange", "none"):
        right = sum(row[f"{variant} verdict"] == row["expected"] for row in rows)
        wrong = sum(row[f"{variant} verdict"] in ("TRUE", "FALSE") and row[f"{variant} verdict"] != row["expected"] for row in rows)
        print(f"{variant}: {right} right, {wrong} wrong of {len(rows)}")
    both = [(float(row["exchange cpu"]), float(row["none cpu"])) for row in rows
            if row["exchange verdict"] == row["none verdict"] == row["expected"]]
    both = [(a, b) for a, b in both if max(a, b) > 2]
    if both:
        mean = math.exp(sum(math.log(a / b) for a, b in both) / len(both))
        print(f"CPU time on what both solve and takes more than 2 s: {mean:.2f} times ({len(both)} tasks)")


def plot(rows, cpu):
    time_of = lambda row, variant: float(row[f"{variant} cpu"]) if row[f"{variant} verdict"] == row["expected"] else None
    points = [(row["task"], row["expected"], time_of(row, "none"), time_of(row, "exchange")) for row in rows]
    return scatter(points, cpu, "without exchange, CPU s", "with exchange, CPU s", "below the line: exchange pays")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("set", type=pathlib.Path)
    parser.add_argument("--tasks", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cpu", type=int, default=20)
    parser.add_argument("--only", default="", help="folders of the set, separated by commas")
    parser.add_argument("--alone", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--plot", type=pathlib.Path)
    options = parser.parse_args()
    chosen = [task for task in tasks(options.set) if not options.only or task[0].split("/")[0] in options.only.split(",")]
    random.Random(options.seed).shuffle(chosen)
    alone = Alone(options.alone)
    done = {row["task"]: row for row in csv.DictReader(options.out.open())} if options.out and options.out.exists() else {}
    rows = []
    for name, file, model, expected in chosen:
        if len(rows) == options.tasks:
            break
        if alone.verdict(name, file, model) == expected:
            continue
        rows.append(done.get(name) or compared(name, file, model, expected, options.cpu))
        print(*rows[-1].values(), sep="\t", flush=True)
        if options.out and name not in done:
            with options.out.open("a", newline="") as out:
                writer = csv.DictWriter(out, list(rows[-1]), lineterminator="\n")
                if out.tell() == 0:
                    writer.writeheader()
                writer.writerow(rows[-1])
    print_sums(rows)
    if options.plot:
        options.plot.write_text(plot(rows, options.cpu))


if __name__ == "__main__":
    main()
