#!/usr/bin/env python3
"""Branch coverage of tandem test, of its partners alone, of AFL++ and of CBMC, side by side, measured by gcov.

    scripts/test_study.py [--cpu SECONDS] [--tools NAME,...] [--plot FILE.svg] PROGRAM...   # a table in Markdown

Every tool gets the same CPU time for each program, measured over all its processes, so that other work on the machine does not
matter; what compiling for AFL++ (with CmpLog) takes is not counted. Suites are judged by `tandem coverage --gcov`; the count shown
is gcov's. AFL++ cannot compile for 32 bits: for such programs its types have the sizes that the program expects as inputs. Needs $TANDEM or build/tandem, afl-fuzz and cbmc on the PATH;
what is missing is left out, visibly. A task file PROGRAM.yml gives the data model.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROJECT = pathlib.Path(__file__).resolve().parent.parent
TANDEM = os.environ.get("TANDEM", str(PROJECT / "build" / "tandem"))
TYPES = {"int": "int", "uint": "unsigned", "char": "char", "uchar": "unsigned char", "short": "short",
         "ushort": "unsigned short", "long": "long", "ulong": "unsigned long", "bool": "_Bool", "_Bool": "_Bool",
         "float": "float", "double": "double", "longlong": "long long", "ulonglong": "unsigned long long",
         "pointer": "void *", "size_t": "unsigned long", "unsigned": "unsigned", "u32": "unsigned"}
TESTCASE = '<?xml version="1.0" encoding="UTF-8"?>\n<testcase>{}</testcase>\n'


def data_model(program):
    task = program.with_suffix(".yml")
    found = re.search(r"data_model:\s*(\w+)", task.read_text()) if task.exists() else None
    return found[1] if found else "LP64"


def tandem(program, folder, seconds, *partners):
    words = [TANDEM, "test", program, "--data-model", data_model(program), "--out", folder / "suite", "--cpu",
             f"{seconds}s", "-q", "--json", folder / "out.json"]
    if partners:
        words += ["--partners", ",".join(partners)]
    subprocess.run(list(map(str, words)), capture_output=True, timeout=40 * seconds + 60)
    return folder / "suite"


def sizes(program):
    """What a value of each type reads: longs and pointers of ILP32 programs have four bytes."""
    if data_model(program) == "LP64":
        return TYPES
    short = {"long": "int", "unsigned long": "unsigned", "void *": "unsigned"}
    return {name: short.get(text, text) for name, text in TYPES.items()}


def group_seconds(group):
    """CPU time of a process group, with what its processes waited for."""
    total = 0
    for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            total += sum(map(int, fields[11:15]))
    return total / os.sysconf("SC_CLK_TCK")


def run_for(words, seconds, **options):
    """Until it has used so much CPU time; interrupted then, since AFL++ and others finish their files."""
    process = subprocess.Popen(words, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    deadline = time.time() + 60 * seconds
    while process.poll() is None and group_seconds(process.pid) < seconds and time.time() < deadline:
        time.sleep(0.1)
    try:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(10)
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, subprocess.TimeoutExpired):
        pass
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def afl_program(program, folder, executable, **environment):
    types = sizes(program)
    names = set(re.findall(r"__VERIFIER_nondet_(\w+)", program.read_text(errors="replace")))
    support = ["#include <stdlib.h>", "#include <unistd.h>", "#include <signal.h>",
               "static void take(void *to, unsigned long size) {",
               "  unsigned char *at = to;",
               "  while (size > 0) { long n = read(0, at, size); if (n <= 0) _exit(0); at += n, size -= n; } }",
               "void __VERIFIER_assume(int c) { if (!c) _exit(0); }",
               "__attribute__((weak)) void __VERIFIER_error(void) { _exit(0); }",
               "__attribute__((weak)) void reach_error(void) {}",
               "static void quiet(int s) { _exit(0); }",
               "__attribute__((constructor)) static void start(void) { signal(SIGABRT, quiet); signal(SIGSEGV, quiet); }"]
    for name in sorted(names & TYPES.keys()):
        support.append(f"{TYPES[name]} __VERIFIER_nondet_{name}(void) {{ {types[name]} v; take(&v, sizeof v); "
                       f"return ({TYPES[name]})v; }}")
    (folder / "support.c").write_text("\n".join(support) + "\n")
    subprocess.run(["afl-clang-fast", "-w", "-O1", "-fwrapv", "-std=gnu17", program, folder / "support.c", "-o",
                    folder / executable], check=True, capture_output=True, env={**os.environ, **environment})


def afl(program, folder, seconds):
    afl_program(program, folder, "program")
    afl_program(program, folder, "cmplog", AFL_LLVM_CMPLOG="1")
    (folder / "seeds").mkdir()
    (folder / "seeds" / "zeros").write_bytes(bytes(1024))
    run_for(["afl-fuzz", "-i", folder / "seeds", "-o", folder / "out", "-t", "500+", "-c", folder / "cmplog", "--",
             folder / "program"], seconds,
            env={**os.environ, "AFL_SKIP_CPUFREQ": "1", "AFL_NO_UI": "1", "AFL_NO_AFFINITY": "1", "AFL_FAST_CAL": "1",
                 "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1"})
    suite = folder / "suite"
    suite.mkdir()
    for kind in ("queue", "crashes", "hangs"):
        for number, path in enumerate(sorted((folder / "out" / "default" / kind).glob("id:*"))):
            shutil.copy(path, suite / f"{kind}-{number}")
    return suite


def cbmc(program, folder, seconds):
    suite = folder / "suite"
    suite.mkdir()
    names = set(re.findall(r"__VERIFIER_nondet_(\w+)", program.read_text(errors="replace")))
    support = folder / "support.c"  # what CBMC counts as an input of a test
    support.write_text("".join(f'{TYPES[name]} __VERIFIER_nondet_{name}(void) {{ {TYPES[name]} v; '
                               f'__CPROVER_input("value", v); return v; }}\n' for name in sorted(names & TYPES.keys())))
    deadline, left, count, unwind = time.time() + 4 * seconds, seconds, 0, 1
    while left > 0.5 and time.time() < deadline and unwind <= 1024:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        width = "--32" if data_model(program) == "ILP32" else "--64"
        try:
            output = subprocess.run(["prlimit", f"--cpu={int(left) + 1}", "cbmc", width, "--no-standard-checks", "--cover",
                                     "branch", "--unwind", str(unwind), "--show-test-suite", "--json-ui",
                                     program, support], capture_output=True, text=True, timeout=4 * seconds).stdout
            parts = json.loads(output)
        except (json.JSONDecodeError, subprocess.TimeoutExpired):
            parts = []
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        left -= after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        for part in parts:
            for test in part.get("tests", []) if isinstance(part, dict) else []:
                values = [value["value"].get("data", "0") for value in test.get("inputs", [])]
                text = "".join(f"<input>{re.sub('[uUlLfF]+$', '', str(value))}</input>" for value in values)
                count += 1
                (suite / f"test-{count}.xml").write_text(TESTCASE.format(text))
        unwind *= 2
    return suite


TOOLS = {
    "tandem": tandem,
    "random": lambda *words: tandem(*words, "random"),
    "concolic": lambda *words: tandem(*words, "concolic"),
    "fuzzing": lambda *words: tandem(*words, "fuzzing"),
    "bmc": lambda *words: tandem(*words, "bmc"),
    "AFL++": afl,
    "CBMC": cbmc,
}
NEEDS = {"AFL++": "afl-fuzz", "CBMC": "cbmc"}


def measured(program, suite):
    if not any(suite.iterdir()):
        return None
    out = suite.parent / "coverage.json"
    subprocess.run([TANDEM, "coverage", str(program), "--data-model", data_model(program), "--suite", str(suite), "--gcov",
                    "--test-limit", "500ms", "--limit", "2min", "-q", "--json", str(out)], capture_output=True)
    return json.loads(out.read_text()) if out.exists() else None


def cell(program, tool, seconds):
    """What gcov says of the tool's suite, in percent, and a text with it."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            suite = TOOLS[tool](program, folder, seconds)
        except (subprocess.SubprocessError, OSError) as failure:
            return None, f"failed: {type(failure).__name__}"
        found = measured(program, suite)
        if found is None:
            return 0, "0.0"
        percent = 100 * found["gcov"]["covered"] / max(1, found["gcov"]["all"])
        text = f"{percent:.1f}"
        if tool == "tandem":
            table = json.loads((suite / "goals.json").read_text())
            text += f" ({table['unreachable']} unreachable, {table['open']} open, {len(table['tests'])} tests)"
        return percent, text


