"""The studies in their short forms: that they run, and leave a table that says where it comes from."""
import os
import pathlib
import re
import shutil
import subprocess
import unittest

import harness
from harness import CliTest, main

BUILD = pathlib.Path(harness.TANDEM).parent


class Studies(CliTest):
    def study(self, name):
        out = self.folder / name
        done = subprocess.run([harness.PROJECT / "scripts" / "study", name, "short"], env={**os.environ, "BUILD": str(BUILD), "OUT": str(out)},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=400)
        self.assertEqual(done.returncode, 0, done.stdout)
        table = (out / "table.md").read_text()
        self.assertRegex(table, r"tandem \d+\.\d+\.\d+")
        self.assertRegex(table, r"\d{4}-\d\d-\d\d")
        return table, done.stdout

    def test_cmc(self):
        table, output = self.study("cmc")
        self.assertNotIn("WRONG", output)
        rows = {line.split("|")[1].strip(): [cell.strip() for cell in line.split("|")] for line in table.splitlines() if line.startswith("| ")}
        self.assertGreaterEqual(int(rows["conditional"][3]), 1)

    def test_gia(self):
        self.assertNotIn("WRONG", self.study("gia")[1])

    def test_gamble(self):
        self.assertNotIn("WRONG", self.study("gamble")[1])

    @unittest.skipUnless(shutil.which("cbmc") or (pathlib.Path.home() / ".cache/tandem/bin/cbmc").exists(), "CBMC is not installed")
    def test_reducer(self):
        self.assertNotIn("WRONG", self.study("reducer")[1])

    def test_vc(self):
        self.assertIn("fibonacci", self.study("vc")[0])

    def test_generation(self):
        self.assertRegex(self.study("generation")[0], r"programs/choices \|")

    def test_every_study_is_described_and_has_two_forms(self):
        folder = harness.PROJECT / "bench" / "studies"
        names = {path.name.split(".")[0] for pattern in ("*.yml", "*.args", "*.commands") for path in folder.glob(pattern)}
        names = {name for name in names if "-" not in name}
        described = set(re.findall(r"(?m)^\| `(\w+)` \|", (folder / "README.md").read_text()))
        self.assertEqual(names, described)
        for name in names:
            whole = folder / f"{name}.yml"
            if whole.exists():
                self.assertIn("short:", whole.read_text())
            else:
                self.assertEqual(len(list(folder.glob(f"{name}.short.*"))), 1, name)
                self.assertEqual(len(list(folder.glob(f"{name}.full.*"))), 1, name)


if __name__ == "__main__":
    main()
