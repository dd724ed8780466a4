"""tandem verify confirms alarms on the compiled program: one that loops, forks or writes files does no harm."""
import os
import time

import harness
from harness import CliTest, run

HEAD = """#include <stdio.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != 7) return 0;
"""


class Replay(CliTest):
    def verify(self, body):
        program = self.write("program.c", HEAD + body + "  reach_error();\n  return 0;\n}\n")
        start = time.monotonic()
        result = run("verify", program, "--engine", "bmc", "--wall", "30s", cwd=self.folder)
        self.assertLess(time.monotonic() - start, 100)
        self.assertIn(result.returncode, (harness.REACHED, harness.UNDECIDED), result.stdout + result.stderr)
        return result

    def test_files_stay_as_they_are(self):
        mark = self.folder / "mark"
        keep = self.write("keep", "mine")
        self.verify(f'  FILE *f = fopen("{mark}", "w");\n  if (f) fclose(f);\n  remove("{keep}");\n')
        self.assertFalse(mark.exists())
        self.assertEqual(keep.read_text(), "mine")
        self.assertEqual(sorted(os.listdir(self.folder)), ["keep", "program.c"])

    def test_forks_end(self):
        self.verify("  for (int i = 0; i < 3; i++) fork();\n")
        marker = f"{self.folder}"
        for process in (entry for entry in os.listdir("/proc") if entry.isdigit()):
            try:
                with open(f"/proc/{process}/cmdline", "rb") as line:
                    self.assertNotIn(marker.encode(), line.read())
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                pass


class Names(CliTest):
    def test_unknown_engines_and_solvers_list_the_known_ones(self):
        program = self.write("program.c", "int main(void) { return 0; }\n")
        for words, wanted in ((["--engine", "magic"], "bmc, kinduction"), (["--solver", "magic"], "z3, sat, sat-minisat")):
            result = run("verify", program, "--engine", "bmc", *words) if words[0] == "--solver" else run(
                "verify", program, *words)
            self.assertIn(wanted, result.stdout + result.stderr)
            self.assertNotEqual(result.returncode, harness.DONE)


if __name__ == "__main__":
    harness.main()