COLOURS = ["#1b6ca8", "#8fb8de", "#f2a541", "#7a9e7e", "#c56183", "#7d5ba6", "#888888"]


def plot(path, tools, rows):
    """Bars: one group for each program, one bar for each tool."""
    width, height, top = 16 * (len(tools) + 2), 220, 40
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{60 + width * len(rows)}" height="{height + top + 110}" '
           f'font-family="sans-serif" font-size="11">']
    for number, tool in enumerate(tools):
        colour = COLOURS[number % len(COLOURS)]
        out.append(f'<rect x="{50 + 90 * number}" y="8" width="10" height="10" fill="{colour}"/>'
                   f'<text x="{64 + 90 * number}" y="17">{tool}</text>')
    for percent in range(0, 101, 20):
        y = top + height * (1 - percent / 100)
        out.append(f'<line x1="45" x2="{50 + width * len(rows)}" y1="{y}" y2="{y}" stroke="#ddd"/>'
                   f'<text x="40" y="{y + 4}" text-anchor="end">{percent} %</text>')
    for row, (name, percents) in enumerate(rows):
        left = 55 + width * row
        for number, percent in enumerate(percents):
            size = height * (percent or 0) / 100
            out.append(f'<rect x="{left + 16 * number}" y="{top + height - size:.1f}" width="14" height="{size:.1f}" '
                       f'fill="{COLOURS[number % len(COLOURS)]}"/>')
        out.append(f'<text transform="translate({left + 8 * len(tools)},{top + height + 12}) rotate(25)">{name}</text>')
    path.write_text("\n".join(out) + "\n</svg>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cpu", type=int, default=30, help="seconds for each tool and program")
    parser.add_argument("--tools", default=",".join(TOOLS), help="which, of " + ", ".join(TOOLS))
    parser.add_argument("--plot", type=pathlib.Path, help="write a bar chart to this file, as SVG")
    parser.add_argument("programs", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    tools = [tool for tool in options.tools.split(",") if tool in TOOLS]
    for tool in tools[:]:
        if tool in NEEDS and not shutil.which(NEEDS[tool]):
            print(f"{tool} is left out: {NEEDS[tool]} is not on the PATH", file=sys.stderr)
            tools.remove(tool)
    print("| program | " + " | ".join(tools) + " |\n| --- |" + " --- |" * len(tools))
    rows = []
    for program in options.programs:
        cells = [cell(program.resolve(), tool, options.cpu) for tool in tools]
        rows.append((program.stem, [percent for percent, _ in cells]))
        print(f"| {program.parent.name}/{program.stem} | " + " | ".join(text for _, text in cells) + " |", flush=True)
        if options.plot:
            plot(options.plot, tools, rows)
    means = [sum(row[1][i] or 0 for row in rows) / len(rows) for i in range(len(tools))]
    print("| mean | " + " | ".join(f"{mean:.1f}" for mean in means) + " |")


if __name__ == "__main__":
    main()
