"""The features that tempting.py makes programs of.

Each takes the generator and the scope, returns the lines that stand in the block, and may add places to the scope, and
functions and types to the program.
"""
from library_features import LIBRARY
from tempting import Place


# A pointer that becomes an integer, bytes, or part of something else.


def pointer(g, scope):
    p = g.name("p")
    line = f"int *{p} = {g.lasting_address(scope, scope.level)};"
    scope.add(Place(f"*{p}", level=scope.level))
    if g.chance(0.4):
        scope.add(Place(f"**&{p}", level=scope.level))
    lines = [line, *g.assign(scope)]
    if g.chance(0.5):
        lines.append(f"if {g.condition(scope)} {p} = {g.lasting_address(scope, scope.level)};")
    return lines


def pointer_to_pointer(g, scope):
    p, q = g.name("p"), g.name("q")
    first = g.lasting_address(scope, scope.level)
    scope.add(Place(f"**{q}", level=scope.level), Place(f"*{p}", level=scope.level))
    return [f"int *{p} = {first};", f"int **{q} = &{p};", *g.assign(scope), f"*{q} = {g.lasting_address(scope, scope.level)};"]


def integer_pointer(g, scope):
    h, k = g.name("h"), g.name("k")
    address = g.lasting_address(scope, scope.level)
    kind = g.pick(["uintptr_t", "intptr_t", "unsigned long", "long", "size_t", "unsigned long long"])
    away = g.pick([1, 8, 24, 4096])
    forms = [
        (f"{kind} {h} = ({kind}){address};", f"*(int *){h}"),
        (f"{kind} {h} = ({kind}){address} + {away};", f"*(int *)({h} - {away})"),
        (f"uintptr_t {h} = (uintptr_t){address} ^ 0x55;", f"*(int *)({h} ^ 0x55)"),
        (f"uintptr_t {h} = (uintptr_t){address} | 1;", f"*(int *)({h} & ~(uintptr_t)1)"),
        (f"uintptr_t {h} = ~(uintptr_t){address};", f"*(int *)~{h}"),
        (f"uintptr_t {h} = 0 - (uintptr_t){address};", f"*(int *)-{h}"),
        (f"uintptr_t {h} = (uintptr_t){address}, {k} = {h} >> 8; {h} &= 255;", f"*(int *)({k} << 8 | {h})"),
        (f"uintptr_t {h} = (uintptr_t){address}, {k} = (unsigned char){h}; {h} -= {k};", f"*(int *)({h} + {k})"),
        (f"uint64_t {h} = (uint64_t)(uintptr_t){address} * 2;", f"*(int *)(uintptr_t)({h} / 2)"),
        (f"struct {{ int n; {kind} h; }} {h} = {{1, ({kind}){address}}};", f"*(int *){h}.h"),
        (f"{kind} {h}[2] = {{0, ({kind}){address}}};", f"*(int *){h}[1]"),
    ]
    line, text = g.pick(forms[:1] * 3 + forms)
    scope.add(Place(text, level=scope.level))
    return [*line.replace("; ", ";\n").split("\n"), *g.assign(scope)] if "struct" not in line else [line, *g.assign(scope)]


def array_by_integer(g, scope):
    a, h = g.name("a"), g.name("h")
    scope.add(*[Place(f"{a}[{i}]", level=scope.level, variable=True) for i in range(4)])
    steps = g.index(scope, 4)
    scope.add(Place(f"*(int *)({h} + {4 * g.number(0, 3)})", level=scope.level))
    return [f"int {a}[4] = {{{g.number(0, 4)}, {g.number(0, 4)}}};", f"uintptr_t {h} = (uintptr_t){a};",
            f"*(int *)({h} + sizeof(int) * (unsigned){steps}) = {g.small(scope, 1)};"]


def pointer_bytes(g, scope):
    p, b, q = g.name("p"), g.name("b"), g.name("q")
    address = g.lasting_address(scope, scope.level)
    lines = [f"int *{p} = {address}, *{q};", f"unsigned char {b}[sizeof {p}];"]
    form = g.number(0, 4)
    if form == 0:
        lines += [f"memcpy({b}, &{p}, sizeof {p});", f"memcpy(&{q}, {b}, sizeof {q});"]
    elif form == 1:
        lines += [f"for (unsigned i = 0; i < sizeof {p}; i++) {b}[i] = ((unsigned char *)&{p})[i];",
                  f"for (unsigned i = 0; i < sizeof {q}; i++) ((unsigned char *)&{q})[i] = {b}[i];"]
    elif form == 2:
        lines += [f"for (unsigned i = 0; i < sizeof {p}; i++) {b}[i] = ((unsigned char *)&{p})[i] ^ 0x5a;",
                  f"for (unsigned i = 0; i < sizeof {q}; i++) ((unsigned char *)&{q})[i] = {b}[i] ^ 0x5a;"]
    elif form == 3:
        lines += [f"uintptr_t v{b} = (uintptr_t){p};",
                  f"for (unsigned i = 0; i < sizeof {p}; i++) {b}[i] = (unsigned char)(v{b} >> 8 * i);",
                  f"v{b} = 0;", f"for (unsigned i = sizeof {p}; i-- > 0;) v{b} = v{b} << 8 | {b}[i];",
                  f"{q} = (int *)v{b};"]
    else:
        lines += [f"memmove({b}, &{p}, sizeof {p});", f"{p} = 0;", f"memcpy(&{q}, {b}, sizeof {q});"]
    scope.add(Place(f"*{q}", level=scope.level))
    return lines + g.assign(scope)


def pointer_union(g, scope):
    u = g.name("u")
    address = g.lasting_address(scope, scope.level)
    scope.add(Place(f"*{u}.{g.pick(['p', 'q'])}", level=scope.level))
    member = g.pick(["n", "p", "q"])
    cast = {"n": "(uintptr_t)", "p": "", "q": ""}[member]
    return [f"union {{ int *p; uintptr_t n; int *q; unsigned char b[sizeof(int *)]; }} {u};",
            f"{u}.{member} = {cast}{address};", *g.assign(scope)]


def union_bytes(g, scope):
    u = g.name("u")
    scope.add(Place(f"{u}.i", wild=True, level=scope.level), Place(f"{u}.s[1]", "short", level=scope.level),
              *[Place(f"{u}.b[{n}]", "unsigned char", level=scope.level) for n in g.random.sample(range(4), 2)])
    if g.chance(0.3):
        scope.add(Place(f"{u}.f.lo", "unsigned char", level=scope.level))
    return [f"union {{ int i; short s[2]; unsigned char b[4]; struct {{ unsigned lo : 4, hi : 4; }} f; }} {u} = {{{g.number(0, 300)}}};",
            *g.assign(scope), *g.assign(scope)]


def bytes_of_variable(g, scope):
    variables = [p for p in scope.places if p.variable and p.kind == "int" and not p.constant]
    place = g.pick(variables)
    b = g.name("b")
    scope.add(Place(f"{b}[{g.number(0, 1)}]", "unsigned char", level=scope.level))
    return [f"unsigned char *{b} = (unsigned char *)&{place.text};", f"{place.text} = {g.small(scope, 1)};"]


def struct_variable(g, scope):
    s = g.name("s")
    _, places, line = g.new_struct(scope, s)
    scope.add(*places)
    lines = [line, *g.assign(scope)]
    if g.chance(0.5):
        p = g.name("ps")
        lines.append(f"{line.split(' = ')[0].rsplit(' ', 1)[0]} *{p} = &{s};")
        scope.add(*[Place(p + "->" + place.text[len(s) + 1 :], place.kind, level=scope.level) for place in places[:2]])
    return lines


def struct_by_value(g, scope):
    s, f, t = g.name("s"), g.name("by"), g.name("t")
    struct, places, line = g.new_struct(scope, s)
    inner = g.function_scope(g.member_places("s", struct, 1))
    g.functions += g.braces(f"static {struct[0]} {f}({struct[0]} s, int v)", [
        *g.assign(inner), f"s.a = v;", *g.assign(inner), "return s;"])
    scope.add(*places)
    lines = [line, *g.assign(scope), f"{struct[0]} {t} = {f}({s}, {g.small(scope, 1)});"]
    scope.add(*g.member_places(t, struct, scope.level))
    if g.chance(0.4):
        lines.append(f"{s} = {t};")
    return lines + g.assign(scope)


