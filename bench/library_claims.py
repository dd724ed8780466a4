#!/usr/bin/env python3
"""How long the default takes for claims about functions of the C library: for each function one that holds and one that
does not, written as a user would.

    bench/library_claims.py [--tandem PROGRAM] [--cpu 20s] [NAME ...]     # prints a line for each program
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

# Name, headers, statements before, a claim that holds, one that does not. x and n are any numbers, c is any character.
CLAIMS = [
    ("isdigit", "ctype", "", "!isdigit(c) || (c >= '0' && c <= '9')", "!isdigit(c) || c != '7'"),
    ("toupper", "ctype", "", "toupper(c) < 'a' || toupper(c) > 'z'", "toupper(c) != 'Q'"),
    ("abs", "stdlib", "if (x < -1000) return 0;", "abs(x) >= 0", "abs(x) != 77"),
    ("popcount", "", "", "__builtin_popcount(n) <= 32", "__builtin_popcount(n) != 31"),
    ("clz", "", "if (n == 0) return 0;", "__builtin_clz(n) < 32", "__builtin_clz(n) != 20"),
    ("ctz", "", "if (n == 0) return 0;", "n % 2 == 0 || __builtin_ctz(n) == 0", "__builtin_ctz(n) != 13"),
    ("bswap", "", "", "__builtin_bswap32(__builtin_bswap32(n)) == n", "__builtin_bswap32(n) != 0x12345678"),
    ("add_overflow", "", "int sum;", "__builtin_add_overflow(x, 1, &sum) || sum > x",
     "!__builtin_add_overflow(x, 1, &sum)"),
    ("strchr", "string", "char *at = strchr(\"hello\", 'l');", "*at == 'l'", "at[1] == 'o'"),
    ("strcpy", "string", "char to[8]; strcpy(to, \"abc\");", "to[2] == 'c' && to[3] == 0", "to[1] == 'a'"),
    ("strncpy", "string", "char to[8]; strncpy(to, \"abc\", 6);", "to[4] == 0 && to[0] == 'a'", "to[2] == 'b'"),
    ("strcat", "string", "char to[8] = \"ab\"; strcat(to, \"cd\");", "strlen(to) == 4", "to[3] == 'c'"),
    ("strstr", "string", "const char *s = \"one two\", *at = strstr(s, \"two\");", "at == s + 4", "at == s + 3"),
    ("memchr", "string", "char a[4] = {1, 2, 3, 4}; char *at = memchr(a, 3, 4);", "at == a + 2", "at == a + 1"),
    ("strdup", "string", "char *copy = strdup(\"xyz\"); if (!copy) return 0;", "copy[1] == 'y'", "copy[2] == 'y'"),
    ("atoi", "stdlib", "", "atoi(\"-42\") == -42", "atoi(\"17\") == 18"),
    ("strtol", "stdlib", "char *end; long value = strtol(\"0x1fz\", &end, 16);", "value == 31 && *end == 'z'",
     "*end == 0"),
    ("realloc", "stdlib", "int *p = malloc(4); if (!p) return 0; *p = 5; p = realloc(p, 8); if (!p) return 0;",
     "p[0] == 5", "p[0] == 6"),
    ("snprintf", "stdio", "char text[16]; if (x < 10 || x > 99) return 0; int k = snprintf(text, sizeof text, \"%d\", x);",
     "k == 2 && text[0] != '0'", "text[1] != '7'"),
    ("rand", "stdlib", "int r = rand();", "r >= 0", "r != 4711"),
    ("isinf", "math", "double d = x;", "!isinf(d / 2)", "!isinf(1e308 * d)"),
    ("fmod", "math", "if (x < 0 || x > 100) return 0;", "fmod(x, 8.0) < 8.0", "fmod(x, 8.0) != 5.0"),
    ("fma", "math", "", "fma(2.0, 3.0, 1.0) == 7.0", "fma(x, 2.0, 1.0) != 9.0"),
    ("frexp", "math", "int e; double m = frexp(12.0, &e);", "m == 0.75 && e == 4", "e == 3"),
    ("pow", "math", "", "pow(2.0, 10.0) == 1024.0", "pow(3.0, 2.0) == 8.0"),
]


def program(headers, before, claim):
    includes = "".join(f"#include <{header}.h>\n" for header in ["assert", *headers.split()])
    return (f"{includes}extern int __VERIFIER_nondet_int(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n"
            "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  unsigned n = __VERIFIER_nondet_uint();\n"
            "  unsigned char c = (unsigned char)x;\n  (void)n, (void)c;\n"
            f"  {before}\n  assert({claim});\n  return 0;\n}}\n")


def programs(names=()):
    """Name, text, and whether the claim holds."""
    for name, headers, before, holds, fails in CLAIMS:
        if not names or name in names:
            yield name, program(headers, before, holds), True
            yield name, program(headers, before, fails), False


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tandem", default=str(pathlib.Path(__file__).resolve().parent.parent / "build" / "tandem"))
    parser.add_argument("--cpu", default="20s")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="tandem-claims-") as folder:
        for name, text, holds in programs(options.names):
            file = pathlib.Path(folder) / f"{name}_{'true' if holds else 'false'}.c"
            file.write_text(text)
            begin = time.time()
            run = subprocess.run([options.tandem, "verify", "-q", "--cpu", options.cpu, file], capture_output=True,
                                 text=True)
            good = run.returncode == (0 if holds else 10)
            wrong += not good
            print(f"{file.name:24} {time.time() - begin:6.2f} s  {'' if good else run.stdout.strip()[-90:]}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
