"""The ways to ask tandem about a program: each engine, gambling, slices, the loop transformation, residual programs.

A way gives a Verdict; `contradicts` compares it with the truth. What is asked of one program is a rotating choice, so
that over a campaign every way meets every feature.
"""
import functools
import os
import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass, field

import oracle

HERE = pathlib.Path(__file__).resolve().parent
TANDEM = os.environ.get("TANDEM", str(HERE.parent.parent / "build" / "tandem"))
VERDICT = {0: "TRUE", 10: "FALSE", 20: "UNKNOWN"}
# Verifiers that can decide alone, for regions and reducers.
VERIFIERS = ["kinduction", "bmc", "predicate", "value", "interval", "cell-morphing"]
# Engines that say TRUE or FALSE seldom or never alone.
ACTORS = {"cegar-feasible", "cegar-refine", "path-check", "interval-invariants", "guessed-invariants", "random",
          "cell-morphing"}
STRATEGIES = ["portfolio", "value-then-predicate", "ccegar", "invariants"]
METHODS = [["--method", "unfold"], ["--method", "fold"], ["--method", "fold", "--fold", "all"], ["--method", "monitor"],
           ["--method", "identity"], ["--method", "auto"], ["--method", "auto", "--slice"]]


@dataclass
class Verdict:
    word: str  # TRUE, FALSE, UNKNOWN, REFUSED, BROKEN
    reason: str = ""
    commands: list = field(default_factory=list)

    def contradicts(self, fails):
        """TRUE of a program that fails, FALSE of one that does not; crashes are never right."""
        return self.word == "BROKEN" or self.word == ("TRUE" if fails else "FALSE")


@dataclass(frozen=True)
class Way:
    name: str
    ask: object = field(compare=False)  # (sources, model, folder, options) -> Verdict


def grace_period(seconds):
    """How long a call with this limit may take by the clock: longer on a machine with more to do than processors."""
    return (seconds * 6 + 20) * max(1, os.getloadavg()[0] / os.cpu_count())


def call(command, options, folder=None):
    """The verdict of one call of tandem, and what it printed."""
    text = " ".join(str(word) for word in command)
    try:
        run = oracle.execute(command, grace_period(options.cpu), cwd=folder)
    except subprocess.TimeoutExpired:
        return Verdict("BROKEN", f"still running long after its limit of {options.cpu} s", [text])
    output = run.stdout.decode(errors="replace")
    errors = run.stderr.decode(errors="replace")
    if run.returncode in VERDICT:
        last = output.rstrip().rsplit("\n", 1)[-1]
        reason = re.sub(r"^Result: \w+ ?", "", last)
        return Verdict(VERDICT[run.returncode], reason, [text])
    if run.returncode in (64, 65):
        return Verdict("REFUSED", (errors or output).strip()[-300:], [text])
    return Verdict("BROKEN", f"exit code {run.returncode}: {(errors or output).strip()[-400:]}", [text])


def verify(*arguments):
    def ask(sources, model, folder, options):
        return call([TANDEM, "verify", "-q", f"--cpu={options.cpu}s", "--data-model", model, *arguments, *options.includes,
                     *sources], options)

    return ask


def gamble(*arguments):
    def ask(sources, model, folder, options):
        return call([TANDEM, "gamble", "-q", f"--cpu={options.cpu}s", "--data-model", model, *arguments, *options.includes,
                     *sources], options)

    return ask


def chain(first, second):
    """What one verifier leaves open goes to another as a condition."""

    def ask(sources, model, folder, options):
        condition = folder / "open.gia"
        before = verify("--engine", first, "--loop-iterations=1", "--condition-out", str(condition))(
            sources, model, folder, options)
        if before.word != "UNKNOWN" or not condition.exists():
            return before
        after = verify("--engine", second, "--condition", str(condition))(sources, model, folder, options)
        return Verdict(after.word, after.reason, before.commands + after.commands)

    return ask