def struct_with_pointer(g, scope):
    s, f, tag = g.name("s"), g.name("by"), g.name("R")
    g.types += [f"struct {tag} {{ int n; int *p; }};"]
    g.functions += g.braces(f"static int {f}(struct {tag} s)", [
        f"*s.p = (s.n + {g.number(0, 3)}) & 15;", "s.p = 0;", "return s.n;"])
    address = g.lasting_address(scope, scope.level)
    t = g.name("t")
    scope.add(Place(f"*{s}.p", level=scope.level), Place(f"{s}.n", level=scope.level, variable=True))
    copy = g.name("c")
    lines = [f"struct {tag} {s} = {{{g.number(0, 5)}, {address}}};", f"int {t} = {f}({s});",
             f"{g.target(scope).text} = {t} & 7;"]
    if g.chance(0.6):
        how = g.pick([f"{copy} = {s};", f"memcpy(&{copy}, &{s}, sizeof {s});"])
        lines += [f"struct {tag} {copy};", how]
        scope.add(Place(f"*{copy}.p", level=scope.level))
    return lines + g.assign(scope)


def struct_copy_bytes(g, scope):
    s, t, b = g.name("s"), g.name("t"), g.name("b")
    struct, places, line = g.new_struct(scope, s)
    scope.add(*places)
    how = g.pick([
        [f"memcpy(&{t}, &{s}, sizeof {s});"],
        [f"unsigned char {b}[sizeof {s}];", f"memcpy({b}, &{s}, sizeof {s});", *g.assign(scope),
         f"memcpy(&{t}, {b}, sizeof {t});"],
        [f"for (unsigned i = 0; i < sizeof {s}; i++) ((char *)&{t})[i] = ((char *)&{s})[i];"],
        [f"memset(&{t}, 0, sizeof {t});", f"memmove(&{t}.a, &{s}.a, sizeof {t}.a);"],
    ])
    lines = [line, *g.assign(scope), f"{struct[0]} {t};", *how]
    scope.add(*g.member_places(t, struct, scope.level))
    return lines + g.assign(scope)


def struct_array(g, scope):
    s, i = g.name("s"), g.name("k")
    struct = g.struct()
    lines = [f"{struct[0]} {s}[3];", f"memset({s}, 0, sizeof {s});", f"int {i} = {g.index(scope, 3)};"]
    scope.add(*g.member_places(f"{s}[{i}]", struct, scope.level), *g.member_places(f"{s}[1]", struct, scope.level))
    if g.chance(0.4):
        lines.append(f"{s}[2] = {s}[{i}];")
        scope.add(*g.member_places(f"{s}[2]", struct, scope.level))
    return lines + g.assign(scope) + g.assign(scope)


def container(g, scope):
    s, p = g.name("s"), g.name("p")
    struct, places, line = g.new_struct(scope, s)
    scope.add(*places)
    member = g.pick([suffix for suffix, _, variable in struct[1] if variable])
    offset = f"offsetof({struct[0]}, {member[1:]})"
    scope.add(*[Place(f"(({struct[0]} *)((char *){p} - {offset}))->{suffix[1:]}", kind, level=scope.level)
                for suffix, kind, _ in struct[1][:2]])
    return [line, f"int *{p} = &{s}{member};", *g.assign(scope)]


def array(g, scope):
    a, p = g.name("a"), g.name("p")
    kind = g.pick(["int", "int", "short", "unsigned char", "signed char"])
    scope.add(Place(f"{a}[{g.index(scope, 4)}]", kind, level=scope.level),
              Place(f"{a}[1]", kind, level=scope.level, variable=True),
              Place(f"{a}[3]", kind, level=scope.level, variable=True))
    lines = [f"{kind} {a}[4] = {{{g.number(0, 4)}, {g.number(0, 4)}}};", *g.assign(scope)]
    if g.chance(0.5):
        lines.append(f"{kind} *{p} = {a} + {g.index(scope, 2)};")
        scope.add(Place(f"{p}[1]", kind, level=scope.level), Place(f"*({p} + 2)", kind, level=scope.level))
    return lines


def matrix(g, scope):
    a, p = g.name("a"), g.name("p")
    scope.add(Place(f"{a}[{g.index(scope, 2)}][{g.index(scope, 3)}]", level=scope.level),
              Place(f"{a}[1][0]", level=scope.level, variable=True))
    lines = [f"int {a}[2][3] = {{{{1, 2}}, {{3}}}};", *g.assign(scope)]
    if g.chance(0.6):
        scope.add(Place(f"(*{p})[{g.number(0, 2)}]", level=scope.level))
        lines.append(f"int (*{p})[3] = &{a}[{g.index(scope, 2)}];")
    return lines + g.assign(scope)


def heap(g, scope):
    p, q = g.name("p"), g.name("q")
    n = g.number(2, 4)
    make = g.pick([f"malloc({n} * sizeof(int))", f"calloc({n}, sizeof(int))"])
    lines = [f"int *{p} = {make};", f"if (!{p}) abort();", f"{p}[0] = {g.small(scope, 1)};", f"{p}[1] = {g.number(0, 5)};"]
    scope.add(Place(f"{p}[{g.index(scope, 2)}]", level=scope.level), Place(f"*{p}", level=scope.level))
    form = g.number(0, 2)
    if form == 0:
        lines += [f"int *{q} = {p} + 1;"]
        scope.add(Place(f"{q}[-{g.number(0, 1)}]", level=scope.level))
    elif form == 1:
        lines += [f"{p} = realloc({p}, {n + 2} * sizeof(int));", f"if (!{p}) abort();", f"{p}[{n + 1}] = {g.small(scope, 1)};"]
        scope.add(Place(f"{p}[{n + 1}]", level=scope.level))
    return lines + g.assign(scope)


def linked_list(g, scope):
    tag, head, c = g.name("L"), g.name("head"), g.name("c")
    g.types.append(f"struct {tag} {{ int v; struct {tag} *next; }};")
    lines = [f"struct {tag} *{head} = 0;",
             *g.braces(f"for (int i = 0; i < {g.number(2, 3)}; i++)", [
                 f"struct {tag} *n = malloc(sizeof *n);", "if (!n) abort();", f"n->v = (i + {g.read(scope)}) & 7;",
                 f"n->next = {head};", f"{head} = n;"])]
    scope.add(Place(f"{head}->v", level=scope.level, variable=True), Place(f"{head}->next->v", level=scope.level, variable=True))
    walk = g.braces(f"for (struct {tag} *{c} = {head}; {c}; {c} = {c}->next)", [
        f"if ({c}->v == {g.number(0, 4)}) {c}->v = {g.small(scope, 1)};", *g.assign(scope)])
    return lines + (walk if g.chance(0.6) else []) + g.assign(scope)


def xor_list(g, scope):
    a, l = g.name("a"), g.name("l")
    scope.add(*[Place(f"{a}[{i}]", level=scope.level, variable=True) for i in range(3)])
    scope.add(Place(f"*(int *)({l} ^ (uintptr_t)&{a}[0])", level=scope.level))
    return [f"int {a}[3] = {{1, 2, 3}};", f"uintptr_t {l} = (uintptr_t)&{a}[0] ^ (uintptr_t)&{a}[{g.number(1, 2)}];",
            *g.assign(scope), *g.assign(scope)]


# Functions as values.


def function_table(g, scope):
    t, f = g.name("tab"), [g.name("op") for _ in range(3)]
    inner = g.function_scope([Place("*p", level=1), Place("v", level=1, variable=True)])
    for name in f:
        g.functions += g.braces(f"static int {name}(int *p, int v)", [*g.assign(inner), f"return {g.expression(inner, 1)};"])
    r, i = g.name("r"), g.index(scope, 2)
    form = g.number(0, 5)
    if form == 0:
        g.functions.append(f"static int (*{t}[3])(int *, int) = {{{', '.join(f)}}};")
        call, lines = f"{t}[{i}]", []
        if g.chance(0.3):
            lines = [f"if {g.condition(scope)} {t}[1] = {g.pick(f)};"]
    elif form == 1:
        lines = [f"struct {{ int n; int (*op)(int *, int); }} {t} = {{1, {f[0]}}};", f"if {g.condition(scope)} {t}.op = {f[1]};"]
        call = f"{t}.op"
    elif form == 2:
        lines = [f"uintptr_t {t} = {i} ? (uintptr_t){f[0]} : (uintptr_t)&{f[1]};"]
        call = f"((int (*)(int *, int)){t})"
    elif form == 3:
        lines, call = [], f"({g.condition(scope)} ? {f[0]} : {f[2]})"
    elif form == 4:
        g.functions += g.braces(f"static int (*{t}(int v))(int *, int)", [f"return v > {g.number(0, 3)} ? {f[0]} : {f[1]};"])
        lines, call = [], f"{t}({g.read(scope)})"
    else:
        lines = [f"union {{ int (*f)(int *, int); uintptr_t n; void *p; }} {t};", f"{t}.n = (uintptr_t){f[1]};",
                 f"if {g.condition(scope)} {t}.f = {f[2]};"]
        call = f"{t}.f"
    return [*lines, f"int {r} = {call}({g.address(scope)}, {g.small(scope, 1)});", f"{g.target(scope).text} = {r} & 15;"]


