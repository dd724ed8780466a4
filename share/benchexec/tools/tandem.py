# Tool-info module for BenchExec: PYTHONPATH=share/benchexec benchexec …, with tool="tools.tandem" in the benchmark definition.
import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """tandem: verifiers and testers for C that work together."""

    REQUIRED_PATHS = ["bin", "share"]

    def name(self):
        return "tandem"

    def executable(self, tool_locator):
        return tool_locator.find_executable("tandem", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="tandem ")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "verify", *options]
        if task.property_file:
            command += ["--property", task.property_file]
        if isinstance(task.options, dict) and task.options.get("data_model"):
            command += ["--data-model", task.options["data_model"]]
        if rlimits.cputime:
            command += ["--cpu", f"{rlimits.cputime}s"]
        if rlimits.memory:
            command += ["--memory", f"{rlimits.memory}B"]
        return [*command, *task.input_files]

    def determine_result(self, run):
        for line in reversed(run.output):
            if line.startswith("Result: "):
                answer = line[len("Result: "):].strip()
                if answer == "TRUE":
                    return result.RESULT_TRUE_PROP
                if answer.startswith("FALSE"):
                    # "FALSE (valid-deref)": the property that is violated
                    violated = answer[len("FALSE"):].strip().strip("()").split(",")[0].strip()
                    return f"{result.RESULT_FALSE_PROP}({violated})" if violated else result.RESULT_FALSE_PROP
                return result.RESULT_UNKNOWN
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        for line in reversed(output):
            if line.startswith(identifier + ":"):
                return line.split(":", 1)[1].strip()
        return None
