#!/usr/bin/env python3
"""Checks that words which docs/glossary.md has retired are used no more.

The glossary is a table `term | meaning | source | was`; the last cell holds the phrases that the term replaces, in
backquotes. A phrase is found as words, in any case, with spaces, hyphens, underscores or line ends between them, and
in CamelCase: `old name` finds old_name_test, OldName and "old-name", in files and in their names. A phrase that ends
with an underscore finds only names that do (a member's). Where the term itself contains the phrase, the term is not
reported.

Not read: the glossary, models of the C library, what stands in docs/decisions below a line with <!-- history -->, drawings, tables of numbers,
and in test/ what is neither Python, C++ nor Markdown.

    check_words.py [ROOT]       # file:line of every retired phrase, exit code 1 if there is one
"""
import pathlib
import re
import sys

PLACES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "src", "docs", "share", "scripts", "examples", "test",
          "bench"]
NOT_READ = {".svg", ".csv"}
MODELS = "share/clib"  # C about floats, which round
READ_IN_TEST = {".py", ".cpp", ".h", ".md"}
HISTORY = "<!-- history -->"

HUMP = r"(?-i:(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]))"
BEGIN = rf"(?:(?<![^\W_])|{HUMP})"
BETWEEN = rf"(?:[ _-]|\s*\n\s*(?:(?://|#|\*|>)\s*)?|{HUMP})"
END = rf"(?:(?![^\W_])|{HUMP})"


def words_of(phrase):
    return re.findall(r"[A-Z][A-Z0-9]*(?![a-z])|[A-Z]?[a-z0-9']+", phrase)


def key_of(phrase):
    """What two ways to write the same phrase have in common."""
    return " ".join(words_of(phrase)).lower() + ("_" if phrase.endswith("_") else "")


def letters_of(phrase):
    return re.sub(r"[\W_]", "", phrase).lower() + ("_" if phrase.endswith("_") else "")


def pattern_of(key):
    last = r"_(?!\w)" if key.endswith("_") else END
    return BETWEEN.join(map(re.escape, key.rstrip("_").split(" "))) + last


def cells_of(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))]


def read_glossary(path):
    """The terms that replace each retired phrase, by the phrase's key."""
    retired = {}
    columns = None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.lstrip().startswith("|"):
            columns = None
            continue
        cells = cells_of(line)
        if columns is None:
            columns = [cell.lower() for cell in cells]
        elif {"term", "was"} <= set(columns):
            if len(cells) != len(columns):
                sys.exit(f"{path}:{number}: {len(cells)} cells in a table of {len(columns)} columns")
            row = dict(zip(columns, cells))
            for phrase in re.findall(r"`([^`]+)`", row["was"]):
                retired.setdefault(key_of(phrase), []).append(row["term"].strip("*`"))
    if not retired:
        sys.exit(f"{path}:1: expected a table 'term | meaning | source | was' with phrases in backquotes")
    return retired


def finder(retired):
    """One expression for all phrases, and for the terms that contain one, the longer ones first."""
    terms = {key_of(term) for row in retired.values() for term in row}
    keys = set(retired) | {term for term in terms if any(f" {key} " in f" {term} " for key in retired)}
    by_letter = {}
    for key in sorted(keys, key=lambda key: (-len(key), key)):
        by_letter.setdefault(key[0], []).append(pattern_of(key)[len(re.escape(key[0])):])
    branches = [f"{re.escape(letter)}(?:{'|'.join(rest)})" for letter, rest in sorted(by_letter.items())]
    return re.compile(rf"{BEGIN}(?:{'|'.join(branches)})", re.IGNORECASE)


def files(root):
    for place in PLACES:
        for file in [root / place] if (root / place).is_file() else sorted((root / place).rglob("*")):
            if file.suffix in NOT_READ or "__pycache__" in file.parts or not file.is_file():
                continue
            if file == root / "docs" / "glossary.md" or file.is_relative_to(root / MODELS):
                continue
            if place == "test" and file.suffix not in READ_IN_TEST:
                continue
            yield file


def text_of(file, root):
    try:
        text = file.read_text()
    except UnicodeDecodeError:
        return ""
    if "\0" in text:
        return ""
    return text.partition(HISTORY)[0] if file.is_relative_to(root / "docs" / "decisions") else text


def problems(root, retired):
    expression = finder(retired)
    by_letters = {letters_of(key): terms for key, terms in retired.items()}
    for file in files(root):
        text = text_of(file, root)
        found = [(1, match[0]) for match in expression.finditer(file.relative_to(root).as_posix())]
        found += [(text.count("\n", 0, match.start()) + 1, match[0]) for match in expression.finditer(text)]
        for number, phrase in found:
            terms = by_letters.get(letters_of(phrase))
            if terms:
                shown = " ".join(phrase.split())
                yield f"{file}:{number}: '{shown}' is retired; say " + " or ".join(f"'{term}'" for term in terms)


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent
    retired = read_glossary(root / "docs" / "glossary.md")
    found = list(problems(root, retired))
    print("\n".join(found) or f"none of {len(retired)} retired phrases is in use")
    sys.exit(1 if found else 0)


main()