def callback(g, scope):
    f, apply, n = g.name("cb"), g.name("apply"), g.number(2, 3)
    inner = g.function_scope([Place("*x", level=1), Place("*(int *)context", level=1)])
    g.functions += g.braces(f"static int {f}(int *x, void *context)", [
        *g.assign(inner), *g.assign(inner), f"return {g.condition(inner)};"])
    g.functions += g.braces(f"static int {apply}(int *v, int n, int (*f)(int *, void *), void *context)", [
        "int count = 0;", *g.braces("for (int i = 0; i < n; i++)", ["if (f(&v[i], context)) count++;"]), "return count;"])
    a, r = g.name("a"), g.name("r")
    scope.add(*[Place(f"{a}[{i}]", level=scope.level, variable=True) for i in range(n)])
    context = g.lasting_address(scope, scope.level)
    return [f"int {a}[{n}] = {{{g.number(0, 3)}, {g.number(0, 3)}}};", f"{a}[1] = {g.small(scope, 1)};",
            f"int {r} = {apply}({a}, {n}, {f}, {context});", f"{g.target(scope).text} = {r};"]


def sorted_array(g, scope):
    a, f = g.name("a"), g.name("cmp")
    g.functions += g.braces(f"static int {f}(const void *x, const void *y)", [
        g.pick(["return *(const int *)x - *(const int *)y;", "return *(const int *)y - *(const int *)x;",
                "return (*(const int *)x > *(const int *)y) - (*(const int *)x < *(const int *)y);"])])
    n = g.number(2, 3)
    scope.add(*[Place(f"{a}[{i}]", level=scope.level, variable=True) for i in range(n)])
    lines = [f"int {a}[{n}] = {{{g.number(0, 5)}, {g.number(0, 5)}}};", f"{a}[{n - 1}] = {g.small(scope, 1)};",
             f"qsort({a}, {n}, sizeof(int), {f});"]
    if g.chance(0.4):
        key, found = g.name("key"), g.name("found")
        lines += [f"int {key} = {g.small(scope, 1)};", f"int *{found} = bsearch(&{key}, {a}, {n}, sizeof(int), {f});",
                  f"{g.target(scope).text} = {found} ? (int)({found} - {a}) : -1;"]
    return lines


def static_pointer(g, scope):
    f = g.name("slot")
    g.functions += g.braces(f"static int *{f}(void)", [f"static int cell = {g.number(0, 4)};",
                                                       *(["cell = (cell + 1) & 15;"] if g.chance(0.4) else []), "return &cell;"])
    p = g.name("p")
    scope.add(Place(f"*{p}", level=scope.level))
    return [f"int *{p} = {f}();", *g.assign(scope), f"*{f}() = {g.small(scope, 1)};"]


def pass_through(g, scope):
    f, p = g.name("id"), g.name("p")
    g.functions += g.braces(f"static {g.pick(['void', 'int', 'char'])} *{f}(void *p)", ["return p;"])
    scope.add(Place(f"*{p}", level=scope.level))
    return [f"int *{p} = (int *){f}({g.lasting_address(scope, scope.level)});", *g.assign(scope)]


# Control.


def goto_into_loop(g, scope):
    i, l = g.name("i"), g.name("in")
    inner = scope.inner(1)
    inner.add(Place(i, constant=True, level=scope.level + 1))
    form = g.number(0, 2)
    if form == 0:
        return [f"int {i} = 0;", f"if {g.condition(scope)} goto {l};",
                *g.braces(f"for ({i} = 0; {i} < {g.number(2, 3)}; {i}++)", [*g.assign(inner), f"{l}:;", *g.assign(inner)])]
    if form == 1:
        out = g.name("out")
        return [f"int {i} = 0;", f"{l}:;", *g.assign(inner), f"if (++{i} > {g.number(2, 3)}) goto {out};",
                f"if {g.condition(inner)} goto {l};", *g.assign(inner), f"if ({i} < 2) goto {l};", f"{out}:;"]
    n = g.number(2, 3)
    return [f"int {i} = {n};", *g.braces(f"switch ({g.read(scope)} & 3)", [
        "case 0:", "  do {", *("    " + line for line in g.assign(inner)), "case 1:",
        *("    " + line for line in g.assign(inner)), "case 2:", f"    {i}--;", "  }" + f" while ({i} > 0);"])]


def computed_goto(g, scope):
    t, a, b, end = (g.name(stem) for stem in ["t", "la", "lb", "end"])
    return [f"void *{t}[2] = {{&&{a}, &&{b}}};", f"goto *{t}[{g.index(scope, 2)}];", f"{a}:;", *g.assign(scope),
            f"goto {end};", f"{b}:;", *g.assign(scope), f"{end}:;"]


def long_loop(g, scope):
    i, s = g.name("i"), g.name("s")
    n = g.number(10, 60)
    scope.add(Place(s, level=scope.level))
    inner = scope.inner(1)
    inner.add(Place(i, constant=True, level=scope.level + 1))
    return [f"int {s} = 0;", *g.braces(f"for (int {i} = 0; {i} < {n}; {i}++)", [
        f"if ({i} % {g.number(2, 5)} == {g.read(scope)}) {s}++;", *(g.check(inner) if g.chance(0.5) else [])])]


def vla(g, scope):
    n, a = g.name("n"), g.name("a")
    size = f"int {n} = ({g.read(scope)} & 3) + 1;"
    scope.add(Place(f"{a}[{n} - 1]", level=scope.level), Place(f"{a}[0]", level=scope.level))
    make = g.pick([f"int {a}[{n}];", f"int *{a} = __builtin_alloca({n} * sizeof(int));"])
    if scope.loops:
        make = f"int {a}[{n}];"
    return [size, make,
            f"for (int i = 0; i < {n}; i++) {a}[i] = (i + {g.number(0, 5)}) & 7;", *g.assign(scope)]


# The C library.


def strings(g, scope):
    s, n = g.name("s"), g.name("n")
    scope.add(Place(n, level=scope.level), Place(f"{s}[{g.number(0, 1)}]", "char", constant=True, level=scope.level))
    x = g.read(scope)
    setup = [f"char {s}[16] = \"{g.pick(['ab', 'x1y2', '42', '7-', 'hello'])}\";", f"int {n} = 0;"]
    change = g.pick([f"{s}[{g.index(scope, 2)}] = (char)('a' + ({g.read(scope)} & 3));", f"strcat({s}, \"b{g.number(0, 9)}\");",
                     f"strcpy({s}, {g.condition(scope)} ? \"12\" : \"abc\");", f"memset({s}, '0' + ({g.read(scope)} & 7), 2);",
                     f"sprintf({s}, \"%d\", ({g.read(scope)} & 31));", f"snprintf({s}, 4, \"%d%c\", ({g.read(scope)} & 255), 'x');"])
    use = g.pick([f"{n} = (int)strlen({s});", f"{n} = strcmp({s}, \"ab\") < 0;", f"{n} = atoi({s}) & 15;",
                  f"{n} = strchr({s}, 'b') ? (int)(strchr({s}, 'b') - {s}) : -1;", f"{n} = memcmp({s}, \"ab\", 2) == 0;",
                  f"{n} = (int)strtol({s}, 0, {g.pick([10, 16, 0])}) & 63;", f"{n} = isdigit((unsigned char){s}[0]) != 0;",
                  f"{n} = toupper({s}[0]) & 31;", f"sscanf({s}, \"%d\", &{n});", f"{n} = strncmp({s}, \"aaa\", 2) > 0;",
                  f"{n} = abs((int)strlen({s}) - {g.number(2, 6)});", f"{n} = (int)strspn({s}, \"abc\");",
                  f"{{ char *d = strdup({s}); if (!d) abort(); {n} = d[0] & 15; free(d); }}",
                  f"{{ char *t = strtok({s}, \"y-\"); {n} = t ? (int)strlen(t) : -1; }}"])
    return setup + [change, use]


