"""tandem doctor on this machine, and on a machine where something is missing (a PATH with too little on it)."""
import json
import os
import shutil

import harness
from harness import CliTest, run


class Doctor(CliTest):
    def environment_without(self, *absent):
        """A PATH that has what a compiler needs, but not the given programs."""
        folder = self.folder / "bin"
        folder.mkdir()
        for name in ["gcc", "clang-19", "as", "ld", "sh", "dot", "bwrap", "true", "z3", "cadical", "minisat"]:
            found = shutil.which(name)
            if found and name not in absent:
                (folder / name).symlink_to(os.path.realpath(found))
        return {"PATH": str(folder), "HOME": str(self.folder), "TANDEM_DEPS": str(self.folder / "none")}

    def checks(self, **options):
        result = run("doctor", "--json", **options)
        return result, {check["name"]: check for check in json.loads(result.stdout)["checks"]}

    def test_says_what_works(self):
        result, checks = self.checks()
        self.assertEqual(checks["gcc"]["state"], "ok")
        self.assertRegex(checks["gcc"]["version"], r"^\d+\.\d+")
        required_ok = all(check["state"] == "ok" for check in checks.values() if check["required"])
        self.assertEqual(result.returncode, harness.DONE if required_ok else harness.UNDECIDED)

    def test_a_missing_partner_is_no_failure_but_has_a_fix(self):
        result, checks = self.checks(env=self.environment_without("dot"))
        self.assertEqual(checks["graphviz"]["state"], "missing")
        self.assertEqual(checks["cvc5"]["state"], "missing")
        self.assert_exit(result, harness.DONE)

    def test_the_fix_names_each_package_once(self):
        fix = json.loads(run("doctor", "--json", env=self.environment_without("clang-19", "gcc")).stdout)["fix"]
        if not fix.startswith("scripts/setup"):  # an older Debian, where CBMC is no package
            self.assertEqual(fix.count(" gcc-multilib"), 1)
            self.assertEqual(fix.count(" clang-19"), 1)

    def test_a_missing_compiler_is_a_failure(self):
        result, checks = self.checks(env=self.environment_without("gcc"))
        self.assertEqual(checks["gcc"]["state"], "missing")
        self.assert_exit(result, harness.UNDECIDED)

    def test_the_text_ends_with_one_command(self):
        result = run("doctor", env=self.environment_without("dot"))
        last = result.stdout.splitlines()[-1].strip()
        self.assertRegex(last, r"^(sudo )?(apt-get install .*graphviz|scripts/setup)")


if __name__ == "__main__":
    harness.main()
