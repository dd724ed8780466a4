"""Verdicts of engines, compared with the correct verdict and with what each engine is expected to achieve.

    // truth: unreach-call false             the correct verdict
    // expect: bmc --cpu=20s false line 9    engine, its options, verdict, and the line of the error
    // expect: kinduction unknown
    // expect: default true                  without --engine
    // expect: bmc true KNOWNBUG #31         it does not achieve this today

A mismatch is UNSOUND (a definite verdict against the truth), IMPRECISE (unknown where a verdict was expected), IMPROVED (better
than expected: update the line), FIXED (a known bug that is gone), or WRONG (anything else).
"""
import re
import subprocess
from dataclasses import dataclass

VERDICT = {0: "true", 10: "false", 20: "unknown"}
# Generous, for slow machines; what an engine cannot do in principle has its own, smaller limit in the expectation.
DEFAULT_LIMIT = "--cpu=60s"
# Where nothing but UNKNOWN is expected, more time shows nothing more.
UNKNOWN_LIMIT = "--cpu=6s"


@dataclass
class Expectation:
    engine: str
    options: list
    verdict: str
    line: int | None
    known_bug: str | None


def read_truth(text):
    words = text.split()
    if len(words) != 2 or words[0] != "unreach-call" or words[1] not in ("true", "false"):
        raise ValueError(f"cannot read the truth '{text}'; expected 'unreach-call true' or 'unreach-call false'")
    return words[1]


def read_expectation(text):
    form = r"([\w-]+)((?:\s+--\S+)*)\s+(true|false|unknown)(?:\s+line (\d+))?(?:\s+KNOWNBUG (#\d+))?"
    found = re.fullmatch(form, text.strip())
    if not found:
        raise ValueError(f"cannot read the expectation '{text}'")
    engine, options, verdict, line, bug = found.groups()
    return Expectation(engine, options.split(), verdict, int(line) if line else None, bug)


def judge(truth, wanted, got):
    """The kind of mismatch, or None."""
    if got in ("true", "false") and got != truth:
        return "UNSOUND"
    if got == wanted.verdict:
        return "FIXED" if wanted.known_bug else None
    if wanted.known_bug:
        return None
    if got == "unknown":
        return "IMPRECISE"
    return "IMPROVED" if wanted.verdict == "unknown" else "WRONG"


def check(tandem, files, model, truth, wanted):
    """Yields a text for what goes wrong."""
    limit = UNKNOWN_LIMIT if wanted.verdict == "unknown" else DEFAULT_LIMIT
    options = wanted.options if any(o.startswith("--cpu") for o in wanted.options) else [*wanted.options, limit]
    engine = [] if wanted.engine == "default" else ["--engine", wanted.engine]
    command = [tandem, "verify", "-q", *engine, "--data-model", model, *options, *files]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=600)
    got = VERDICT.get(run.returncode, f"exit code {run.returncode}")
    what = f"{wanted.engine} {' '.join(wanted.options)} {model}"
    kind = judge(truth, wanted, got)
    if kind:
        yield f"{kind}: {what}: truth {truth}, expected {wanted.verdict}, got {got}: {(run.stdout + run.stderr)[-600:]}"
        return
    if run.returncode in VERDICT and not run.stdout.rstrip("\n").split("\n")[-1].startswith(f"Result: {got.upper()}"):
        yield f"WRONG: {what}: the last line is not the result: {run.stdout[-300:]}"
    if got == "false" and wanted.line and f":{wanted.line}:" not in run.stdout:
        yield f"WRONG: {what}: the error is not reported at line {wanted.line}: {run.stdout[-300:]}"
