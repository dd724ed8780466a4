#!/usr/bin/env python3
"""Checks the files under src/ against src/layers.txt.

Each row names a folder (a module, or a room of one) and what it may use: folders or whole modules, which stand for
those of their rooms that have a row above. Everything named must stand above, so the rows cannot describe a cycle.

    smt/term: base
    program/model [tandem]: base
    task: base smt program

A room's namespace is tandem:: and its path, or what stands in brackets. Lines that begin with # are comments.

Checked: every file's folder has a row; every #include "..." names a file that the row allows; nothing is allowed that
no product file uses; a file that opens a namespace of tandem opens its folder's; no folder has more than 45 files.
Tests (*_test.cpp, *_for_test.h) may include anything, for those of a module are one program; product files may not
include them.

    check_layers.py [SRC]               # violations as file:line, exit code 1 if there is one
    check_layers.py --graph [SRC]       # which folder uses which, as the product files have it
"""
import graphlib
import pathlib
import re
import sys

MOST_FILES = 45
ROW = re.compile(r"([\w/]+)\s*(?:\[([\w:]+)\])?\s*:([\s\w/]*)$")
INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')
NAMESPACE = re.compile(r"\s*(?:inline\s+)?namespace\s+(tandem(?:::\w+)*)\s*\{")
FOR_TEST = re.compile(r"_test\.cpp$|_for_test\.(h|cpp)$")


class Row:
    def __init__(self, number, name, namespace, uses):
        self.number = number
        self.namespace = namespace or "tandem::" + name.replace("/", "::")
        self.uses = uses  # each name on the right, with the folders it stands for
        self.allowed = {name}.union(*uses.values())


class File:
    def __init__(self, src, path):
        self.path = path
        self.folder = path.parent.relative_to(src).as_posix()
        self.for_test = bool(FOR_TEST.search(path.name))
        lines = list(enumerate(path.read_text().splitlines(), 1))
        self.includes = [(number, found[1]) for number, line in lines if (found := INCLUDE.match(line))]
        self.namespaces = [(number, found[1]) for number, line in lines if (found := NAMESPACE.match(line))]


def within(name, outer, separator):
    return name == outer or name.startswith(outer + separator)


def read_layers(path):
    rows = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = ROW.match(line)
        if not found:
            sys.exit(f"{path}:{number}: expected 'folder: folders it may use', found '{line}'")
        name, namespace, right = found.groups()
        if name in rows:
            sys.exit(f"{path}:{number}: {name} has a row already, {rows[name].number}")
        uses = {used: {row for row in rows if within(row, used, "/")} for used in right.split()}
        for used, folders in uses.items():
            if not folders:
                sys.exit(f"{path}:{number}: {name} may not use {used}, which has no row above it")
        rows[name] = Row(number, name, namespace, uses)
    return rows


def read_files(src):
    return [File(src, path) for path in sorted(src.rglob("*")) if path.suffix in {".h", ".cpp"}]


def folder_of(include):
    return pathlib.PurePosixPath(include).parent.as_posix()


def include_violations(src, file, row):
    for number, include in file.includes:
        used = folder_of(include)
        if not (src / include).is_file():
            yield f'{file.path}:{number}: "{include}" is not a file there; write the path from {src.resolve().name}/'
        elif file.for_test:
            continue
        elif FOR_TEST.search(include):
            yield f'{file.path}:{number}: "{include}" is for tests only'
        elif used not in row.allowed:
            yield f"{file.path}:{number}: {file.folder} may not use {used}; see layers.txt"


def file_violations(src, file, rows):
    if file.folder not in rows:
        yield f"{file.path}:1: folder {file.folder} has no row in layers.txt"
        return
    row = rows[file.folder]
    yield from include_violations(src, file, row)
    if file.namespaces and not any(within(name, row.namespace, "::") for _, name in file.namespaces):
        number, name = file.namespaces[0]
        yield f"{file.path}:{number}: namespace {name}, but {file.folder} is {row.namespace}; see layers.txt"


def folder_violations(src, name, row, files):
    place = f"{src / 'layers.txt'}:{row.number}:"
    if not files:
        yield f"{place} {name} has no files"
    if len(files) > MOST_FILES:
        yield f"{src / name}:1: {len(files)} files, at most {MOST_FILES} per folder"
    used = {folder_of(include) for file in files if not file.for_test for _, include in file.includes}
    for right, folders in row.uses.items():
        if files and not folders & used:
            yield f"{place} {name} does not use {right}; take it out"
        elif any(right != other and within(right, other, "/") for other in row.uses):
            yield f"{place} {name} names {right} and the module around it; take one out"


def violations(src, rows):
    files = read_files(src)
    for file in files:
        yield from file_violations(src, file, rows)
    for name, row in rows.items():
        yield from folder_violations(src, name, row, [file for file in files if file.folder == name])


def measured(src):
    """For each folder the folders its product files use, each with the first include that does."""
    graph = {}
    for file in read_files(src):
        uses = graph.setdefault(file.folder, {})
        for number, include in file.includes:
            if not file.for_test and folder_of(include) != file.folder:
                uses.setdefault(folder_of(include), f'{file.path}:{number}: #include "{include}"')
    return graph


def print_graph(graph):
    try:
        for folder in graphlib.TopologicalSorter(graph).static_order():
            print(" ".join([f"{folder}:", *sorted(graph.get(folder, {}))]))
    except graphlib.CycleError as error:
        for folder in sorted(graph):
            print(" ".join([f"{folder}:", *sorted(graph[folder])]))
        cycle = error.args[1][::-1]
        print("cycle: " + " -> ".join(cycle))
        for user, used in zip(cycle, cycle[1:]):
            print(graph[user][used])
        return 1
    print("no cycle")
    return 0


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--graph"]
    src = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).parent.parent / "src"
    if "--graph" in sys.argv:
        sys.exit(print_graph(measured(src)))
    found = list(violations(src, read_layers(src / "layers.txt")))
    print("\n".join(found) or "all includes respect the layers")
    sys.exit(1 if found else 0)


main()
