"""tandem proofs: finding proofs, running them, keeping results, and what is said about those that cannot be read."""
import json
import os
import re
import signal
import subprocess
import xml.etree.ElementTree as xml

import harness
from harness import BAD_INPUT, DONE, REACHED, TANDEM, UNDECIDED, CliTest, run

TRUE = '#include "limit.h"\nint nondet_int(void);\nvoid harness(void) { int x = nondet_int(); __CPROVER_assume(x < LIMIT); __CPROVER_assert(x <= 9, ""); }\n'
# neither an invariant nor a few iterations decide it
ENDLESS = ("void harness(unsigned long n) { unsigned long h = 7; for (unsigned long i = 0; i < n; i++) h = h * 31 + (i ^ h >> 7);"
           " __CPROVER_assert(h != 0x123456789abcdef0, \"\"); }\n")

COMMON = """
SHELL = /bin/bash
MAKEFILE_PATHS = $(foreach makefile,$(MAKEFILE_LIST),$(abspath $(makefile)))
PROOF_ROOT = $(dir $(filter %/Makefile.common,$(MAKEFILE_PATHS)))
CBMC_ROOT = $(shell dirname $(PROOF_ROOT))
SRCDIR ?= $(abspath $(PROOF_ROOT)/..)
PROOFDIR ?= $(abspath .)
INCLUDES += -I$(CBMC_ROOT)/include
DEFINES += -DCBMC=1
ifneq ($(strip $(MORE)),)
  DEFINES += -DMORE="(1+$(MORE))"
else
  DEFINES += -DMORE=0
endif
CHECKFLAGS += --unsigned-overflow-check
default: report
$(PROOFDIR)/made.c: $(SRCDIR)/source/made.c
\t$(RUNNER) --command "sed -E '$(SED)' $^" --outputs $@
"""


