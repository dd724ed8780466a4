#!/usr/bin/env python3
"""Loading a program compared with `clang-19 -fsyntax-only -w` on the same file.

Three tables: the ten largest benchmark programs and a ten-line program (CPU time, ratio, memory); generated programs that
double in size (time per byte should not grow); and a verdict on each of the bounds that the project sets itself:
ratio at most 2.5, memory of the largest program under 600 MB, time per byte at most 1.5 times that of a program an
eighth of the size. Ends with exit code 1 if a bound is broken.

Runs of both programs alternate, and medians are compared, so that a busy machine disturbs both alike.
"""

import argparse
import csv
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

RATIO_BOUND = 2.5
MEMORY_BOUND_MB = 600
GROWTH_BOUND = 1.5

TEN_LINES = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  for (int i = 0; i < n; i++)
    sum += i;
  if (sum < 0)
    reach_error();
  return 0;
}
"""


def run(command):
    """CPU seconds and peak memory in MB."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} failed: {message.decode(errors='replace').strip()}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def compare(loader, file, flag, repetitions):
    """Medians: clang's seconds, ours, our memory."""
    clang, ours, memory = [], [], []
    for _ in range(repetitions):
        clang.append(run(["clang-19", "-fsyntax-only", "-w", flag, str(file)])[0])
        seconds, megabytes = run([str(loader), flag, str(file)])
        ours.append(seconds)
        memory.append(megabytes)
    return statistics.median(clang), statistics.median(ours), max(memory)


def many_functions(functions):
    """A program in which everything is reachable from main; 16 lines a function."""
    text = ["struct node { int key; struct node *next; char name[16]; };", "extern int __VERIFIER_nondet_int(void);"]
    for i in range(functions):
        text.append(
            f"""static int table{i}[8] = {{1, 2, 3, [5] = {i}}};
static int step{i}(struct node *n, int x) {{
  int sum = 0;
  for (int i = 0; i < 8; i++) {{
    if (n->key > x && table{i}[i] != 0 || i == 3)
      sum += table{i}[i] * (x + {i}) - n->name[i];
    else
      sum ^= x << (i & 3);
  }}
  switch (sum % 5) {{
  case 0: n->key++; break;
  case 1: n->name[1] = (char)sum; return x ? n->key : sum;
  default: n = n->next ? n->next : n;
  }}
  return {f"step{i - 1}(n, sum)" if i else "sum"};
}}"""
        )
    text.append(f"int main(void) {{ struct node n = {{0}}; return step{functions - 1}(&n, __VERIFIER_nondet_int()); }}")
    return "\n".join(text) + "\n"


def long_function(statements):
    lines = [f"  if (x > {i}) x = f(x) * 3; else y += x++ ? y : {i};" for i in range(statements)]
    return "int f(int);\nint main(void) {\n  int x = 0, y = 0;\n" + "\n".join(lines) + "\n  return x + y;\n}\n"


def long_line(statements):
    return "int main(void) { int x = 0; " + "".join(f"int v{i} = x + {i}; x ^= v{i}; " for i in range(statements)) + "}\n"


def long_expressions(terms):
    sum, choice = " + f(x)" * terms, " || x > 3" * terms
    return f"int f(int);\nint main(void) {{\n  int x = 1;\n  x = x{sum};\n  return x{choice};\n}}\n"


def long_initializer(entries):
    rows = ",\n".join(f'{{{i}, "name{i}"}}' for i in range(entries))
    return f"struct row {{ int key; char *name; }} rows[] = {{\n{rows}\n}};\nint main(void) {{ return rows[1].key; }}\n"


SHAPES = ((many_functions, 500), (long_function, 4000), (long_line, 4000), (long_expressions, 3000),
          (long_initializer, 5000))


def largest_programs(benchmarks, count):
    with open(benchmarks / "tasks.csv", newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: -int(row["bytes"]))
    return [(benchmarks / row["file"], "-m32" if row["data_model"] == "ILP32" else "-m64") for row in rows[:count]]


def table_of_programs(loader, programs, repetitions):
    print(f"{'clang ms':>9} {'load ms':>9} {'ratio':>6} {'MB':>5}  program")
    worst, most = 0, 0
    for file, flag in programs:
        clang, ours, memory = compare(loader, file, flag, repetitions)
        worst, most = max(worst, ours / clang), max(most, memory)
        print(f"{clang * 1e3:9.1f} {ours * 1e3:9.1f} {ours / clang:6.2f} {memory:5.0f}  {file.name[:70]}")
    return worst, most


def table_of_growth(loader, folder, repetitions):
    """The most by which the time for a byte grows when a program becomes eight times as large."""
    print(f"\n{'KB':>9} {'clang ms':>9} {'load ms':>9} {'ratio':>6} {'us/KB':>7} {'MB':>5}  generated program")
    most = 0
    for make, size in SHAPES:
        cost = []
        for factor in (1, 2, 4, 8):
            file = folder / f"{make.__name__}.c"
            text = make(size * factor)
            file.write_text(text)
            clang, ours, memory = compare(loader, file, "-m64", max(3, repetitions // 2))
            kilobytes = len(text) / 1000
            cost.append(ours / kilobytes)
            print(
                f"{kilobytes:9.0f} {clang * 1e3:9.1f} {ours * 1e3:9.1f} {ours / clang:6.2f} {cost[-1] * 1e6:7.0f} "
                f"{memory:5.0f}  {make.__name__}"
            )
        most = max(most, cost[-1] / cost[0])
    return most


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=root / "build", help="the build folder")
    parser.add_argument("--benchmarks", type=pathlib.Path, default=root.parent / "shared" / "benchmarks")
    parser.add_argument("--repetitions", type=int, default=9)
    options = parser.parse_args()
    loader = options.build / "bin" / "load_only"
    if not loader.exists():
        sys.exit(f"{loader} is missing: build the target load_only first")

    with tempfile.TemporaryDirectory(prefix="tandem-load-speed-") as name:
        folder = pathlib.Path(name)
        small = folder / "ten_lines.c"
        small.write_text(TEN_LINES)
        programs = [(small, "-m64"), (small, "-m32")]
        if options.benchmarks.exists():
            programs += largest_programs(options.benchmarks, 10)
        else:
            print(f"{options.benchmarks} is missing: only generated programs are measured")
        worst, memory = table_of_programs(loader, programs, options.repetitions)
        growth = table_of_growth(loader, folder, options.repetitions)

    print()
    broken = 0
    for what, value, bound in (
        ("largest ratio to clang", worst, RATIO_BOUND),
        ("peak memory (MB)", memory, MEMORY_BOUND_MB),
        ("time per byte, 8 times the size", growth, GROWTH_BOUND),
    ):
        broken += value > bound
        print(f"{what}: {value:.2f} (bound {bound}) {'BROKEN' if value > bound else 'ok'}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
