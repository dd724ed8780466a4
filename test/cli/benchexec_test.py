"""The tool-info module for BenchExec and the entry for FM-Tools, against their documented interfaces."""
import importlib
import pathlib
import sys
import types
import unittest

import yaml

import harness
from harness import CliTest, main, run

SHARE = harness.PROJECT / "share"
# The keys of an entry, in the order that FM-Tools asks for; those with a question mark may be missing.
ENTRY = ("id name description? input_languages project_url repository_url? spdx_license_identifier benchexec_toolinfo_module fmtools_format_version "
         "fmtools_entry_maintainers maintainers versions competition_participations techniques frameworks_solvers literature supplementary?").split()


def stand_in():
    """What the module uses of BenchExec, where BenchExec is not installed."""
    package, result, tools, template = (types.ModuleType(name) for name in (
        "benchexec", "benchexec.result", "benchexec.tools", "benchexec.tools.template"))
    result.RESULT_TRUE_PROP, result.RESULT_FALSE_PROP, result.RESULT_UNKNOWN, result.RESULT_ERROR = "true", "false", "unknown", "ERROR"

    class BaseTool2:
        @staticmethod
        def _version_from_tool(executable, line_prefix=None):
            import subprocess
            lines = subprocess.run([executable, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
            return next(line[len(line_prefix):].strip() for line in lines if line.startswith(line_prefix))

    template.BaseTool2 = BaseTool2
    package.result, package.tools, tools.template = result, tools, template
    sys.modules.update({module.__name__: module for module in (package, result, tools, template)})


def load_tool():
    try:
        importlib.import_module("benchexec.tools.template")
    except ImportError:
        stand_in()
    sys.path.insert(0, str(SHARE / "benchexec"))
    return importlib.import_module("tools.tandem").Tool()


class ToolInfo(CliTest):
    @classmethod
    def setUpClass(cls):
        cls.tool = load_tool()

    def answer(self, *lines):
        return self.tool.determine_result(types.SimpleNamespace(output=list(lines)))

    def test_name_and_version(self):
        self.assertEqual(self.tool.name(), "tandem")
        self.assertRegex(self.tool.version(harness.TANDEM), r"^\d+\.\d+\.\d+")

    def test_results(self):
        self.assertEqual(self.answer("x", "Result: TRUE"), "true")
        self.assertEqual(self.answer("Result: FALSE (unreach-call)", "warning: late"), "false(unreach-call)")
        self.assertEqual(self.answer("Result: UNKNOWN (time)"), "unknown")
        self.assertEqual(self.answer("nothing"), "ERROR")

    def test_the_command_line_is_one_that_tandem_accepts(self):
        program = self.write("a.c", "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n")
        prp = self.write("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
        task = types.SimpleNamespace(property_file=str(prp), options={"language": "C", "data_model": "ILP32"}, input_files=[str(program)])
        words = self.tool.cmdline(harness.TANDEM, ["--engine", "bmc"], task, types.SimpleNamespace(cputime=20, memory=4_000_000_000))
        result = run(*words[1:])
        self.assertEqual(self.tool.determine_result(types.SimpleNamespace(output=(result.stdout + result.stderr).splitlines())),
                         "false(unreach-call)")
        nothing = types.SimpleNamespace(property_file=None, options=None, input_files=["a.c"])
        self.assertEqual(self.tool.cmdline("t", [], nothing, types.SimpleNamespace(cputime=None, memory=None)), ["t", "verify", "a.c"])


class Entry(unittest.TestCase):
    def test_keys_in_order(self):
        entry = yaml.safe_load((SHARE / "fm-tools" / "tandem.yml").read_text())
        known = [key.rstrip("?") for key in ENTRY]
        places = [known.index(key) for key in entry]
        self.assertEqual(places, sorted(places))
        self.assertEqual([key for key in ENTRY if not key.endswith("?") and key not in entry], [])
        self.assertEqual(entry["fmtools_format_version"], "2.0")
        for version in entry["versions"]:
            self.assertRegex(version["doi"], r"^10\.5281/zenodo\.\d+$")
            self.assertIsInstance(version["benchexec_toolinfo_options"], list)


if __name__ == "__main__":
    main()
