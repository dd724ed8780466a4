#!/usr/bin/env python3
"""Is the path to an error that tandem shows short and true? The table of docs/studies/traces.md.

For tasks with an error: `tandem verify`; the harness is compiled with the program and has to reach the error by the inputs alone; the same
program is stepped through by gdb, and every number that the path shows is compared with what gdb reads there. Lines are those of the text.

    scripts/trace_study.py [--count 30] [--cpu 10] [--log runs.csv] TASKS.csv

Takes tasks in turn from the folders of TASKS.csv (columns folder, task, file, verdict, data_model), the smallest first, until --count are FALSE. Those
that are in the log already are not done again.
"""
import argparse
import collections
import csv
import json
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent
TANDEM = os.environ.get("TANDEM", str(PROJECT / "build" / "tandem"))
GDB_LIMIT = 120  # seconds
FIELDS = ["task", "verdict", "lines", "steps", "replay", "compared", "different", "aligned"]

# Runs in gdb: stops line by line, and says what the variables of the path's steps are when their line is done.
STEPPER = r'''
import gdb, json, os
steps = json.load(open(os.environ["STEPS"]))
found = []
gdb.execute("set pagination off"); gdb.execute("set confirm off"); gdb.execute("set step-mode off")
gdb.execute("set startup-with-shell off"); gdb.execute("set print address off")
gdb.execute("skip -gfi */h.c"); gdb.execute("skip -gfi h.c")  # what supplies the inputs
gdb.execute("break main"); gdb.execute("run >/dev/null 2>&1", to_string=True)

def depth(frame):
    count = 0
    while frame.older() is not None and frame.name() != "main":
        frame, count = frame.older(), count + 1
    return count

def here():
    frame = gdb.selected_frame()
    return frame.name(), frame.find_sal().line, depth(frame)

def advance():
    try:
        gdb.execute("step", to_string=True)
        return gdb.selected_inferior().pid != 0
    except gdb.error:
        return False

# By depth: what the line that is being executed there writes, to be read when the next one begins.
pending = {}

def read(values):
    for name, index in values.items():
        try:
            value = gdb.parse_and_eval(name)
            kind = value.type.strip_typedefs().code
            if kind == gdb.TYPE_CODE_FLT:
                found.append([index, name, repr(float(value))])
            elif kind in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_CHAR, gdb.TYPE_CODE_BOOL, gdb.TYPE_CODE_ENUM):
                found.append([index, name, int(value)])
        except (gdb.error, OverflowError):
            pass

def go_to(step):
    """Stops at the next line until it is that of the step."""
    global at
    for _ in range(20000):
        if not advance():
            return False
        at = here()
        for deeper in [each for each in pending if each > at[2]]:
            del pending[deeper]
        read(pending.pop(at[2], {}))
        if at == place(step):
            return True
    return False

def place(step):
    return step["function"], step["line"], step["depth"]

# The first step may be the line at which main begins; the column says where on its line a step is.
at, open_steps, reached = here(), {}, 0
for index, step in enumerate(steps):
    before = steps[index - 1] if index > 0 else None
    names = {name: index for name in step["names"]}
    first = before is None and at == place(step)
    same_line = before is not None and place(before) == place(step) and step["column"] > before["column"]
    returned = before is not None and before["depth"] > step["depth"] and open_steps.get(step["depth"]) == (place(step), step["column"])
    if not first and not same_line and not returned and not go_to(step):
        break
    open_steps[step["depth"]] = (place(step), step["column"])
    pending.setdefault(step["depth"], {}).update(names)
    reached = index + 1
print("FOUND " + json.dumps({"found": found, "reached": reached}))
gdb.execute("kill")
'''


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--cpu", type=int, default=10, help="seconds for each task")
    parser.add_argument("--log", type=pathlib.Path)
    return parser.parse_args()


def candidates(path):
    """The smallest task of each folder, then the second smallest, and so on."""
    folders = collections.defaultdict(list)
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            if row["verdict"] == "false":
                folders[row["folder"]].append({**row, "path": path.parent / row["file"]})
    ordered = [sorted(rows, key=lambda row: row["path"].stat().st_size) for rows in folders.values()]
    for round_ in range(max(map(len, ordered))):
        yield from (rows[round_] for rows in ordered if round_ < len(rows))


def path_lines(text):
    lines = text.partition("The path to the error:\n")[2].splitlines()
    return next((i for i, line in enumerate(lines) if not line.startswith("  ")), len(lines))


