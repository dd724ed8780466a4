"""Bad input: exit code 65, one clear message with its position, no stack trace, no partial output file."""
import os
import shutil
import subprocess

import harness
from harness import CliTest, run

COMMANDS = (["show", "cfa"], ["run"])


class BadInput(CliTest):
    def assert_refused(self, path, *parts, count=1, at="", options=()):
        """Every command that reads programs refuses it the same way; `parts` are what the message must contain, and
        `at` is what follows the file's name in the position."""
        for command in COMMANDS:
            with self.subTest(command=command[0]):
                result = run(*command, path, *options, cwd=self.folder)
                self.assert_exit(result, harness.BAD_INPUT)
                self.assertEqual(result.stdout, "")
                lines = result.stderr.splitlines()
                errors = [line for line in lines if "error: " in line]
                self.assertEqual(len(errors), count, result.stderr)
                self.assertTrue(errors[0].startswith(f"{path}{at}"), errors)
                for part in parts:
                    self.assertIn(part, errors[0])
                self.assertNotIn("#0 ", result.stderr)
                self.assertNotIn("PLEASE submit a bug report", result.stderr)
        out = self.folder / "out.c"
        run("show", "cfa", path, "--format", "c", "-o", out, *options, cwd=self.folder)
        self.assertEqual([p for p in self.folder.iterdir() if p.name.startswith("out.c")], [])

    def test_missing_file(self):
        self.assert_refused("missing.c", "no such file")

    def test_folder(self):
        (self.folder / "folder.c").mkdir()
        self.assert_refused("folder.c", "directory")

    def test_unreadable_file(self):
        path = self.write("secret.c", "int main(void) { return 0; }\n")
        path.chmod(0)
        if os.access(path, os.R_OK):
            self.skipTest("root can read everything")
        self.assert_refused("secret.c", "Permission denied")

    def test_empty_file(self):
        self.write("empty.c", "")
        self.assert_refused("empty.c", "--function")

    def test_binary_noise(self):
        self.write("noise.c", bytes((i * 197 + 13) % 256 for i in range(5000)))
        self.assert_refused("noise.c")

    def test_an_executable(self):
        with open("/bin/sh", "rb") as file:
            self.write("program.c", file.read())
        self.assert_refused("program.c")

    def test_syntax_error(self):
        self.write("broken.c", "int main(void) {\n  return 1 +;\n}\n")
        self.assert_refused("broken.c", "expected expression", at=":2:13: ")

    def test_of_many_errors_the_first_are_listed(self):
        self.write("many.c", "int main(void) {\n" + "  x = ;\n" * 50 + "}\n")
        self.assert_refused("many.c", "and 99 more errors", at=":2:", count=20)

    def test_cpp_source(self):
        self.write("program.cpp", "#include <vector>\nint main() { std::vector<int> v; return v.size(); }\n")
        self.assert_refused("program.cpp", "C++")

    def test_cpp_source_named_c(self):
        self.write("program.c", "class A { public: int x; };\nint main() { A a; return a.x; }\n")
        self.assert_refused("program.c", at=":1:")

    def test_no_main(self):
        self.write("library.c", "int f(int x) { return x; }\nint g(void) { return 1; }\n")
        self.assert_refused("library.c", "--function", "f", "g", "tandem proofs new NAME FILE")
        self.assert_refused("library.c", "no_such", "--function", options=["--function", "no_such"])
        self.assert_exit(run("show", "cfa", self.folder / "library.c", "--function", "g"), harness.DONE)

    def test_missing_header(self):
        self.write("header.c", '#include "no_such_header.h"\nint main(void) { return 0; }\n')
        self.assert_refused("header.c", "no_such_header.h", "-I FOLDER says where it is", at=":1:10: ")
        self.write("include/far.h", "extern int far;\n")
        self.write("src/near.c", '#include "far.h"\nint main(void) { return 0; }\n')
        result = run("verify", "src/near.c", cwd=self.folder)
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("'far.h' file not found; -I include would find it", result.stderr)
        self.assert_exit(run("verify", "src/near.c", "-I", "include", cwd=self.folder), harness.DONE)

    def test_two_definitions(self):
        self.write("a.c", "int f(void) { return 1; }\nint main(void) { return f(); }\n")
        self.write("b.c", "int f(void) { return 2; }\n")
        result = run("show", "cfa", "a.c", "b.c", cwd=self.folder)
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("f", result.stderr)
        self.assertIn("b.c:1:", result.stderr)

    def test_output_that_cannot_be_written(self):
        path = self.write("good.c", "int main(void) { return 0; }\n")
        result = run("show", "cfa", path, "-o", self.folder / "no/such/folder/out.txt")
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("no/such/folder/out.txt", result.stderr)

    def test_what_cannot_be_written_is_said_first(self):
        path = self.write("bad.c", "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n")
        self.write("file", "")
        for option in ("--report", "--json", "--sarif", "--junit", "--witness", "--harness", "--condition-out"):
            for out in ("no/such/folder/out", "file/out", "."):
                with self.subTest(option=option, out=out):
                    result = run("verify", path, option, out, cwd=self.folder)
                    self.assert_exit(result, harness.BAD_INPUT)
                    self.assertIn(f"{out}: error: cannot write: ", result.stderr)
                    self.assertEqual(result.stdout, "")
        for words in (["bench", path, "--tool", "bmc", "-o", "file/out"], ["proofs", "new", "main", path, "--out", "file/out"],
                      ["vc", path, "--study", "--out", "file/out"], ["verify", path, "--artifacts", "file/out"]):
            with self.subTest(words=words[:1]):
                result = run(*words, cwd=self.folder)
                self.assert_exit(result, harness.BAD_INPUT)
                self.assertRegex(result.stderr, "file/out.*: error: Not a directory")

    def test_a_result_outlives_what_cannot_be_written(self):
        path = self.write("bad.c", "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n")
        result = run("verify", "-q", path, "--witness", "/dev/full", "--report", "/dev/full", "--harness", self.folder / "harness.c")
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertTrue(result.stdout.endswith("Result: FALSE (unreach-call)\n"), result.stdout)
        self.assertIn("/dev/full: error: cannot write: No space left on device", result.stderr)

    def test_progress_that_cannot_be_written_ends_nothing(self):
        path = self.write("bad.c", "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n")
        for where in ("2>&-", "2>/dev/full", "2>&- <&-"):
            with self.subTest(where=where):
                result = subprocess.run(["sh", "-c", f'exec "$0" verify "$1" {where}', harness.TANDEM, str(path)], stdout=subprocess.PIPE,
                                        text=True, timeout=120)
                self.assertEqual(result.returncode, harness.REACHED, result.stdout)
                self.assertTrue(result.stdout.endswith("Result: FALSE (unreach-call)\n"), result.stdout)

    def test_wrong_usage_differs_from_bad_input(self):
        path = self.write("good.c", "int main(void) { return 0; }\n")
        for words in (["show"], ["show", "cfa"], ["show", "nothing", path], ["show", "cfa", path, "--format", "pdf"],
                      ["run"], ["run", path, "--steps", "many"], ["run", path, "--data-model", "LP32"]):
            with self.subTest(words=words[:2]):
                self.assert_exit(run(*words), harness.WRONG_USAGE)


