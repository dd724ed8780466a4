#!/usr/bin/env python3
"""Checks that every #include "module/..." under src/ is allowed by src/layers.txt.

Each row of layers.txt names a module and the modules it may use, which must stand in rows above it; so the rows cannot
describe a cycle. Prints every violation as file:line and exits 1 if there is one.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')


def read_layers(path):
    allowed = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        name, colon, rest = line.partition(":")
        if not colon:
            sys.exit(f"{path}:{number}: expected 'module: modules it may use', found '{line}'")
        for used in rest.split():
            if used not in allowed:
                sys.exit(f"{path}:{number}: {name} may not use {used}, which has no row above it")
        allowed[name] = {name, *rest.split()}
    return allowed


def violations(src, allowed):
    for file in sorted(src.rglob("*")):
        if file.suffix not in {".h", ".cpp"}:
            continue
        module = file.relative_to(src).parts[0]
        if module not in allowed:
            yield f"{file}:1: module {module} has no row in layers.txt"
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            include = INCLUDE.match(line)
            if not include:
                continue
            used = include[1].split("/")[0]
            if not (src / include[1]).exists():
                yield f'{file}:{number}: "{include[1]}" is not a file under {src.name}/; write the path from there'
            elif used not in allowed[module]:
                yield f"{file}:{number}: {module} may not use {used}; see layers.txt"


def main():
    src = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent / "src"
    found = list(violations(src, read_layers(src / "layers.txt")))
    print("\n".join(found) or "all includes respect the layers")
    sys.exit(1 if found else 0)


main()
