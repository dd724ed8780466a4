"""Programs of csmith, small ones, whose checksum is checked; the same shape as those of tempting.py.

csmith's programs have no inputs. Every other one gets some: an input decides whether a global variable starts with
another value, so that there are several checksums.
"""
import functools
import pathlib
import random
import re
import shutil

import oracle
import tempting

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = pathlib.Path("/usr/include/csmith")
SIZES = ["--max-block-depth", "2", "--max-expr-complexity", "3", "--max-array-dim", "2", "--max-array-len-per-dim", "3",
         "--max-struct-fields", "3", "--max-union-fields", "3", "--no-argc", "--concise"]
POINTER_SIZE = {"ILP32": 4, "LP64": 8}


@functools.cache
def missing():
    """What is not installed, or None."""
    if not shutil.which("csmith"):
        return "csmith is not installed (package csmith)"
    return None if (INCLUDE / "safe_math.h").exists() else f"there is no {INCLUDE}/safe_math.h (package libcsmith-dev)"


def generate(seed, model, folder):
    source = random.Random(f"csmith {seed}")
    options = ["--max-funcs", str(source.randint(1, 3)), "--max-block-size", str(source.randint(2, 4)),
               "--max-pointer-depth", str(source.randint(1, 3))]
    options += [o for o, probability in (("--no-volatiles", 0.5), ("--float", 0.15), ("--no-packed-struct", 0.5)) if source.random() < probability]
    # csmith reads the sizes of its target from the folder it runs in.
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "platform.info").write_text(f"integer size = 4\npointer size = {POINTER_SIZE[model]}\n")
    made = oracle.execute(["csmith", "--seed", str(seed), *SIZES, *options], 60, cwd=folder)
    if made.returncode != 0:
        raise oracle.Discard("csmith generates nothing")
    text = with_check(made.stdout.decode(), source)
    return tempting.Program(str(seed), model, [("main.c", expand(text, model, folder))], 1, ["csmith"])


def with_check(text, source):
    text = text.replace('#include "csmith.h"', '#include "csmith_runtime.h"')
    text = re.sub(r"^ *(platform_main_begin|crc32_gentab)\(\);\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^ *if \(print_hash_value\) printf\(.*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"platform_main_end\(.*\);", "CHECK(0, checksum);", text)
    if source.random() < 0.5:
        scalars = re.findall(r"^static u?int\d+_t (g_\d+) = ", text, flags=re.MULTILINE)
        for name in source.sample(scalars, min(len(scalars), source.randint(1, 2))):
            change = f"if (__VERIFIER_nondet_bool()) {name} = {source.choice([0, 1, 2, 5, 255])};"
            text = text.replace("    func_1();", f"    {change}\n    func_1();")
    return text


def expand(text, model, folder):
    """One file that needs no header of csmith, without the arithmetic that is not used."""
    source = folder / "unexpanded.c"
    source.write_text(text)
    made = oracle.execute(["gcc", "-E", "-P", "-w", *oracle.WIDTH[model], f"-I{INCLUDE}", f"-I{HERE}", source], 60)
    if made.returncode != 0:
        raise oracle.Discard(f"csmith's program is not preprocessed: {oracle.first_error(made)}")
    text = made.stdout.decode()
    for function in re.findall(r"^static [^;{}]*?\b(safe_\w+)\s*\([^;{}]*\)\s*\{", text, flags=re.MULTILINE):
        if len(re.findall(rf"\b{function}\b", text)) == 1:
            text = re.sub(rf"^static [^;{{}}]*?\b{function}\s*\([^;{{}}]*\)\s*\{{[^{{}}]*\}}\n", "", text, flags=re.MULTILINE)
    return text