def library_moves(g, scope):
    a = g.name("a")
    scope.add(*[Place(f"{a}[{i}]", level=scope.level, variable=True) for i in range(4)])
    return [f"int {a}[4] = {{1, 2, 3, 4}};", *g.assign(scope),
            g.pick([f"memmove({a} + 1, {a}, 3 * sizeof(int));", f"memmove({a}, {a} + 1, {g.index(scope, 4)} * sizeof(int));",
                    f"memcpy({a} + 2, {a}, 2 * sizeof(int));", f"memset({a} + {g.index(scope, 2)}, 0, 2 * sizeof(int));",
                    f"memset({a}, {g.number(0, 2)}, 5);"])]


# More ways for pointers and values to travel.


def global_integer(g, scope):
    """An address kept in a global integer by one function and used by others."""
    h, put, get, r = g.name("gh"), g.name("put"), g.name("get"), g.name("r")
    kind = g.pick(["uintptr_t", "intptr_t", "void *", "unsigned long long"])
    g.functions += [f"static {kind} {h};",
                    *g.braces(f"static void {put}(int *p)", [f"{h} = ({kind})p;"]),
                    *g.braces(f"static int {get}(int v)", [f"int old = *(int *){'(uintptr_t)' if 'long' in kind else ''}{h};",
                                                           f"*(int *){'(uintptr_t)' if 'long' in kind else ''}{h} = v;", "return old;"])]
    lines = [f"{put}({g.lasting_address(scope, scope.level)});", *g.assign(scope), f"int {r} = {get}({g.small(scope, 1)});",
             f"{g.target(scope).text} = {r} & 15;"]
    return lines + ([f"{put}({g.address(scope)});", f"{get}({g.small(scope, 1)});"] if g.chance(0.4) else [])


def integer_parameter(g, scope):
    f, r = g.name("at"), g.name("r")
    kind = g.pick(["uintptr_t", "unsigned long", "long", "intptr_t"])
    inner = g.function_scope([Place("*(int *)h", level=1), Place("v", level=1, variable=True)])
    g.functions += g.braces(f"static {kind} {f}({kind} h, int v)", [*g.assign(inner), *g.assign(inner), g.pick(["return h;", f"return ({kind})&g0;"])])
    scope.add(Place(f"*(int *){r}", level=scope.level))
    return [f"{kind} {r} = {f}(({kind}){g.lasting_address(scope, scope.level)}, {g.small(scope, 1)});", *g.assign(scope)]


def unaligned_pointer(g, scope):
    b, p, q = g.name("b"), g.name("p"), g.name("q")
    at = g.number(0, 5)
    address = g.lasting_address(scope, scope.level)
    scope.add(Place(f"*{q}", level=scope.level))
    return [f"int *{p} = {address}, *{q} = {address};", f"char {b}[24];", f"memset({b}, 0, sizeof {b});",
            f"memcpy({b} + {at}, &{p}, sizeof {p});", *g.assign(scope), f"memcpy(&{q}, {b} + {at}, sizeof {q});"]


def array_of_pointers(g, scope):
    t, i = g.name("pt"), g.name("k")
    addresses = [g.lasting_address(scope, scope.level) for _ in range(3)]
    lines = [f"int *{t}[3] = {{{', '.join(addresses)}}};", f"int {i} = {g.index(scope, 2)};"]
    scope.add(Place(f"*{t}[{i}]", level=scope.level), Place(f"*{t}[2]", level=scope.level))
    if g.chance(0.4):
        c = g.name("c")
        lines += [f"int *{c}[3];", f"memcpy({c}, {t}, sizeof {t});", f"{t}[{i}] = {c}[2];"]
        scope.add(Place(f"*{c}[{i}]", level=scope.level))
    return lines + g.assign(scope) + g.assign(scope)


def swapped_pointers(g, scope):
    p, q, f = g.name("p"), g.name("q"), g.name("swap")
    g.functions += g.braces(f"static void {f}({g.pick(['int **a, int **b', 'void *a, void *b'])})", [
        "int *t = *(int **)a;", "*(int **)a = *(int **)b;", "*(int **)b = t;"])
    first, second = g.lasting_address(scope, scope.level), g.lasting_address(scope, scope.level)
    scope.add(Place(f"*{p}", level=scope.level), Place(f"*{q}", level=scope.level))
    return [f"int *{p} = {first}, *{q} = {second};", *g.assign(scope), f"if {g.condition(scope)} {f}(&{p}, &{q});", *g.assign(scope)]


def struct_inheritance(g, scope):
    base, derived, s, p = g.name("B"), g.name("D"), g.name("s"), g.name("p")
    g.types += [f"struct {base} {{ int kind; int v; }};", f"struct {derived} {{ struct {base} base; int extra; }};"]
    scope.add(Place(f"{s}.base.v", level=scope.level, variable=True), Place(f"{s}.extra", level=scope.level, variable=True),
              Place(f"{p}->v", level=scope.level), Place(f"((struct {derived} *){p})->extra", level=scope.level))
    return [f"struct {derived} {s} = {{{{1, 2}}, {g.number(0, 5)}}};", f"struct {base} *{p} = {g.pick([f'&{s}.base', f'(struct {base} *)&{s}'])};",
            *g.assign(scope), *g.assign(scope)]


def tagged_union(g, scope):
    tag, f, u, r = g.name("V"), g.name("val"), g.name("u"), g.name("r")
    g.types.append(f"struct {tag} {{ int tag; union {{ int i; int *p; struct {{ short a, b; }} s; }}; }};")
    g.functions += g.braces(f"static int {f}(struct {tag} v)", [
        "switch (v.tag) {", "case 0: return v.i;", "case 1: return *v.p;", "default: return v.s.a + v.s.b;", "}"])
    t = g.index(scope, 4)
    lines = [f"struct {tag} {u} = {{{t}}};", f"if ({u}.tag == 0) {u}.i = {g.small(scope, 1)};",
             f"else if ({u}.tag == 1) {u}.p = {g.address(scope)};", f"else {u}.s.a = 1, {u}.s.b = {g.small(scope, 1)};",
             f"int {r} = {f}({u});"]
    scope.add(Place(r, level=scope.level, variable=True))
    return lines + [f"{r} &= 15;"]


def union_by_value(g, scope):
    tag, f, u, r = g.name("W"), g.name("un"), g.name("u"), g.name("r")
    g.types.append(f"union {tag} {{ unsigned n; unsigned char b[4]; struct {{ signed char lo; unsigned char hi; }} s; }};")
    g.functions += g.braces(f"static union {tag} {f}(union {tag} u, int v)", [
        g.pick(["u.b[1] = (unsigned char)v;", "u.n += v;", "u.s.lo = (signed char)-v;", "u.n <<= v & 7;"]), "return u;"])
    lines = [f"union {tag} {u} = {{{g.number(0, 400)}}};", f"union {tag} {r} = {f}({u}, {g.small(scope, 1)});"]
    scope.add(Place(f"{r}.b[1]", "unsigned char", level=scope.level), Place(f"{r}.s.lo", "signed char", level=scope.level),
              Place(f"{u}.n", wild=True, level=scope.level))
    return lines + g.assign(scope)


def registered_callback(g, scope):
    """A function and its context are kept, and called later."""
    h, c, f, fire, r = g.name("hook"), g.name("ctx"), g.name("on"), g.name("fire"), g.name("r")
    inner = g.function_scope([Place("*(int *)context", level=1), Place("v", level=1, variable=True)])
    g.functions += [f"static int (*{h})(void *, int);", f"static void *{c};",
                    *g.braces(f"static int {f}(void *context, int v)", [*g.assign(inner), *g.check(inner), f"return {g.expression(inner, 1)};"]),
                    *g.braces(f"static int {fire}(int v)", [f"return {h} ? {h}({c}, v) : -1;"])]
    return [f"if {g.condition(scope)} {h} = {f};", f"{c} = {g.lasting_address(scope, scope.level)};", *g.assign(scope),
            f"int {r} = {fire}({g.small(scope, 1)});", f"{g.target(scope).text} = {r} & 15;", f"{h} = 0;"]


