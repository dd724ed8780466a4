"""Runs tandem for the tests of its command line. The program is named by $TANDEM."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
TANDEM = os.environ.get("TANDEM", str(PROJECT / "build" / "tandem"))

DONE, REACHED, UNDECIDED, WRONG_USAGE, BAD_INPUT, BUG = 0, 10, 20, 64, 65, 70


def run(*words, **options):
    """Runs tandem with the given words; the result has returncode, stdout and stderr (text)."""
    options.setdefault("timeout", 120)
    return subprocess.run(
        [TANDEM, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        **options,
    )


class CliTest(unittest.TestCase):
    """Gives every test a folder of its own, self.folder."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="tandem-cli-")
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def assert_exit(self, result, code):
        self.assertEqual(result.returncode, code, f"stdout: {result.stdout}\nstderr: {result.stderr}")


def main():
    result = unittest.main(exit=False, verbosity=1).result
    if result.wasSuccessful() and result.skipped and len(result.skipped) == result.testsRun:
        sys.exit(77)
    sys.exit(0 if result.wasSuccessful() else 1)
