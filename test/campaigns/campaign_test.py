#!/usr/bin/env python3
"""A campaign that finds nothing may be broken itself: verifiers that are wrong on purpose must be found out."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import features
import oracle
import shrink
import tempting
import ways

HERE = pathlib.Path(__file__).resolve().parent
# Stands for tandem: the same verdict for every program.
VERIFIER = """#!/bin/sh
case "$*" in
*--help*) echo "  --engine TEXT      one of bmc, value; default: both"; exit 0;;
reduce*) echo "no residual programs" >&2; exit 65;;
esac
echo "Result: {word}"
exit {code}
"""


class Verifiers(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="tandem-campaign-test-")
        self.folder = pathlib.Path(self.scratch.name)
        self.addCleanup(self.scratch.cleanup)

    def campaign(self, word, code, count, *arguments):
        """The exit code of a campaign with a verifier that always says this, and the cases it kept."""
        verifier = self.folder / "verifier"
        verifier.write_text(VERIFIER.format(word=word, code=code))
        verifier.chmod(0o755)
        run = subprocess.run([sys.executable, HERE / "campaign.py", "tempting", "--seed=1", f"--count={count}",
                              f"--out={self.folder / 'out'}", *arguments],
                             env={**os.environ, "TANDEM": str(verifier)}, capture_output=True, text=True)
        cases = [json.loads(path.read_text()) for path in (self.folder / "out").glob("case-*/case.json")]
        return run.returncode, cases, run.stdout + run.stderr

    def test_always_true_is_wrong_of_programs_that_fail(self):
        code, cases, output = self.campaign("TRUE", 0, 6, "--no-shrink")
        self.assertEqual(code, 1, output)
        self.assertTrue(cases)
        self.assertTrue(all(case["fails"] and not case["doubt"] for case in cases), cases)

    def test_always_false_is_wrong_of_programs_that_never_fail(self):
        code, cases, output = self.campaign("FALSE", 10, 6, "--no-shrink")
        self.assertEqual(code, 1, output)
        self.assertTrue(cases)
        self.assertTrue(all(not case["fails"] for case in cases), cases)

    def test_a_bug_is_wrong_of_all(self):
        code, cases, output = self.campaign("UNKNOWN", 70, 1, "--no-shrink")
        self.assertEqual(code, 1, output)
        self.assertTrue(all(case["verdict"] == "BROKEN" for case in cases), cases)

    def test_unknown_is_never_wrong(self):
        code, cases, output = self.campaign("UNKNOWN (a reason)", 20, 2, "--no-shrink")
        self.assertEqual((code, cases), (0, []), output)
        self.assertIn("UNKNOWN (a reason)", output)

    def test_a_stopped_campaign_goes_on_behind_what_is_done(self):
        self.campaign("UNKNOWN", 20, 1)
        before = (self.folder / "out" / "results.jsonl").read_text()
        self.campaign("UNKNOWN", 20, 2)
        after = (self.folder / "out" / "results.jsonl").read_text()
        self.assertTrue(after.startswith(before))
        self.assertEqual(len(after.splitlines()), 2)


WASTEFUL = """extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int unused(int x) {
  return x + 1;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 3;
  if (y) {
    y = 4;
  }
  if (x == 5) reach_error();
  return 0;
}
"""


class Programs(unittest.TestCase):
    def test_a_shrunk_program_still_fails(self):
        wrong = ways.Verdict("TRUE")
        way = ways.Way("always TRUE", lambda sources, model, folder, options: wrong)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            files = shrink.shrink([("main.c", WASTEFUL)], "LP64", way, wrong, folder,
                                  argparse.Namespace(shrink_seconds=300))
            (folder / "small.c").write_text(files[0][1])
            self.assertTrue(oracle.run_both([folder / "small.c"], "LP64", folder).fails)
            self.assertNotIn("unused", files[0][1])
            self.assertNotIn("y = 4", files[0][1])

    def test_the_same_seed_makes_the_same_program(self):
        one, other = (tempting.Generator(5, "LP64", features.FEATURES).program().files for _ in range(2))
        self.assertEqual(one, other)

    def test_undefined_behaviour_is_noticed(self):
        with tempfile.TemporaryDirectory() as name:
            source = pathlib.Path(name) / "x.c"
            source.write_text("extern int __VERIFIER_nondet_int(void);\nint a[3];\n"
                              "int main(void) {\n  int x = __VERIFIER_nondet_int();\n"
                              "  if (x < 0 || x > 3) return 0;\n  return a[x];\n}\n")
            for model in oracle.WIDTH:
                with self.assertRaisesRegex(oracle.Discard, "undefined"):
                    oracle.run_sanitized([source], model, pathlib.Path(name))
                self.assertFalse(oracle.run_plain([source], model, pathlib.Path(name)).fails)


if __name__ == "__main__":
    unittest.main()
