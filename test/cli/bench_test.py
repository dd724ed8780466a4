"""tandem bench: scores, limits that hold, runs that are killed and resumed."""
import csv
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest
import xml.etree.ElementTree

import harness
from harness import BAD_INPUT, DONE, REACHED, WRONG_USAGE, CliTest, main, run

SAFE = "extern void reach_error(void);\nint main(void) { int x = 1; if (x != 1) reach_error(); return 0; }\n"
UNSAFE = "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n"
DEFINITION = """format_version: "2.0"
input_files: '{file}'
properties:
  - property_file: unreach-call.prp
    expected_verdict: {verdict}
options: {{language: C, data_model: ILP32}}
"""
# Prints the right answer for the programs above, at once.
ORACLE = 'oracle=sh -c "grep -q {0} {{file}} && echo Result: TRUE || echo \'Result: FALSE (unreach-call)\'"'.format("x..=.1")


class BenchTest(CliTest):
    def tasks(self, count=1):
        self.write("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
        for i in range(count):
            for name, text, verdict in (("safe", SAFE, "true"), ("unsafe", UNSAFE, "false")):
                self.write(f"{name}{i}.c", text + f"// {i}\n")
                self.write(f"{name}{i}.yml", DEFINITION.format(file=f"{name}{i}.c", verdict=verdict))
        return self.write("all.set", "*.yml\n")

    def bench(self, *words, code=DONE, out="out", **options):
        result = run("bench", *words, "--out", self.folder / out, "-q", cwd=self.folder, **options)
        self.assert_exit(result, code)
        return result

    def rows(self, out="out"):
        with (self.folder / out / "results.csv").open(newline="") as file:
            return list(csv.DictReader(file))


class Scores(BenchTest):
    def test_engines_commands_and_wrong_answers(self):
        result = self.bench(self.tasks(), "--tool", "bmc", "--tool", "yes=echo Result: TRUE {file}", "--cpu", "20s")
        self.assertTrue(result.stdout.startswith("WRONG    unsafe0: yes says true, expected false"), result.stdout)
        rows = {(row["tool"], row["task"]): row for row in self.rows()}
        self.assertEqual({key: (row["status"], row["score"]) for key, row in rows.items()},
                         {("bmc", "safe0"): ("true", "2"), ("bmc", "unsafe0"): ("false(unreach-call)", "1"),
                          ("yes", "safe0"): ("true", "2"), ("yes", "unsafe0"): ("true", "-32")})
        self.assertIn("Result: TRUE", (self.folder / "out" / rows["bmc", "safe0"]["log"]).read_text())
        self.assertGreater(float(rows["bmc", "safe0"]["cpu"]), 0)
        self.assertGreater(int(rows["bmc", "safe0"]["memory"]), 1_000_000)

    def test_answers_that_are_none(self):
        tools = ["crash=sh -c 'kill -SEGV $$; : {file}'", "failing=sh -c 'exit 3; {file}'", "silent=true {file}",
                 "other=echo 'Result: FALSE (valid-deref)' {file}"]
        self.bench(self.tasks(), *[word for tool in tools for word in ("--tool", tool)], "--only", "unsafe*")
        self.assertEqual({row["tool"]: (row["status"], row["category"]) for row in self.rows()},
                         {"crash": ("SEGMENTATION FAULT", "error"), "failing": ("ERROR (3)", "error"),
                          "silent": ("done", "unknown"), "other": ("false(valid-deref)", "correct")})

    def test_what_is_not_understood_is_named(self):
        tasks = self.tasks()
        for words, message in ((["--tool", "nosuch"], "'nosuch' is no tool; engines:"),
                               (["--tool", "x=sleep 1"], "nor a command with {file}"),
                               (["--tool", "x=nosuchprogram {file}"], "there is no program nosuchprogram"),
                               (["--only", "zzz"], "none of the 2 tasks is selected")):
            result = self.bench(tasks, *words, code=BAD_INPUT)
            self.assertIn(message, result.stderr)
        (self.folder / "safe0.c").unlink()
        self.assertIn("safe0.yml:2:", self.bench(tasks, code=BAD_INPUT).stderr)

    def test_a_folder_of_programs(self):
        """Other YAML files are there, too; answers count, though it is not known which are right."""
        self.write("programs/.github/workflows/build.yml", "on: [push]\njobs: {}\n")
        self.write("programs/proofs/f/proof.yml", "sources: [harness.c]\n")
        self.write("programs/safe.c", SAFE)
        self.write("programs/unsafe.c", UNSAFE)
        result = run("bench", ".", "--tool", "bmc", "--cpu", "20s", "--out", self.folder / "out", "-q", cwd=self.folder / "programs")
        self.assert_exit(result, DONE)
        self.assertIn("bmc says true of 1 and false of 1 whose right answer is not known\n", result.stdout)
        page = (self.folder / "out" / "index.html").read_text()
        for text in ("not judged", "<title>programs"):
            self.assertIn(text, page)

    def test_a_strategy_of_ones_own(self):
        """Its file is named as seen from here, and a change of it makes its results old."""
        tasks = self.tasks()
        self.write("strategies/mine.yml", "name: mine\nabout: one engine\nsteps:\n  - run: bmc\n")
        self.bench(tasks, "--tool", "mine=strategies/mine.yml", "--tool", "again=strategies/mine.yml", "--cpu", "20s")
        self.assertEqual({(row["tool"], row["category"]) for row in self.rows()}, {("mine", "correct"), ("again", "correct")})
        before = sorted(row["log"] for row in self.rows())
        self.bench(tasks, "--tool", "mine=strategies/mine.yml", "--tool", "again=strategies/mine.yml", "--cpu", "20s", "--resume")
        self.assertEqual(sorted(row["log"] for row in self.rows()), before)
        self.write("strategies/mine.yml", "name: mine\nabout: another one\nsteps:\n  - run: kinduction\n")
        self.bench(tasks, "--tool", "mine=strategies/mine.yml", "--tool", "again=strategies/mine.yml", "--cpu", "20s", "--resume")
        self.assertTrue(set(before).isdisjoint(row["log"] for row in self.rows()))
        result = run("bench", tasks, "--tool", "nowhere.yml", cwd=self.folder)
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("nowhere.yml", result.stderr)

    def test_limits_in_commands(self):
        self.bench(self.tasks(), "--tool", "a-tool-with-a-very-long-name=sh -c 'test {own-cpu} = 8 && test {cpu} = 10 && echo Result: TRUE; : {file}'", "--cpu", "10s",
                   "--only", "safe*")
        self.assertEqual([row["status"] for row in self.rows()], ["true"])
        heading, line = [line for line in (self.folder / "out" / "summary.txt").read_text().splitlines() if line.startswith(("group", "all"))]
        self.assertEqual(len(heading), len(line))
        self.assertIn("; 10 s CPU, ", (self.folder / "out" / "table.md").read_text())

    def test_a_definition_has_two_forms(self):
        self.tasks(3)
        self.write("study.yml", """name: study
tasks: all.set
cpu: 3s
tools:
  - name: yes
    command: echo proved {file}
    answers: {'proved.*': 'true'}
short: {limit: 2}
""")
        os.rename(self.folder / "study.yml", self.folder / "study.def.yml")
        (self.folder / "all.set").write_text("safe*.yml\n")
        self.bench("study.def.yml", "--short")
        self.assertEqual([row["score"] for row in self.rows()], ["2", "2"])
        self.bench("study.def.yml", out="full")
        self.assertEqual(len(self.rows("full")), 3)

    def test_repetitions_that_differ_are_shown(self):
        flips = self.write("flips", "#!/bin/sh\nif [ -e $1.seen ]; then echo Result: TRUE; else touch $1.seen; fi\n")
        flips.chmod(0o755)
        result = self.bench(self.tasks(), "--tool", f"flips={flips} {{file}}", "--only", "safe*", "--repeat", "2")
        self.assertIn("UNSTABLE safe0: flips says done, true", result.stdout)


def processes_with(mark):
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (entry / "cmdline").read_bytes():
                found.append(entry.name)
        except OSError:
            pass
    return found


class Limits(BenchTest):
    def held(self, script, *limits, tool="python3"):
        """Runs a script as the only tool; what came of it. Its name is in its command line, so that it can be found."""
        path = self.write("tool.py", script)
        self.write("one.c", SAFE)
        self.bench(self.folder / "one.c", "--tool", f"bad={tool} {path} {{file}}", *limits)
        self.assertEqual(processes_with(str(path)), [])
        return self.rows()[0]

    def test_a_sleeper_that_left_its_session(self):
        row = self.held("import os, time\nif os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0: time.sleep(1000)\n"
                        "time.sleep(1000)\n", "--cpu", "5s", "--wall", "1s")
        self.assertEqual((row["status"], row["end"]), ("TIMEOUT", "walltime"))
        self.assertLess(float(row["wall"]), 2)

    def test_a_tool_that_leaves_processes_behind(self):
        row = self.held("import os, time\nif os.fork() == 0:\n  os.setsid(); time.sleep(1000)\nprint('Result: TRUE')\n",
                        "--cpu", "5s", "--wall", "20s")
        self.assertEqual(row["status"], "true")
        self.assertLess(float(row["wall"]), 15)

    def test_cpu_time_of_all_processes_together(self):
        row = self.held("import os\nfor i in range(3): os.fork()\nwhile True: pass\n", "--cpu", "1s", "--wall", "100s")
        self.assertEqual((row["status"], row["end"]), ("TIMEOUT", "cputime"))
        self.assertTrue(1 <= float(row["cpu"]) < 2, row)

    def test_a_memory_hog(self):
        row = self.held("kept = []\nwhile True: kept.append(bytearray(b'x' * 10_000_000))\n", "--cpu", "60s", "--memory", "200MB")
        self.assertEqual((row["status"], row["end"]), ("OUT OF MEMORY", "memory"))
        self.assertLess(int(row["memory"]), 1_000_000_000)

    def test_a_memory_hog_of_many_processes(self):
        row = self.held("import os, time\nfor i in range(8):\n  if os.fork() == 0: break\n"
                        "kept = bytearray(b'x' * 40_000_000)\ntime.sleep(100)\n", "--cpu", "60s", "--memory", "200MB")
        self.assertEqual(row["status"], "OUT OF MEMORY")

    def test_a_fork_bomb(self):
        row = self.held("import os, time\nwhile True:\n  try: os.fork()\n  except OSError: pass\n  time.sleep(0.01)\n",
                        "--cpu", "20s", "--processes", "60", "--memory", "100GB")
        self.assertIn(row["status"], ("ERROR (too many processes)", "TIMEOUT"))

    def test_an_output_flood(self):
        row = self.held("import sys\nprint('first')\nline = 'x' * 999 + '\\n'\n"
                        "for i in range(20000): sys.stdout.write(line)\nprint('Result: TRUE')\n",
                        "--cpu", "60s", "--output-limit", "100KB")
        self.assertEqual(row["status"], "true")
        log = (self.folder / "out" / row["log"]).read_text()
        self.assertLess(len(log), 110_000)
        self.assertTrue(log.startswith("first\n") and log.endswith("Result: TRUE\n"), log[-100:])
        self.assertIn("bytes of output are left out here", log)

    def test_a_file_that_grows(self):
        row = self.held("with open('big', 'wb') as file:\n  while True: file.write(b'x' * 1_000_000)\n", "--cpu", "60s",
                        "--file-limit", "20MB")
        self.assertEqual(row["category"], "error")

    def test_the_result_says_how(self):
        self.assertRegex(self.held("print('Result: TRUE')\n")["enforcement"], "cgroup v2|/proc")


class Resume(BenchTest):
    TOOLS = ["--tool", ORACLE, "--tool", "yes=sh -c 'sleep 0.02; echo Result: TRUE {file}'", "--tool", "slow=sh -c 'sleep 0.05; : {file}'"]

    def table(self, out):
        return sorted((row["tool"], row["task"], row["repetition"], row["status"], row["score"]) for row in self.rows(out))

    def test_killed_three_times(self):
        tasks = self.tasks(20)
        words = [tasks, *self.TOOLS, "--jobs", "2"]
        self.bench(*words, out="whole")
        self.assertEqual(len(self.rows("whole")), 40 * 3)
        command = [harness.TANDEM, "bench", *map(str, words), "--out", str(self.folder / "out"), "-q"]
        counts = []
        for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder)
            results = self.folder / "out" / "results"
            before = counts[-1] if counts else 0
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline and (not results.exists() or len(list(results.glob("*.json"))) < before + 15):
                time.sleep(0.02)
            process.send_signal(how)
            process.wait()
            counts.append(len(list(results.glob("*.json"))))
            command = command[:3] + ["--resume"] + [word for word in command[3:] if word != "--resume"]
        self.assertLess(counts[-1], 120)
        known = {path: path.read_text() for path in results.glob("*.json")}
        self.assertIn("before)", run(*command[1:], timeout=120, cwd=self.folder).stderr)
        self.assertEqual(self.table("out"), self.table("whole"))
        for path, text in known.items():
            self.assertEqual(path.read_text(), text, "a finished run was run again")
        self.assertEqual(len(list((self.folder / "out" / "logs").iterdir())), 120)

    def test_results_are_not_overwritten_by_mistake(self):
        tasks = self.tasks()
        self.bench(tasks, "--tool", ORACLE)
        self.assertIn("--resume continues", self.bench(tasks, "--tool", ORACLE, code=WRONG_USAGE).stderr)

    def test_what_changed_is_run_again(self):
        tasks = self.tasks()
        self.bench(tasks, "--tool", ORACLE)
        self.write("unsafe0.c", SAFE)
        self.bench(tasks, "--tool", ORACLE, "--resume")
        self.assertEqual([(row["task"], row["category"]) for row in self.rows()], [("safe0", "correct"), ("unsafe0", "wrong")])

    def test_same_seed_same_order(self):
        tasks = self.tasks(4)
        for out, seed in (("a", "7"), ("b", "7"), ("c", "8")):
            self.bench(tasks, "--tool", ORACLE, "--seed", seed, out=out)
        order = [[run[1] for run in json.loads((self.folder / out / "campaign.json").read_text())["runs"]] for out in "abc"]
        self.assertEqual(order[0], order[1])
        self.assertNotEqual(order[0], order[2])


