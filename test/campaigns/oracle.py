"""What is true of a program: the compiled program, run with every sequence of inputs (exhaustive.c).

A program counts only if all its runs are defined: compiled with the sanitizers for undefined behaviour and for addresses
none of its runs may be reported; compiled with gcc and with clang it must fail for the same inputs.
"""
import collections
import functools
import os
import pathlib
import re
import subprocess
import tempfile
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).resolve().parent
WIDTH = {"ILP32": ["-m32", "-msse2", "-mfpmath=sse"], "LP64": ["-m64"]}
FLAGS = ["-std=gnu17", "-O0", "-g0", "-fno-strict-aliasing", "-fno-builtin", "-fgnu89-inline"]
ERRORS = ["-Werror=implicit-function-declaration", "-Werror=implicit-int", "-Werror=return-type", "-Werror=int-conversion",
          "-Werror=incompatible-pointer-types"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
SCRATCH = tempfile.TemporaryDirectory(prefix="tandem-campaign-")
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "exitcode=204:detect_leaks=0:detect_stack_use_after_return=1",
               "UBSAN_OPTIONS": "exitcode=204", "MSAN_OPTIONS": "exit_code=204"}


class Discard(Exception):
    """Nothing can be said about the program, for this reason."""


@dataclass
class Runs:
    ends: dict
    failures: set = field(default_factory=set)  # the input sequences with which an assertion fails
    values: dict = field(default_factory=lambda: collections.defaultdict(dict))  # of probes: value -> times

    @property
    def fails(self):
        return self.ends["failed"] > 0


def execute(command, timeout, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, timeout=timeout, **options)


@functools.cache
def driver(compiler, model, *flags):
    target = pathlib.Path(SCRATCH.name) / f"exhaustive-{compiler}-{model}{''.join(flags).replace(',', '-')}.o"
    built = execute([compiler, "-std=gnu17", "-O1", *WIDTH[model], *flags, "-c", HERE / "exhaustive.c", "-o", target], 60)
    if built.returncode != 0:
        raise Discard(f"the driver does not compile: {first_error(built)}")
    return target


def first_error(run):
    text = run.stderr.decode(errors="replace")
    telling = re.search(r"(?:error: |undefined reference).*", text)
    return (telling[0] if telling else text)[:160]


def build(compiler, sources, model, target, *flags, sanitizers=()):
    command = [compiler, *FLAGS, *ERRORS, *WIDTH[model], *flags, *sanitizers, *sources, driver(compiler, model, *sanitizers), "-lm",
               "-o", target]
    built = execute(command, 120)
    if built.returncode != 0:
        raise Discard(f"{compiler} does not compile it: {first_error(built)}")
    return target


def run_all(executable):
    """All runs of a program that `build` made."""
    try:
        run = execute([executable], 60, env=ENVIRONMENT)
    except subprocess.TimeoutExpired:
        raise Discard("the runs take too long") from None
    ends, failures, values = {}, set(), collections.defaultdict(dict)
    for line in run.stdout.decode().splitlines():
        word, *rest = line.split(" ")
        if word == "failure":
            failures.add(rest[0])
        elif word == "value":
            values[int(rest[0])][int(rest[1])] = int(rest[2])
        elif word in ("overflow", "too-many"):
            raise Discard("too many values of a check" if word == "overflow" else "too many runs")
        else:
            ends[word] = int(rest[0])
    if not ends:
        raise Discard("the runs left no report")
    if ends["undefined"]:
        raise Discard("undefined behaviour")
    if ends["crashed"]:
        raise Discard("a run crashed")
    if ends["too-long"]:
        raise Discard("a run does not end")
    return Runs(ends, failures, values)


# Memory without a value differs between the two, so that a run which depends on it ends differently.
ZEROS, PATTERN = "-ftrivial-auto-var-init=zero", "-ftrivial-auto-var-init=pattern"


def run_sanitized(sources, model, folder, *flags):
    return run_all(build("clang-19", sources, model, folder / "sanitized", PATTERN, *flags, sanitizers=SANITIZERS))


def run_plain(sources, model, folder, *flags, name="plain"):
    return run_all(build("gcc", sources, model, folder / name, ZEROS, *flags))


def run_both(sources, model, folder, *flags):
    """All runs of a program that is defined, as far as two compilers and the sanitizers see."""
    plain = run_plain(sources, model, folder, *flags)
    if run_sanitized(sources, model, folder, *flags).failures != plain.failures:
        raise Discard("compilers disagree about it")
    return plain


def confirm(sources, model, folder, *flags):
    """The runs of a program that is about to be reported: optimised, and with checks of uninitialised memory, too."""
    plain = run_both(sources, model, folder, *flags)
    others = [build("clang-19", sources, model, folder / "optimised", *flags, "-O1")]
    if model == "LP64":
        others.append(build("clang-19", sources, model, folder / "memory", *flags,
                            sanitizers=["-fsanitize=memory", "-fno-sanitize-recover=all"]))
    if any(run_all(other).failures != plain.failures for other in others):
        raise Discard("compilers disagree about it")
    return plain
