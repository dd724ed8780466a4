"""Strategies continue whatever a partner does. Each test has a small program that misbehaves in one way, followed by an
engine that decides the task: the result is the engine's, the outcome says what happened, nothing is left running."""
import json
import os
import pathlib
import time

from harness import DONE, CliTest, main, run

SAFE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5 && x < 5) reach_error();
  return 0;
}
"""
DEFINITION = """name: odd
about: misbehaves
kind: verifier
needs: {needs}
models: {{LP64: []}}
files:
  script.sh: |
    {script}
commands:
  - run: [sh, script.sh]
    verdict:
      - {{output: 'SAFE', says: 'TRUE'}}
      - {{output: 'ERROR', says: 'FALSE'}}
inputs: {{{inputs}}}
"""


def alive(pid):
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


class Faults(CliTest):
    def odd(self, script, needs="sh", inputs="pattern: 'in ([0-9]+)'", limit="wall: 20s"):
        """What the strategy reports about the odd partner, after the engine has decided the task."""
        tool = self.write("odd.yml", DEFINITION.format(script=script, needs=needs, inputs=inputs))
        strategy = self.write("s.yml", f"name: s\nabout: x\nsteps:\n  - {{run: {tool}, {limit}}}\n  - run: bmc\n")
        out = self.folder / "out.json"
        self.artifacts = self.folder / "artifacts"
        result = run("verify", self.write("a.c", SAFE), "--strategy", strategy, "-q", "--json", out, "--artifacts",
                     self.artifacts)
        self.assert_exit(result, DONE)
        self.assertIn("Result: TRUE", result.stdout)
        first, second = json.loads(out.read_text())["partners"]
        self.assertEqual((first["partner"], second["partner"]), ("odd", "bmc"))
        self.assertEqual((first["verdict"], second["verdict"]), ("UNKNOWN", "TRUE"))
        return first["what"]

    def started(self, name):
        return int((self.artifacts / "01-odd" / name).read_text())

    def test_missing(self):
        self.assertIn("is not installed (no-such-tool is not on the PATH)", self.odd("true", needs="no-such-tool"))

    def test_crash(self):
        self.assertIn("was ended by signal 11", self.odd("kill -SEGV $$"))

    def test_hang(self):
        what = self.odd("echo $$ > me; exec sleep 1000", limit="wall: 2s")
        self.assertIn("time limit", what)
        self.assertFalse(alive(self.started("me")))

    def test_flood(self):
        what = self.odd("head -c 1000000000 /dev/zero; echo; echo SAFE")
        self.assertIn("its output was truncated", what)
        kept = sum(path.stat().st_size for path in self.artifacts.rglob("*") if path.is_file())
        self.assertLess(kept, 70_000_000)

    def test_forks(self):
        self.odd("(echo a > x; exec sleep 1000) & echo $! > child\n"
                 "    setsid sh -c 'echo $$ > away; exec sleep 1000' &\n"
                 "    while ! [ -s away ]; do sleep 0.01; done; exit 3")
        deadline = time.monotonic() + 5
        for name in ("child", "away"):
            while alive(self.started(name)) and time.monotonic() < deadline:
                time.sleep(0.05)
            self.assertFalse(alive(self.started(name)), name)

    def test_ignores_the_request_to_stop(self):
        what = self.odd("trap '' TERM; echo $$ > me; while :; do sleep 0.1; done", limit="wall: 2s")
        self.assertIn("time limit", what)
        self.assertFalse(alive(self.started("me")))

    def test_says_both(self):
        self.assertIn("says both TRUE and FALSE", self.odd("echo SAFE; echo ERROR"))

    def test_broken_witness(self):
        what = self.odd("echo ERROR; head -c 100000 /dev/urandom > witness.yml",
                        inputs="files: 'witness*.yml', pattern: 'value: ([0-9]+)'")
        self.assertIn("does not confirm it", what)

    def test_false_alarm(self):
        self.assertIn("does not confirm it", self.odd("echo ERROR; echo in 7"))


if __name__ == "__main__":
    main()
