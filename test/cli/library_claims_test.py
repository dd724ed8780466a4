"""Claims about functions of the C library, as a user writes them: the default proves those that hold and finds the errors
of the others. bench/library_claims.py has them and measures the time."""
import subprocess
import sys

import harness
from harness import DONE, PROJECT, REACHED, CliTest, run

sys.path.insert(0, str(PROJECT / "bench"))
import library_claims  # noqa: E402


class LibraryClaimsTest(CliTest):
    def test_each_is_decided(self):
        for name, text, holds in library_claims.programs():
            with self.subTest(name=name, holds=holds):
                result = run("verify", "-q", "--cpu", "60s", self.write(f"{name}_{holds}.c", text))
                self.assert_exit(result, DONE if holds else REACHED)

    # What is said to hold, holds when it is compiled and run with some input.
    def test_the_compiler_agrees(self):
        runtime = self.write("inputs.c", "int __VERIFIER_nondet_int(void) { return 51; }\n"
                                         "unsigned __VERIFIER_nondet_uint(void) { return 5; }\n")
        for name, text, holds in library_claims.programs():
            if holds:
                with self.subTest(name=name):
                    program = self.folder / name
                    subprocess.run(["gcc", "-w", self.write(f"{name}.c", text), runtime, "-o", program, "-lm"], check=True)
                    self.assertEqual(subprocess.run([program]).returncode, 0)


if __name__ == "__main__":
    harness.main()
