"""External tools and strategies as a user sees them. CBMC and AFL++ are used for real where they are installed."""
import contextlib
import hashlib
import json
import pathlib
import unittest

from harness import BAD_INPUT, DONE, REACHED, UNDECIDED, WRONG_USAGE, CliTest, main, run

SAFE = """extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uchar();
  unsigned sum = 0;
  for (unsigned i = 0; i < x % 4; i++) sum += i;
  if (sum > 3) reach_error();
  return 0;
}
"""

UNSAFE = """extern float __VERIFIER_nondet_float(void);
extern long __VERIFIER_nondet_long(void);
extern int any(int);
void reach_error(void) { for (;;); }
int main(void) {
  float f = __VERIFIER_nondet_float();
  long l = __VERIFIER_nondet_long();
  int a = any(3);
  if (f == 1.5f && l == -77 && a == 12) reach_error();
  return 0;
}
"""

# The endless loop has two states for value analysis, but no bound; the product of variables is beyond value analysis.
TOGETHER = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_int()) {
    for (int side = 0;; side = !side)
      if (side != 0 && side != 1) reach_error();
  } else {
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    for (int i = 0; i < 5; i++)
      if (__VERIFIER_nondet_int()) x = x * 3 + 1;
    if (x * (x + 1) % 2) reach_error();
  }
  return 0;
}
"""


def has(tool):
    listed = run("tools").stdout
    return any(line.startswith(tool + " ") and "missing" not in line for line in listed.splitlines())


def processes_in(folder):
    """The processes that run in the folder."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "cwd").resolve().is_relative_to(folder):
                found.append((process / "comm").read_text().strip())
    return found


