#!/usr/bin/env python3
"""Two programs as one that chooses between them, as "Conditional Model Checking" (FSE 2012, section 5) makes its combined
tasks: what one verifier cannot do lies beside what another one cannot.

    scripts/combine_programs.py --data-model ILP32 first.i second.i -o both.c [--tandem build/tandem]

What each of them defines, functions and variables, gets a name with its number (main__1, main__2). Types must not clash, and error
functions must be declared, not defined; otherwise, or if a compiler refuses the result, nothing is written and the exit code is 1.
"""
import argparse
import json
import pathlib
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parent.parent
KEPT = ("reach_error", "__VERIFIER_error", "__assert_fail")


def defined_names(options, file):
    shown = subprocess.run([options.tandem, "show", "cfa", "--format", "json", "--data-model", options.data_model, file],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True).stdout
    program = json.loads(shown)
    names = [function["source_name"] for function in program["functions"] if function["defined"]]
    names += [variable["source_name"] for variable in program["globals"] if not variable["source_name"].startswith(".")]
    return sorted(set(names))


def renamed(file, names, suffix):
    text = "".join(f"#define {name} {name}{suffix}\n" for name in names)
    text += f'#line 1 "{file}"\n' + pathlib.Path(file).read_text(errors="surrogateescape") + "\n"
    return text + "".join(f"#undef {name}\n" for name in names)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs=2)
    parser.add_argument("-o", "--output", required=True, type=pathlib.Path)
    parser.add_argument("--data-model", choices=("ILP32", "LP64"), default="LP64")
    parser.add_argument("--tandem", default=str(PROJECT / "build" / "tandem"))
    options = parser.parse_args()
    text = "extern int __VERIFIER_nondet_int();\n"
    for number, file in enumerate(options.files, 1):
        names = [name for name in defined_names(options, file) if name not in KEPT]
        text += renamed(file, names, f"__{number}")
    text += "int main(void) {\n  if (__VERIFIER_nondet_int()) main__1();\n  else main__2();\n  return 0;\n}\n"
    width = {"ILP32": "-m32", "LP64": "-m64"}[options.data_model]
    checked = subprocess.run(["gcc", "-std=gnu17", "-w", "-fsyntax-only", width, "-x", "c", "-"], input=text,
                             stderr=subprocess.PIPE, text=True, errors="surrogateescape", check=False)
    if checked.returncode != 0:
        sys.exit(f"combine_programs: these do not go together:\n{checked.stderr}")
    options.output.write_text(text, errors="surrogateescape")


if __name__ == "__main__":
    main()