def recursive_callback(g, scope):
    f, r = g.name("walk"), g.name("r")
    inner = g.function_scope([Place("*p", level=1), Place("d", constant=True, level=1)])
    g.functions += g.braces(f"static int {f}(int d, int *p, void *self)", [
        "if (d <= 0) return *p;", *g.assign(inner), "return ((int (*)(int, int *, void *))self)(d - 1, p, self);"])
    return [f"int {r} = {f}({g.number(1, 3)}, {g.address(scope)}, (void *){f});", f"{g.target(scope).text} = {r} & 15;"]


def pointer_walk(g, scope):
    a, p, n = g.name("a"), g.name("p"), g.number(2, 4)
    scope.add(*[Place(f"{a}[{i}]", level=scope.level, variable=True) for i in range(n)])
    first = f"int {a}[{n}] = {{{g.number(0, 5)}, {g.number(0, 5)}}};"
    inner = scope.inner(1)
    inner.add(Place(f"*{p}", level=scope.level + 1))
    head = g.pick([f"for (int *{p} = {a}; {p} != {a} + {n}; {p}++)", f"for (int *{p} = {a} + {n}; {p}-- > {a};)",
                   f"for (int *{p} = {a}; {p} < &{a}[{n}]; {p} += 1)"])
    return [first, *g.assign(scope), *g.braces(head, g.assign(inner) + (g.check(inner) if g.chance(0.4) else []))]


def bytes_walk(g, scope):
    """All bytes of a variable, by a pointer that is not of its type."""
    variables = [p for p in scope.places if p.variable and p.kind == "int" and not p.constant]
    place, p, s = g.pick(variables), g.name("p"), g.name("s")
    scope.add(Place(s, level=scope.level))
    return [f"int {s} = 0;", *g.braces(f"for (unsigned char *{p} = (unsigned char *)&{place.text}; {p} < (unsigned char *)(&{place.text} + 1); {p}++)",
                                       [f"{s} += *{p};", *([f"*{p} &= 15;"] if g.chance(0.5) else [])])]


def conversions(g, scope):
    a, b = g.name("cv"), g.name("cv")
    kinds = ["signed char", "unsigned char", "short", "unsigned short", "unsigned", "long", "unsigned long long", "_Bool"]
    k1, k2 = g.pick(kinds), g.pick(kinds)
    scope.add(Place(a, "unsigned" if "long" in k1 else k1, wild="long" in k1 or k1 == "unsigned", level=scope.level),
              Place(b, "unsigned" if "long" in k2 else k2, wild="long" in k2 or k2 == "unsigned", level=scope.level))
    x, r = g.read(scope), g.name("r")
    lines = [f"{k1} {a} = ({k1})({g.pick(['-1', '200', '65535', '0x7fffffff', '0x80000001u'])});", f"{k2} {b} = ({k2})({a} + {g.number(-3, 3)});"]
    scope.add(Place(r, level=scope.level))
    return lines + [f"int {r} = {g.pick([f'{a} < -1', f'{a} == {b}', f'{a} > {b}', f'{b} < 0', f'({a} ^ {b}) > 7', f'-{a} < {b}'])};", *g.assign(scope)]


def bit_fields(g, scope):
    s = g.name("bf")
    scope.add(Place(f"{s}.a", "short", level=scope.level), Place(f"{s}.b", "short", level=scope.level), Place(f"{s}.c", "unsigned", level=scope.level),
              Place(f"{s}.d", "short", level=scope.level))
    return [f"struct {{ int a : 3; unsigned b : 5; unsigned c : {g.number(1, 9)}; signed char d : 4; _Bool e : 1; }} {s} = {{1, {g.number(0, 31)}}};",
            *g.assign(scope), *g.assign(scope), f"{s}.e = {g.read(scope)};"]


def flexible_array(g, scope):
    tag, p, n = g.name("F"), g.name("p"), g.number(2, 3)
    g.types.append(f"struct {tag} {{ int n; {g.pick(['int', 'short', 'unsigned char'])} v[]; }};")
    size = f"sizeof(struct {tag}) + {n} * sizeof(int)"
    scope.add(Place(f"{p}->n", level=scope.level, variable=True), Place(f"{p}->v[{g.index(scope, n)}]", "short", level=scope.level),
              Place(f"{p}->v[1]", "short", level=scope.level))
    return [f"struct {tag} *{p} = calloc(1, {size});", f"if (!{p}) abort();", f"{p}->n = {n};", *g.assign(scope), *g.assign(scope)]


def compound_literal(g, scope):
    struct = g.struct()
    p, q = g.name("p"), g.name("q")
    scope.add(*g.member_places(f"(*{p})", struct, scope.level), Place(f"{q}[1]", level=scope.level))
    return [f"{struct[0]} *{p} = &({struct[0]}){{{g.number(0, 5)}}};", f"int *{q} = (int[]){{1, {g.number(0, 7)}, 3}};", *g.assign(scope), *g.assign(scope)]


def statement_expression(g, scope):
    e = g.name("e")
    return [f"int {e} = ({{ int v = {g.small(scope, 1)}; if (v > {g.number(0, 4)}) v = {g.read(scope)} & 7; v + 1; }});",
            f"{g.target(scope).text} = {e};"]


def effects_in_conditions(g, scope):
    n = g.name("n")
    scope.add(Place(n, level=scope.level, variable=True))
    place = g.target(scope)
    return [f"int {n} = {g.number(0, 2)};", f"if ({g.read(scope)} > {g.number(0, 3)} {g.pick(['&&', '||'])} {n}++ < {g.number(0, 2)}) {place.text} = {n};",
            f"{g.condition(scope)} ? {n}++ : {n}--;"]


def floats(g, scope):
    x, r = g.name("fl"), g.name("r")
    kind, added = g.pick(["float", "double"]), g.read(scope)
    scope.add(Place(r, level=scope.level))
    use = g.pick([f"{r} = (int){x};", f"{r} = {x} > {g.number(0, 4)}.5;", f"{r} = (int)({x} * 4) & 31;", f"memcpy(&{r}, &{x}, 4); {r} = {r} >> 20 & 63;",
                  f"{r} = (int)({x} / 3 * 3 == {x});", f"{r} = (int)({x} + 0.75);"])
    return [f"{kind} {x} = {g.pick(['0.5', '1.25', '2', '0.1'])};", f"{x} += {added};", f"int {r};", *use.replace("; ", ";\n").split("\n")]


def exits(g, scope):
    """A function that may end the run; checks behind it are reached only if it does not."""
    f = g.name("die")
    g.functions += g.braces(f"static void {f}(int v)", [f"if (v == {g.number(3, 7)}) {g.pick(['exit(0);', 'abort();', '_Exit(1);'])}"])
    return [f"{f}({g.read(scope)});"]


def at_exit(g, scope):
    f = g.name("bye")
    inner = g.function_scope([])
    g.functions += g.braces(f"static void {f}(void)", [*g.assign(inner), *g.check(inner)])
    return [f"if {g.condition(scope)} atexit({f});"]


def static_twice(g, scope):
    """Two variables of the same name with internal linkage, one in each file."""
    if g.functions is g.other:
        return g.assign(scope)
    f, v, r = g.name("tw"), g.name("same"), g.name("r")
    g.functions.append(f"static int {v} = {g.number(0, 5)};")
    g.globals.append(f"int {f}(int x);")
    g.other += [f"static int {v} = {g.number(0, 5)};", *g.braces(f"int {f}(int x)", [
        f"{v} = ({v} + x) & 15;", g.pick([f"return {v};", f"static int {v} = 2; return {v}++;"])])]
    scope.add(Place(v, variable=True))
    return [f"int {r} = {f}({g.small(scope, 1)});", *g.assign(scope), f"{g.target(scope).text} = {r} & 15;"]


def callback_across_files(g, scope):
    f, cb, r = g.name("far"), g.name("near"), g.name("r")
    g.globals.append(f"int {f}(int (*f)(int *), int *p);")
    g.other += g.braces(f"int {f}(int (*f)(int *), int *p)", ["int t = f(p);", g.pick(["*p = (*p + 1) & 15;", "t += f(p);", "p = &t;"]), "return t + *p;"])
    inner = g.function_scope([Place("*p", level=1)])
    g.functions += g.braces(f"static int {cb}(int *p)", [*g.assign(inner), f"return {g.expression(inner, 1)};"])
    return [f"int {r} = {f}({cb}, {g.address(scope)});", f"{g.target(scope).text} = {r} & 15;"]