class ToolsTest(CliTest):
    def test_list(self):
        out = self.folder / "tools.json"
        result = run("tools", "--json", out)
        self.assert_exit(result, DONE)
        tools = {tool["name"]: tool for tool in json.loads(out.read_text())}
        self.assertEqual(tools["cbmc"]["kind"], "verifier")
        self.assertEqual(tools["afl"]["kind"], "tester")
        self.assertEqual(len(tools), 9)

    def test_unknown_tool(self):
        result = run("verify", self.write("a.c", SAFE), "--with", "absent")
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("unknown tool 'absent'; there are afl, automizer, cbmc", result.stderr)

    def test_user_defined_tool(self):
        own = self.write("mine.yml", "name: mine\nabout: x\nkind: verifier\nneeds: sh\nmodels: {LP64: []}\n"
                                     "commands:\n  - run: [sh, -c, 'echo yes']\n"
                                     "    verdict: [{output: yes, says: 'TRUE'}]\n")
        result = run("verify", self.write("a.c", SAFE), "--with", own, "-q")
        self.assert_exit(result, DONE)
        self.assertEqual(result.stdout, "Assumed: the proof is mine's word\nResult: TRUE\n")
        own.write_text(own.read_text().replace("kind: verifier", "kind: oracle"))
        result = run("verify", self.write("a.c", SAFE), "--with", own)
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("mine.yml:3:7: error: 'oracle' is not a kind of tool", result.stderr)

    def test_a_proof_rests_on_the_invariants_of_a_condition(self):
        own = self.write("mine.yml", "name: mine\nabout: x\nkind: verifier\nneeds: sh\nmodels: {LP64: []}\n"
                                     "commands:\n  - run: [sh, -c, 'echo yes']\n"
                                     "    verdict: [{output: yes, says: 'TRUE'}]\n")
        program, known = self.write("a.c", SAFE), self.folder / "known.gia"
        lines = "state a initial\nstate b invariant x < 4\na -> a on *\na -> b on main@4:12\nend\n"
        sha = hashlib.sha256(SAFE.encode()).hexdigest()
        for producer, holds in (("", "the given condition holds, with its invariants"),
                                ("producer Ada\n", "the condition of Ada holds")):
            known.write_text(f"tandem-gia 1\nprogram {sha} a.c\ndata-model LP64\n{producer}{lines}")
            result = run("verify", program, "--with", own, "-q", "--condition", known)
            self.assert_exit(result, DONE)
            self.assertIn(f"Assumed: {holds}\n", result.stdout)

    def test_a_false_alarm_and_the_next_partner(self):
        liar = self.write("liar.yml", "name: liar\nabout: x\nkind: verifier\nneeds: sh\nmodels: {LP64: []}\n"
                                      "commands:\n  - run: [sh, -c, 'echo bad']\n"
                                      "    verdict: [{output: bad, says: 'FALSE'}]\n")
        strategy = self.write("s.yml", f"name: s\nabout: x\nsteps:\n  - run: {liar}\n  - run: bmc\n")
        out = self.folder / "out.json"
        result = run("verify", self.write("a.c", SAFE), "--strategy", strategy, "-q", "--json", out)
        self.assert_exit(result, DONE)
        partners = json.loads(out.read_text())["partners"]
        self.assertEqual([partner["partner"] for partner in partners], ["liar", "bmc"])
        self.assertEqual(partners[0]["verdict"], "UNKNOWN")
        self.assertIn("says FALSE, but the program, run on its inputs, does not confirm it", partners[0]["what"])
        self.assertEqual(partners[1]["verdict"], "TRUE")

    def test_cbmc(self):
        if not has("cbmc"):
            self.skipTest("no CBMC")
        self.assert_exit(run("tools", "check", "cbmc"), DONE)
        artifacts, out = self.folder / "artifacts", self.folder / "out.json"
        result = run("verify", self.write("safe.c", SAFE), "--with", "cbmc", "-q")
        self.assert_exit(result, DONE)
        result = run("verify", self.write("unsafe.c", UNSAFE), "--with", "cbmc", "-q", "--artifacts", artifacts,
                     "--json", out, "--data-model", "ILP32")
        self.assert_exit(result, REACHED)
        self.assertIn("1: 1.5", result.stdout)
        self.assertIn("2: -77", result.stdout)
        self.assertIn("3: 12", result.stdout)
        partner = json.loads(out.read_text())["partners"][0]
        self.assertIn("--unwind 2", partner["commands"][0])
        self.assertTrue((artifacts / "log-1.txt").exists())

    def test_afl(self):
        if not has("afl"):
            self.skipTest("no AFL++")
        program = self.write("a.c", UNSAFE.replace("f == 1.5f && l == -77 && a == 12", "l > 5 && a < 0"))
        artifacts = self.folder / "artifacts"
        result = run("verify", program, "--with", "afl", "-q", "--wall", "60s", "--artifacts", artifacts)
        self.assert_exit(result, REACHED)
        self.assertEqual(processes_in(artifacts), [])

    def test_afl_runs_incomplete_programs(self):
        """Functions and variables that no file defines; pointers point to memory."""
        if not has("afl"):
            self.skipTest("no AFL++")
        program = self.write("a.c", """extern void reach_error(void);
struct device { struct device *parent; int count; };
extern struct device *find_device(void);
extern void note(struct device *device);
extern int ticks;
int main(void) {
  struct device *device = find_device();
  if (!device) return 1;
  note(device);
  if (device->count == ticks && device->parent == 0) reach_error();
  return 0;
}
""")
        result = run("verify", program, "--with", "afl", "-q", "--wall", "60s")
        self.assert_exit(result, REACHED)
        self.assertIn("confirmed by the interpreter", result.stdout)

    def test_cbmc_allocates_whatever_size_t_is(self):
        if not has("cbmc"):
            self.skipTest("no CBMC")
        program = self.write("a.c", """extern void reach_error(void);
extern void *malloc(unsigned int), *calloc(unsigned int, unsigned int);
int main(void) {
  int *a = malloc(sizeof(int)), *b = calloc(2, sizeof(int));
  *a = 1;
  b[1] = 2;
  if (*a + b[0] + b[1] != 3) reach_error();
  return 0;
}
""")
        self.assert_exit(run("verify", program, "--with", "cbmc", "-q", "--cpu", "30s"), DONE)

    def test_afl_is_not_misled_by_verified_paths(self):
        """In a residual program, verified paths end in abort()."""
        if not has("afl"):
            self.skipTest("no AFL++")
        for declaration in ("", "extern void abort(void);\n"):
            program = self.write("a.c", declaration + TOGETHER)
            known = self.folder / "known.gia"
            self.assert_exit(run("verify", program, "--engine", "value", "-q", "--condition-out", known), UNDECIDED)
            artifacts, out = self.folder / "artifacts", self.folder / "out.json"
            result = run("verify", program, "--condition", known, "--with", "afl", "-q", "--cpu", "6s", "--artifacts", artifacts,
                         "--json", out)
            self.assert_exit(result, UNDECIDED)
            self.assertIn("abort();", (artifacts / "program.c").read_text())
            self.assertNotIn("FALSE", json.loads(out.read_text())["partners"][0]["what"])

    def test_cbmc_gets_what_value_analysis_left(self):
        if not has("cbmc"):
            self.skipTest("no CBMC")
        program, artifacts, out = self.write("a.c", TOGETHER), self.folder / "artifacts", self.folder / "out.json"
        self.assert_exit(run("verify", program, "--engine", "value", "-q"), UNDECIDED)
        self.assert_exit(run("verify", program, "--strategy", "sequence", "--with", "value", "-q",
                             "--wall", "12s"), UNDECIDED)
        result = run("verify", program, "--strategy", "cmc", "--with", "value", "-q", "--wall", "90s", "--artifacts", artifacts,
                     "--json", out)
        self.assert_exit(result, DONE)
        self.assertIn("Assumed: the rest was verified by value\n", result.stdout)
        partners = json.loads(out.read_text())["partners"]
        self.assertEqual([partner["partner"] for partner in partners], ["value", "cbmc"])
        self.assertIn("left a condition", partners[0]["what"])
        condition = artifacts / "02-cbmc.given.gia"
        again = run("verify", program, "--condition", condition, "--with", "cbmc", "-q", "--wall", "30s")
        self.assert_exit(again, DONE)
        same = run("verify", program, "--condition", condition, "--with", "cbmc", "--reduce", "identity", "-q",
                   "--wall", "5s")
        self.assert_exit(same, UNDECIDED)


