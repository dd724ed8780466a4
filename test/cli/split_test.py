"""Splitting with rejoin: parts are proved and joined, an error in one is found, a part is a folder that any process can take, and a
run that was killed goes on where it was."""
import json
import os
import shlex
import signal
import subprocess
import time

import harness
from harness import BAD_INPUT, DONE, REACHED, WRONG_USAGE, CliTest, main, run

PROGRAMS = harness.PROJECT / "test" / "split"
WAIT = 400  # seconds, on a busy machine
STEPS = """name: parts
about: x
steps:
  - split: [{run: kinduction}]
    attempt: %s
"""


class Split(CliTest):
    def setUp(self):
        super().setUp()
        self.strategy = self.write("parts.yml", STEPS % "4s")

    def verify(self, program, *words, strategy=None):
        out = self.folder / "out.json"
        result = run("verify", program, "--strategy", strategy or self.strategy, "--cpu", "60s", "-q", "--json", out, *words,
                     timeout=WAIT)
        return result, json.loads(out.read_text()) if out.exists() else {}

    def small(self, name):
        """With few iterations of few bits: for what does not depend on time."""
        text = (PROGRAMS / name).read_text()
        for number in ("20", "21", "22", "23"):
            text = text.replace(f"i < {number}", "i < 3").replace(f"/ {number}", "/ 3").replace(f"times({number}", "times(3")
            text = text.replace(f"times = {number}", "times = 3").replace(f"1{int(number) - 20:02}", "8")
        return self.write(name, text)

    def test_parts_are_proved_and_joined(self):
        for name in ("modes.c", "targets.c", "functions.c", "ranges.c"):
            with self.subTest(name):
                result, said = self.verify(self.small(name), "--artifacts", self.folder / (name + ".parts"))
                self.assert_exit(result, DONE)
                self.assertGreaterEqual(said["statistics"]["parts proved"], 2)
                # That other parts are verified is not what the verdict rests on: they are.
                self.assertNotIn("condition", " ".join(said["assumptions"]))

    def test_an_error_in_one_part(self):
        for name, change in (("modes.c", ("sum += a % 8;\n      assert(sum / 3 == a % 8);\n    } else", "sum += a % 8;\n      assert(sum / 3 != 5);\n    } else")),
                             ("targets.c", ("/ 3 == c", "/ 3 != 5")),
                             ("functions.c", ("== a % 8);\n  } else", "!= 5);\n  } else")),
                             ("ranges.c", ("sum / times == a % bound", "sum / times != 5 || level >= 8"))):
            with self.subTest(name):
                program = self.small(name)
                self.assertIn(change[0], program.read_text())
                program.write_text(program.read_text().replace(*change))
                result, said = self.verify(program)
                self.assert_exit(result, REACHED)

    def test_a_part_is_a_folder_that_any_process_can_take(self):
        artifacts = self.folder / "artifacts"
        self.assert_exit(self.verify(self.small("modes.c"), "--artifacts", artifacts)[0], DONE)
        parts = sorted((artifacts / "01-split" / "parts").iterdir())
        self.assertGreaterEqual(len(parts), 2)
        part = json.loads((parts[0] / "part.json").read_text())
        self.assertEqual(part["state"], "proved")
        self.assertIn("branch", part["constraints"][0])
        command = [harness.TANDEM, *shlex.split(part["command"])[1:], "-q", "--engine", "kinduction"]
        done = subprocess.run(command, cwd=parts[0], stdout=subprocess.PIPE, text=True, timeout=WAIT)
        self.assertEqual(done.returncode, DONE)
        self.assertIn("what the given condition calls verified", done.stdout)

    def test_a_killed_run_goes_on_where_it_was(self):
        """Two parts of four are proved; the last two would take their partner for ever."""
        artifacts = self.folder / "artifacts"
        program = self.small("modes.c")
        fast = program.read_text()
        hard = "assert((a + mode) * (a + mode) == a * a + 2 * a * mode + mode * mode)"
        program.write_text(fast[:len(fast) // 2] + fast[len(fast) // 2:].replace("assert(sum / 3 == a % 8)", hard))
        process = subprocess.Popen([harness.TANDEM, "verify", program, "--strategy", self.strategy, "--cpu", "300s",
                                    "--artifacts", artifacts], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        self.addCleanup(process.wait)

        def states():
            return {path.parent.name: json.loads(path.read_text())["state"]
                    for path in (artifacts / "01-split" / "parts").glob("*/part.json")}

        end = time.time() + WAIT
        while time.time() < end and list(states().values()).count("proved") < 1:
            time.sleep(0.1)
        before = {part for part, state in states().items() if state == "proved"}
        os.killpg(process.pid, signal.SIGKILL)
        self.assertTrue(before)
        # Another program is refused.
        self.assert_exit(self.verify(self.small("targets.c"), "--resume", artifacts)[0], BAD_INPUT)
        result = run("verify", program, "--strategy", self.strategy, "--cpu", "4s", "--resume", artifacts, timeout=WAIT)
        self.assertIn("goes on with", result.stderr)
        for part in before:
            self.assertNotIn(f"part {part} starts", result.stderr)

    def test_wrong_use(self):
        program = self.small("modes.c")
        self.assert_exit(run("verify", program, "--resume", self.folder / "nowhere"), BAD_INPUT)
        self.assert_exit(run("verify", program, "--resume", self.folder, "--artifacts", self.folder / "other"), WRONG_USAGE)
        strategy = self.write("wrong.yml", STEPS.replace("attempt: %s", "by: [moon]"))
        result = run("verify", program, "--strategy", strategy)
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("wrong.yml:5:10: error: 'moon' is not what to divide a task by", result.stderr)


if __name__ == "__main__":
    main()
