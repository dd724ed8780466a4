"""Random programs made of what tempts a verifier: small inputs, and many ways to name one piece of memory.

A program is grown around its *places*: expressions that name an integer (`g0`, `*p`, `*(int *)h`, `s.in.x`, `u.b[1]`).
Features add places that alias others (a pointer kept in an integer, in bytes, in a union, in a struct passed by value),
functions, tables of functions and loops; ordinary statements then read and write any place. The same seed gives the
same program.

Checks stand in the text as `CHECK(n, expression);`. The oracle first runs the program with probes in their place, and
`decide_checks` turns the values seen for all inputs into assertions which are as tight as possible: they all hold, or
one of them fails for some input.
"""
import random
import re
from dataclasses import dataclass, field

HEADERS = ["stdarg.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "ctype.h", "limits.h"]
SMALL_TYPES = ["int", "unsigned char", "signed char", "short", "unsigned", "long", "char", "unsigned short", "long long"]
INPUTS = {"int": "int", "uint": "unsigned", "char": "char", "uchar": "unsigned char", "short": "short",
          "bool": "_Bool", "long": "long", "ushort": "unsigned short"}
PREAMBLE = """extern void __VERIFIER_assume(int);
""" + "".join(f"extern {kind} __VERIFIER_nondet_{name}(void);\n" for name, kind in INPUTS.items())


@dataclass(frozen=True)
class Place:
    """An integer that statements may read and, unless constant, write. A wild one may hold any bits; level says how
    long it lives: 0 for the whole run, otherwise the depth of the block that declares it."""

    text: str
    kind: str = "int"
    wild: bool = False
    constant: bool = False
    level: int = 0
    variable: bool = False  # the address of it may be taken


@dataclass
class Scope:
    places: list
    level: int = 0
    loops: int = 0
    in_main: bool = False

    def inner(self, loops=0):
        return Scope(list(self.places), self.level + 1, self.loops + loops, self.in_main)

    def add(self, *places):
        self.places.extend(places)


@dataclass
class Function:
    name: str
    shape: str  # which arguments it takes; see Generator.call
    extra: str = ""


@dataclass
class Program:
    seed: str
    model: str
    files: list  # of (name, text) with CHECKs
    checks: int
    features: list
    alias_checks: list = field(default_factory=list)
    values: dict = field(default_factory=dict)


class Generator:
    def __init__(self, seed, model, features):
        self.random = random.Random(f"tempting {seed}")
        self.seed, self.model, self.known_features = str(seed), model, features
        self.names = 0
        self.types, self.globals, self.functions, self.other = [], [], [], []
        self.callable = []  # functions generated so far: those that come later may call them
        self.checks = 0
        self.features = []
        self.global_places = []
        self.input_runs = 1
        self.structs = []
        self.input_places = []
        self.alias_checks = []  # those behind a write that may have been through another name
        self.main_head = "int main(void)"
        self.taken = []  # variables whose addresses were taken, the last ones last

    # Choices and names.

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, items):
        return self.random.choice(items)

    def number(self, low, high):
        return self.random.randint(low, high)

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    # Expressions. Values stay small, so that few programs are discarded for an overflow.

    def read(self, scope):
        place = self.pick(scope.places)
        if place.wild:
            return f"(int)({place.text} & {self.pick([1, 7, 15, 63])})"
        if place.kind in ("unsigned", "long", "long long"):
            return f"(int){place.text}" if self.chance(0.7) else f"(int)({place.text} & 15)"
        return place.text

    def expression(self, scope, depth=2):
        if depth == 0 or self.chance(0.25):
            return self.read(scope) if self.chance(0.75) else str(self.number(-2, 9))
        sub = lambda: self.expression(scope, depth - 1)
        form = self.number(0, 15)
        if form <= 3:
            return f"({sub()} {self.pick(['+', '-', '+', '^', '|'])} {sub()})"
        if form == 4:
            return f"({sub()} & 15) * {self.number(2, 5)}"
        if form == 5:
            return f"({sub()} {self.pick(['<', '<=', '==', '!=', '>'])} {sub()})"
        if form == 6:
            return f"({self.condition(scope)} ? {sub()} : {sub()})"
        if form == 7:
            return f"({sub()} % {self.number(2, 7)})"
        if form == 8:
            return f"({self.pick(['unsigned char', 'signed char', 'short', '_Bool'])})({sub()})"
        if form == 9:
            return f"(({sub()} & 7) << {self.number(0, 3)})"
        if form == 10:
            return f"({sub()} >> {self.number(0, 2)})"
        if form == 11:
            return f"({self.pick(['~', '!', '-'])}({sub()}))"
        if form == 12:
            return f"({sub()} / {self.number(2, 5)})"
        if form == 13:
            return f"(({sub()}) {self.pick(['&&', '||'])} ({sub()}))"
        return self.read(scope)

    def small(self, scope, depth=2):
        inner = self.expression(scope, depth)
        return self.pick([f"({inner}) & 7", f"({inner}) & 15", f"({inner}) % 5", f"({inner}) & 3", f"{self.number(0, 9)}",
                          f"({inner}) % 9"])

    def index(self, scope, size):
        if self.chance(0.3):
            return str(self.number(0, size - 1))
        mask = {2: 1, 3: 1, 4: 3, 8: 7}.get(size, 1)
        return f"({self.read(scope)} & {mask})"

    def condition(self, scope):
        left = self.read(scope)
        if self.chance(0.3):
            return f"({left} {self.pick(['<', '>', '!=', '=='])} {self.read(scope)})"
        return f"({left} {self.pick(['<', '<=', '==', '!=', '>', '>='])} {self.number(-1, 6)})"

    def target(self, scope):
        writable = [p for p in scope.places if not p.constant]
        return self.pick(writable)

    # Statements.

    def check(self, scope):
        if self.checks >= 50:
            return []
        self.checks += 1
        aliased = self.aliased(scope)
        value = self.pick(aliased).text if aliased and self.chance(0.4) else self.expression(scope, self.number(0, 2))
        return [f"CHECK({self.checks - 1}, {value});"]

    def aliased(self, scope):
        return [place for place in self.taken[-5:] if place in scope.places]

    def write_twice(self, scope):
        """A variable is written by its name and by what may be another name for it, most often in a loop."""
        aliased = self.aliased(scope)
        others = [place for place in scope.places[-5:] if not place.constant]
        if not aliased or not others:
            return self.assign(scope)
        variable, other = self.pick(aliased), self.pick(others)
        lines = [f"{variable.text} = {self.small(scope, 1)};", f"{other.text} = {self.small(scope, 1)};"]
        if self.chance(0.3):
            lines.reverse()
        self.alias_checks.append(self.checks)
        self.checks += 1
        lines.append(f"CHECK({self.checks - 1}, {self.pick([variable, variable, other]).text});")
        if scope.loops or self.chance(0.3):
            return lines
        i = self.name("i")
        return self.input_loop(scope, i, lines) if self.chance(0.5) else self.braces(
            f"for (int {i} = 0; {i} < {self.bound(scope)}; {i}++)", lines)

    def assign(self, scope):
        place = self.target(scope)
        form = self.number(0, 9)
        if form == 0:
            return [f"{self.pick(['++', '--'])}{place.text};"]
        if form == 1 and not place.wild:
            return [f"{place.text} {self.pick(['+=', '-=', '^=', '|='])} {self.small(scope, 1)};"]
        return [f"{place.text} = {self.small(scope)};"]

    def block(self, scope, count, loops=0):
        inner = scope.inner(loops)
        return [line for _ in range(count) for line in self.statement(inner)]

    def braces(self, head, lines):
        return [(head + " {").strip(), *("  " + line for line in lines), "}"]

    def statement(self, scope):
        nested = scope.level < 4
        form = self.number(0, 99)
        if form < 38:
            return self.assign(scope)
        if form < 48 and nested:
            lines = self.braces(f"if {self.condition(scope)}", self.block(scope, self.number(1, 2)))
            if self.chance(0.5):
                lines[-1] = "} else {"
                lines += ["  " + line for line in self.block(scope, self.number(1, 2))] + ["}"]
            return lines
        if form < 58 and nested and scope.loops < 2:
            return self.loop(scope)
        if form < 62 and nested:
            return self.switch(scope)
        if form < 74 and self.callable:
            return self.call(scope, self.pick(self.callable))
        if form < 90 and nested:
            return self.feature(scope)
        if form < 97:
            return self.check(scope)
        return self.assign(scope)

    def bound(self, scope):
        return self.pick([str(self.number(1, 4)), f"({self.read(scope)} & 3)", f"({self.read(scope)} & 1) + 1"])

    def loop(self, scope):
        i = self.name("i")
        counter = Place(i, constant=True, level=scope.level + 1)
        inner = scope.inner(1)
        inner.add(counter)
        body = self.block(inner, self.number(1, 2))
        form = self.number(0, 5)
        if form <= 2:
            jump = [f"if ({self.condition(inner)}) {self.pick(['break', 'continue'])};"] if self.chance(0.3) else []
            return self.braces(f"for (int {i} = 0; {i} < {self.bound(scope)}; {i}++)", jump + body) if self.chance(
                0.5) else self.braces("", [f"int {i}, n{i} = {self.bound(scope)};"] + self.braces(
                    f"for ({i} = 0; {i} < n{i}; {i}++)", jump + body))
        if form == 3:
            return self.braces("", [f"int {i} = {self.bound(scope)};"] + self.braces(f"while ({i}-- > 0)", body))
        if form == 4:
            tail = self.braces("do", body)
            tail[-1] = "} while (" + f"++{i} < {self.number(1, 4)});"
            return self.braces("", [f"int {i} = 0;"] + tail)
        return self.input_loop(scope, i, body)

    def input_loop(self, scope, i, body):
        """The environment decides how often, up to three times: the loop of drivers and servers."""
        if not scope.in_main or scope.loops or self.input_runs > 40:
            return self.braces(f"for (int {i} = 3; {i} > 0; {i}--)", body)
        self.input_runs *= 4
        return self.braces("", [f"int {i} = 0;"] + self.braces(f"while ({i} < 3 && __VERIFIER_nondet_bool())",
                                                                [f"{i}++;"] + body))

    def switch(self, scope):
        lines = []
        for value in self.random.sample(range(-1, 6), self.number(2, 3)):
            lines += self.braces(f"case {value}:", self.block(scope, 1))
            if self.chance(0.6):
                lines.append("break;")
        if self.chance(0.5):
            lines += self.braces("default:", self.assign(scope))
        return self.braces(f"switch ({self.read(scope)})", lines)

    # Calls: arguments without effects, results through a variable, so that the order of evaluation does not matter.

    def call(self, scope, function):
        t = self.name("t")
        address = self.address(scope)
        arguments = {
            "ii": lambda: f"{self.small(scope)}, {self.small(scope, 1)}",
            "pi": lambda: f"{address}, {self.small(scope)}",
            "pp": lambda: f"{address}, {self.address(scope)}",
            "i": lambda: self.small(scope),
            "depth": lambda: f"{self.number(1, 4)}, {address}",
            "": lambda: "",
            "varargs": lambda: ", ".join(["3"] + [f"(int)({self.small(scope, 1)})" for _ in range(3)]),
            "varpointers": lambda: f"2, {address}, {self.address(scope)}",
        }[function.shape]()
        return self.braces("", [f"int {t} = {function.name}({arguments});", f"{self.target(scope).text} = {t} & 15;"])

    def address(self, scope):
        variables = [p for p in scope.places if p.variable and p.kind == "int" and not p.constant]
        place = self.pick(variables)
        self.taken.append(place)
        if self.chance(0.3):
            other = self.pick(variables)
            return f"({self.condition(scope)} ? &{place.text} : &{other.text})"
        return f"&{place.text}"

    def lasting_address(self, scope, level):
        variables = [p for p in scope.places if p.variable and p.kind == "int" and p.level <= level and not p.constant]
        place, other = self.pick(variables), self.pick(variables)
        self.taken.append(place)
        return f"&{place.text}" if self.chance(0.6) else f"({self.condition(scope)} ? &{place.text} : &{other.text})"

    # Functions.

    def function_scope(self, parameters):
        scope = Scope(list(self.global_places), level=1)
        scope.add(*parameters)
        return scope

    def define(self, head, scope, lines):
        """A function in this file or in another one, which knows the globals of this one."""
        here = self.functions
        if self.chance(0.25):
            self.functions = self.other  # what the body needs is defined there, too
            self.globals.append(head + ";")
        body = [*lines, *self.block(scope, self.number(1, 3)), f"return {self.expression(scope)};"]
        self.functions += self.braces(head, body)
        self.functions = here

    def plain_function(self):
        f = self.name("f")
        shape = self.pick(["ii", "pi", "pp", "i", ""])
        if shape == "ii":
            head, own = f"int {f}(int a, int b)", [Place("a", level=1, variable=True), Place("b", level=1, variable=True)]
        elif shape == "pi":
            head, own = f"int {f}(int *p, int v)", [Place("*p", level=1), Place("v", level=1, variable=True)]
        elif shape == "pp":
            head, own = f"int {f}(int *p, int *q)", [Place("*p", level=1), Place("*q", level=1)]
        elif shape == "i":
            head, own = f"int {f}(int a)", [Place("a", level=1, variable=True)]
        else:
            head, own = f"int {f}(void)", []
        lines = []
        if self.chance(0.4):
            n = self.name("n")
            lines.append(f"static int {n}{self.pick(['', ' = 1', ' = 3'])};")
            own.append(Place(n, variable=True))
        if self.chance(0.3):
            # The addresses of earlier calls stay in a static variable.
            s = self.name("last")
            start = self.pick([p.text for p in self.global_places if p.variable and p.kind == "int"])
            lines.append(f"static int *{s} = &{start};")
            own.append(Place(f"*{s}"))
            scope = self.function_scope(own)
            lines.append(f"if {self.condition(scope)} {s} = {self.lasting_address(scope, 0)};")
        if shape == "ii" and self.chance(0.3):
            lines.append(f"if {self.condition(self.function_scope(own))} return a;")
        self.define(head, self.function_scope(own), lines)
        self.callable.append(Function(f, shape))

    def recursive_function(self):
        f = self.name("rec")
        form = self.number(0, 2)
        scope = self.function_scope([Place("*p", level=1), Place("d", constant=True, level=1)])
        step = self.pick(["&x", "p", "(d & 1) ? &x : p"])
        again = [f"if (d <= 0) return {self.expression(scope, 1)};", f"int x = {self.small(scope, 1)};"]
        scope.add(Place("x", level=1, variable=True))
        if form == 0:
            lines = again + [f"int r = {f}(d - 1, {step});", f"{self.target(scope).text} = (r + 1) & 15;"]
            self.define(f"int {f}(int d, int *p)", scope, lines)
        elif form == 1:
            g = self.name("rec")
            self.functions.append(f"int {g}(int d, int *p);")
            self.globals.append(f"int {f}(int d, int *p);")
            self.functions += self.braces(f"int {f}(int d, int *p)", again + [
                f"int r = {g}(d - 1, {step});", *self.assign(scope), "return (r + x) & 15;"])
            self.functions += self.braces(f"int {g}(int d, int *p)", again + [
                *self.assign(scope), f"return {f}(d - 1, {step});"])
        else:
            self.functions += self.braces(f"int {f}(int d, int *p)", again + [
                "static int depth;", "depth++;", f"int r = {f}(d - 1, {step});", "depth--;",
                *self.assign(scope), "return (r + depth + *p) & 31;"])
        self.callable.append(Function(f, "depth"))

    def variadic_function(self):
        f = self.name("var")
        if self.chance(0.5):
            scope = self.function_scope([Place("v", level=1, variable=True)])
            copy = ["va_list l2;", "va_copy(l2, l);", "sum += va_arg(l2, int);", "va_end(l2);"] if self.chance(0.4) else []
            loop = self.braces("for (int i = 0; i < n; i++)", ["int v = va_arg(l, int);", *self.assign(scope), "sum += v;"])
            self.functions += self.braces(f"int {f}(int n, ...)", [
                "int sum = 0;", "va_list l;", "va_start(l, n);", *copy, *loop, "va_end(l);", "return sum;"])
            self.callable.append(Function(f, "varargs"))
            return
        g = self.name("next")
        first = [f"{g}(&l)", "va_arg(l, int *)", "va_arg(l, int *)"]
        self.functions += self.braces(f"static int *{g}(va_list *l)", ["return va_arg(*l, int *);"])
        scope = self.function_scope([Place("*p", level=1), Place("*q", level=1)])
        self.functions += self.braces(f"int {f}(int n, ...)", [
            "va_list l;", "va_start(l, n);", f"int *p = {self.pick(first)}, *q = {self.pick(first)};",
            *self.assign(scope), *self.assign(scope), "va_end(l);", "return *p;"])
        self.callable.append(Function(f, "varpointers"))

    # Types.

    def struct(self):
        """A struct type with random members: (name, [(suffix, kind, variable)])."""
        if self.structs and self.chance(0.6):
            return self.pick(self.structs)
        s = self.name("S")
        members = [("int a;", [(".a", "int", True)]), ("int b;", [(".b", "int", True)]),
                   ("unsigned char c;", [(".c", "unsigned char", False)]), ("short h;", [(".h", "short", False)]),
                   ("int v[3];", [(".v[0]", "int", True), (".v[2]", "int", True)]),
                   ("struct { signed char x; int y; } in;", [(".in.x", "signed char", False), (".in.y", "int", True)]),
                   ("int f : 5;", [(".f", "short", False)]), ("unsigned k : 4;", [(".k", "unsigned char", False)]),
                   ("long l;", [(".l", "long", False)])]
        chosen = [members[0]] + self.random.sample(members[1:], self.number(1, 4))
        self.random.shuffle(chosen)
        self.types += self.braces(f"struct {s}", [text for text, _ in chosen])
        self.types[-1] = "};"
        result = (f"struct {s}", [member for _, list_ in chosen for member in list_])
        self.structs.append(result)
        return result

    def member_places(self, base, struct, level):
        return [Place(base + suffix, kind, level=level, variable=variable) for suffix, kind, variable in struct[1]]

    def new_struct(self, scope, name, storage=""):
        struct = self.struct()
        places = self.member_places(name, struct, scope.level)
        return struct, places, f"{storage}{struct[0]} {name} = {{{self.number(0, 5)}, {self.number(0, 5)}}};"

    # The features (features.py): each returns lines for the block, and may add places to the scope.

    def feature(self, scope):
        made = self.pick(self.known_features)
        self.features.append(made.__name__)
        return made(self, scope)

    def inputs(self, scope):
        lines = []
        for _ in range(self.number(1, 3)):
            x = self.name("x")
            nondet, kind = self.pick(list(INPUTS.items()))
            if nondet == "bool":
                lines.append(f"_Bool {x} = __VERIFIER_nondet_bool();")
                self.input_runs *= 2
                scope.add(Place(x, "_Bool", constant=True, level=1))
                continue
            low = 0 if kind.startswith("unsigned") or kind == "char" else self.number(-2, 1)
            high = self.number(low + 1, min(low + 5, 5))
            self.input_runs *= high - low + 1
            lines.append(f"{kind} {x} = __VERIFIER_nondet_{nondet}();")
            lines.append(self.pick([f"__VERIFIER_assume({x} >= {low} && {x} <= {high});",
                                    f"if ({x} < {low} || {x} > {high}) return 0;",
                                    f"if (!({x} >= {low} && {x} <= {high})) abort();"]))
            scope.add(Place(x, kind, level=1, variable=True))
            self.input_places.append(scope.places[-1])
        return lines

    def program(self):
        for n in range(self.number(2, 4)):
            place = Place(f"g{n}", "int" if n < 2 else self.pick(SMALL_TYPES), variable=True)
            value = self.pick(["", f" = {self.number(1, 7)}"])
            self.global_places.append(place)
            self.globals.append(f"{place.kind} {place.text}{value};")
        if self.chance(0.5):
            self.globals.append(f"int ga[4]{self.pick(['', ' = {1, 2}', ' = {0, 3, 1, 2}'])};")
            self.global_places += [Place(f"ga[{i}]", variable=True) for i in self.random.sample(range(4), 2)]
        # Half of the programs are about one feature, so that engines decide them.
        focused = self.chance(0.5)
        if not focused:
            for make in [self.plain_function] * self.number(0, 2) + [self.recursive_function] * self.chance(0.25) + [
                    self.variadic_function] * self.chance(0.25):
                make()
        scope = Scope(list(self.global_places), level=1, in_main=True)
        lines = self.inputs(scope)
        for n in range(2):
            lines.append(f"int m{n} = {self.small(scope, 1)};")
            scope.add(Place(f"m{n}", level=1, variable=True))
        for _ in range(1 if focused else self.number(1, 3)):
            lines += self.feature(scope)
            lines += self.write_twice(scope) if focused or self.chance(0.6) else self.statement(scope)
        for _ in range(0 if focused else self.number(0, 3)):
            lines += self.statement(scope)
        lines += self.check(scope)
        lines += [] if focused else self.check(scope)
        return Program(self.seed, self.model, self.write_files(lines), self.checks, self.features, self.alias_checks)

    def write_files(self, main):
        includes = [f"#include <{name}>" for name in HEADERS]
        head = "\n".join(includes) + "\n" + PREAMBLE
        types = "\n".join(self.types) + ("\n" if self.types else "")
        body = "\n".join(self.globals + self.functions + self.braces(self.main_head, main + ["return 0;"]))
        files = [("main.c", head + types + body + "\n")]
        if self.other:
            declared = [re.sub(r" = .*;", ";", line) if ";" in line and "(" not in line else line for line in self.globals]
            declared = ["extern " + line if not line.startswith("static") else line for line in declared]
            earlier = [line.removesuffix(" {") + ";" for line in self.functions
                       if line.startswith("int ") and line.endswith(" {")]
            files.append(("other.c", head + types + "\n".join(declared + earlier + self.other) + "\n"))
        return files


