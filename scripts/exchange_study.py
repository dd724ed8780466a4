#!/usr/bin/env python3
"""What live exchange is worth: the default strategy with and without it, on tasks that k-induction alone does not solve.

    scripts/exchange_study.py SET [--tasks N] [--seed S] [--cpu SECONDS] [--only FOLDER,…] [--out TABLE.csv]

SET is a folder with SV-COMP task definitions (FOLDER/NAME.yml). The tasks are shuffled by the seed; one that k-induction solves
in five seconds of CPU time is passed over. Both variants run one after the other on the same task, so that a busy machine
troubles both alike; times are CPU times of all processes. Prints one line for each task, then the sums.
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

TANDEM = pathlib.Path(os.environ.get("TANDEM", pathlib.Path(__file__).resolve().parent.parent / "build/tandem"))


def tasks(folder):
    """(name, files, data model, expected verdict) of all tasks with the property unreach-call."""
    for path in sorted(folder.glob("*/*.yml")):
        text = path.read_text()
        verdict = re.search(r"unreach-call\.prp\s+expected_verdict:\s*(true|false)", text)
        files = re.search(r"^input_files:\s*'?([^'\n]+)'?", text, re.M)
        if not verdict or not files or not (path.parent / files[1]).exists():
            continue
        model = re.search(r"data_model:\s*(\w+)", text)
        yield f"{path.parent.name}/{path.stem}", path.parent / files[1], model[1] if model else "ILP32", verdict[1].upper()


def run(file, model, cpu, *options):
    """The verdict, the CPU seconds, and what the JSON output says."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.json"
        done = measured([TANDEM, "verify", "-q", "--data-model", model, "--cpu", f"{cpu}s", "--memory", "3GB", "--json", out, *options,
                         file], 10 * cpu + 30)
        said = json.loads(out.read_text()) if out.exists() else {}
        result = next((line for line in done.lines if line.startswith("Result: ")), "Result: none")
        return result.split()[1], done.cpu, said


def learnt(said):
    """Whose facts were used by the partner that decided, as the JSON output tells."""
    names = said.get("learnt-from", []) + said.get("trusts", [])
    return " ".join(names)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("set", type=pathlib.Path)
    parser.add_argument("--tasks", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cpu", type=int, default=20)
    parser.add_argument("--only", default="", help="folders of the set, separated by commas")
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    chosen = [task for task in tasks(options.set) if not options.only or task[0].split("/")[0] in options.only.split(",")]
    random.Random(options.seed).shuffle(chosen)
    rows = []
    for name, file, model, expected in chosen:
        if len(rows) == options.tasks:
            break
        if run(file, model, 5, "--engine", "kinduction")[0] == expected:
            continue
        row = {"task": name, "expected": expected}
        for variant, flags in (("exchange", []), ("none", ["--no-exchange"])):
            verdict, cpu, said = run(file, model, options.cpu, *flags)
            row |= {f"{variant} verdict": verdict, f"{variant} cpu": f"{cpu:.1f}"}
            if variant == "exchange":
                row |= {"facts": int(said.get("statistics", {}).get("facts exchanged", 0)), "used of": learnt(said)}
        rows.append(row)
        print(*row.values(), sep="\t", flush=True)
    if options.out and rows:
        with options.out.open("w", newline="") as out:
            writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
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


if __name__ == "__main__":
    main()