def mixed_varargs(g, scope):
    f, r = g.name("mix"), g.name("r")
    g.functions += g.braces(f"static int {f}(const char *kinds, ...)", [
        "int sum = 0;", "va_list l;", "va_start(l, kinds);",
        *g.braces("for (; *kinds; kinds++)", [
            "if (*kinds == 'i') sum += va_arg(l, int);", "else if (*kinds == 'l') sum += (int)va_arg(l, long long);",
            "else if (*kinds == 'd') sum += (int)va_arg(l, double);", "else *va_arg(l, int *) = sum & 15;"]),
        "va_end(l);", "return sum;"])
    kinds = "".join(g.pick("ilp") for _ in range(g.number(1, 3)))
    given = {"i": lambda: f"(int)({g.small(scope, 1)})", "l": lambda: f"(long long)({g.read(scope)})", "d": lambda: "2.5", "p": lambda: g.address(scope)}
    return [f"int {r} = {f}(\"{kinds}\", {', '.join(given[k]() for k in kinds)});", f"{g.target(scope).text} = {r} & 15;"]


def long_arithmetic(g, scope):
    w, r = g.name("w"), g.name("r")
    kind = g.pick(["unsigned long long", "long long", "unsigned", "unsigned long"])
    x = g.read(scope)
    scope.add(Place(r, level=scope.level))
    return [f"{kind} {w} = {g.pick(['0x100000001', '0xffffffff', '7', '1000000'])};", f"{w} = {w} * (unsigned){x} + {g.number(0, 9)};" if "unsigned" in kind
            else f"{w} = {w} / (({x} & 3) + 1);", f"int {r} = (int)(({w} >> {g.number(0, 20)}) & 15);"]


def early_return(g, scope):
    return [f"if {g.condition(scope)} return {g.number(0, 1) if scope.in_main else 1};"]


# Addresses that are computed: no expression of the program names the object next to the access.


def offset_between(g, scope):
    a, b, d = g.name("a"), g.name("b"), g.name("d")
    scope.add(Place(a, level=scope.level, variable=True), Place(b, level=scope.level, variable=True),
              Place(f"*(int *)((uintptr_t)&{a} + {d})", level=scope.level))
    return [f"int {a} = {g.number(0, 5)}, {b} = {g.number(0, 5)};", f"uintptr_t {d} = (uintptr_t)&{b} - (uintptr_t)&{a};",
            f"if {g.condition(scope)} {d} = 0;", *g.assign(scope), *g.assign(scope)]


def bit_by_bit(g, scope):
    """An address copied through the conditions of branches alone."""
    h, r, i = g.name("h"), g.name("r"), g.name("i")
    address = g.lasting_address(scope, scope.level)
    copy = g.pick([
        [f"for (unsigned {i} = 0; {i} < 8 * sizeof {h}; {i}++)", f"  if ({h} >> {i} & 1) {r} |= (uintptr_t)1 << {i};"],
        [f"for (unsigned {i} = 0; {i} < 8 * sizeof {h}; {i} += 8) {r} |= ({h} >> {i} & 255) << {i};"],
        [f"if ({h} == (uintptr_t)&g0) {r} = (uintptr_t)&g0;", f"else {r} = {h};"],
    ])
    scope.add(Place(f"*(int *){r}", level=scope.level))
    return [f"uintptr_t {h} = (uintptr_t){address}, {r} = 0;", *copy, *g.assign(scope)]


def searched_address(g, scope):
    a, i, k = g.name("a"), g.name("i"), g.number(0, 2)
    scope.add(*[Place(f"{a}[{n}]", level=scope.level, variable=True) for n in range(3)])
    return [f"int {a}[3] = {{1, 2, 3}};", *g.assign(scope),
            *g.braces(f"for (uintptr_t {i} = (uintptr_t){a};; {i} += sizeof(int))", [
                f"if ({i} != (uintptr_t)&{a}[{k}]) continue;", f"*(int *){i} = {g.small(scope, 1)};", "break;"])]


def printed_pointer(g, scope):
    s, p = g.name("s"), g.name("p")
    address = g.lasting_address(scope, scope.level)
    write, read = g.pick([("%p", "sscanf({s}, \"%p\", &{p});"), ("%lu", "{p} = (void *)strtoul({s}, 0, 10);"),
                          ("%lx", "{p} = (void *)strtoul({s}, 0, 16);")])
    cast = "(void *)" if write == "%p" else "(unsigned long)"
    scope.add(Place(f"*(int *){p}", level=scope.level))
    return [f"char {s}[32];", f"void *{p} = 0;", f"sprintf({s}, \"{write}\", {cast}{address});", read.format(s=s, p=p),
            *g.assign(scope)]


def arena(g, scope):
    """Objects and pointers in an array of characters, by an allocator of the program's own."""
    pool, top, f, p, q = g.name("pool"), g.name("top"), g.name("take"), g.name("p"), g.name("q")
    g.functions += [f"static _Alignas(16) char {pool}[64];", f"static unsigned {top};",
                    *g.braces(f"static void *{f}(unsigned n)", [f"void *p = {pool} + {top};", f"{top} = ({top} + n + 7) & ~7u;",
                                                                 "return p;"])]
    if scope.loops or not scope.in_main:
        return g.assign(scope)
    address = g.lasting_address(scope, scope.level)
    scope.add(Place(f"*{p}", level=scope.level), Place(f"**{q}", level=scope.level))
    return [f"int *{p} = {f}(sizeof(int));", f"*{p} = {g.number(0, 5)};", f"int **{q} = {f}(sizeof(int *));", f"*{q} = {address};",
            *g.assign(scope), f"if {g.condition(scope)} *{q} = {p};", *g.assign(scope)]


def pointer_in_double(g, scope):
    d, p, q = g.name("d"), g.name("p"), g.name("q")
    first = g.lasting_address(scope, 0)
    scope.add(Place(f"*{q}", level=scope.level))
    return [f"double {d} = 0, e{d};", f"int *{p} = {first}, *{q};", f"memcpy(&{d}, &{p}, sizeof {p});", f"memcpy(&e{d}, &{d}, sizeof {d});",
            f"memcpy(&{q}, &e{d}, sizeof {q});", *g.assign(scope)]


def pointer_in_bit_fields(g, scope):
    s, h = g.name("bp"), g.name("h")
    address = g.lasting_address(scope, scope.level)
    scope.add(Place(f"*(int *)((uintptr_t){s}.hi << 16 | {s}.lo)", level=scope.level))
    return [f"uintptr_t {h} = (uintptr_t){address};", f"struct {{ unsigned long long hi : 48, lo : 16; }} {s};", f"{s}.hi = {h} >> 16;",
            f"{s}.lo = {h} & 65535;", *g.assign(scope)]


def found_in_string(g, scope):
    s, q = g.name("s"), g.name("q")
    find = g.pick([f"strchr({s}, 'b')", f"memchr({s}, 'b', 4)", f"strstr({s}, \"b\")", f"strpbrk({s}, \"xb\")", f"strrchr({s}, 'b')"])
    scope.add(Place(f"{s}[1]", "char", level=scope.level), Place(f"{s}[0]", "char", level=scope.level))
    return [f"char {s}[8] = \"ab{g.pick(['', 'b', 'c'])}\";", f"char *{q} = {find};", f"if ({q}) *{q} = (char)({g.small(scope, 1)});"]


def end_of_number(g, scope):
    s, e, n = g.name("s"), g.name("end"), g.name("n")
    scope.add(Place(n, level=scope.level), Place(f"{s}[2]", "char", level=scope.level))
    return [f"char {s}[8] = \"1{g.number(0, 9)}x\", *{e};", f"int {n} = (int)strtol({s}, &{e}, 10) & 15;",
            f"*{e} = (char)({g.small(scope, 1)});", f"{n} += (int)({e} - {s});"]


def moved_heap(g, scope):
    """realloc moves what holds pointers."""
    p = g.name("p")
    scope.add(Place(f"*{p}[1]", level=scope.level))
    return [f"int **{p} = malloc(2 * sizeof *{p});", f"if (!{p}) abort();", f"{p}[0] = {p}[1] = {g.lasting_address(scope, 0)};",
            f"{p} = realloc({p}, 4 * sizeof *{p});", f"if (!{p}) abort();", *g.assign(scope)]


