#!/usr/bin/env python3
"""The systematic study of gambling (docs/gamble.md): configurations over a folder of scenarios, and their table.

Scenarios are files BENCHMARK__STRUCTURE__BOUNDS.c, all expected to be true. Each run gets the same CPU time. Results go
to a CSV file line by line, so that an interrupted study goes on where it stopped; the scenarios come in an order that
spreads evenly over benchmarks and structures, so that a part of the study is a fair sample.

usage: gamble_study.py run FOLDER RUNS.csv [--configs a,b] [--cpu 15] [--minutes 60] [--only REGEX]
       gamble_study.py table RUNS.csv [--reference CBMC.csv]      # Markdown; CBMC.csv: recorded runs of CBMC alone: task, kind
"""
import argparse
import collections
import csv
import hashlib
import os
import pathlib
import re
import statistics
import sys
import time

from measured import measured

ROOT = pathlib.Path(__file__).resolve().parent.parent
TANDEM = os.environ.get("TANDEM", str(ROOT / "build" / "tandem"))
LIMIT = ["--loop-iterations", "200"]  # as in the paper
CONFIGS = {
    "native": ["gamble", "--with", "kinduction"],
    "native-nofacts": ["gamble", "--with", "kinduction", "--no-facts"],
    "cbmc": ["verify", "--with", "cbmc", *LIMIT],
    "gamble-cbmc": ["gamble", "--with", "cbmc", *LIMIT],
    "gamble-cbmc-nofacts": ["gamble", "--with", "cbmc", "--no-facts", *LIMIT],
    "gamble-bmc": ["gamble", "--with", "bmc", *LIMIT],
    "gamble-bmc-nofacts": ["gamble", "--with", "bmc", "--no-facts", *LIMIT],
}
STRUCTURES = ["baseline", "single1", "single2", "double1", "double2", "double3"]
FIELDS = ["config", "task", "verdict", "cpu_s", "wall_s", "cpu_limit", "last_line"]


def scenarios(folder, only):
    names = sorted(path.stem for path in pathlib.Path(folder).glob("*__*__*.c"))
    chosen = [name for name in names if re.search(only, name)]
    return sorted(chosen, key=lambda name: hashlib.sha256(name.encode()).hexdigest())


def rows_of(path):
    if not pathlib.Path(path).exists():
        return []
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def run_one(config, source, cpu):
    """The last line of the output, and the times."""
    command = [TANDEM, *CONFIGS[config], "--cpu", f"{cpu}s", "-q", str(source)]
    done = measured(command, 20 * cpu + 60)
    lines = [line for line in done.lines if line.strip()]
    return (lines[-1] if lines else "no output"), done


