#!/usr/bin/env python3
"""Runs the regression programs: test/programs/<topic>/*.c, each with its expectations in the comments at its top.

    // what: why the program is here, and what a wrong lowering would change
    // models: LP64                     (default: ILP32 and LP64)
    // also: parts/other.c              further files of the program
    // run: inputs=1,2,3                starts a case; the lines below it belong to it
    // expect: exit 3
    // expect: output "text\\n"          all of standard output; the end is then exit 0 unless stated
    // expect[ILP32]: ...               for one data model
    // expect: abort | assume | error-call | assert line 12 | runtime-error line 12 "part of the message"
    // refuse: line 7 "part of the message"     instead of runs: the program must be refused
    // knownbug: #31                    the program fails today; if it passes, the line has to go
    // truth: ..., // expect: engine ...        for engines; see verdicts.py

Each case is checked five ways: compiled with gcc and with clang (which confirms the expectation itself), in tandem's
interpreter, and as the C that tandem writes, compiled with gcc and with clang. Undefined behaviour (runtime-error) has no
meaning when compiled, so only the interpreter is asked.

usage: run.py [--ways gcc,clang,run,written-gcc,written-clang] [--part 1/4] [--propose] FILE|FOLDER...
"""
import argparse
import atexit
import functools
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

import verdicts

HERE = pathlib.Path(__file__).resolve().parent
TANDEM = os.environ.get("TANDEM", str(HERE.parent / "build" / "tandem"))
COMPILERS = {"gcc": "gcc", "clang": "clang-19"}
WIDTH = {"ILP32": ["-m32", "-msse2", "-mfpmath=sse"], "LP64": ["-m64"]}
SCRATCH = pathlib.Path(tempfile.mkdtemp(prefix="tandem-run-"))
atexit.register(shutil.rmtree, SCRATCH)
ALL_WAYS = ["gcc", "clang", "run", "written-gcc", "written-clang"]
# What tandem calls the ends of a run, and what the headers call them.
END = {
    "returned": "exit",
    "assertion failed": "assert",
    "error call": "error-call",
    "assumption violated": "assume",
    "fault": "runtime-error",
}
HEADER = re.compile(r"// (what|truth|models|also|run|expect|refuse|knownbug)(?:\[(\w+)\])?:\s*(.*)")


@dataclass
class Outcome:
    """How a run ended: end is exit, abort, assume, error-call, assert, runtime-error, or something unforeseen."""

    end: str
    code: int = 0
    output: str | None = None
    line: int = 0
    message: str = ""

    def __str__(self):
        text = {"exit": f"exit {self.code}", "assert": f"assert line {self.line}"}.get(self.end, self.end)
        if self.end == "runtime-error":
            text += f' line {self.line} "{self.message}"'
        return text if self.output is None else f"{text}, output {json.dumps(self.output)}"


@dataclass
class Case:
    inputs: str
    expectations: list = field(default_factory=list)  # (data model or None, text)

    def wanted(self, model):
        wanted = None
        for only, text in self.expectations:
            if only in (None, model):
                wanted = merge(wanted, text)
        return wanted


@dataclass
class Program:
    path: pathlib.Path
    models: list
    files: list
    cases: list
    refuse: str | None = None
    known_bug: str | None = None
    truth: str | None = None
    engines: list = field(default_factory=list)


class BadHeader(Exception):
    pass


def merge(wanted, text):
    words = shlex.split(text, posix=False)
    if words[0] == "output":
        output = json.loads(text[len("output") :].strip())
        if wanted is None:
            return Outcome("exit", 0, output)
        wanted.output = output
        return wanted
    result = Outcome(words[0])
    rest = words[1:]
    if result.end == "exit":
        result.code = int(rest.pop(0))
    if rest and rest[0] == "line":
        result.line = int(rest[1])
        rest = rest[2:]
    if rest:
        result.message = rest.pop(0).strip('"')
    if rest or result.end not in ("exit", "abort", "assume", "error-call", "assert", "runtime-error"):
        raise BadHeader(f"cannot read the expectation '{text}'")
    result.output = wanted.output if wanted else None
    return result


