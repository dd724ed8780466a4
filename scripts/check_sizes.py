#!/usr/bin/env python3
"""Checks that files and functions stay small: no file under src/ has more than 500 lines, and at most 6 functions of
the product code have more than 60, from the first line of their head to the closing brace.

Functions are found by their layout, which clang-format sees to: a head begins at the indentation of its scope
(namespaces do not indent, classes do by 2), its last line ends with " {", and a brace at the head's indentation closes
it.

    check_sizes.py [SRC]        # the long ones as file:line, exit code 1 if there are too many
"""
import pathlib
import re
import sys

MOST_FILE_LINES = 500
MOST_FUNCTION_LINES = 60
MOST_LONG_FUNCTIONS = 6
FOR_TEST = re.compile(r"_test\.cpp$|_for_test\.(h|cpp)$")
QUOTED = r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\''
NO_CODE = re.compile(QUOTED + r"|//[^\n]*|/\*.*?\*/", re.DOTALL)
ACCESS = re.compile(r"(public|private|protected):")
LABEL = re.compile(r"\s*\w+:$")
NAMESPACE = re.compile(r"(inline )?namespace\b|extern\b")
CLASS = re.compile(r"(template <.*> )?(class|struct|union)\b")
NAME = re.compile(r"([\w:~]*\boperator[^\w\s]+|[\w:~]+)\(")


def code_of(text):
    """The lines, without comments and what stands in quotes."""
    text = NO_CODE.sub(lambda found: "\n" * found[0].count("\n"), text)
    return [line.rstrip() for line in text.split("\n")]


def indentation(line):
    return len(line) - len(line.lstrip())


def end_of_head(lines, first):
    for number in range(first, len(lines)):
        if lines[number].endswith(("{", "}", ";")):
            return number
    return len(lines) - 1


def end_of_block(lines, first, indent):
    """The brace at this indentation; or the line before what follows, where the brace ends a line as in "{}"."""
    last = first - 1
    for number in range(first, len(lines)):
        line = lines[number]
        if not line:
            continue
        if indentation(line) <= indent and not line.startswith("#"):
            if indentation(line) == indent and line.lstrip().startswith("}"):
                return number
            if indentation(line) < indent or not LABEL.match(line):
                return last
        last = number
    return last


def functions(lines):
    """First and last line and name of each function."""
    scope = 0
    number = 0
    while number < len(lines):
        line = lines[number].strip()
        indent = indentation(lines[number])
        first = number
        number += 1
        if not line or line.startswith("#") or ACCESS.match(line) or indent > scope:
            continue
        scope = indent
        if line.startswith("}"):
            continue
        last = end_of_head(lines, first)
        number = last + 1
        head = " ".join(part.strip() for part in lines[first:number])
        if not head.endswith("{") or NAMESPACE.match(head):
            continue
        if CLASS.match(head):
            scope += 2
            continue
        is_function = "(" in head and head.endswith(" {") and not head.endswith("= {")
        end = end_of_block(lines, number, indent)
        number = end + 1
        if is_function:
            name = NAME.search(head)
            yield first + 1, end + 1, name[1] if name else head


def long_functions(file):
    for first, last, name in functions(code_of(file.read_text())):
        if last - first + 1 > MOST_FUNCTION_LINES:
            yield last - first + 1, f"{file}:{first}: {name} has {last - first + 1} lines"


def main():
    src = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent / "src"
    files = [file for file in sorted(src.rglob("*")) if file.is_file()]
    lengths = [(len(file.read_text(errors="replace").splitlines()), file) for file in files]
    large = [f"{file}:1: the file has {lines} lines" for lines, file in lengths if lines > MOST_FILE_LINES]
    product = [file for file in files if file.suffix in {".h", ".cpp"} and not FOR_TEST.search(file.name)]
    found = sorted((function for file in product for function in long_functions(file)), reverse=True)
    for message in large + [message for _, message in found]:
        print(message)
    print(f"{len(large)} files over {MOST_FILE_LINES} lines (none allowed), "
          f"{len(found)} functions over {MOST_FUNCTION_LINES} ({MOST_LONG_FUNCTIONS} allowed)")
    sys.exit(1 if large or len(found) > MOST_LONG_FUNCTIONS else 0)


main()
