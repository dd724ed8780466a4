"""scripts/setup: does nothing when nothing is missing, and says clearly what it cannot do. apt and dpkg are stubs
that log how they were called, so that nothing is installed and no network is needed."""
import os
import stat
import subprocess

import harness
from harness import CliTest

SETUP = harness.PROJECT / "scripts" / "setup"


class Setup(CliTest):
    def setUp(self):
        super().setUp()
        self.log = self.folder / "log"
        self.tool("cbmc", "echo 6.6.0")
        self.tool("sudo", "echo no sudo here >&2; exit 1")
        self.tool("id", "echo 0")
        self.tool("npm", "exit 1")
        for package in ("typescript", "playwright-core", "axe-core", "@types/sarif"):
            (self.folder / "deps" / "npm" / "node_modules" / package).mkdir(parents=True)

    def tool(self, name, body):
        path = self.write(f"bin/{name}", f"#!/bin/bash\necho {name} \"$@\" >>{self.log}\n{body}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def dpkg_without(self, *missing):
        self.tool("dpkg-query", f"""
for word in "$@"; do case " {' '.join(missing)} -W -f " in *" $word "*) ;; *) echo "$word installed" ;; esac; done""")

    def run_setup(self, *words):
        environment = dict(os.environ, PATH=f"{self.folder}/bin:/usr/bin:/bin", TANDEM_DEPS=str(self.folder / "deps"))
        return subprocess.run([SETUP, *words], env=environment, text=True, capture_output=True, timeout=60)

    def calls(self):
        return self.log.read_text().splitlines() if self.log.exists() else []

    def test_nothing_missing_means_nothing_done(self):
        self.dpkg_without()
        self.tool("apt-get", "exit 1")
        for _ in range(2):
            result = self.run_setup()
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        self.assertEqual([call for call in self.calls() if call.startswith("apt")], [])

    def test_installs_exactly_what_is_missing(self):
        self.dpkg_without("graphviz", "cmake")
        self.tool("apt-get", "exit 0")
        self.tool("apt-cache", "echo Package: known")
        self.assertEqual(self.run_setup().returncode, 0)
        installs = [call for call in self.calls() if call.startswith("apt-get") and " install " in call]
        self.assertEqual(len(installs), 1)
        self.assertTrue(installs[0].endswith("--no-install-recommends cmake graphviz"), installs)

    def test_what_the_tests_of_pages_need_is_fetched_by_npm_and_may_be_missing(self):
        self.dpkg_without()
        (self.folder / "deps" / "npm" / "node_modules" / "axe-core").rmdir()
        result = self.run_setup()
        self.assertEqual(result.returncode, 0)
        self.assertIn("tests of the report's page will be skipped", result.stderr)
        calls = [call for call in self.calls() if call.startswith("npm")]
        self.assertEqual(len(calls), 1)
        self.assertIn("axe-core@4", calls[0])

    def test_a_package_this_release_lacks_is_left_out(self):
        self.dpkg_without("graphviz", "cmake")
        self.tool("apt-get", "exit 0")
        self.tool("apt-cache", '[ "${@: -1}" = cmake ] && echo Package: known; true')
        result = self.run_setup()
        self.assertEqual(result.returncode, 0)
        self.assertIn("no package graphviz in this release", result.stderr)
        self.assertTrue(any(call.endswith("--no-install-recommends cmake") for call in self.calls()))

    def test_without_network_the_message_says_so(self):
        self.dpkg_without("graphviz")
        self.tool("apt-get", "exit 100")
        self.tool("apt-cache", "echo Package: known")
        result = self.run_setup()
        self.assertEqual(result.returncode, 1)
        self.assertIn("network", result.stderr)
        self.assertIn("apt-get install graphviz", result.stderr)

    def test_without_root_the_message_names_the_command(self):
        self.dpkg_without("graphviz")
        self.tool("id", "echo 1000")
        (self.folder / "bin/sudo").unlink()
        self.tool("apt-get", "exit 0")
        if os.path.exists("/usr/bin/sudo"):
            self.skipTest("this machine has sudo")
        result = self.run_setup()
        self.assertEqual(result.returncode, 1)
        self.assertIn("apt-get install graphviz", result.stderr)

    def test_lists_what_is_missing(self):
        self.dpkg_without("graphviz", "cmake")
        result = self.run_setup("--list")
        self.assertEqual((result.returncode, result.stdout.split()), (0, ["cmake", "graphviz"]))

    def test_without_cbmc_set_up_goes_on(self):
        self.dpkg_without()
        (self.folder / "bin/cbmc").unlink()
        self.tool("apt-get", "exit 100")
        self.tool("apt-cache", "true")
        if any(os.path.exists(f"{folder}/cbmc") for folder in ("/usr/bin", "/bin")):
            self.skipTest("this machine has CBMC as a package")
        result = self.run_setup()
        self.assertEqual(result.returncode, 0)
        self.assertIn("going on without CBMC", result.stderr)


if __name__ == "__main__":
    harness.main()
