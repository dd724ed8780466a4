#!/usr/bin/env python3
"""One program, three ways: compiled as it is, compiled as the C that tandem writes, and interpreted by `tandem run`.

Each way gets the same random input vectors. Compared are the inputs consumed, as the program got them, and how the run
ended (exit code, error call, assertion, abort, broken assumption); for csmith programs also what they print. Functions
without a body that tandem does not model are given one that returns the next input.

What is left out of the comparison, and counted:
  undefined    the interpreter reports a fault: the program's behaviour is not defined from there on. The inputs consumed
               before must still agree.
  unspecified  gcc and clang disagree with one another about the original: the order of evaluation is unspecified.
  assembly     the original has inline assembly, whose effects tandem does not know, and the runs differ.
  limit        a run was ended by the limit on steps or time. The inputs consumed so far must still agree.
  repeated     a vector that begins with what all ways consumed of an earlier one: the runs would be the same.

usage: three_ways.py [--vectors N] [--seed S] FILE...            (data model: --model, or from the .yml beside the file)
       three_ways.py --tasks ../shared/benchmarks/tasks.csv [--sample N]
       three_ways.py --csmith N [--first-seed S]
Exit code 1 if anything differs, 77 if nothing could be compared.
"""
import argparse
import collections
import concurrent.futures
import csv
import functools
import json
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TANDEM = os.environ.get("TANDEM", str(ROOT / "build" / "tandem"))
WIDTH = {"ILP32": ["-m32", "-msse2", "-mfpmath=sse"], "LP64": ["-m64"]}
COMPILERS = {"gcc": "gcc", "clang": "clang-19"}
FLAGS = ["-std=gnu17", "-w", "-no-pie", "-O0", "-fwrapv", "-fno-strict-aliasing", "-fno-builtin", "-fno-stack-protector",
         "-fgnu89-inline", "-finstrument-functions", "-ftrivial-auto-var-init=zero"]
CSMITH_INCLUDE = "/usr/include/csmith"
# How `tandem run --json` spells the ends.
ENDS = {"returned": "exit", "assertion failed": "assert", "error call": "error-call", "assumption violated": "assume",
        "inputs exhausted": "inputs", "fault": "undefined", "runtime-error": "undefined"}
CUT_OFF = ("step limit", "time limit", "memory limit")


@dataclass
class Run:
    end: str
    inputs: list = field(default_factory=list)
    output: str = ""
    detail: str = ""

    def __str__(self):
        return f"{self.end} after {len(self.inputs)} inputs {self.inputs[:12]}{' ...' * (len(self.inputs) > 12)} {self.detail}"


class Skip(Exception):
    """The comparison is not possible, for this reason."""


