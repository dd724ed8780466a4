"""Features of tempting.py about the C library, builtin functions, and what the linker and the loader do."""
from tempting import Place


def arguments(g, scope):
    """What main is passed: one argument, and a null pointer behind it."""
    r = g.name("r")
    g.main_head = "int main(int argc, char **argv)"
    if not scope.in_main:
        return g.assign(scope)
    scope.add(Place(r, level=scope.level), Place("argc", constant=True))
    return ["__VERIFIER_assume(argc == 1);", f"int {r} = {g.pick(['argv[argc] == 0', 'argv[0] != 0', 'argv[1] == argv[argc]'])};",
            g.pick([f"argv[0] = 0; {r} += argv[0] == argv[1];", f"argv++; {r} += *argv == 0;", f"{r} += argc;"])]


def weak_function(g, scope):
    """A weak function in this file; another file may define it, too."""
    f, r = g.name("weak"), g.name("r")
    inner = g.function_scope([Place("x", level=1)])
    g.functions += g.braces(f"__attribute__((weak)) int {f}(int x)", [*g.assign(inner), "return x & 7;"])
    if g.chance(0.5) and g.functions is not g.other:
        g.globals.append(f"int {f}(int x);")
        g.other += g.braces(f"int {f}(int x)", [f"return (x + {g.number(1, 5)}) & 7;"])
    return [f"int {r} = {f}({g.small(scope, 1)});", f"{g.target(scope).text} = {r};"]


def tentative(g, scope):
    """Several declarations and one definition of a variable, the last one in another file."""
    v = g.name("tent")
    g.globals.append(f"int {v};")
    g.functions += [f"int {v};", f"extern int {v};"]
    scope.add(Place(v, variable=True))
    return g.assign(scope) + g.assign(scope)


def bit_builtins(g, scope):
    r = g.name("r")
    x = f"(unsigned)({g.read(scope)})"
    scope.add(Place(r, level=scope.level))
    return [f"int {r} = " + g.pick([
        f"__builtin_popcount({x})", f"__builtin_clz({x} | 1)", f"__builtin_ctz({x} | 64)", f"__builtin_ffs((int){x})",
        f"__builtin_parity({x})", f"(int)(__builtin_bswap32({x}) >> 24)", f"(int)(__builtin_bswap16((unsigned short){x}) >> 8)",
        f"(int)__builtin_expect({x} == 3, 1)", f"__builtin_clrsb((int){x})", f"(int)__builtin_object_size(&{r}, 0) & 7"]) + ";"]


def number_text(g, scope):
    """A number becomes text and a number again."""
    s, n = g.name("s"), g.name("n")
    x = f"({g.read(scope)} & {g.pick([7, 15, 255])})"
    scope.add(Place(n, level=scope.level))
    write = g.pick([f"snprintf({s}, sizeof {s}, \"%d\", {x});", f"snprintf({s}, 3, \"%u\", {x} + 99u);", f"sprintf({s}, \"%x\", {x});",
                    f"snprintf({s}, sizeof {s}, \"%03d\", -{x});", f"sprintf({s}, \"%c%o\", '1', {x});"])
    read = g.pick([f"{n} = atoi({s}) & 63;", f"{n} = (int)strtoul({s}, 0, 16) & 63;", f"{n} = (int)strlen({s});", f"sscanf({s}, \"%2d\", &{n});",
                   f"{n} = {s}[0] == '-' ? -{s}[1] : {s}[0];"])
    return [f"char {s}[12] = \"\";", f"int {n} = 0;", write, read]


def characters(g, scope):
    r, c = g.name("r"), g.name("c")
    x = g.read(scope)
    scope.add(Place(r, level=scope.level))
    test = g.pick(["isdigit", "isalpha", "isspace", "isupper", "isxdigit", "ispunct", "iscntrl"])
    return [f"int {c} = ({x} & 63) + {g.pick([0, 32, 64])};", f"int {r} = {test}({c}) != 0;",
            f"{r} += {g.pick(['toupper', 'tolower'])}({c}) & 15;"]


def text_search(g, scope):
    s, r = g.name("s"), g.name("r")
    x, y = g.read(scope), g.read(scope)
    scope.add(Place(r, level=scope.level), Place(f"{s}[1]", "char", level=scope.level))
    call = g.pick([f"strstr({s}, \"ba\")", f"strrchr({s}, 'a')", f"strpbrk({s}, \"bx\")", f"(char *)memchr({s}, 'b', 4)", f"strncpy({s}, \"bb\", 2) + 1",
                   f"strncat({s}, \"bab\", 2)", f"strchr({s}, {x} & 1 ? 'a' : 0)"])
    return [f"char {s}[16] = \"{g.pick(['abab', 'aab', 'xyba', 'b'])}\";", f"{s}[0] = (char)('a' + ({y} & 1));",
            f"char *at{r} = {call};", f"int {r} = at{r} ? (int)(at{r} - {s}) : -1;", f"{r} += (int)strcspn({s}, \"b\");"]


def written_by_call(g, scope):
    """Library functions that write through pointers which are also names for something else."""
    q, t = g.name("q"), g.name("t")
    place, x = g.lasting_address(scope, scope.level), g.read(scope)
    call = g.pick([f"__builtin_frexp((double)({x} & 15) + 0.5, {q})", f"__builtin_ldexp(1.0, *{q} & 7)"])
    scope.add(Place(f"*{q}", level=scope.level))
    return [f"int *{q} = {place};", f"double {t} = {call};", f"if ({t} > 1.0) {g.target(scope).text} = 1;"]


def division_results(g, scope):
    d = g.name("d")
    x = g.read(scope)
    scope.add(Place(f"{d}.quot", level=scope.level), Place(f"{d}.rem", level=scope.level))
    return [f"div_t {d} = div({x} % 50, {g.number(2, 7)});", *g.assign(scope)]


def struct_returned(g, scope):
    """A struct that a function returns holds a pointer to what the caller gave."""
    tag, f, s = g.name("R"), g.name("ret"), g.name("s")
    given = f"{g.lasting_address(scope, scope.level)}, {g.small(scope, 1)}"
    g.types.append(f"struct {tag} {{ int *p; int v; char rest[{g.number(1, 9)}]; }};")
    g.functions += g.braces(f"static struct {tag} {f}(int *p, int v)", [
        f"struct {tag} r = {{{g.pick(['p', 'v & 1 ? p : &g0'])}, v, {{1}}}};", g.pick(["r.v++;", "*r.p = v & 15;", "if (v > 2) r.p = &g1;"]), "return r;"])
    scope.add(Place(f"*{s}.p", level=scope.level), Place(f"{s}.v", level=scope.level, variable=True))
    return [f"struct {tag} {s} = {f}({given});", *g.assign(scope), *g.assign(scope)]


def volatile_variable(g, scope):
    v, p = g.name("vol"), g.name("p")
    scope.add(Place(v, level=scope.level), Place(f"*{p}", level=scope.level))
    return [f"volatile int {v} = {g.number(0, 5)};", f"volatile int *{p} = &{v};", *g.assign(scope), *g.assign(scope)]


def generic_choice(g, scope):
    r = g.name("r")
    x = g.read(scope)
    scope.add(Place(r, level=scope.level))
    return [f"int {r} = _Generic(({x}), int: {g.number(1, 3)}, char: {g.number(4, 6)}, default: {g.number(7, 9)}) + (int)sizeof({x});"]


LIBRARY = [arguments, weak_function, tentative, bit_builtins, number_text, characters, text_search, written_by_call, division_results,
           struct_returned, volatile_variable, generic_choice]
