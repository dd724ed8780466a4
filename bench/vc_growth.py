#!/usr/bin/env python3
"""How numbers and sizes of verification conditions grow with the program, for docs/studies/vc-methods.md.

Shapes: n branches one after the other and one assert at the end; and Figure 4 of Lourenço, Lamraoui, Nakajima and Pinto
(AVoCS 2015): n assignments with an assert after the first (left), or after each (right). Prints Markdown.

usage: vc_growth.py [--sizes 4,8,16]
"""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TANDEM = os.environ.get("TANDEM", str(ROOT / "build" / "tandem"))
HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n#define CHECK(c) if (!(c)) reach_error();\n"
METHODS = ["se", "sp", "cnf", "pcnf", "scnf", "pscnf"]


def branches(n):
    body = "".join(f"  if (__VERIFIER_nondet_int()) y = y + {i}; else y = y - 1;\n" for i in range(n))
    return HEAD + "int main(void) {\n  int y = 0;\n" + body + "  CHECK(y == 12345)\n}\n"


def assignments(n, assert_each):
    body = ""
    for i in range(n):
        body += f"  int x{i} = 3 * __VERIFIER_nondet_int() + {i};\n"
        if i == 0 or assert_each:
            body += f"  CHECK(x{i} != 7)\n"
    return HEAD + "int main(void) {\n" + body + "}\n"


SHAPES = {
    "branches in sequence": branches,
    "Figure 4, left": lambda n: assignments(n, False),
    "Figure 4, right": lambda n: assignments(n, True),
}


def measure(text):
    """method -> (conditions, tree nodes, DAG nodes); nothing where the method gave up."""
    with tempfile.TemporaryDirectory(prefix="tandem-growth-") as folder:
        program, out = pathlib.Path(folder) / "program.c", pathlib.Path(folder) / "out.json"
        program.write_text(text)
        subprocess.run([TANDEM, "vc", program, "--method", "all", "--unwind", "1", "--condition-limit", "5000", "--wall",
                        "60s", "--solver", "sat-minisat", "--json", out], capture_output=True, timeout=120)
        rows = json.loads(out.read_text())["measurements"]
    return {row["method"]: (row["conditions"], row["tree_nodes"], row["dag_nodes"]) for row in rows if not row["problem"]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", default="4,8,16,32")
    sizes = [int(size) for size in parser.parse_args().sizes.split(",")]
    for shape, make in SHAPES.items():
        found = {n: measure(make(n)) for n in sizes}
        print(f"\n{shape}: conditions / tree nodes / DAG nodes\n")
        print("| n | " + " | ".join(METHODS) + " |\n|" + " --- |" * (len(METHODS) + 1))
        for n in sizes:
            cells = [" / ".join(f"{value:.0f}" for value in found[n][m]) if m in found[n] else "given up" for m in METHODS]
            print(f"| {n} | " + " | ".join(cells) + " |")


main()
