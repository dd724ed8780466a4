"""Runs that are killed: whatever time it happens at, what was verified until shortly before is on disk, it is true, and the
next run starts from there.

How the work that is lost is measured, both independent of how busy the machine is:
- CPU time of the worker between the last change of the condition's file and the kill: at most five seconds.
- Nodes of the reachability graph. The worker says at each checkpoint how many are closed. A run from the condition to the
  end must do without those: it may explore what an undisturbed run explores, less the closed ones, and a few for each node
  that was open (arg_gia.h: the way there, and what was not worth telling).

Runs of the default strategy are killed as well, all processes at once: what is left holds, and says something if a partner had
verified anything five seconds before.

TANDEM_KILLS says how many runs of each kind there are; with it they are long ones, killed within 6 s of CPU time (the default: within
16 s), without it there are 8 short ones, and 2 of the default. TANDEM_KILL_SEED is the seed of the times (1)."""
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import time

import harness
from harness import CliTest, run

IS_LONG = "TANDEM_KILLS" in os.environ
KILLS = int(os.environ.get("TANDEM_KILLS", "8"))
SIZE = ("-D", "DEPTH=16") if IS_LONG else ()
LATEST = 6.0 if IS_LONG else 0.6
SEED = int(os.environ.get("TANDEM_KILL_SEED", "1"))
PROGRAMS = harness.PROJECT / "test" / "kill"
TASKS = [("tree.c", "value"), ("calls.c", "value"), ("loops.c", "predicate"), ("tree.c", "value-cegar")]
TIMEOUT = 1200  # seconds, on a busy machine; the limits below are CPU time
MOST_LOST = 5.0  # seconds
MOST_REPEATED = 5  # nodes for each open one: itself and those that were not worth exporting
CHECKPOINT = re.compile(r"checkpoint: (\d+) of (\d+) nodes closed")
# With the time, as -v prints it: a checkpoint of value analysis with something in it, a bound that has no error, or a partner's end.
VERIFIED = re.compile(r"^\[ *([\d.]+) s\] .*(?:checkpoint: [1-9]\d* of|no error within it|; left a condition)", re.M)
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_of(pid):
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return (int(fields[11]) + int(fields[12])) / TICKS


def worker_of(pid):
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(children[0]) if children else None


class Killed:
    """One run that is killed when its worker has used the given CPU time."""

    def __init__(self, program, engine, cpu, whole_group, condition, log):
        with open(log, "w") as errors:
            process = subprocess.Popen(
                [harness.TANDEM, "verify", *SIZE, program, "--engine", engine, "--condition-out", condition],
                stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True)
        worker, used, saved, version = None, 0.0, 0.0, None
        while process.poll() is None:
            worker = worker or worker_of(process.pid)
            used = (cpu_of(worker) if worker else None) or used
            now = os.stat(condition).st_mtime_ns if condition.exists() else None
            if now != version:
                version, saved = now, used
            if used >= cpu and version is not None:
                break
            time.sleep(0.01)
        self.was_running = process.poll() is None
        self.lost = used - saved
        if self.was_running:
            if whole_group:
                os.killpg(process.pid, signal.SIGKILL)
            else:
                os.kill(worker, signal.SIGKILL)
        process.wait(timeout=60)
        while cpu_of(worker) is not None and "Z" not in pathlib.Path(f"/proc/{worker}/stat").read_text().rsplit(")")[1][:3]:
            time.sleep(0.02)  # it dies with its parent
        self.exit = process.returncode
        found = CHECKPOINT.findall(pathlib.Path(log).read_text())
        self.closed, self.nodes = map(int, found[-1]) if found else (0, 0)


class Kill(CliTest):
    whole = {}
    killed = 0

    def nodes_of(self, program, engine, *words):
        out = self.folder / "outcome.json"
        result = run("verify", "-q", *SIZE, program, "--engine", engine, "--json", out, *words,
                     timeout=TIMEOUT)
        self.assert_exit(result, harness.DONE)
        return json.loads(out.read_text())["statistics"].get("nodes")

    def check(self, number, random_):
        name, engine = TASKS[number % len(TASKS)]
        program = PROGRAMS / name
        condition = self.folder / f"{number}.gia"
        whole_group = random_.random() < 0.5
        cpu = random_.uniform(0.05, LATEST)
        killed = Killed(program, engine, cpu, whole_group, condition, self.folder / f"{number}.log")
        if not killed.was_running:  # on an unexpectedly fast machine
            print(f"{number}: {name} with {engine} was done within {cpu:.1f} s")
            return
        self.killed += 1
        self.assertEqual(killed.exit, -signal.SIGKILL if whole_group else harness.UNDECIDED)
        self.assertLessEqual(killed.lost, MOST_LOST)
        # Well-formed; and no claim is false. Deciding all claims again would take as long as the run itself.
        result = run("check", *SIZE, program, condition, "--engine", "value", "--cpu", "20s" if IS_LONG else "3s",
                     timeout=TIMEOUT)
        self.assertIn(result.returncode, (harness.DONE, harness.UNDECIDED), result.stdout + result.stderr)
        nodes = repeated = None
        if engine == "value":
            if name not in self.whole:
                self.whole[name] = self.nodes_of(program, engine)
            nodes = self.nodes_of(program, engine, "--condition", condition)
            repeated = nodes - (self.whole[name] - killed.closed)
            self.assertLessEqual(repeated, MOST_REPEATED * (killed.nodes - killed.closed) + 1000)
        print(f"{number}: {name} {engine} killed {'all' if whole_group else 'worker'} at {cpu:.1f} s, "
              f"{killed.lost:.1f} s lost, {killed.closed} of {killed.nodes} nodes closed; then {nodes} nodes, "
              f"{repeated} again", flush=True)

    def check_default(self, number, random_):
        program = PROGRAMS / "loops.c"  # of which a part is verified at once, and another one not for long
        condition, log = self.folder / "default.gia", self.folder / "default.log"
        condition.unlink(missing_ok=True)
        seconds = random_.uniform(0.5, 16.0 if IS_LONG else 2.0)
        with open(log, "w") as errors:
            process = subprocess.Popen([harness.TANDEM, "verify", "-v", program, "--condition-out", condition],
                                       stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True)
        try:
            process.wait(seconds)
            return f"{number}: {program.name} was done within {seconds:.1f} s"
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(timeout=60)
        verified = [float(time_) for time_ in VERIFIED.findall(log.read_text())]
        is_late = bool(verified) and verified[0] + MOST_LOST < seconds
        text = condition.read_text() if condition.exists() else ""
        says = bool(re.search(r"^state .*( ut| invariant )", text, re.M))
        self.assertTrue(says or not is_late, f"{program.name}, killed after {seconds:.1f} s:\n{log.read_text()}")
        if text:
            result = run("check", program, condition, "--cpu", "20s" if IS_LONG else "3s", timeout=TIMEOUT)
            self.assertIn(result.returncode, (harness.DONE, harness.UNDECIDED), result.stdout + result.stderr)
        return (f"{number}: {program.name}, default killed after {seconds:.1f} s, first verified after "
                f"{verified[0] if verified else None} s; {'says something' if says else 'says nothing'}")

    def test_kills_of_the_default(self):
        random_ = random.Random(SEED)
        for number in range(KILLS if IS_LONG else 2):
            with self.subTest(number=number):
                print(self.check_default(number, random_), flush=True)

    def test_kills(self):
        random_ = random.Random(SEED)
        for number in range(KILLS):
            with self.subTest(number=number):
                self.check(number, random_)
        self.assertGreaterEqual(self.killed, KILLS // 2)


if __name__ == "__main__":
    harness.main()
