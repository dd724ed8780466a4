#!/usr/bin/env python3
"""Conditional model checking against its parts: the tables of docs/studies/conditional-model-checking.md.

Runs on each task, with the same CPU time in all: the first analysis alone, the second alone, one after the other without
passing anything on (plain sequence), and one after the other with the condition passed (CMC). Prints how many tasks each
solves, how many verdicts are wrong, and the CPU time of all runs, as Markdown.

    scripts/cmc_tables.py --tandem build/tandem --folder systemc --folder cmc-combined
"""

import argparse
import concurrent.futures
import csv
import pathlib
import sys
import tempfile

from measured import measured

STEPS = """name: {name}
about: one after the other
steps:
  - {{run: {first}, share: {share}}}
  - {{run: {second}{passing}}}
"""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    project = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--tandem", type=pathlib.Path, default=project / "build" / "tandem")
    parser.add_argument("--tasks", type=pathlib.Path, default=project.parent / "shared" / "benchmarks" / "tasks.csv",
                        help="columns folder, task, file, verdict, data_model")
    parser.add_argument("--folder", action="append", help="only tasks of this folder; may be repeated")
    parser.add_argument("--cpu", type=int, default=30, help="seconds of CPU time for a task, in all")
    parser.add_argument("--memory", default="4GB")
    parser.add_argument("--first", default="value")
    parser.add_argument("--second", default="predicate")
    parser.add_argument("--share", default="33%", help="of the time, for the first of a sequence")
    parser.add_argument("--jobs", type=int, default=1, help="so many tasks at once")
    parser.add_argument("--log", type=pathlib.Path, help="one line for each run; runs that it has already are not repeated")
    return parser.parse_args()


def words_of(options, folder):
    """By configuration: what tandem verify is told."""
    words = {options.first: ["--engine", options.first], options.second: ["--engine", options.second]}
    for name, passing in (("plain sequence", ", condition: ignore"), ("CMC", "")):
        file = pathlib.Path(folder) / f"{name.split()[0]}.yml"
        file.write_text(STEPS.format(name=name.split()[0], first=options.first, second=options.second,
                                     share=options.share, passing=passing))
        words[name] = ["--strategy", str(file)]
    return words


def run(options, task, words):
    """The verdict and the CPU seconds of all processes."""
    command = [str(options.tandem), "verify", "-q", *words, "--cpu", f"{options.cpu}s", "--memory", options.memory,
               "--data-model", task["data_model"], str(options.tasks.parent / task["file"])]
    done = measured(command, 4 * options.cpu)
    results = [line for line in done.lines if line.startswith("Result: ")]
    return results[-1][len("Result: "):] if results else "ERROR (no result)", done.cpu


def known_runs(log):
    if log is None or not log.exists():
        return {}
    with log.open(newline="") as file:
        return {(row[0], row[1]): (row[2], float(row[3])) for row in csv.reader(file)}


def main():
    options = arguments()
    if not options.tasks.exists():
        print(f"skipped: {options.tasks} is not there")
        sys.exit(77)
    with options.tasks.open(newline="") as file:
        tasks = [task for task in csv.DictReader(file) if not options.folder or task["folder"] in options.folder]
    runs = known_runs(options.log)
    log = csv.writer(options.log.open("a", newline="", buffering=1)) if options.log else None
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        words = words_of(options, folder)
        started = {}
        for task in tasks:
            for name in words:
                if (task["file"], name) not in runs:
                    started[pool.submit(run, options, task, words[name])] = (task["file"], name)
        for future in concurrent.futures.as_completed(started):
            runs[started[future]] = future.result()
            if log:
                log.writerow([*started[future], *future.result()])
    print_tables(options, tasks, words, runs)


def print_tables(options, tasks, words, runs):
    for folder in dict.fromkeys(task["folder"] for task in tasks):
        print(f"\n{folder}, {options.cpu} s for each task\n")
        print("| | solved | true | false | wrong | CPU time of all | of the tasks that all solve |")
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        own = [task for task in tasks if task["folder"] == folder]
        verdicts = {(task["file"], name): runs[task["file"], name][0].split()[0].lower() for task in own for name in words}
        common = [task for task in own if all(verdicts[task["file"], name] == task["verdict"] for name in words)]
        for name in words:
            right = [task["verdict"] for task in own if verdicts[task["file"], name] == task["verdict"]]
            wrong = sum(verdicts[task["file"], name] in ("true", "false") for task in own) - len(right)
            time = sum(runs[task["file"], name][1] for task in own)
            of_common = sum(runs[task["file"], name][1] for task in common)
            print(f"| {name} | {len(right)} of {len(own)} | {right.count('true')} | {right.count('false')} | {wrong} | "
                  f"{time:.0f} s | {of_common:.1f} s |")
        print("\n| task | " + " | ".join(words) + " |\n| --- |" + " --- |" * len(words))
        for task in own:
            cells = [f"{verdicts[task['file'], name]} {runs[task['file'], name][1]:.1f} s" for name in words]
            print(f"| {pathlib.Path(task['file']).name} ({task['verdict']}) | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
