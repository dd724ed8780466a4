#!/usr/bin/env python3
"""Writes share/clib/index.txt: a line for every name that the models of the C library define, with its file and whether
it is exact, or leaves its result open: it uses, perhaps through other models, an intrinsic of share/clib/model.h.

    index_clib.py [--check]     # with --check, nothing is written; exit code 1 if the index is not current
"""
import pathlib
import re
import subprocess
import sys

CLIB = pathlib.Path(__file__).resolve().parent.parent / "share" / "clib"
QUOTED = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'')
ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)|__extension__|_Noreturn")
NOT_DEFINED_HERE = re.compile(r"\s*(typedef|extern|_Static_assert)\b")
TYPE = re.compile(r"\s*(struct|union|enum)\s*\w*\s*$")
FUNCTION = re.compile(r"(\w+)\(")
VARIABLE = re.compile(r"\w[\w\s*]*[\s*](\w+)\s*(\[[^=]*)?(=.*)?$", re.DOTALL)
INTRINSIC = re.compile(r"tandem_(unspecified|environment|host)_\w+|tandem_assume|tandem_object_size")
WORD = re.compile(r"\w+")


def outer_texts(text):
    """Declarations and definitions at the outermost level: the head, and the body in braces or an empty text."""
    depth, begin, head = 0, 0, ""
    for at, sign in enumerate(text):
        if sign == "{":
            if depth == 0:
                head, begin = text[begin:at], at
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth == 0:
                yield head, text[begin : at + 1]
                begin = at + 1
        elif sign == ";" and depth == 0:
            yield text[begin:at], ""
            begin = at + 1


def defined_name(head, body):
    """The name that a text of outer_texts defines, or None."""
    if NOT_DEFINED_HERE.match(head) or TYPE.match(head):
        return None
    function = FUNCTION.search(head)
    if function and "=" not in head:
        return function[1] if body else None
    variable = VARIABLE.search(head)
    return variable[1] if variable else None


def read_model(model):
    """Of a model file, name -> (is it static?, the words of its definition)."""
    text = subprocess.run(["cc", "-E", "-P", model], check=True, capture_output=True, text=True).stdout
    text = ATTRIBUTE.sub(" ", QUOTED.sub('""', text))
    result = {}
    for head, body in outer_texts(text):
        if name := defined_name(head, body):
            result[name] = (head.lstrip().startswith("static"), set(WORD.findall(body)))
    return result


def definitions(model):
    """The names with external linkage that a model file defines."""
    return {name for name, (is_static, _) in read_model(model).items() if not is_static}


def index():
    """The text of the index."""
    files = {model: read_model(model) for model in sorted(CLIB.glob("*.c"))}
    everything = [(model, name, words) for model, defined in files.items() for name, (_, words) in defined.items()]
    public = [name for defined in files.values() for name, (is_static, _) in defined.items() if not is_static]
    if twice := {name for name in public if public.count(name) > 1}:
        sys.exit("defined in two models: " + " ".join(sorted(twice)))
    is_open = set()  # (file, name)
    size = -1
    while size != len(is_open):  # until no more definitions are found to use an open one
        size = len(is_open)
        open_public = {name for _, name in is_open if name in public}
        for model, name, words in everything:
            used = open_public | {other for file, other in is_open if file == model}
            if words & used or any(INTRINSIC.fullmatch(word) for word in words):
                is_open.add((model, name))
    lines = [
        f"{name} {model.name} {'open' if (model, name) in is_open else 'exact'}\n"
        for model, defined in files.items()
        for name, (is_static, _) in defined.items()
        if not is_static
    ]
    return "".join(sorted(lines))


def main():
    text, path = index(), CLIB / "index.txt"
    if "--check" in sys.argv[1:]:
        if not path.exists() or path.read_text() != text:
            sys.exit(f"{path} is not current: run scripts/index_clib.py")
        return
    path.write_text(text)


if __name__ == "__main__":
    main()