def run(arguments):
    folder = pathlib.Path(arguments.folder)
    done = {(row["config"], row["task"]) for row in rows_of(arguments.runs)}
    end = time.monotonic() + arguments.minutes * 60
    is_new = not pathlib.Path(arguments.runs).exists()
    with open(arguments.runs, "a", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        if is_new:
            writer.writeheader()
        for config in arguments.configs.split(","):
            for task in scenarios(folder, arguments.only):
                if (config, task) in done:
                    continue
                if time.monotonic() > end:
                    return
                line, done_in = run_one(config, folder / f"{task}.c", arguments.cpu)
                found = re.match(r"Result: (TRUE|FALSE|UNKNOWN)", line)
                writer.writerow({"config": config, "task": task, "verdict": found[1] if found else "ERROR",
                                 "cpu_s": f"{done_in.cpu:.2f}", "wall_s": f"{done_in.wall:.2f}",
                                 "cpu_limit": arguments.cpu, "last_line": line})
                file.flush()


def structure(task):
    return task.split("__")[1]


def cell(rows):
    if not rows:
        return "–"
    solved = [row for row in rows if row["verdict"] == "TRUE"]
    times = [float(row["cpu_s"]) for row in solved]
    return f"{len(solved)}/{len(rows)}" + (f" ({statistics.median(times):.1f} s)" if times else "")


def print_table(title, groups, columns, key, by_config):
    print(f"\n| {title} | " + " | ".join(columns) + " |")
    print("| --- |" + " --- |" * len(columns))
    for config in by_config:
        cells = [cell([row for row in by_config[config] if key(row, column)]) for column in columns]
        print(f"| {groups.get(config, config)} | " + " | ".join(cells) + " |")


def print_by_bounds(by_config, configs):
    """As the paper's Table 1: rows are bounds, columns structures, solved of those that all configurations tried."""
    tasks = set.intersection(*({row["task"] for row in by_config[config]} for config in configs))
    solved = {config: {row["task"] for row in by_config[config] if row["verdict"] == "TRUE"} for config in configs}
    print(f"\nSolved by {' / '.join(configs)}, of the {len(tasks)} scenarios that all of them tried:\n")
    print("| bounds (outer_inner) | " + " | ".join(STRUCTURES) + " |")
    print("| --- |" + " --- |" * len(STRUCTURES))
    for bounds in sorted({task.split("__")[2] for task in tasks}, key=lambda text: (text.count("_"), text)):
        cells = []
        for kind in STRUCTURES:
            here = [task for task in tasks if structure(task) == kind and task.split("__")[2] == bounds]
            counts = [str(sum(task in solved[config] for task in here)) for config in configs]
            cells.append(f"{'/'.join(counts)} of {len(here)}" if here else "")
        print(f"| {bounds} | " + " | ".join(cells) + " |")


def print_cost(by_config):
    """Time over CBMC alone, of what both solve and gambling does not prove in an inner region."""
    alone = {row["task"]: row for row in by_config.get("cbmc", []) if row["verdict"] == "TRUE"}
    for config in ("gamble-cbmc", "gamble-cbmc-nofacts"):
        ratios = {clock: [] for clock in ("cpu_s", "wall_s")}
        for row in by_config.get(config, []):
            if row["verdict"] != "TRUE" or row["task"] not in alone:
                continue
            for clock, values in ratios.items():
                values.append(float(row[clock]) / max(0.01, float(alone[row["task"]][clock])))
        if ratios["cpu_s"]:
            print(f"\n{config} over cbmc alone, {len(ratios['cpu_s'])} scenarios that both solve: median "
                  f"{statistics.median(ratios['cpu_s']):.2f} (CPU time), {statistics.median(ratios['wall_s']):.2f} (wall time)")


def print_reference(path, by_config):
    recorded = {row["task"] for row in rows_of(path) if row["kind"] == "correct"}
    for config, rows in by_config.items():
        tried = {row["task"] for row in rows}
        missed = sorted(recorded & tried - {row["task"] for row in rows if row["verdict"] == "TRUE"})
        if config.endswith("(recorded)"):
            continue
        print(f"\n{config}: of {len(recorded & tried)} tried that the recorded runs solve, missed {len(missed)}: {missed}")


def table(arguments):
    by_config = collections.defaultdict(list)
    for row in rows_of(arguments.runs):
        by_config[row["config"]].append(row)
    by_config = {config: by_config[config] for config in CONFIGS if config in by_config}
    if not by_config:
        sys.exit("no runs")
    wrong = [row for rows in by_config.values() for row in rows if row["verdict"] in ("FALSE", "ERROR")]
    print("Solved of tried, median CPU time of the solved.")
    columns = STRUCTURES + ["together"]
    print_table("configuration", {}, columns, lambda row, kind: kind in (structure(row["task"]), "together"), by_config)
    benchmarks = sorted({row["task"].split("__")[0] for rows in by_config.values() for row in rows})
    print_table("configuration", {}, benchmarks, lambda row, name: row["task"].startswith(name + "__"), by_config)
    alone = "cbmc"
    if arguments.reference:
        alone = "cbmc (recorded)"
        by_config[alone] = [{"task": row["task"], "verdict": "TRUE" if row["kind"] == "correct" else "UNKNOWN"}
                            for row in rows_of(arguments.reference)]
    for config in ("native", "gamble-cbmc", "gamble-cbmc-nofacts", "gamble-bmc"):
        if alone in by_config and config in by_config:
            print_by_bounds(by_config, [alone, config])
    print_cost(by_config)
    if arguments.reference:
        print_reference(arguments.reference, by_config)
    print(f"\nFALSE or no result: {len(wrong)}" + "".join(f"\n- {row['config']} {row['task']}: {row['last_line']}" for row in wrong))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    running = commands.add_parser("run")
    running.add_argument("folder")
    running.add_argument("runs")
    running.add_argument("--configs", default=",".join(CONFIGS))
    running.add_argument("--cpu", type=int, default=15)
    running.add_argument("--minutes", type=float, default=1e6)
    running.add_argument("--only", default="")
    running.set_defaults(do=run)
    showing = commands.add_parser("table")
    showing.add_argument("runs")
    showing.add_argument("--reference")
    showing.set_defaults(do=table)
    arguments = parser.parse_args()
    arguments.do(arguments)


if __name__ == "__main__":
    main()
