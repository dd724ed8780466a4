"""The package, as far as it can be checked without building one; scripts/test-deb tries it in a fresh system."""
import pathlib
import re
import subprocess
import unittest

import harness
from harness import DONE, CliTest, main, run

PROJECT = harness.PROJECT


class Package(CliTest):
    def test_version_names_commit_and_libraries(self):
        result = run("--version")
        self.assert_exit(result, DONE)
        lines = result.stdout.splitlines()
        version = re.search(r"project\(tandem VERSION (\S+)", (PROJECT / "CMakeLists.txt").read_text())[1]
        self.assertEqual(lines[0], f"tandem {version}")
        self.assertIn(f"## {version}", (PROJECT / "docs" / "CHANGELOG.md").read_text())
        self.assertRegex(result.stdout, r"(?m)^built by Clang \d+")
        if (PROJECT / ".git").exists():
            self.assertRegex(result.stdout, r"(?m)^commit [0-9a-f]{7,}(-changed)?$")

    def test_every_linked_library_has_a_licence(self):
        linked = subprocess.run(["objdump", "-p", harness.TANDEM], stdout=subprocess.PIPE, text=True, check=True).stdout
        names = {re.sub(r"[-.].*", "", name) for name in re.findall(r"NEEDED +(\S+)", linked)} - {"ld"}
        listed = (PROJECT / "docs" / "licences.spdx").read_text()
        comments = " ".join(re.findall(r"PackageComment: (.*)", listed))
        self.assertEqual([name for name in sorted(names) if name.replace("libclang", "libclang-cpp") not in comments and name not in comments], [])
        for identifier in re.findall(r"PackageLicenseDeclared: (.*)", listed):
            self.assertRegex(identifier, r"^[A-Za-z0-9.-]+( WITH [A-Za-z0-9.-]+)?$")

    def test_the_installed_tree_is_complete(self):
        build = pathlib.Path(harness.TANDEM).parent
        configuration = build / "CPackConfig.cmake"
        if not configuration.exists():
            self.skipTest("no build folder beside the program")
        text = configuration.read_text()
        for wanted in ('CPACK_GENERATOR "DEB"', "gcc-multilib", 'SHLIBDEPS "ON"'):
            self.assertIn(wanted, text)


if __name__ == "__main__":
    main()