def sorted_pointers(g, scope):
    t, f = g.name("pt"), g.name("cmp")
    g.functions += g.braces(f"static int {f}(const void *x, const void *y)", ["return **(int *const *)x - **(int *const *)y;"])
    a = g.name("a")
    value = g.small(scope, 1)
    scope.add(Place(f"*{t}[0]", level=scope.level), Place(f"{a}[1]", level=scope.level, variable=True))
    return [f"int {a}[2] = {{{g.number(0, 5)}, {g.number(0, 5)}}};", f"int *{t}[2] = {{&{a}[0], &{a}[1]}};",
            f"{a}[0] = {value};", f"qsort({t}, 2, sizeof *{t}, {f});", *g.assign(scope)]


def function_bytes(g, scope):
    p, q, r, f = g.name("fp"), g.name("fp"), g.name("r"), [g.name("op") for _ in range(2)]
    for name in f:
        inner = g.function_scope([Place("*p", level=1)])
        g.functions += g.braces(f"static int {name}(int *p)", [*g.assign(inner), f"return {g.expression(inner, 1)};"])
    b = g.name("b")
    return [f"int (*{p})(int *) = {g.condition(scope)} ? {f[0]} : {f[1]}, (*{q})(int *) = {f[0]};", f"char {b}[sizeof {p}];",
            f"memcpy({b}, &{p}, sizeof {p});", f"for (unsigned i = 0; i < sizeof {q}; i++) ((char *)&{q})[i] = {b}[i];",
            f"int {r} = {q}({g.address(scope)});", f"{g.target(scope).text} = {r} & 15;"]


def function_argument_list(g, scope):
    """A function pointer and its argument as variable arguments."""
    f, run, r = g.name("op"), g.name("run"), g.name("r")
    inner = g.function_scope([Place("*p", level=1)])
    g.functions += g.braces(f"static int {f}(int *p)", [*g.assign(inner), f"return {g.expression(inner, 1)};"])
    g.functions += g.braces(f"static int {run}(int n, ...)", [
        "va_list l;", "va_start(l, n);", "int (*f)(int *) = va_arg(l, int (*)(int *));", "int *p = va_arg(l, int *);",
        "va_end(l);", "return f(p) + n;"])
    return [f"int {r} = {run}(1, {f}, {g.address(scope)});", f"{g.target(scope).text} = {r} & 15;"]


def cast_function(g, scope):
    f, h, r = g.name("op"), g.name("any"), g.name("r")
    inner = g.function_scope([Place("*p", level=1)])
    g.functions += g.braces(f"static int {f}(int *p)", [*g.assign(inner), f"return {g.expression(inner, 1)};"])
    return [f"void (*{h})(void) = (void (*)(void)){f};", f"int {r} = ((int (*)(int *)){h})({g.address(scope)});",
            f"{g.target(scope).text} = {r} & 15;"]


def old_style_function(g, scope):
    f, r = g.name("old"), g.name("r")
    inner = g.function_scope([Place("c", "char", level=1), Place("*p", level=1)])
    g.functions += [f"static int {f}(c, p) char c; int *p; {{", *("  " + line for line in g.assign(inner)), f"  return c + {g.expression(inner, 1)};", "}"]
    return [f"int {r} = {f}({g.small(scope, 1)}, {g.address(scope)});", f"{g.target(scope).text} = {r} & 15;"]


def static_addresses(g, scope):
    """Addresses in initialisers of static objects."""
    s, t, a = g.name("ss"), g.name("st"), g.name("sa")
    forms = [(f"static uintptr_t {s} = (uintptr_t)&{a}[1];", f"*(int *){s}"), (f"static int *{s}[2] = {{{a} + 2, &g0}};", f"*{s}[0]"),
             (f"static struct {{ int n; int *p; }} {s} = {{1, &{a}[0]}};", f"*{s}.p"), (f"static int **{s} = &{t};", f"**{s}"),
             (f"static struct {{ struct {{ int *p[2]; }} in[2]; }} {s} = {{.in[1].p = {{0, &g1}}}};", f"*{s}.in[1].p[1]")]
    line, text = g.pick(forms)
    g.functions += [f"static int {a}[3] = {{1, 2, 3}};", f"static int *{t} = &{a}[2];", line]
    scope.add(Place(text), Place(f"{a}[0]", variable=True), Place(f"{a}[1]", variable=True))
    return g.assign(scope) + g.assign(scope)


# Objects too large for one case for each element.


def free_index(g, scope, k, n):
    """An index that is in bounds by a test, so that nothing but the path limits it."""
    inputs = [place for place in g.input_places if place in scope.places]
    value = g.pick(inputs).text if inputs and g.chance(0.8) else g.read(scope)
    return [f"int {k} = (int){value};", f"if ({k} < 0 || {k} >= {n}) {'return 0' if scope.in_main else 'abort()'};"]


def big_table(g, scope):
    t, k, n = g.name("big"), g.name("k"), g.pick([40, 100, 300, 500])
    index = free_index(g, scope, k, n)
    address = g.lasting_address(scope, 0)
    other = g.lasting_address(scope, 0)
    g.functions.append(f"static int *{t}[{n}];")
    scope.add(Place(f"*{t}[{k}]", level=scope.level))
    return [f"for (int i = 0; i < {n}; i++) {t}[i] = {address};", f"{t}[{g.number(0, 3)}] = {other};", *index, *g.assign(scope)]


def big_struct(g, scope):
    s, k, n = g.name("bs"), g.name("k"), g.pick([100, 400])
    index, address = free_index(g, scope, k, n), g.lasting_address(scope, 0)
    g.functions.append(f"static struct {{ int *p; {g.pick(['char', 'int'])} pad[{n}]; int *q; }} {s};")
    scope.add(Place(f"*{s}.{g.pick('pq')}", level=scope.level), Place(f"{s}.pad[{k}]", "char", level=scope.level))
    return [f"{s}.p = {s}.q = {address};", *index, f"{s}.pad[{k}] = 1;", *g.assign(scope)]


def node_pool(g, scope):
    tag, pool, n, k, p = g.name("N"), g.name("pool"), g.pick([50, 200]), g.name("k"), g.name("p")
    index = free_index(g, scope, k, n - 1)
    g.types.append(f"struct {tag} {{ int v; struct {tag} *next; }};")
    g.functions.append(f"static struct {tag} {pool}[{n}];")
    scope.add(Place(f"{p}->v", level=scope.level), Place(f"{pool}[{k} + 1].v", level=scope.level, variable=True),
              Place(f"{pool}[{k}].next->v", level=scope.level))
    g.taken.append(scope.places[-2])
    return [f"for (int i = 0; i < {n - 1}; i++) {pool}[i].next = &{pool}[i + 1];", *index,
            f"struct {tag} *{p} = {pool}[{k}].next;", *g.assign(scope), *g.assign(scope)]


def part_of_table(g, scope):
    """Only a part of a table of pointers is copied or cleared, and an input says how much."""
    a, b, k, n = g.name("pa"), g.name("pb"), g.name("k"), g.pick([4, 20, 100])
    index, first, second = free_index(g, scope, k, n), g.lasting_address(scope, scope.level), g.lasting_address(scope, scope.level)
    scope.add(Place(f"*{a}[{g.number(0, 3)}]", level=scope.level))
    change = g.pick([f"memcpy({a}, {b}, {k} * sizeof *{a});", f"memmove({a}, {b}, {k} * sizeof *{a});",
                     f"memcpy({b}, {a}, {k} * sizeof *{a});", f"memset({b}, 0, {k} * sizeof *{b});"])
    return [f"int *{a}[{n}], *{b}[{n}];", f"for (int i = 0; i < {n}; i++) {a}[i] = {first}, {b}[i] = {second};", *index, change, *g.assign(scope)]


def grown_table(g, scope):
    p, k = g.name("p"), g.name("k")
    index, address = free_index(g, scope, k, 40), g.lasting_address(scope, scope.level)
    scope.add(Place(f"*{p}[{g.number(0, 1)}]", level=scope.level))
    return [*index, f"int **{p} = malloc(2 * sizeof *{p});", f"if (!{p}) abort();", f"{p}[0] = {p}[1] = {address};",
            f"{p} = realloc({p}, ({k} + 2) * sizeof *{p});", f"if (!{p}) abort();", *g.assign(scope)]


def big_array(g, scope):
    a, p, n = g.name("big"), g.name("p"), g.pick([50, 200, 400])
    k = g.name("k")
    lines = free_index(g, scope, k, n)
    g.functions.append(f"static {g.pick(['int', 'int', 'struct { int v, w; }'])} {a}[{n}];")
    member = ".v" if "struct" in g.functions[-1] else ""
    scope.add(Place(f"{a}[{k}]{member}", level=scope.level, variable=True), Place(f"*{p}", level=scope.level),
              Place(f"{a}[{g.number(0, 7)}]{member}", variable=True))
    g.taken.append(scope.places[-3])
    return [*lines, f"int *{p} = &{a}[{k}]{member};", *g.assign(scope), *g.assign(scope)]