def compiled(folder, task, harness, extra):
    """The program and its harness, by the command that the harness names; line markers would hide the file's own lines."""
    copy = folder / ("program" + pathlib.Path(task["file"]).suffix)
    copy.write_text(re.sub(r"(?m)^#.*$", "", task["path"].read_text(errors="replace")) if copy.suffix == ".i" else task["path"].read_text(errors="replace"))
    command = re.search(r"(?m)^// +(gcc .*?) && \./counterexample", harness.read_text())[1]
    command = command.replace(str(task["path"]), str(copy)).replace("-o counterexample", f"-o {folder}/program {extra}")
    return subprocess.run(command, shell=True, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def number(text):
    """What a shown value is: "12 (0xc)", "120 'x'", "-0.5"; None if it is no number."""
    found = re.match(r"(-?(?:0x)?[0-9a-fA-F.]+(?:[eE][-+]?\d+)?)", text)
    try:
        return None if found is None else int(found[1]) if re.fullmatch(r"-?\d+", found[1]) else float(found[1])
    except ValueError:
        return None


def compare(folder, steps):
    """How many values gdb could read, how many of them differ, and whether the whole path could be followed."""
    plain = [{"function": step["function"], "line": step["place"]["line"], "column": step["place"]["column"], "depth": step["depth"],
              "names": [value["name"] for value in step.get("values", [])]} for step in steps if "place" in step]
    shown = [step for step in steps if "place" in step]
    (folder / "steps.json").write_text(json.dumps(plain))
    (folder / "stepper.py").write_text(STEPPER)
    gdb = subprocess.Popen(["gdb", "-q", "-nx", "-batch", "-x", folder / "stepper.py", folder / "program"], stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, text=True, errors="replace", start_new_session=True,
                           env={**os.environ, "STEPS": str(folder / "steps.json"), "DEBUGINFOD_URLS": ""})
    try:
        said = re.search(r"(?m)^FOUND (.*)$", gdb.communicate(timeout=GDB_LIMIT)[0])
    except subprocess.TimeoutExpired:
        os.killpg(gdb.pid, signal.SIGKILL)  # with the program
        return 0, [], "gdb: time-out"
    if said is None:
        return 0, [], "gdb failed"
    found = json.loads(said[1])
    compared, different = 0, []
    for index, name, value in found["found"]:
        wanted = number(next(each["value"] for each in reversed(shown[index]["values"]) if each["name"] == name))
        if wanted is None:
            continue
        compared += 1
        read = float(value) if isinstance(value, str) else value
        if read != wanted and not (isinstance(read, float) and abs(read - wanted) <= 1e-5 * abs(read)):
            different.append(f"{shown[index]['place']['line']}: {name} = {wanted}, gdb: {read}")
    return compared, different, f"{found['reached']} of {len(plain)}"


def replay(folder, task, found):
    """The inputs alone: in the compiled program, or, where that depends on what a compiled run does not control, in the interpreter."""
    if found["confirmed"] == "compiled":
        code = subprocess.run([folder / "program"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120).returncode
        return "compiled" if code == 107 else f"exit code {code}"
    values = ",".join(each["value"] for each in found["inputs"] if each["kind"] == "nondet")
    code = subprocess.run([TANDEM, "run", "--data-model", task["data_model"], "--uninitialised", "zero", f"--inputs={values}", task["path"]],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120).returncode
    return "interpreter" if code == 10 else f"interpreter: {code}"


def examine(task, cpu):
    with tempfile.TemporaryDirectory(prefix="tandem-trace-") as holder:
        folder = pathlib.Path(holder)
        done = subprocess.run([TANDEM, "verify", "-q", "--cpu", f"{cpu}s", "--data-model", task["data_model"], "--json", folder / "out.json",
                               "--harness", folder / "h.c", task["path"]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace")
        row = {"task": f"{task['folder']}/{task['task']}", "verdict": done.stdout.strip().rsplit("Result: ", 1)[-1].split()[0] if done.stdout else "none"}
        if done.returncode != 10:
            return row
        steps = json.loads((folder / "out.json").read_text())["counterexample"]["steps"]
        row["lines"], row["steps"] = path_lines(done.stdout), len(steps)
        if not (folder / "h.c").exists() or not compiled(folder, task, folder / "h.c", "-g -O0"):
            return {**row, "replay": "not compiled"}
        row["replay"] = replay(folder, task, json.loads((folder / "out.json").read_text())["counterexample"])
        row["compared"], different, row["aligned"] = compare(folder, steps)
        row["different"] = len(different)
        for each in different[:5]:
            print(f"{row['task']}: {each}", file=sys.stderr)
        return row


def main():
    options = arguments()
    if shutil.which("gdb") is None:
        sys.exit("trace_study: gdb is not installed")
    rows = []
    known = {}
    if options.log and options.log.exists():
        with options.log.open(newline="") as file:
            known = {row["task"]: row for row in csv.DictReader(file, FIELDS)}
    for task in candidates(options.tasks):
        name = f"{task['folder']}/{task['task']}"
        row = known.get(name)
        if row is None:
            try:
                row = examine(task, options.cpu)
            except subprocess.TimeoutExpired as expired:
                row = {"task": name, "verdict": "FALSE", "aligned": f"{pathlib.Path(expired.cmd[0]).name}: time-out"}
            if options.log:
                with options.log.open("a", newline="") as file:
                    csv.DictWriter(file, FIELDS).writerow(row)
        if row["verdict"] == "FALSE":
            rows.append(row)
        if len(rows) == options.count:
            break
    show(rows)


def show(rows):
    for row in rows:
        row.update({field: int(row[field]) for field in ("lines", "steps", "compared", "different") if row.get(field) not in (None, "")})
    reached = sum(row.get("replay") in ("compiled", "interpreter") for row in rows)
    print("| task | lines | steps | replay | values compared | different | steps followed |\n| --- | ---: | ---: | --- | ---: | ---: | --- |")
    for row in rows:
        print(f"| {row['task']} | {row.get('lines', '')} | {row.get('steps', '')} | {row.get('replay', '')} | {row.get('compared', '')} | {row.get('different', '')} | {row.get('aligned', '')} |")
    print(f"\nMedian of the lines: {statistics.median(row['lines'] for row in rows if row.get('lines') not in (None, ''))}; "
          f"{reached} of {len(rows)} replays reach the error; "
          f"{sum(row.get('compared') or 0 for row in rows)} values compared, {sum(row.get('different') or 0 for row in rows)} different.")


if __name__ == "__main__":
    main()