# Of BenchExec's result.dtd: by element its children, required and other attributes.
RESULT_DTD = {
    "result": (["columns", "systeminfo", "run"], {"benchmarkname", "starttime", "date", "tool", "toolmodule", "version", "generator"},
               {"name", "displayName", "block", "endtime", "options", "memlimit", "timelimit", "cpuCores", "error"}),
    "columns": (["column"], set(), set()),
    "column": ([], {"title"}, {"value", "hidden"}),
    "systeminfo": (["os", "cpu", "ram", "environment"], set(), {"hostname"}),
    "os": ([], {"name"}, set()),
    "cpu": ([], {"cores", "model"}, {"frequency", "turboboostActive"}),
    "ram": ([], {"size"}, set()),
    "environment": (["var"], set(), set()),
    "run": (["column"], {"name"}, {"files", "properties", "propertyFile", "expectedVerdict", "options", "logfile"}),
}


class Output(BenchTest):
    def made(self):
        self.bench(self.tasks(2), "--tool", ORACLE, "--tool", "yes=echo Result: TRUE {file}", "--tool", "sleeper=sh -c 'sleep 100; : {file}'",
                   "--wall", "1s")
        return self.folder / "out"

    def check(self, node):
        children, required, others = RESULT_DTD[node.tag]
        self.assertTrue(required <= set(node.keys()) <= required | others, (node.tag, node.keys()))
        places = [children.index(child.tag) for child in node]
        self.assertEqual(places, sorted(places), node.tag)
        for child in node:
            self.check(child)

    def test_xml_follows_the_dtd(self):
        out = self.made()
        for tool, statuses in (("oracle", {"true", "false(unreach-call)"}), ("yes", {"true"}), ("sleeper", {"TIMEOUT"})):
            root = xml.etree.ElementTree.parse(out / f"results.{tool}.xml").getroot()
            self.check(root)
            runs = root.findall("run")
            self.assertEqual(len(runs), 4)
            self.assertEqual({column.get("value") for run in runs for column in run if column.get("title") == "status"}, statuses)
            for run_node in runs:
                values = {column.get("title"): column.get("value") for column in run_node}
                self.assertRegex(values["cputime"], r"^[0-9.]+s$")
                self.assertRegex(values["memory"], r"^[0-9]+B$")
                self.assertTrue((out / run_node.get("logfile")).exists())
                self.assertEqual(values.get("terminationreason"), "walltime" if tool == "sleeper" else None)

    def test_benchexec_reads_it(self):
        try:
            import benchexec.tablegenerator  # noqa: F401
        except ImportError:
            self.skipTest("BenchExec is not installed")
        out = self.made()
        done = subprocess.run([sys.executable, "-c", "import benchexec.tablegenerator as t; t.main()", "--dump", "-o", str(out),
                               str(out / "results.oracle.xml"), str(out / "results.yes.xml")], stdout=subprocess.PIPE, text=True, check=True)
        self.assertIn("STATS\n4 0 0\n2 2 0\n", done.stdout)

    def test_the_page_has_everything(self):
        page = (self.made() / "index.html").read_text()
        for text in ("2 WRONG", "yes on unsafe0 says true, expected false", "sleeper"):
            self.assertIn(text, page)

    def test_files_that_are_kept(self):
        self.bench(self.tasks(), "--tool", "bmc", "--artifacts", "--cpu", "20s", "--only", "unsafe*")
        self.assertEqual({path.name for path in (self.folder / "out" / "files").rglob("*") if path.is_file()},
                         {"condition.gia", "outcome.json", "witness.yml"})


class Diff(BenchTest):
    def test_what_is_worse(self):
        tasks = self.tasks(2)
        self.bench(tasks, "--tool", ORACLE, out="good")
        self.bench(tasks, "--tool", ORACLE.replace("TRUE", "UNKNOWN"), out="lost")
        self.bench(tasks, "--tool", "oracle=echo Result: TRUE {file}", out="wrong")
        self.assert_exit(run("bench", "diff", self.folder / "good", self.folder / "good"), DONE)
        for other, word in (("lost", "LOST"), ("wrong", "NEWLY WRONG")):
            result = run("bench", "diff", self.folder / "good", self.folder / other)
            self.assert_exit(result, REACHED)
            self.assertIn(word, result.stdout)
            result = run("bench", "diff", self.folder / other, self.folder / "good")
            self.assert_exit(result, DONE)
        self.assert_exit(run("bench", "diff", self.folder / "good", self.folder), BAD_INPUT)


if __name__ == "__main__":
    main()