def read_program(path):
    program = Program(path, list(WIDTH), [path], [])
    described = False
    for line in path.read_text().splitlines():
        header = HEADER.match(line)
        if not header:
            if line.startswith("//"):
                raise BadHeader(f"cannot read the header line '{line}'")
            break
        key, model, value = header.groups()
        if key == "what":
            described = True
        elif key == "models":
            program.models = value.split()
        elif key == "also":
            program.files += [path.parent / name for name in value.split()]
        elif key == "run":
            program.cases.append(Case(value.removeprefix("inputs=")))
        elif key == "truth":
            program.truth = verdicts.read_truth(value)
        elif key == "expect" and program.truth and not program.cases:
            program.engines.append(verdicts.read_expectation(value))
        elif key == "expect":
            program.cases[-1].expectations.append((model, value))
        elif key == "refuse":
            program.refuse = value
        elif key == "knownbug":
            program.known_bug = value
    if not described or not (program.cases or program.refuse or program.engines):
        raise BadHeader("needs a 'what:' line, and a 'run:', 'refuse:' or 'truth:' line")
    for case in program.cases:
        for model in program.models:
            if case.wanted(model) is None:
                raise BadHeader(f"the run with inputs '{case.inputs}' has no expectation for {model}")
    return program


def execute(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, **options)


class Failed(Exception):
    pass


def compile_with(compiler, model, words):
    flags = ["-std=gnu17", "-w", "-fwrapv", "-fno-builtin", "-O1", *WIDTH[model]]
    built = execute([COMPILERS[compiler], *flags, *words])
    if built.returncode != 0:
        raise Failed(f"{compiler} does not compile it: {built.stderr.decode(errors='replace')[:800]}")


@functools.cache
def runtime(model):
    """What stands in for the verifier's functions, compiled once."""
    target = SCRATCH / f"verifier-{model}.o"
    compile_with("gcc", model, ["-c", HERE / "support/verifier.c", "-o", target])
    return target


def build(compiler, model, files, folder):
    executable = folder / f"{compiler}-{model}-{len(list(folder.iterdir()))}"
    compile_with(compiler, model, [*files, runtime(model), "-lm", "-o", executable])
    return executable


def run_executable(executable, inputs):
    note = executable.with_suffix(".end")
    note.unlink(missing_ok=True)
    run = execute([executable], env={"VERIFIER_INPUTS": inputs, "VERIFIER_END": str(note)})
    output = run.stdout.decode(errors="replace")
    if note.exists():
        end, _, line = note.read_text().partition(" ")
        return Outcome(end, 0, output, int(line or 0))
    if run.returncode < 0:
        return Outcome("abort" if run.returncode == -6 else f"signal {-run.returncode}", 0, output)
    return Outcome("exit", run.returncode, output)


def interpret(program, model, inputs):
    command = [TANDEM, "run", "--json", "--data-model", model, *program.files]
    run = execute(command + ([f"--inputs={inputs}"] if inputs else []))
    try:
        result = json.loads(run.stdout)
    except ValueError:
        raise Failed(f"tandem run ended with {run.returncode}: {run.stderr.decode(errors='replace')[:800]}") from None
    return Outcome(
        END.get(result["end"], result["end"]),
        result["exit_code"],
        result["output"],
        result.get("place", {}).get("line", 0),
        f'{result.get("fault", "")}: {result["message"]}',
    )


def write_back(program, model, folder):
    out = folder / f"{model}.written.c"
    run = execute([TANDEM, "show", "cfa", "--format", "c", "--data-model", model, "-o", out, *program.files])
    if run.returncode != 0:
        raise Failed(f"tandem show ended with {run.returncode}: {run.stderr.decode(errors='replace')[:800]}")
    return out


