#!/usr/bin/env python3
"""How the time of `tandem verify --check standard` grows with the number of checks.

Each program has the same shape: functions of ten operations on arrays, indices, divisors and sums whose bounds follow
from types, masks, branches and loops, so that all checks hold. Times are compared within one run only.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

OPERATIONS = (
    "  total += table[(x ^ {k}) & 63] / ((y & 7) + 1);\n",
    "  table[y & 63] = (x & 1023) * {k};\n",
    "  if (x > 0 && x < 1000) total ^= x + {k};\n",
    "  if (y >= 0 && y < 64) table[y] = y << 2;\n",
    "  for (int i = 0; i < 8; i++) row[i] = i * {k};\n",
    "  total ^= row[x & 7] >> (y & 15);\n",
    "  if (y != 0 && x > -5000 && x < 5000) total ^= (x * 3) / y;\n",
    "  { int *at = &row[x & 3]; at[1] = {k}; total ^= *at; }\n",
)


def program(checks):
    """About so many checks: each operation has one to three."""
    parts = ["extern int __VERIFIER_nondet_int(void);\nint table[64], row[8];\nunsigned total;\n"]
    functions, made = 0, 0
    while made < checks:
        body = "".join(each.replace("{k}", str(functions % 50 + 1)) for each in OPERATIONS)
        parts.append(f"static void part{functions}(int x, int y) {{\n{body}}}\n")
        made += 2 * len(OPERATIONS)
        functions += 1
    calls = "".join(f"  x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n  part{i}(x, y);\n" for i in range(functions))
    return "".join(parts) + f"int main(void) {{\n  int x, y;\n{calls}  return 0;\n}}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tandem", default="build/tandem")
    parser.add_argument("--sizes", type=int, nargs="+", default=[20, 200, 2000])
    parser.add_argument("--cpu", default="60s")
    parser.add_argument("options", nargs="*", help="further options of verify, behind --")
    arguments = parser.parse_args()
    print(f"{'checks':>8} {'targets':>8} {'seconds':>8}  result")
    with tempfile.TemporaryDirectory(prefix="many-checks-") as folder:
        for size in arguments.sizes:
            file = pathlib.Path(folder) / f"checks{size}.c"
            file.write_text(program(size))
            start = time.monotonic()
            words = [arguments.tandem, "verify", str(file), "--check", "standard", "--cpu", arguments.cpu, *arguments.options]
            result = subprocess.run(words, capture_output=True, text=True)
            seconds = time.monotonic() - start
            lines = result.stdout.splitlines()
            targets = next((line.split()[1].rstrip(",") for line in lines if line.startswith("Targets:")), "?")
            print(f"{size:>8} {targets:>8} {seconds:>8.1f}  {lines[-1] if lines else result.stderr.strip()}")
            if result.returncode not in (0, 20):
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
