#!/usr/bin/env python3
"""How many proofs of safe loop tasks come with a witness that tandem check confirms?

A sample of the benchmark collection, spread evenly: verify writes a witness, check reads it. Not a test by default,
because it takes minutes; a witness that check refutes makes it fail, since a TRUE would then rest on something wrong.

usage: witness_sample.py --benchmarks FOLDER [--sample 15] [--cpu 20s] [--set loops,loop-acceleration,...]
"""
import argparse
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

TANDEM = os.environ.get("TANDEM", str(pathlib.Path(__file__).resolve().parents[2] / "build" / "tandem"))
CONFIRMED, REFUTED = 0, 10


def tasks(folder, sets):
    with open(folder / "tasks.csv", newline="") as file:
        for row in csv.DictReader(file):
            path = folder / row["file"]
            if row["folder"] in sets and row["verdict"].lower() == "true":
                yield path, row["data_model"]


def run(*words):
    return subprocess.run([TANDEM, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--benchmarks", type=pathlib.Path, required=True)
    parser.add_argument("--sample", type=int, default=15)
    parser.add_argument("--cpu", default="20s")
    parser.add_argument("--set", default="loops,loop-acceleration,loop-invgen,loop-lit")
    options = parser.parse_args()
    if not (options.benchmarks / "tasks.csv").exists():
        print("skipped: no benchmarks at", options.benchmarks)
        sys.exit(77)
    found = list(tasks(options.benchmarks, options.set.split(",")))
    step = max(1, len(found) // options.sample)
    proved = confirmed = refuted = 0
    for path, model in found[::step][:options.sample]:
        with tempfile.TemporaryDirectory() as folder:
            witness = pathlib.Path(folder) / "witness.yml"
            words = ["--data-model", model, "--cpu", options.cpu]
            result = run("verify", path, "--witness", witness, "-q", *words)
            if result.returncode != 0:
                print(f"{path.parent.name}/{path.name}: not proved", flush=True)
                continue
            proved += 1
            check = run("check", path, witness, *words)
            confirmed += check.returncode == CONFIRMED
            refuted += check.returncode == REFUTED
            print(f"{path.parent.name}/{path.name}: {check.stdout.strip().splitlines()[-1]}", flush=True)
    print(f"{proved} proved, {confirmed} confirmed, {refuted} refuted")
    sys.exit(1 if refuted else 0)


if __name__ == "__main__":
    main()