def execute(command, timeout=300, **options):
    return subprocess.run([str(w) for w in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout,
                          **options)


# Compiling.


@functools.cache
def modelled():
    """The functions tandem knows the meaning of: those with a model, and those that the interpreter has built in."""
    index = (ROOT / "share/clib/index.txt").read_text()
    names = {line.split()[0] for line in index.splitlines() if line}
    for file in (ROOT / "src/semantics/interpreter").glob("library_*.cpp"):
        names.update(re.findall(r'\{"(\w+)"', file.read_text()))
    return names


PROTOTYPE = re.compile(r"^/\* .*? \*/ (?:extern )?(?P<result>.*?)\b(?P<name>\w+) \((?P<rest>.*)\);")
STREAMS = {"stdin", "stdout", "stderr", "_GLOBAL_OFFSET_TABLE_"}
PROVIDED = {"__VERIFIER_assume", "__assert_fail", "reach_error", "__VERIFIER_error"}


def prototypes(source, model, folder, includes):
    """name -> (result type, parameters), as gcc understands the declarations."""
    out = folder / "prototypes"
    execute(["gcc", "-std=gnu17", "-w", *WIDTH[model], *includes, "-aux-info", out, "-fsyntax-only", source])
    found = {}
    for line in out.read_text(errors="replace").splitlines() if out.exists() else []:
        match = PROTOTYPE.match(line)
        if match:
            found[match["name"]] = (match["result"].replace("static ", "").strip(), match["rest"])
    return found


def stub(name, result, parameters):
    parameters = re.sub(r"/\* .*? \*/", "", parameters).strip()
    head = f"{result} {name}({parameters or ''})"
    if name in ("reach_error", "__VERIFIER_error"):
        return f"{head} {{ verifier_error_call(); }}"
    if re.fullmatch(r"(_Noreturn |volatile |const )*void", result):
        return f"{head} {{ {'verifier_stop();' if 'volatile' in result or '_Noreturn' in result else ''} }}"
    if re.match(r"(const )?(struct|union)\b", result) and "*" not in result:
        return f"{head} {{ static {result} zero; return zero; }}"
    kinds = "float: 24, double: 53, long double: 64, default: 0"
    return (f"{head} {{ typedef {result} Result;\n"
            f"  if (_Generic((Result)0, {kinds}))\n"
            f"    return _Generic((Result)0, float: (float)verifier_real(24), double: (double)verifier_real(53), "
            f"long double: verifier_real(64), default: (Result)0);\n"
            f"  return (Result)_Generic((Result)0, float: 0, double: 0, long double: 0, default: verifier_integer("
            f"sizeof(Result), (Result)-1 < (Result)0, _Generic((Result)0, _Bool: 1, default: 0))); }}")


def undefined_symbols(objects):
    listed = execute(["nm", "-u", *objects]).stdout.decode()
    return sorted({line.split()[-1] for line in listed.splitlines() if line.strip() and not line.endswith(":")})


STUB_HEAD = """
#ifdef __SIZEOF_INT128__
unsigned __int128 verifier_integer(int, int, int);
#else
unsigned long long verifier_integer(int, int, int);
#endif
long double verifier_real(int);
void verifier_error_call(void);
void verifier_stop(void);
"""


def build(compiler, source, model, folder, includes=()):
    """The program with bodies for what has none. The stubs stand in the program's own file, after it."""
    flags = [*FLAGS, *WIDTH[model], *includes]
    program = folder / f"{compiler}-{source.stem}.o"
    compiled = execute([COMPILERS[compiler], *flags, "-c", source, "-o", program])
    if compiled.returncode != 0:
        raise Skip(f"{compiler} does not compile {source.name}: {first_error(compiled)}")
    missing = [name for name in undefined_symbols([program]) if needs_body(name) and name not in compiler_support(model)]
    stubs = folder / f"{compiler}-{source.stem}-stubs.c"
    executable = folder / f"{compiler}-{source.stem}"
    undeclared = set()  # named in assembly only
    if not missing:
        linked = execute([COMPILERS[compiler], *flags, program, runtime(model), "-lm", "-o", executable])
        if linked.returncode == 0:
            return executable
    known = prototypes(source, model, folder, includes)
    for _ in range(len(missing) + 1):
        stubs.write_text(STUB_HEAD + "\n".join(definition(name, known, undeclared) for name in missing) + "\n")
        linked = execute([COMPILERS[compiler], *flags, "-include", source, stubs, runtime(model), "-lm", "-o", executable])
        if linked.returncode == 0:
            return executable
        lost = re.search(r"‘(\w+)’ undeclared|undeclared identifier '(\w+)'", linked.stderr.decode(errors="replace"))
        if not lost or (lost[1] or lost[2]) in undeclared:
            break
        undeclared.add(lost[1] or lost[2])
    raise Skip(f"{compiler} does not link {source.name}: {first_error(linked)}")


@functools.cache
def compiler_support(model):
    """What compilers call by themselves, such as 64-bit division on 32-bit machines."""
    library = execute(["gcc", *WIDTH[model], "-print-libgcc-file-name"]).stdout.decode().strip()
    symbols = execute(["nm", "--defined-only", "--extern-only", library]).stdout.decode()
    return {words[-1] for words in map(str.split, symbols.splitlines()) if len(words) == 3}


def needs_body(name):
    if name in ("reach_error", "__VERIFIER_error"):
        return True
    return name not in modelled() and name not in PROVIDED and name not in STREAMS and not name.startswith("__cyg_")


def definition(name, known, undeclared):
    if name in undeclared:
        return f"void {name}(void) {{}}"
    # A symbol that is not a function is a variable that no file defines: zero.
    return stub(name, *known[name]) if name in known else f"__typeof__({name}) {name};"


def first_error(run):
    text = run.stderr.decode(errors="replace")
    telling = re.search(r"error: .*|undefined reference.*|multiple definition.*|relocation .*", text)
    return (telling[0] if telling else text)[:200]


SCRATCH = tempfile.TemporaryDirectory(prefix="tandem-three-")


@functools.cache
def runtime(model):
    target = pathlib.Path(SCRATCH.name) / f"runtime-{model}.o"
    built = execute(["gcc", "-std=gnu17", "-O1", *WIDTH[model], "-c", HERE / "runtime.c", "-o", target])
    if built.returncode != 0:
        raise Skip(f"the runtime does not compile for {model}: {first_error(built)}")
    return target


# Running.


class Single(float):
    """A float of C: two of them are the same if they round to the same 24 bits, however they were printed."""

    def __eq__(self, other):
        return struct.pack("f", self) == struct.pack("f", other)


def value(text):
    kind, number = text.split()
    if kind == "i":
        return int(number)
    return Single(float.fromhex(number)) if kind == "f24" else float.fromhex(number)


def run_compiled(executable, vector, timeout):
    notes = executable.with_suffix(".notes")
    notes.unlink(missing_ok=True)
    environment = {"VERIFIER_INPUTS": ",".join(vector), "VERIFIER_END": str(notes)}
    try:
        run = execute([executable], timeout, env=environment)
        end = f"exit {run.returncode}" if run.returncode >= 0 else f"signal {-run.returncode}"
        output = run.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired:
        end, output = "time limit", ""
    lines = notes.read_text().splitlines() if notes.exists() else []
    if lines and lines[-1].startswith("end "):
        end = lines.pop()[4:]
    return Run("abort" if end == "signal 6" else end, [value(l) for l in lines], output)


def number(text):
    try:
        return int(text)
    except ValueError:
        return float(text)


def run_interpreter(source, model, vector, options, includes):
    command = [TANDEM, "run", "--json", "--data-model", model, f"--steps={options.steps}", "--uninitialised=zero"]
    if vector:
        command.append("--inputs=" + ",".join(vector))
    try:
        run = execute([*command, *includes, source], timeout=options.timeout * 6)
        result = json.loads(run.stdout)
    except subprocess.TimeoutExpired:
        return Run("time limit")
    except ValueError:
        raise Skip(f"tandem run ended with {run.returncode}: {run.stderr.decode(errors='replace').strip()[:300]}")
    end = ENDS.get(result["end"], result["end"])
    if end == "exit":
        end = f"exit {result['exit_code']}"
    return Run(end, [number(t) for t in result["inputs"]], result["output"], result.get("message", ""))


# Comparing.


def agree(left, right, with_output):
    """None, or why the two runs count as different; 'undefined' and 'limit' when nothing more can be said."""
    shared = min(len(left.inputs), len(right.inputs))
    if left.inputs[:shared] != right.inputs[:shared]:
        return "other inputs"
    for one, other in ((left, right), (right, left)):
        if one.end == "undefined":
            return "undefined" if len(other.inputs) >= len(one.inputs) or other.end in CUT_OFF else "fewer inputs"
        if one.end in CUT_OFF:
            return "limit" if len(other.inputs) >= len(one.inputs) or other.end in CUT_OFF else "fewer inputs"
    if left.end != right.end or len(left.inputs) != len(right.inputs):
        return "another end"
    return "another output" if with_output and left.output != right.output else None


def write_back(source, model, folder, includes):
    out = folder / "written.c"
    run = execute([TANDEM, "show", "cfa", "--format", "c", "--data-model", model, "-o", out, *includes, source])
    if run.returncode != 0:
        raise Skip(f"tandem show ended with {run.returncode}: {run.stderr.decode(errors='replace').strip()[:300]}")
    return out


def vectors(source, options):
    """Random input vectors; seeded by the file's name, so that one program's vectors do not depend on the others."""
    random_source = random.Random(f"{options.seed} {source.name}")
    with_reals = re.search(r"nondet_(float|double)", source.read_text(errors="replace")) is not None
    for _ in range(options.vectors):
        yield [random_value(random_source, with_reals) for _ in range(options.length)]


def random_value(source, with_reals):
    choice = source.random()
    if with_reals and choice < 0.3:
        return f"{source.randint(-40, 40)}.{source.choice(['5', '25', '125', '0'])}"
    if choice < 0.75:
        return str(source.randint(-10, 20))
    if choice < 0.9:
        return str(source.randint(-(2**31), 2**31 - 1))
    return str(source.choice([-1, 1]) * 2 ** source.randint(0, 63) + source.randint(-1, 1))


def compare_program(source, model, options, includes=(), with_output=False):
    """Counter of what happened, and a list of texts for what differs."""
    counts, problems, tried = collections.Counter(), [], []
    with tempfile.TemporaryDirectory(prefix="tandem-three-") as name:
        folder = pathlib.Path(name)
        original = build("gcc", source, model, folder, includes)
        ways = {"run": None}
        if not options.no_written:
            ways["written"] = build("gcc", write_back(source, model, folder, includes), model, folder)
        for vector in vectors(source, options) if not with_output else [[]]:
            if any(vector[: len(consumed)] == consumed for consumed in tried):
                counts["repeated"] += 1
                continue
            reference = run_compiled(original, vector, options.timeout)
            most = len(reference.inputs)
            for way, executable in ways.items():
                got = (run_interpreter(source, model, vector, options, includes) if executable is None
                       else run_compiled(executable, vector, options.timeout))
                most = max(most, len(got.inputs))
                verdict = agree(reference, got, with_output)
                if verdict in ("undefined", "limit"):
                    counts[verdict] += 1
                elif verdict is None:
                    counts["same"] += 1
                elif has_assembly(source):
                    counts["assembly"] += 1
                elif with_clang(source, model, folder, includes, vector, reference, with_output, options):
                    counts["unspecified"] += 1
                else:
                    counts["different"] += 1
                    problems.append(f"{way} {model}: {verdict}\n    inputs {','.join(vector[: len(reference.inputs) + 2])}\n"
                                    f"    original: {reference}\n    {way}: {got}")
            tried.append(vector[:most])
    return counts, problems


@functools.cache
def has_assembly(source):
    return re.search(r"\b(__asm__|__asm|asm)\s*((__)?volatile(__)?|inline|goto)?\s*\(", source.read_text(errors="replace")) is not None


def with_clang(source, model, folder, includes, vector, reference, with_output, options):
    """Does clang's program behave differently from gcc's?"""
    executable = folder / f"clang-{source.stem}"
    try:
        if not executable.exists():
            build("clang", source, model, folder, includes)
    except Skip:
        return False
    return agree(reference, run_compiled(executable, vector, options.timeout), with_output) not in (None, "limit")


# What to compare.


def model_of(source, default):
    task = source.with_suffix(".yml")
    found = re.search(r"data_model:\s*(\w+)", task.read_text()) if task.exists() else None
    return found[1] if found else default


def programs(options):
    """(file, data model) pairs."""
    if options.tasks and not os.path.exists(options.tasks):
        print(f"skipped: there is no {options.tasks}")
    elif options.tasks:
        folder = pathlib.Path(options.tasks).parent
        with open(options.tasks, newline="") as table:
            rows = list(csv.DictReader(table))
        if options.sample and options.sample < len(rows):
            rows = random.Random(options.seed).sample(rows, options.sample)
        yield from ((folder / row["file"], row["data_model"]) for row in rows)
    for name in options.files:
        yield pathlib.Path(name), options.model or model_of(pathlib.Path(name), "ILP32")


def csmith_programs(options, folder):
    seeds = list(range(options.first_seed, options.first_seed + options.csmith))
    if options.csmith_seeds:
        seeds += pathlib.Path(options.csmith_seeds).read_text().split()
    if seeds and not shutil.which("csmith"):
        print("csmith is not installed")
        sys.exit(77)
    for seed in seeds:
        source = folder / f"csmith-{seed}.c"
        # csmith leaves a file platform.info where it runs.
        generated = subprocess.run(["csmith", "--seed", str(seed)], cwd=folder, capture_output=True, timeout=60)
        source.write_bytes(generated.stdout)
        for model in WIDTH:
            yield source, model


def attempt(source, model, includes, with_output, options):
    try:
        return *compare_program(source, model, options, includes, with_output), None
    except (Skip, subprocess.TimeoutExpired) as reason:
        return collections.Counter(), [], str(reason)


def report(name, counts, problems, reason):
    word = "skipped" if reason else "DIFFERENT" if problems else "ok"
    print(f"{word:<10}{name}: " + (reason or ", ".join(f"{n} {what}" for what, n in sorted(counts.items()))))
    for problem in problems[:3]:
        print("  " + problem)
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description="compares a program, the C written from it, and the interpreter")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--tasks", help="a tasks.csv of benchmarks")
    parser.add_argument("--sample", type=int, help="take this many of the tasks, chosen by the seed")
    parser.add_argument("--csmith", type=int, default=0, help="this many random programs, for both data models")
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--csmith-seeds", help="a file with seeds for csmith")
    parser.add_argument("--model", choices=list(WIDTH))
    parser.add_argument("--vectors", type=int, default=20)
    parser.add_argument("--length", type=int, default=60, help="values in a vector")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=20_000_000)
    parser.add_argument("--timeout", type=float, default=3, help="seconds for a compiled run")
    parser.add_argument("--no-written", action="store_true", help="leave out the written C")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    total, different, skipped = collections.Counter(), 0, 0
    with tempfile.TemporaryDirectory(prefix="tandem-csmith-") as folder:
        work = [(source, model, (), False) for source, model in programs(options)]
        for source, model in csmith_programs(options, pathlib.Path(folder)):
            work.append((source, model, ("-I" + CSMITH_INCLUDE,), True))
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for job, (counts, problems, reason) in zip(work, pool.map(lambda job: attempt(*job, options), work)):
                report(f"{job[0].name} {job[1]}", counts, problems, reason)
                total += counts
                different += bool(problems)
                skipped += bool(reason)
    print(f"{len(work)} programs, {skipped} skipped, {different} different; runs: "
          + ", ".join(f"{n} {what}" for what, n in sorted(total.items())))
    sys.exit(1 if different else 0 if total else 77)


if __name__ == "__main__":
    main()