def written_through_list(g, scope):
    """Variable arguments that are written through."""
    f, form = g.name("put"), g.number(0, 2)
    if form == 0:
        g.functions += g.braces(f"static void {f}(int n, ...)", [
            "va_list l;", "va_start(l, n);", "for (int i = 0; i < n; i++) *va_arg(l, int *) = i + 1;", "va_end(l);"])
        return [f"{f}({g.number(1, 2)}, {g.address(scope)}, {g.address(scope)});"]
    if form == 1:
        tag = g.name("R")
        g.types.append(f"struct {tag} {{ int n; int *p; }};")
        g.functions += g.braces(f"static void {f}(int n, ...)", [
            "va_list l;", "va_start(l, n);", f"struct {tag} s = va_arg(l, struct {tag});", "*s.p = s.n;", "va_end(l);"])
        return [f"{f}(1, (struct {tag}){{{g.small(scope, 1)}, {g.address(scope)}}});"]
    g.functions += g.braces(f"static void v{f}(va_list l)", ["int *p = va_arg(l, int *);", "*p = va_arg(l, int);"])
    g.functions += g.braces(f"static void {f}(int n, ...)", ["va_list l;", "va_start(l, n);", f"v{f}(l);", "va_end(l);"])
    return [f"{f}(2, {g.address(scope)}, (int)({g.small(scope, 1)}));"]


# What compilers add to C.


def cleanup_attribute(g, scope):
    f, v = g.name("clean"), g.name("v")
    inner = g.function_scope([Place("*p", level=1)])
    g.functions += g.braces(f"static void {f}(int *p)", g.assign(inner) + g.assign(inner))
    return g.braces("", [f"__attribute__((cleanup({f}))) int {v} = {g.small(scope, 1)};", *g.assign(scope)])


def second_name(g, scope):
    """Another name for a global variable or function."""
    v, alias = g.name("v"), g.name("alias")
    if g.functions is g.other:
        return g.assign(scope)
    g.globals += [f"int {v} = {g.number(0, 5)};", g.pick([f"extern int {alias} __attribute__((alias(\"{v}\")));", f"extern int {alias} __asm__(\"{v}\");"])]
    scope.add(Place(v, variable=True), Place(alias, variable=True))
    return g.assign(scope) + g.assign(scope)


def constructor(g, scope):
    f = g.name("init")
    inner = g.function_scope([])
    g.functions += [f"__attribute__((constructor)) static void {f}(void);", *g.braces(f"static void {f}(void)", g.assign(inner))]
    return g.assign(scope)


def packed(g, scope):
    s = g.name("pk")
    scope.add(Place(f"{s}.a", level=scope.level), Place(f"{s}.h", "short", level=scope.level), Place(f"((unsigned char *)&{s})[{g.number(1, 3)}]", "unsigned char", level=scope.level))
    return [f"struct __attribute__((packed)) {{ char c; int a; short h; }} {s} = {{1, {g.number(0, 300)}, 3}};", *g.assign(scope), *g.assign(scope)]


def vector(g, scope):
    v, tag = g.name("vec"), g.name("V4")
    g.types.append(f"typedef int {tag} __attribute__((vector_size(16)));")
    scope.add(Place(f"{v}[{g.number(0, 3)}]", level=scope.level))
    return [f"{tag} {v} = {{1, 2, 3, {g.number(0, 5)}}};", f"{v} = {v} + {v};", f"{v}[1] = {g.small(scope, 1)};", *g.assign(scope)]


def atomics(g, scope):
    r = g.name("r")
    variables = [p for p in scope.places if p.variable and p.kind == "int" and not p.constant]
    place = g.pick(variables).text
    value = g.small(scope, 1)
    call = g.pick([f"__sync_fetch_and_add(&{place}, {value})", f"__atomic_add_fetch(&{place}, {value}, 5)", f"__sync_lock_test_and_set(&{place}, {value})",
                   f"__sync_bool_compare_and_swap(&{place}, {g.number(0, 3)}, {value})", f"__atomic_exchange_n(&{place}, {value}, 5)"])
    scope.add(Place(r, level=scope.level, variable=True))
    return [f"int {r} = {call};"]


def overflow_builtins(g, scope):
    r, o = g.name("r"), g.name("o")
    scope.add(Place(r, level=scope.level), Place(o, level=scope.level, constant=True))
    kind, builtin = g.pick(["signed char", "unsigned char"]), g.pick(["add", "sub", "mul"])
    x = g.pick(scope.places[:-2])
    return [f"{kind} {r} = 0;", f"int {o} = __builtin_{builtin}_overflow({g.number(60, 130)}, (int)({x.text} & 15), &{r});", *g.assign(scope)]


def wide_integer(g, scope):
    w, r = g.name("w"), g.name("r")
    if g.model == "ILP32":
        return long_arithmetic(g, scope)
    x = g.read(scope)
    scope.add(Place(r, level=scope.level))
    return [f"unsigned __int128 {w} = (unsigned __int128)1 << {g.number(60, 100)};", f"{w} += {x};", f"{w} *= {g.number(2, 9)};", f"int {r} = (int)({w} >> {g.number(60, 100)}) & 15;"]


def gnu_spellings(g, scope):
    a, r = g.name("a"), g.name("r")
    x = g.read(scope)
    scope.add(Place(f"{a}[2]", level=scope.level, variable=True), Place(r, level=scope.level))
    return [f"int {a}[4] = {{[0 ... 2] = {g.number(0, 5)}, [3] = 7}};", f"int {r} = {x} ?: {g.number(1, 5)};",
            *g.braces(f"switch ({r})", [f"case 0 ... 2: {a}[2]++; break;", f"default: {a}[1]--;"]), *g.assign(scope)]


def struct_compare(g, scope):
    s, t, r = g.name("s"), g.name("t"), g.name("r")
    tag = g.name("E")
    g.types.append(f"struct {tag} {{ int a; int b; }};")
    x = g.small(scope, 1)
    scope.add(Place(r, level=scope.level), Place(f"{s}.a", level=scope.level, variable=True))
    return [f"struct {tag} {s} = {{1, {g.number(0, 3)}}}, {t} = {s};", f"{t}.b = {x};", f"int {r} = memcmp(&{s}, &{t}, sizeof {s}) == 0;"]


def many_iterations(g, scope):
    i, n = g.name("i"), g.number(100, 2000)
    stop = g.read(scope)
    scope.add(Place(i, level=scope.level))
    return [f"int {i};", *g.braces(f"for ({i} = 0; {i} < {n}; {i}++)", [f"if ({stop} == {n + 1}) break;"]), f"{i} &= 15;"]


# Rare ones are refused or left open today.
RARE = [computed_goto, second_name, constructor, vector, wide_integer]
COMMON = [pointer, pointer_to_pointer, integer_pointer, integer_pointer, array_by_integer, pointer_bytes, pointer_union,
          union_bytes, bytes_of_variable, struct_variable, struct_by_value, struct_with_pointer, struct_copy_bytes,
          struct_array, container, array, matrix, heap, linked_list, xor_list, function_table, function_table, callback,
          sorted_array, static_pointer, pass_through, goto_into_loop, long_loop, vla, strings, strings, library_moves,
          global_integer, integer_parameter, unaligned_pointer, array_of_pointers, swapped_pointers, struct_inheritance,
          tagged_union, union_by_value, registered_callback, recursive_callback, pointer_walk, bytes_walk, conversions,
          bit_fields, flexible_array, compound_literal, statement_expression, effects_in_conditions, floats, exits, at_exit,
          static_twice, callback_across_files, mixed_varargs, long_arithmetic, early_return, offset_between, bit_by_bit,
          searched_address, printed_pointer, arena, pointer_in_double, pointer_in_bit_fields, found_in_string, end_of_number,
          moved_heap, sorted_pointers, function_bytes, function_argument_list, cast_function, old_style_function,
          static_addresses, packed, atomics, overflow_builtins, gnu_spellings, struct_compare, many_iterations,
          big_table, big_table, big_array, big_struct, node_pool, part_of_table, part_of_table, grown_table,
          written_through_list, cleanup_attribute]
FEATURES = (COMMON + LIBRARY) * 3 + RARE