def matches(wanted, got, way):
    if wanted.end == "runtime-error" and way != "run":
        return True
    if wanted.end != got.end or (wanted.output is not None and wanted.output != got.output):
        return False
    if wanted.end == "exit":
        return wanted.code == got.code
    # The written C carries #line, but the assertion's line is a number in its text.
    return wanted.line in (0, got.line) and wanted.message in got.message


def check_refusal(program, model):
    wanted = re.match(r'line (\d+) "(.*)"', program.refuse)
    run = execute([TANDEM, "show", "cfa", "--data-model", model, *program.files])
    message = run.stderr.decode(errors="replace")
    place = f":{wanted[1]}:"
    if run.returncode != 65 or place not in message or wanted[2] not in message or run.stdout:
        raise Failed(f"not refused as expected; exit code {run.returncode}: {message[:800]}")


def check_way(program, model, way, folder):
    """Yields a text for every case that goes wrong."""
    try:
        if way in COMPILERS:
            executable = build(way, model, program.files, folder)
        elif way.startswith("written-"):
            executable = build(way.removeprefix("written-"), model, [write_back(program, model, folder)], folder)
        for case in program.cases:
            wanted = case.wanted(model)
            got = interpret(program, model, case.inputs) if way == "run" else None
            if way != "run":
                if wanted.end == "runtime-error":
                    continue
                got = run_executable(executable, case.inputs)
            if not matches(wanted, got, way):
                yield f"WRONG: {way} {model} inputs={case.inputs}: expected {wanted}, got {got}"
    except (Failed, subprocess.TimeoutExpired) as failure:
        yield f"WRONG: {way} {model}: {failure}"


def check(program, ways):
    problems = []
    with tempfile.TemporaryDirectory(prefix="tandem-run-") as name:
        for model in program.models:
            if program.refuse:
                try:
                    if "run" in ways:
                        check_refusal(program, model)
                except Failed as failure:
                    problems.append(f"WRONG: {model}: {failure}")
            else:
                for way in ways if program.cases else []:
                    problems += check_way(program, model, way, pathlib.Path(name))
            for wanted in program.engines:
                problems += verdicts.check(TANDEM, program.files, model, program.truth, wanted)
    return problems


def propose(program):
    """What the compilers say, for writing expectations; where they differ, the program is at fault."""
    with tempfile.TemporaryDirectory(prefix="tandem-run-") as name:
        for model in program.models:
            built = {c: build(c, model, program.files, pathlib.Path(name)) for c in COMPILERS}
            for case in program.cases:
                for compiler, executable in built.items():
                    print(f"{program.path.name} {model} {compiler} inputs={case.inputs}: ", end="")
                    print(run_executable(executable, case.inputs))


def programs(paths):
    for path in map(pathlib.Path, paths):
        yield from sorted(p for p in path.rglob("*.c") if p.parent.name != "parts") if path.is_dir() else [path]


def report(path, problems, known_bug):
    if known_bug and problems:
        print(f"known bug {known_bug}: {path}")
        return 0
    if known_bug:
        print(f"FIXED: {path} passes; remove its 'knownbug: {known_bug}' line")
        return 1
    for problem in problems:
        print(f"{path}: {problem}", flush=True)
    return 1 if problems else 0


def main():
    parser = argparse.ArgumentParser(description="runs regression programs")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--ways", default=",".join(ALL_WAYS))
    parser.add_argument("--part", default="1/1", help="2/4: the second of four parts of the programs")
    parser.add_argument("--propose", action="store_true", help="print what gcc and clang say")
    arguments = parser.parse_args()
    bad = count = 0
    part, parts = map(int, arguments.part.split("/"))
    for path in list(programs(arguments.paths))[part - 1 :: parts]:
        try:
            program = read_program(path)
        except (BadHeader, ValueError, IndexError) as error:
            sys.exit(f"{path}:1: {error}")
        count += 1
        if arguments.propose:
            propose(program)
        else:
            bad += report(path, check(program, arguments.ways.split(",")), program.known_bug)
    if not arguments.propose:
        print(f"{count} programs, {bad} wrong")
    if count == 0:
        sys.exit("no programs found")
    sys.exit(1 if bad else 0)


main()
