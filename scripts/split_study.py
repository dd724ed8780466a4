#!/usr/bin/env python3
"""What splitting gains by a second job: wall times of the strategy `split` with --jobs 1 and --jobs 2, on the programs of bench/programs/split.

    scripts/split_study.py [--repeat N] [PROGRAM.c ...]

Both variants run alternately, so that a busy machine troubles both alike. Prints a Markdown table: the verdicts, the shortest wall time of
each variant, and their ratio.
"""
import argparse
import os
import pathlib
import subprocess
import time

PROJECT = pathlib.Path(__file__).resolve().parent.parent
TANDEM = pathlib.Path(os.environ.get("TANDEM", PROJECT / "build/tandem"))


def run(program, jobs):
    begin = time.monotonic()
    done = subprocess.run([TANDEM, "verify", "-q", program, "--strategy", "split", "--jobs", str(jobs), "--wall", "300s"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout.strip().rsplit("Result: ", 1)[-1], time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("programs", nargs="*", type=pathlib.Path, default=sorted((PROJECT / "bench/programs/split").glob("*.c")))
    parser.add_argument("--repeat", type=int, default=1)
    options = parser.parse_args()
    print("| program | verdicts | --jobs 1, s | --jobs 2, s | ratio |\n| --- | --- | ---: | ---: | ---: |")
    for program in options.programs:
        times, verdicts = {1: [], 2: []}, []
        for _ in range(options.repeat):
            for jobs in (1, 2):
                verdict, seconds = run(program, jobs)
                verdicts.append(verdict)
                times[jobs].append(seconds)
        one, two = min(times[1]), min(times[2])
        print(f"| {program.stem} | {' '.join(sorted(set(verdicts)))} | {one:.1f} | {two:.1f} | {two / one:.2f} |", flush=True)


if __name__ == "__main__":
    main()
