"""Minimised suites against exhaustive search: small random programs whose inputs have few values that matter.

$TANDEM_PROGRAMS says how many (12).
"""
import itertools
import json
import os
import random

from harness import DONE, CliTest, main, run

COUNT = int(os.environ.get("TANDEM_PROGRAMS", "12"))
CONSTANTS = range(4)
VALUES = range(-1, 5)  # the first and the last stand for all that are less or greater than what conditions name
RELATIONS = {"==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, ">": lambda a, b: a > b}


class Comparison:
    """A leaf of a condition; its two outcomes are goals."""

    def __init__(self, chance, inputs):
        self.input, self.constant = chance.randrange(inputs), chance.choice(CONSTANTS)
        self.relation = chance.choice(sorted(RELATIONS))

    def text(self):
        return f"x{self.input} {self.relation} {self.constant}"

    def holds(self, values, into):
        result = RELATIONS[self.relation](values[self.input], self.constant)
        into.add((id(self), result))
        return result


class Logical:
    def __init__(self, chance, inputs):
        self.is_and = chance.random() < 0.5
        self.sides = Comparison(chance, inputs), Comparison(chance, inputs)

    def text(self):
        return f"{self.sides[0].text()} {'&&' if self.is_and else '||'} {self.sides[1].text()}"

    def holds(self, values, into):
        if self.sides[0].holds(values, into) != self.is_and:
            return not self.is_and
        return self.sides[1].holds(values, into)


class If:
    def __init__(self, chance, depth, inputs):
        self.condition = (Logical if chance.random() < 0.25 else Comparison)(chance, inputs)
        self.yes, self.no = block(chance, depth - 1, inputs), block(chance, depth - 1, inputs)

    def has_code(self):
        return any(statement.has_code() for statement in self.yes + self.no)

    def text(self, indent):
        return (f"{indent}if ({self.condition.text()}) {{\n{text(self.yes, indent + '  ')}{indent}}} else {{\n"
                f"{text(self.no, indent + '  ')}{indent}}}\n")

    def run(self, values, into):
        if self.has_code():  # otherwise a compiler, and gcov with it, has no branch
            run_all(self.yes if self.condition.holds(values, into) else self.no, values, into)


class Count:
    """Code without branches."""

    def has_code(self):
        return True

    def text(self, indent):
        return f"{indent}n++;\n"

    def run(self, values, into):
        pass


def block(chance, depth, inputs):
    if depth < 0:
        return [Count()] if chance.random() < 0.7 else []
    return [If(chance, depth, inputs) if chance.random() < 0.8 else Count()
            for _ in range(chance.randint(0 if depth < 2 else 2, 2))]


def text(statements, indent="  "):
    return "".join(statement.text(indent) for statement in statements)


def run_all(statements, values, into):
    for statement in statements:
        statement.run(values, into)
    return into


def fewest(sets):
    everything = frozenset().union(*sets)
    largest = {one for one in sets if not any(one < other for other in sets)}
    for size in range(len(largest) + 1):
        if any(frozenset().union(*chosen) == everything for chosen in itertools.combinations(largest, size)):
            return size


class MinimalSuites(CliTest):
    def program(self, seed):
        chance = random.Random(seed)
        inputs = chance.randint(1, 3)
        statements = block(chance, 2, inputs)
        reads = "".join(f"  int x{i} = __VERIFIER_nondet_int();\n" for i in range(inputs))
        path = self.write(f"p{seed}.c", "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = 0;\n" + reads +
                          text(statements) + "  return n;\n}\n")
        every = list(itertools.product(VALUES, repeat=inputs))
        return path, every, [frozenset(run_all(statements, values, set())) for values in every]

    def covered_by_all(self, path, every):
        suite = self.folder / (path.stem + "-all")
        suite.mkdir()
        for number, values in enumerate(every):
            inputs = "".join(f"<input>{value}</input>" for value in values)
            (suite / f"test-{number}.xml").write_text(f'<?xml version="1.0"?>\n<testcase>{inputs}</testcase>\n')
        out = self.folder / "coverage.json"
        self.assert_exit(run("coverage", path, "--suite", suite, "--gcov", "--json", out), DONE)
        found = json.loads(out.read_text())
        self.assertEqual(found["gcov"]["covered"], found["branches"]["covered"], path.read_text())
        return found["branches"]["covered"]

    def test_no_suite_is_smaller(self):
        for seed in range(COUNT):
            with self.subTest(seed=seed):
                path, every, sets = self.program(seed)
                suite, out = self.folder / f"suite{seed}", self.folder / f"out{seed}.json"
                self.assert_exit(run("test", path, "--out", suite, "--cpu", "20s", "--json", out), DONE)
                table = json.loads(out.read_text())
                self.assertEqual(table["covered"], len(frozenset().union(*sets)), path.read_text())
                self.assertEqual(len(table["tests"]), fewest(sets), path.read_text())
                self.assertTrue(table["is_minimum"], path.read_text())
                if seed % 10 == 0:
                    self.assertEqual(table["covered"], self.covered_by_all(path, every), path.read_text())


if __name__ == "__main__":
    main()
