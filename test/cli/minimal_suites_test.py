"""Minimised suites against exhaustive search: small random programs whose inputs have few values that matter.

$TANDEM_PROGRAMS says how many (12).
"""
import itertools
import json
import os
import random

from harness import DONE, CliTest, main, run

COUNT = int(os.environ.get("TANDEM_PROGRAMS", "12"))
VALUES = range(4)


def block(chance, depth, inputs):
    """A list of (input, value, then, else)."""
    return [(chance.randrange(inputs), chance.choice(VALUES),
             block(chance, depth - 1, inputs) if depth else [], block(chance, depth - 1, inputs) if depth else [])
            for _ in range(chance.randint(0 if depth < 2 else 2, 2))]


def text(statements, indent="  "):
    out = ""
    for variable, value, yes, no in statements:
        out += f"{indent}if (x{variable} == {value}) {{\n{text(yes, indent + '  ')}{indent}}} else {{\n"
        out += f"{text(no, indent + '  ')}{indent}}}\n"
    return out


def covered(statements, values, into, place=()):
    for number, (variable, value, yes, no) in enumerate(statements):
        holds = values[variable] == value
        into.add(place + (number, holds))
        covered(yes if holds else no, values, into, place + (number, holds))
    return into


def fewest(sets):
    everything = set().union(*sets)
    largest = {frozenset(one) for one in sets if not any(one < other for other in sets)}
    for size in range(1, len(largest) + 1):
        if any(set().union(*chosen) == everything for chosen in itertools.combinations(largest, size)):
            return size


class MinimalSuites(CliTest):
    def test_no_suite_is_smaller(self):
        for seed in range(COUNT):
            with self.subTest(seed=seed):
                chance = random.Random(seed)
                inputs = chance.randint(1, 3)
                statements = block(chance, 2, inputs)
                reads = "".join(f"  int x{i} = __VERIFIER_nondet_int();\n" for i in range(inputs))
                program = self.write(f"p{seed}.c", "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n" + reads +
                                     text(statements) + "  return 0;\n}\n")
                suite = self.folder / f"suite{seed}"
                self.assert_exit(run("test", program, "--out", suite, "--cpu", "10s"), DONE)
                # A fifth value stands for all that no condition names.
                sets = [covered(statements, values, set())
                        for values in itertools.product(range(len(VALUES) + 1), repeat=inputs)]
                table = json.loads((suite / "goals.json").read_text())
                self.assertEqual(table["covered"], len(set().union(*sets)))
                self.assertEqual(len(table["tests"]), fewest(sets), program.read_text())


if __name__ == "__main__":
    main()