# Checks.

CHECK = re.compile(r"CHECK\((\d+), (.*)\);$", re.MULTILINE)


def probed(text):
    """The program with probes in the places of its checks."""
    return "extern void campaign_probe(int, long long);\n" + CHECK.sub(
        lambda check: f"campaign_probe({check[1]}, (long long)({check[2]}));", text)


def holding(source, values, e):
    """A condition on e that holds for all values, and for few others."""
    if not values:
        return "0"
    low, high = min(values), max(values)
    gap = [v for v in (low - 1, high + 1, *range(low, min(high, low + 100))) if v not in values]
    forms = [f"{e} != {source.choice(gap)}", f"{e} >= {low} && {e} <= {high}", f"{e} <= {high}", f"{e} >= {low}"]
    if len(values) <= 3:
        forms += [" || ".join(f"{e} == {v}" for v in sorted(values))] * 3
    return source.choice(forms)


def failing(source, values, e):
    """A condition on e that fails for some of the values, as few as possible."""
    low, high = min(values), max(values)
    rare = min(sorted(values), key=lambda v: values[v])
    forms = [f"{e} != {rare}", f"{e} != {rare}", f"{e} < {high}", f"{e} > {low}"]
    if len(values) == 1:
        forms = [f"{e} != {rare}", f"{e} == {rare + 1}"]
    return source.choice(forms)


def decide_checks(program, safe):
    """The files with assertions: all of them hold, or one that is reached fails for some inputs."""
    source = random.Random(f"checks {program.seed} {safe}")
    reached = [n for n in range(program.checks) if program.values.get(n)]
    if not reached and not safe:
        return None
    telling = [n for n in reached if n in program.alias_checks]
    wrong = None if safe else source.choice(telling if telling and source.random() < 0.7 else reached)
    style = source.choice(["assert", "if", "function"])

    def assertion(check):
        n, e = int(check[1]), f"({check[2]})"
        values = program.values.get(n, {})
        condition = failing(source, values, e) if n == wrong else holding(source, values, e)
        return {"assert": f"assert({condition});", "if": f"if (!({condition})) reach_error();",
                "function": f"check({condition});"}[style]

    head = {"assert": "#include <assert.h>\n", "if": "extern void reach_error(void);\n",
            "function": "extern void reach_error(void);\nstatic void check(int holds) {\n  if (!holds) reach_error();\n}\n"}
    return [(name, head[style] + CHECK.sub(assertion, text)) for name, text in program.files]
