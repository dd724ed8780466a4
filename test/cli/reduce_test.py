"""tandem reduce: residual programs as C, against golden files, compilers and the interpreter."""
import json
import shutil
import subprocess

import harness
from harness import CliTest, run

GOLDEN = harness.PROJECT / "test" / "golden" / "reduce"
METHODS = ("unfold", "fold", "monitor", "identity", "auto")


class Reduce(CliTest):
    def reduce(self, *words, program=GOLDEN / "join.c", condition=GOLDEN / "join.gia"):
        result = run("reduce", program, "--condition", condition, *words)
        self.assert_exit(result, harness.DONE)
        return result

    def test_the_assertion_moves_into_the_open_arm(self):
        # tandem reduce join.c --condition join.gia --method unfold -o join.residual.c
        out = self.folder / "join.residual.c"
        for name in ("join.c", "join.gia"):
            shutil.copy(GOLDEN / name, self.folder)
        result = run("reduce", "join.c", "--condition", "join.gia", "--method", "unfold", "-o", out, cwd=self.folder)
        self.assert_exit(result, harness.DONE)
        self.assertEqual(out.read_text(), (GOLDEN / "join.residual.c").read_text())

    def test_every_method_compiles_everywhere(self):
        for method in METHODS:
            text = self.reduce("--method", method).stdout
            for compiler in ("gcc", "clang-19"):
                if shutil.which(compiler) is None:
                    continue
                for width in ("-m32", "-m64"):
                    words = [compiler, "-std=gnu17", "-fsyntax-only", width, "-Wall", "-x", "c", "-"]
                    compiled = subprocess.run(words, input=text, text=True, capture_output=True)
                    self.assertEqual((compiled.returncode, compiled.stderr), (0, ""), f"{method} {words}")

    def test_open_paths_behave_and_covered_ones_end(self):
        for method in METHODS:
            out = self.folder / f"{method}.c"
            self.reduce("--method", method, "-o", out)
            is_open = run("run", out, "--inputs", "7")
            self.assertIn("ended with exit code 0", is_open.stderr, method)
            covered = run("run", out, "--inputs", "3")
            self.assertIn("exit code 0" if method == "identity" else "aborted", covered.stderr, method)

    def test_the_map_leads_to_the_source(self):
        out = self.folder / "rest.c"
        self.reduce("--method", "monitor", "-o", out)
        lines = out.read_text().splitlines()
        found = json.loads((self.folder / "rest.c.map.json").read_text())
        places = {edge["name"]: (entry["line"], edge["source"]) for entry in found["lines"] for edge in entry["edges"]}
        line, source = places["main@14:5"]
        self.assertIn("reach_error();", lines[line - 1])
        self.assertEqual(source, f"{GOLDEN / 'join.c'}:14:5")
        self.assertIn("y = x * x - 10 * x + 26;", lines[places["main@10:5"][0] - 1])

    def test_same_bytes_each_time(self):
        for method in METHODS:
            self.assertEqual(self.reduce("--method", method).stdout, self.reduce("--method", method).stdout)

    def test_sizes(self):
        text = self.reduce("--method", "unfold", "--stats").stderr
        self.assertRegex(text, r"locations: \d+ of 11 \(\d+ %\)")
        self.assertRegex(text, r"edges: \d+ of 13 \(\d+ %\)")

    def test_auto_says_what_it_chose(self):
        self.assertRegex(self.reduce().stderr, r"^method: unfold \(unfolded gives \d+ locations\)$")

    def test_the_verified_part(self):
        text = self.reduce("--method", "unfold", "--keep", "verified").stdout
        self.assertIn("y = 1;", text)
        self.assertNotIn("x * x", text)

    def test_the_condition_of_another_program_is_refused(self):
        other = self.write("join.c", (GOLDEN / "join.c").read_text().replace("100", "101"))
        result = run("reduce", other, "--condition", GOLDEN / "join.gia")
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("join.gia:", result.stderr)

    def test_usage(self):
        self.assert_exit(run("reduce", GOLDEN / "join.c"), harness.WRONG_USAGE)
        wrong = run("reduce", GOLDEN / "join.c", "--condition", GOLDEN / "join.gia", "--method", "shrink")
        self.assert_exit(wrong, harness.WRONG_USAGE)


if __name__ == "__main__":
    harness.main()
