"""tandem bench on a real Slurm with two nodes: a node dies, the controller is killed, and every task has one result.

Skipped where Slurm is not installed (scripts/setup installs it)."""
import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import harness
from harness import BAD_INPUT, DONE, REACHED, WRONG_USAGE, CliTest, main, run

CLUSTER = harness.PROJECT / "scripts" / "slurm-test-cluster"
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "ss")
PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"
PORT = str(20000 + os.getpid() % 20000)


def cluster(*words):
    environment = {**os.environ, "TANDEM_SLURM_PORT": PORT}
    subprocess.run([CLUSTER, *map(str, words)], check=True, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


@unittest.skipUnless(all(shutil.which(program, path=PATH) for program in PROGRAMS), "Slurm is not installed")
class OnACluster(CliTest):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory(prefix="tc-", dir="/tmp")
        cls.addClassCleanup(holder.cleanup)
        cls.cluster = holder.name
        os.chmod(holder.name, 0o755)
        os.environ["SLURM_CONF"] = f"{cls.cluster}/slurm.conf"
        cls.addClassCleanup(os.environ.pop, "SLURM_CONF")
        cls.addClassCleanup(cluster, "stop", cls.cluster)
        cluster("start", cls.cluster)

    def tasks(self, count):
        for i in range(count):
            self.write(f"t{i}_true-unreach-call.c", f"int main(void) {{ return {i}; }}\n")
        return self.folder

    def rows(self, out):
        with (out / "results.csv").open(newline="") as file:
            return list(csv.DictReader(file))

    def test_sixty_tasks_while_things_fail(self):
        out = self.folder / "out"
        starts = self.folder / "starts"
        starts.mkdir()
        # Notes every start, so that what is run again shows.
        tool = self.write("tool", f"#!/bin/sh\necho x >>{starts}/$(basename $1)\nsleep 0.5\necho Result: TRUE\n")
        tool.chmod(0o755)
        command = [harness.TANDEM, "bench", str(self.tasks(60)), "--tool", f"t={tool} {{file}}", "--executor", "slurm", "--jobs", "4",
                   "--lease", "4s", "--cpu", "5s", "--memory", "1GB", "-q", "-o", str(out)]
        began = time.monotonic()
        bench = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            self.wait_for_results(out, 6)
            cluster("kill-node", self.cluster, "node1")
            self.wait_for_results(out, 12)
            cluster("restart-controller", self.cluster, "KILL")
            cluster("start-node", self.cluster, "node1")
            stdout, stderr = bench.communicate(timeout=150)
        finally:
            bench.kill()
        self.assertEqual(bench.returncode, DONE, stderr)
        rows = self.rows(out)
        self.assertEqual(len({row["task"] for row in rows}), 60)
        self.assertEqual([row["status"] for row in rows], 60 * ["true"])
        self.assertEqual(len(list((out / "results").glob("*.json"))), 60)
        self.assertEqual(len(list((out / "logs").iterdir())), 60)
        again = sum(len(path.read_text().split()) for path in starts.iterdir()) - 60
        print(f"60 tasks in {time.monotonic() - began:.1f} s, {again} of them started twice; {stdout.splitlines()[-1]}", file=sys.stderr)

    def test_proofs(self):
        for name, bound in (("holds", 9), ("fails", 3), ("also", 12)):
            self.write(f"proofs/{name}/harness.c", f"int nondet_int(void);\nvoid harness(void) {{ int x = nondet_int(); __CPROVER_assume(x < 5); __CPROVER_assert(x <= {bound}, \"\"); }}\n")
            self.write(f"proofs/{name}/proof.yml", "sources: [harness.c]\n")
        tables = []
        for executor in ("slurm", "local"):
            result = run("proofs", self.folder / "proofs", "--executor", executor, "--jobs", "2", "--fresh", "--json", self.folder / "out.json", "--cpu", "20s")
            self.assert_exit(result, REACHED)
            tables.append([(one["proof"], one["result"]) for one in json.loads((self.folder / "out.json").read_text())["proofs"]])
        self.assertEqual(tables[0], [("also", "TRUE"), ("fails", "FALSE"), ("holds", "TRUE")])
        self.assertEqual(tables[0], tables[1])
        # What the cluster found is kept: nothing runs again.
        self.assertIn("(3 unchanged)", run("proofs", self.folder / "proofs", "--executor", "slurm", "--cpu", "20s").stdout)

    def test_generation_of_tests(self):
        program = self.write("a.c", "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n"
                                    "  if (x == 1234567) return 1;\n  if (x > 5 && x < 3) return 2;\n  return 0;\n}\n")
        out = self.folder / "suite"
        result = run("test", program, "--executor", "slurm", "--jobs", "3", "--cpu", "20s", "--out", out)
        self.assert_exit(result, DONE)
        self.assertIn("0 open", result.stdout)
        table = json.loads((out / "goals.json").read_text())
        self.assertEqual((table["covered"], table["unreachable"]), (5, 1))
        self.assertFalse((self.folder / "suite.jobs").exists(), "what workers wrote is gone")

    def test_parts_on_two_workers_give_the_same_verdicts_as_here(self):
        # One holds in every part; of the other one part is wrong, which has to come back with its inputs.
        for wrong, code in (("41", DONE), ("40", REACHED)):
            program = self.write(f"whole{wrong}.c", "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {\n"
                                 "  int x = __VERIFIER_nondet_int(), n = 0;\n  if (x > 0) {\n    if (x * 2 == 7) reach_error();\n  } else {\n"
                                 f"    while (n < x + 20) n++;\n    if (x > -5 && 2 * n == 2 * x + {wrong}) reach_error();\n  }}\n  return 0;\n}}\n")
            for executor in ("local", "slurm"):
                artifacts = self.folder / f"{executor}{wrong}"
                strategy = self.write("parts.yml", "name: parts\nabout: only parts\npartners: [bmc]\nsteps:\n  - split: [{run: '{1}'}]\n    attempt: 6s\n")
                result = run("verify", program, "--strategy", strategy, "--executor", executor, "--jobs", "2", "--artifacts", artifacts,
                             "--cpu", "60s", "--wall", "100s", cwd=self.folder)
                self.assert_exit(result, code)
                parts = [json.loads(file.read_text()) for file in artifacts.glob("**/part.json")]
                self.assertGreaterEqual(len(parts), 2, "the task was divided")
                if code == DONE:  # halves of a part that was proved as a whole may be open
                    self.assertIn("proved", {part["state"] for part in parts})
                self.assertFalse(list(artifacts.glob("**/jobs")), "what workers wrote is gone")
                self.assertEqual(bool(list(artifacts.glob("**/attempt-*/*bmc*"))), executor == "local", "partners work elsewhere")
        listed = subprocess.run(["squeue", "-h", "-t", "R,PD"], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertEqual(listed, "", "jobs are left on the cluster")

    def wait_for_results(self, out, count):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if (out / "results").exists() and len(list((out / "results").glob("*.json"))) >= count:
                return
            time.sleep(0.1)
        self.fail(f"no {count} results within a minute")

    def test_the_same_as_locally(self):
        tasks = self.tasks(6)
        tables = []
        for executor in ("local", "slurm"):
            out = self.folder / executor
            self.assert_exit(run("bench", tasks, "--tool", "bmc", "--executor", executor, "--jobs", "2", "-q", "-o", out, "--cpu", "20s"), DONE)
            tables.append(sorted((row["task"], row["status"], row["score"]) for row in self.rows(out)))
        self.assertEqual(tables[0], tables[1])

    def test_interrupted_and_resumed(self):
        out = self.folder / "out"
        command = ["bench", self.tasks(12), "--tool", "t=sh -c 'sleep 0.3; echo Result: TRUE {file}'", "--executor", "slurm", "--jobs", "2", "-q",
                   "-o", out]
        bench = subprocess.Popen([harness.TANDEM, *map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_for_results(out, 2)
        bench.send_signal(signal.SIGTERM)
        bench.wait(60)
        listed = subprocess.run(["squeue", "-h", "-t", "R,PD"], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertEqual(listed, "", "jobs are left on the cluster")
        self.assert_exit(run(*command, "--resume"), DONE)
        self.assertEqual([row["status"] for row in self.rows(out)], 12 * ["true"])


class WithoutACluster(CliTest):
    def test_parts_need_a_folder_that_workers_see(self):
        program = self.write("a.c", "int main(void) { return 0; }\n")
        result = run("verify", program, "--strategy", "split", "--executor", "slurm")
        self.assert_exit(result, WRONG_USAGE)
        self.assertIn("--artifacts", result.stderr)

    def test_the_message_names_the_other_way(self):
        program = self.write("a.c", "int main(void) { return 0; }\n")
        result = run("bench", program, "--executor", "slurm", "-o", self.folder / "out", env={**os.environ, "SLURM_CONF": "/nonexistent"})
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("--executor local", result.stderr)


if __name__ == "__main__":
    main()