class StrategiesTest(CliTest):
    def test_list(self):
        result = run("strategies")
        self.assert_exit(result, DONE)
        for name in ("cmc", "sequence", "portfolio", "value-then-predicate"):
            self.assertIn("\n" + name, "\n" + result.stdout)

    def test_portfolio(self):
        result = run("verify", self.write("safe.c", SAFE), "--strategy", "portfolio", "--wall", "30s")
        self.assert_exit(result, DONE)
        self.assertIn("kinduction: starts", result.stderr)
        self.assertIn("value: starts", result.stderr)

    def test_errors_have_a_line(self):
        strategy = self.write("s.yml", "name: s\nabout: x\nsteps:\n  - run: bmc\n    cpu: soon\n")
        result = run("verify", self.write("a.c", SAFE), "--strategy", strategy)
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("s.yml:5:10: error: ", result.stderr)
        strategy.write_text("name: s\nabout: x\nsteps:\n  - run: bmc\n  - run: absent\n")
        result = run("verify", self.write("a.c", SAFE), "--strategy", strategy)
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("s.yml:5:5: error: ", result.stderr)

    def test_partners_need_a_strategy(self):
        result = run("verify", self.write("a.c", SAFE), "--with", "bmc,cbmc")
        self.assert_exit(result, WRONG_USAGE)


if __name__ == "__main__":
    main()