class ThirtyTwoBitHeaders(CliTest):
    def without_32_bit_headers(self):
        """A command prefix under which /usr/include is as on a machine without gcc-multilib: that package adds the
        symbolic links by which the 32-bit compiler finds the headers of the 64-bit one."""
        real = self.folder / "include"
        real.mkdir()
        prefix = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", "/usr/include", str(real), "--tmpfs", "/usr/include"]
        for entry in sorted(os.listdir("/usr/include")):
            if not os.path.islink(f"/usr/include/{entry}"):
                prefix += ["--symlink", f"{real}/{entry}", f"/usr/include/{entry}"]
        return prefix

    def test_the_message_names_the_package(self):
        path = self.write("program.c", "#include <stdio.h>\nint main(void) { return 0; }\n")
        prefix = self.without_32_bit_headers()
        if not shutil.which("bwrap") or subprocess.run([*prefix, "true"], capture_output=True).returncode != 0:
            self.skipTest("needs bubblewrap to hide the headers")
        command = [*prefix, harness.TANDEM, "show", "cfa", str(path), "--data-model"]
        result = subprocess.run([*command, "LP64"], capture_output=True, text=True)
        self.assert_exit(result, harness.DONE)
        result = subprocess.run([*command, "ILP32"], capture_output=True, text=True)
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("gcc-multilib", result.stderr)
        self.assertEqual(result.stdout, "")


if __name__ == "__main__":
    harness.main()
