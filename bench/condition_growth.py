#!/usr/bin/env python3
"""How exploring states and writing conditions grows with their number.

Three programs of growing size for value analysis: a long computation (everything is verified at the end), one that ends open
(the condition is small, since most of it is not worth exporting), and a long path with something verified beside each step
(the condition has as many states as the path). For each: CPU seconds, nodes, states of the condition, microseconds for a node.
Then how long a condition of a million transitions takes to load, and its memory. Ends with exit code 1 if the time for a node
more than doubles from the smallest size to the largest, or if loading takes more than 2 s or 1 GB."""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

GROWTH_BOUND = 2.0
LOAD_SECONDS, LOAD_MB = 2.0, 1000
HEAD = ("extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
        "void deeper(void) { if (__VERIFIER_nondet_int()) deeper(); }\n")
SHAPES = {
    "verified": (4, "int main(void) {{ unsigned x = 0; for (unsigned k = 0; k < {n}; k++) x++;\n"
                    "  if (x != {n}) reach_error(); return 0; }}\n"),
    "open": (4, "int main(void) {{ unsigned x = 0; for (unsigned k = 0; k < {n}; k++) x++;\n"
                "  deeper(); if (x == 1) reach_error(); return 0; }}\n"),
    "beside a path": (35, "int main(void) {{ unsigned x = 0; for (unsigned k = 0; k < {n}; k++)\n"
                          "  if (__VERIFIER_nondet_int()) {{ for (int i = 0; i < 8; i++) x += i;\n"
                          "    if (x == 1) reach_error(); return 0; }}\n"
                          "  deeper(); if (x == 1) reach_error(); return 0; }}\n"),
}


def run(command):
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text


def explore(tandem, folder, shape, nodes):
    per_iteration, text = SHAPES[shape]
    program, condition, out = folder / "p.c", folder / "c.gia", folder / "o.json"
    program.write_text(HEAD + text.format(n=nodes // per_iteration))
    # A recursion that is not explored to its end leaves the rest open.
    seconds, memory, _ = run([tandem, "verify", "-q", program, "--engine", "value", "--recursion", "2",
                              "--condition-out", condition, "--json", out])
    statistics = json.loads(out.read_text())["statistics"]
    with condition.open() as file:
        states = sum(line.startswith("state ") for line in file)
    return seconds, memory, int(statistics["nodes"]), states


def load(tandem, folder, transitions):
    program, condition = folder / "l.c", folder / "l.gia"
    program.write_text(HEAD + "int main(void) { for (;;) __VERIFIER_nondet_int(); }\n")
    run([tandem, "verify", "-q", program, "--engine", "value", "--path-length", "1", "--condition-out", condition])
    header = condition.read_text().split("state", 1)[0]
    edges = [line.split()[0] for line in run([tandem, "show", "cfa", program])[2].splitlines()
             if line.strip().startswith("main@")]
    with condition.open("w") as file:
        file.write(header + "".join(f"state q{i}{' initial' if i == 0 else ''}\n" for i in range(transitions)))
        file.write("state done ut\n")
        file.writelines(f"q{i} -> q{i + 1} on {edges[i % len(edges)]}\n" for i in range(transitions - 1))
        file.write(f"q{transitions - 1} -> done on {edges[0]}\nend\n")
    return run([tandem, "verify", "-q", program, "--engine", "value", "--path-length", "1", "--condition", condition])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent / "build")
    parser.add_argument("--most", type=int, default=1_000_000)
    options = parser.parse_args()
    tandem, failed = options.build / "tandem", False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        print("| program | nodes | states of the condition | CPU | memory | for a node |")
        print("| --- | ---: | ---: | ---: | ---: | ---: |")
        for shape in SHAPES:
            costs = []
            for nodes in (options.most // 8, options.most // 4, options.most // 2, options.most):
                seconds, memory, found, states = explore(tandem, folder, shape, nodes)
                costs.append(seconds / found)
                print(f"| {shape} | {found} | {states} | {seconds:.2f} s | {memory:.0f} MB | {1e6 * costs[-1]:.2f} µs |",
                      flush=True)
            failed |= costs[-1] > GROWTH_BOUND * costs[0]
        seconds, memory, text = load(tandem, folder, options.most)
        print(f"\nloading {options.most} transitions: {seconds:.2f} s, {memory:.0f} MB")
        failed |= seconds > LOAD_SECONDS or memory > LOAD_MB
    print("growth or loading beyond the bounds" if failed else "within the bounds")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