class ProofsTest(CliTest):
    def proof(self, name, text=TRUE, definition="sources: [harness.c]\ninclude: [../include]\n"):
        os.makedirs(self.folder / "proofs" / name, exist_ok=True)
        self.write(f"proofs/{name}/harness.c", text)
        self.write(f"proofs/{name}/proof.yml", definition)

    def header(self, limit=10):
        os.makedirs(self.folder / "proofs" / "include", exist_ok=True)
        self.write("proofs/include/limit.h", f"#define LIMIT {limit}\n")

    def proofs(self, *options):
        return run("proofs", self.folder / "proofs", "--json", self.folder / "out.json", *options)

    def results(self):
        listed = json.loads((self.folder / "out.json").read_text())["proofs"]
        return {one["proof"]: one for one in listed}

    def test_results_are_kept_until_a_file_changes(self):
        self.header()
        self.proof("a")
        self.proof("b", TRUE.replace('#include "limit.h"', "#define LIMIT 5"))
        result = self.proofs("--jobs", "2")
        self.assert_exit(result, DONE)
        self.assertIn("2 proofs: 2 TRUE\n", result.stdout)
        result = self.proofs()
        self.assertIn("2 proofs: 2 TRUE (2 unchanged)\n", result.stdout)
        self.header(11)
        self.assert_exit(self.proofs(), REACHED)
        found = self.results()
        self.assertEqual([found["a"]["result"], found["a"]["unchanged"]], ["FALSE", False])
        self.assertEqual([found["b"]["result"], found["b"]["unchanged"]], ["TRUE", True])

    def test_tables(self):
        self.header(11)
        self.proof("a")
        self.proof("b", TRUE.replace("LIMIT", "5"))
        self.assert_exit(self.proofs("--junit", self.folder / "j.xml", "--markdown", self.folder / "t.md"), REACHED)
        suite = xml.parse(self.folder / "j.xml").getroot().find("testsuite")
        self.assertEqual([suite.get("tests"), suite.get("failures"), suite.get("errors")], ["2", "1", "0"])
        self.assertIn("| a | FALSE |", (self.folder / "t.md").read_text())

    def test_the_page_has_every_proof_with_its_targets(self):
        self.header(11)
        self.proof("a")
        self.proof("b", TRUE.replace("LIMIT", "5"))
        page = self.folder / "page.html"
        for _ in range(2):  # the second time from the store
            self.assert_exit(self.proofs("--report", page), REACHED)
            text = page.read_text()
            self.assertIn('"status":"reached"', text)
            self.assertIn('"status":"unreachable"', text)
            self.assertIn("harness.c:3", text)
            self.assertIn("tandem proofs", text)

    def test_a_cluster_that_is_not_there_is_named(self):
        self.header()
        self.proof("a")
        result = run("proofs", self.folder / "proofs", "--executor", "slurm", env={**os.environ, "SLURM_CONF": "/nonexistent"})
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("--executor local", result.stderr)

    def test_a_proof_that_hangs_does_not_hold_up_the_others(self):
        self.header()
        self.proof("a", ENDLESS, "sources: harness.c\ncpu: 2s\n")
        self.proof("b")
        self.assert_exit(self.proofs("--jobs", "2"), UNDECIDED)
        found = self.results()
        self.assertEqual([found["a"]["result"], found["b"]["result"]], ["UNKNOWN", "TRUE"])
        self.assertGreater(found["a"]["cpu"], 0.5)

    def test_killed_and_started_again_it_goes_on(self):
        self.header()
        self.proof("a")
        self.proof("b", ENDLESS, "sources: harness.c\n")
        child = subprocess.Popen([TANDEM, "proofs", str(self.folder / "proofs")], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, text=True)
        self.assertIn(" a", child.stderr.readline())  # the first one has ended
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stderr.close()
        self.assert_exit(self.proofs("--only", "a"), DONE)
        self.assertTrue(self.results()["a"]["unchanged"])

    def starter_kit(self, makefile, harness_text="void harness(void) {}\n", common=COMMON):
        for folder in ("cbmc/proofs/p", "cbmc/include", "source"):
            os.makedirs(self.folder / folder, exist_ok=True)
        self.write("cbmc/proofs/Makefile.common", common.replace("$(abspath $(PROOF_ROOT)/..)", "$(abspath $(PROOF_ROOT)/../..)"))
        self.write("cbmc/proofs/p/Makefile", makefile + "\ninclude ../Makefile.common\n")
        self.write("cbmc/proofs/p/p_harness.c", harness_text)
        self.write("cbmc/include/kit.h", "#define KIT 3\n")
        self.write("source/made.c", "static int secret(int x) { return x + 1; }\nint stub(void) { return 5; }\n"
                   "int both(int x) { return secret(x) + stub(); }\n")
        return run("proofs", self.folder / "cbmc", "--json", self.folder / "out.json")

    KIT = "HARNESS_ENTRY = harness\nHARNESS_FILE = p_harness\nPROOF_SOURCES += $(PROOFDIR)/$(HARNESS_FILE).c\n"

    def test_a_makefile_of_the_starter_kit(self):
        text = "#include <kit.h>\nvoid harness(void) { __CPROVER_assert(KIT == 3 && CBMC == 1 && MORE == 8, \"\"); }\n"
        self.assert_exit(self.starter_kit(self.KIT + "MORE = $(shell echo $$(($(NONE) + 7)))\n", text), DONE)

    def test_checks_of_the_makefile(self):
        text = "unsigned nondet_unsigned(void);\nvoid harness(void) { unsigned x = nondet_unsigned() + 1u; (void)x; }\n"
        self.assert_exit(self.starter_kit(self.KIT, text), REACHED)
        self.assert_exit(run("proofs", self.folder / "cbmc", "--assertions-only"), DONE)

    def test_checks_of_memory(self):
        text = "#include <stdlib.h>\nvoid harness(void) { char *p = malloc(2); if (p) p[%d] = 1; free(p); }\n"
        self.assert_exit(self.starter_kit(self.KIT, text % 1), DONE)
        self.assert_exit(self.starter_kit(self.KIT, text % 2), REACHED)
        self.assert_exit(run("proofs", self.folder / "cbmc", "--assertions-only"), DONE)

    def test_contracts_of_the_makefile(self):
        text = ("int half(int x) __CPROVER_requires(x >= 0) __CPROVER_ensures(__CPROVER_return_value <= x) __CPROVER_assigns() { return x %s 2; }\n"
                "void harness(void) { int x; half(x); }\n")
        checked = self.KIT + "CHECK_FUNCTION_CONTRACTS += half\n"
        self.assert_exit(self.starter_kit(checked, text % "/"), DONE)
        self.assert_exit(self.starter_kit(checked, text % "+"), REACHED)
        used = self.KIT + "USE_FUNCTION_CONTRACTS += half\n"
        self.assert_exit(self.starter_kit(used, text % "/"), REACHED)  # x may be negative
        self.assert_exit(self.starter_kit(used, (text % "+").replace("half(x)", "__CPROVER_assert(half(7) <= 7, \"\")")), DONE)
        loop = "void harness(void) { int i = 0; while (i < 3) __CPROVER_loop_invariant(i <= 2) { ++i; } }\n"
        self.assert_exit(self.starter_kit(self.KIT + "APPLY_LOOP_CONTRACTS = 1\n", loop), REACHED)
        self.assert_exit(self.starter_kit(self.KIT, loop), DONE)

    def test_a_new_harness(self):
        source = self.write("copy.c", "#include <stddef.h>\n#include \"limit.h\"\nstruct item { int key; char name[4]; };\n"
                            "static int find(const struct item *items, size_t count, void *any, int (*f)(int), int key) {\n"
                            "  if (count > LIMIT || !items) return -1;\n  return items[0].key == key; }\n")
        self.write("limit.h", "#define LIMIT 3\n")
        out = self.folder / "proofs" / "find"
        result = run("proofs", "new", "find", source, "-I", self.folder, "--out", out)
        self.assert_exit(result, DONE)
        self.assertIn("struct item", (out / "harness.c").read_text())
        result = run("proofs", self.folder / "proofs", "--json", self.folder / "out.json")
        self.assert_exit(result, REACHED)  # there may be no item
        self.assertIn("copy.c:6", self.results()["find"]["text"])
        self.assert_exit(run("proofs", "new", "find", source, "-I", self.folder, "--out", out), BAD_INPUT)
        result = run("proofs", "new", "found", source, "-I", self.folder, "--out", self.folder / "other")
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("defines no function 'found'; it defines find", result.stderr)

    def test_a_new_harness_with_what_is_called(self):
        self.write("include/half.h", "int half(int x);\n")
        self.write("src/half.c", "int half(int x) { return x / 2; }\n")
        self.write("src/use.c", "#include \"half.h\"\n#include <assert.h>\nint use(int x) { assert(half(8) == 4); return x; }\n")
        result = run("proofs", "new", "use", "src/use.c", "-I", "include", cwd=self.folder)
        self.assert_exit(result, DONE)
        result = run("proofs", "proofs", cwd=self.folder)
        self.assert_exit(result, REACHED)  # half returns anything
        self.assertIn("Assumed: 'half' has no body: it returns any value, changes nothing (use)", result.stdout)
        self.assertIn(f"at {self.folder}/src/use.c:3:", result.stdout)  # not proofs/use/../../src/use.c
        shown = re.search(r"the way to the error of use .*:\n  (.*)", result.stdout)[1]
        result = subprocess.run(shown, shell=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120)
        self.assert_exit(result, REACHED)
        self.assertIn("The path to the error:", result.stdout)
        # Whatever the order.
        result = run("proofs", "new", "use", "src/half.c", "src/use.c", "-I", "include", "--out", "proofs/whole", cwd=self.folder)
        self.assert_exit(result, DONE)
        self.assertIn('#include "../../src/use.c"', (self.folder / "proofs" / "whole" / "harness.c").read_text())
        result = run("proofs", "proofs", "--only", "whole", "--json", "-", cwd=self.folder)
        self.assert_exit(result, DONE)
        (proof,) = json.loads(result.stdout)["proofs"]
        self.assertEqual(proof["result"], "TRUE")
        self.assertIn("1 proof: 1 TRUE", result.stderr)

    def test_a_new_harness_of_a_project(self):
        """The options are those of compile_commands.json, whatever characters they have."""
        self.write("include dir/half.h", "int half(int x);\n")
        self.write("src/use.c", '#include "half.h"\n#include <assert.h>\n#include <string.h>\nint use(int x) { assert(strcmp(NAME, "a \\\\ b")); return LEVEL; }\n')
        words = ["cc", "-Iinclude dir", "-DLEVEL=3", '-DNAME="a \\\\ b"', "-std=gnu11", "-include", "include dir/half.h", "-c", "src/use.c"]
        self.write("compile_commands.json", json.dumps([{"directory": str(self.folder), "file": "src/use.c", "arguments": words}]))
        self.assert_exit(run("proofs", "new", "use", "src/use.c", cwd=self.folder), DONE)
        result = run("proofs", "proofs", cwd=self.folder)
        self.assert_exit(result, REACHED)
        self.assertIn(f"The error is reached at {self.folder}/src/use.c:4:", result.stdout)

    def test_static_functions_and_functions_without_a_body(self):
        text = ("int __CPROVER_file_local_made_c_secret(int x);\nint stub(void);\n"
                "void harness(void) { __CPROVER_assert(__CPROVER_file_local_made_c_secret(4) == 5, \"\"); __CPROVER_assert(stub() == %d, \"\"); }\n")
        kit = self.KIT + "PROJECT_SOURCES += $(SRCDIR)/source/made.c\n"
        self.assert_exit(self.starter_kit(kit, text % 5), DONE)
        self.assert_exit(self.starter_kit(kit + "REMOVE_FUNCTION_BODY += stub\n", text % 5), REACHED)
        own = text % 7 + "int stub(void) { return 7; }\n"  # of the proof: it stays
        self.assert_exit(self.starter_kit(kit + "REMOVE_FUNCTION_BODY += stub\n", own), DONE)

    def test_definitions_of_the_proof_come_first(self):
        text = ("int both(int x);\nint stub(void) { return 7; }\nint __CPROVER_file_local_made_c_secret(int x) { return 2 * x; }\n"
                "void harness(void) { __CPROVER_assert(both(4) == %d, \"\"); }\n")
        kit = self.KIT + "PROJECT_SOURCES += $(SRCDIR)/source/made.c\n"
        self.assert_exit(self.starter_kit(kit, text % 15), DONE)
        self.assert_exit(self.starter_kit(kit, text % 10), REACHED)
        removed = kit + "REMOVE_FUNCTION_BODY += __CPROVER_file_local_made_c_secret\n"
        self.assert_exit(self.starter_kit(removed, text % 15), DONE)
        result = run("verify", "-q", "--function", "harness", self.folder / "cbmc/proofs/p/p_harness.c", self.folder / "source/made.c")
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("'stub' is defined a second time", result.stderr)

    def test_a_source_that_sed_makes(self):
        text = "int secret(int x);\nvoid harness(void) { __CPROVER_assert(secret(4) == 5, \"\"); }\n"
        kit = self.KIT + "PROJECT_SOURCES += $(PROOFDIR)/made.c\nSED = s/^static //\n"
        self.assert_exit(self.starter_kit(kit, text), DONE)
        result = self.starter_kit(kit.replace("s/^static //", "1e touch /tmp/never"), text)
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("sed could not make", result.stdout)

    def test_what_cannot_be_read(self):
        for makefile, message in [
                (self.KIT + "INCLUDES += $(shell find .)\n", "Makefile:4: needs a shell for 'find .'"),
                (self.KIT + "PROOF_SOURCES += none.c\n", "there is no file"),
                ("HARNESS_ENTRY =\n", "HARNESS_ENTRY names no function"),
                (self.KIT + "ifeq (a,b\n", "expected two texts to compare")]:
            with self.subTest(makefile):
                result = self.starter_kit(makefile)
                self.assert_exit(result, BAD_INPUT)
                self.assertIn(message, result.stdout)
        # what does not matter need not be understood
        self.assert_exit(self.starter_kit(self.KIT + "UNWINDSET += f.0:$(shell find .)\n"), DONE)

    def test_wrong_definitions(self):
        self.header()
        for definition, message in [("sources: [harness.c]\nunwind: 3\n", "proof.yml:2"), ("entry: harness\n", "sources"),
                                    ("sources: [none.c]\n", "there is no file"), ("sources: [harness.c]\nentry: nothing\ninclude: ../include\n", "no function 'nothing'")]:
            with self.subTest(definition):
                self.proof("a", definition=definition)
                result = self.proofs()
                self.assert_exit(result, BAD_INPUT)
                self.assertIn(message, result.stdout)
        result = run("proofs", self.folder / "proofs" / "include")
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("has no proofs, expected folders with a proof.yml", result.stderr)


if __name__ == "__main__":
    harness.main()