def residual(first, method):
    """What one verifier leaves open, as a program, fails for the same inputs as the program itself."""

    def ask(sources, model, folder, options):
        condition, rest = folder / "open.gia", folder / "rest.c"
        condition.unlink(missing_ok=True)
        before = verify("--engine", first, "--loop-iterations=1", "--condition-out", str(condition))(
            sources, model, folder, options)
        if before.word != "UNKNOWN" or not condition.exists():
            return before
        command = [TANDEM, "reduce", "--data-model", model, "--condition", condition, *method, "-o", rest,
                   *options.includes, *sources]
        reduced = call(command, options)
        reduced.commands = before.commands + reduced.commands
        if reduced.word != "TRUE":  # exit code 0: done
            return reduced
        return run_residual(rest, model, folder, reduced.commands)

    return ask


def slice_alone(sources, model, folder, options):
    rest = folder / "rest.c"
    reduced = call([TANDEM, "reduce", "--data-model", model, "--slice", "-o", rest, *options.includes, *sources], options)
    return run_residual(rest, model, folder, reduced.commands) if reduced.word == "TRUE" else reduced


def run_residual(rest, model, folder, commands):
    try:
        runs = oracle.run_plain([rest], model, folder, name="rest")
    except oracle.Discard as reason:
        # A residual program of a defined program is one; what models of the library leave open, or ask the environment,
        # only verifiers answer.
        is_open = re.search("undefined reference to `tandem_(unspecified|environment)_", str(reason))
        broken = not is_open and ("crashed" in str(reason) or "compile" in str(reason))
        return Verdict("BROKEN" if broken else "UNKNOWN", f"residual program: {reason}", commands)
    return Verdict("FALSE" if runs.fails else "TRUE", "residual program executed", commands)


@functools.cache
def engines():
    """Those that `tandem verify --engine` names."""
    text = oracle.execute([TANDEM, "verify", "--help"], 60).stdout.decode()
    found = re.search(r"--engine TEXT\s+(?:Excludes: \S+\s+)?one of ([\w, -]+);", text)
    if not found:
        sys.exit(f"{TANDEM} verify --help does not list the engines")
    return found[1].split(", ")


@functools.cache
def groups():
    """The ways, in groups of which each program meets one or more."""
    by_engine = [Way(f"engine {e}", verify("--engine", e)) for e in engines() for _ in range(1 if e in ACTORS else 5)]
    gambles = [Way(f"gamble {e}", gamble("--with", e)) for e in VERIFIERS]
    gambles += [Way(f"gamble {e} {o}", gamble("--with", e, o)) for e in ("kinduction", "bmc")
                for o in ("--no-facts", "--no-batch", "--sequential")]
    reduced = [Way(f"{r} {e}", verify("--engine", e, "--reduce", r)) for e in VERIFIERS for r in ("slice", "inductive-loops")]
    reduced += [Way(f"{r} default", verify("--reduce", r)) for r in ("slice", "inductive-loops")]
    others = [Way(f"strategy {s}", verify("--strategy", s)) for s in STRATEGIES]
    others += [Way(f"conditions {a} {b}", chain(a, b)) for a, b in (("value", "predicate"), ("predicate", "value"),
                                                                    ("bmc", "kinduction"), ("value", "bmc"))]
    # The programs have no undefined behaviour, so that checks of it change no verdict.
    others += [Way(f"checks {c} {e}", verify("--engine", e, "--check", c)) for e in ("bmc", "kinduction", "predicate", "value")
               for c in ("standard", "overflow,div,shift")]
    others += [Way("checks standard", verify("--check", "standard"))]
    residuals = [Way(f"residual {e} {' '.join(m)}", residual(e, m)) for e in ("value", "predicate", "interval") for m in METHODS]
    residuals += [Way("reduce --slice", slice_alone)] * 4
    return {"default": [Way("default", verify())], "engine": by_engine, "gamble": gambles, "reduce": reduced,
            "other": others, "residual": residuals}


def choose(source, count):
    """The ways for one program; all of them if count is 0. One is an engine alone, whose verdict costs least."""
    if count == 0:
        return [way for ways in groups().values() for way in ways]
    names = list(groups())
    chosen = ["engine", *source.sample(names, min(count - 1, len(names)))]
    return [source.choice(groups()[name]) for name in chosen]
