#!/usr/bin/env python3
"""Draws src/layers.txt as docs/architecture.svg: the modules with their rooms, the last row on top, and lines to the
modules that each one uses. A line that a longer way implies is left out.

A comment `## name` in layers.txt begins a group of modules, which gets a colour. What a module is for comes from its
README.md: what follows the colon in its heading, else its first sentence.

    draw_layers.py [ROOT]               # writes the picture
    draw_layers.py --check [ROOT]       # exit code 1 if the one on disk is another
"""
import html
import pathlib
import re
import sys

WIDTH, MARGIN, GAP = 1000, 20, 10
NAME_WIDTH = 128  # of the column with the modules' names
HEAD = 40  # height of a box without rooms
CHIP, CHIP_GAP = 22, 6
TRACK, BEND = 13, 7  # between lines side by side; radius of their bends
ENTRY, PORT = 11, 6  # where lines enter a box, from its top; between lines that leave it
LETTER = {12: 7.3, 13: 6.9}  # width of a letter, on the safe side
PALETTE = [("#e2ecf8", "#4a86c5"), ("#dcf2ee", "#2f9c8c"), ("#e7f3dc", "#63963a"), ("#fcf0d2", "#b58516"),
           ("#fde5dc", "#d96c48"), ("#ede4f7", "#8f6cc4")]
ROW = re.compile(r"([\w/]+)\s*(?:\[[\w:]+\])?\s*:([\s\w/]*)$")
NOTE = "A line leads to a module that is used; lines that a longer way implies are left out (src/layers.txt has all)."


class Module:
    def __init__(self, name, group):
        self.name, self.group = name, group
        self.rows = {}  # folder: what it may use, in words
        self.uses = set()  # modules
        self.top = self.height = 0


def first_sentence(readme):
    if not readme.exists():
        return ""
    heading, *paragraphs = re.split(r"\n\s*\n", readme.read_text().strip())
    after_colon = re.match(r"#[^:]*:\s*(.*)", heading)
    text = " ".join((after_colon[1] if after_colon else "".join(paragraphs[:1])).split())
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).replace("`", "").replace("**", "")
    sentence = re.match(r".*?[.!?:](?=\s+[A-Z]|$)", text)
    text = (sentence[0] if sentence else text).rstrip(".:")
    return text[:1].upper() + text[1:]


def read_modules(path):
    """The modules by name in order of their first rows, and the groups."""
    modules, groups = {}, [""]
    for line in path.read_text().splitlines():
        if line.startswith("## "):
            groups.append(line[3:].strip())
        row = ROW.match(line)
        if not row:
            continue
        folder, right = row.groups()
        module = modules.setdefault(folder.split("/")[0], Module(folder.split("/")[0], groups[-1]))
        module.rows[folder] = right.split()
        module.uses |= {used.split("/")[0] for used in right.split()} - {module.name}
    for module in modules.values():
        for missing in sorted(module.uses - set(modules)):
            sys.exit(f"{path}:1: {module.name} uses {missing}, which has no row")
    return modules, [group for group in groups if any(module.group == group for module in modules.values())]


def reduced(modules):
    """For each module the modules below that no other way leads to, and those above it that one of its rooms uses."""
    order = {name: number for number, name in enumerate(modules)}
    reached, kept = {}, {}
    for name, module in modules.items():
        below = {used for used in module.uses if order[used] < order[name]}
        further = set().union(*(reached[used] for used in below))
        reached[name] = below | further
        kept[name] = module.uses - (below & further)
    return kept


def tracks_of(modules, kept):
    """For each module that is used the number of the vertical line that leads to it; short lines are near the boxes."""
    spans = {}
    for used in modules:
        tops = [modules[name].top for name in modules if used in kept[name]]
        if tops:
            spans[used] = (min(tops + [modules[used].top]), max(tops + [modules[used].top]))
    taken, tracks = [], {}
    for used, (first, last) in sorted(spans.items(), key=lambda item: (item[1][1] - item[1][0], item[1])):
        free = (number for number, others in enumerate(taken) if all(last <= f or l <= first for f, l in others))
        tracks[used] = next(free, len(taken))
        if tracks[used] == len(taken):
            taken.append([])
        taken[tracks[used]].append((first, last))
    return tracks


def chips_of(module, width):
    """The rooms as (name, x, line, width), in lines that fit."""
    x, line, chips = 0, 0, []
    for folder in module.rows:
        room = folder.partition("/")[2]
        if not room:
            continue
        wide = len(room) * LETTER[12] + 18
        if x and x + wide > width:
            x, line = 0, line + 1
        chips.append((folder, x, line, wide))
        x += wide + CHIP_GAP
    return chips


def place(modules, kept, width):
    """Sets where the boxes are, from the last module down; returns where the groups' names go and where all ends."""
    y, group, captions = MARGIN, None, []
    for module in reversed(modules.values()):
        if module.group != group:
            group = module.group
            if group:
                y += 26 if captions else 16
                captions.append((group, y - 6))
        lines = max((line + 1 for _, _, line, _ in chips_of(module, width)), default=0)
        inside = HEAD + lines * (CHIP + CHIP_GAP) + (4 if lines else 0)
        module.top, module.height = y, max(inside, ENTRY + 10 + PORT * len(kept[module.name]))
        y += module.height + GAP
    return captions, y


def shortened(text, width):
    most = int(width / LETTER[13])
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0].rstrip(",;:") + " …"


def text(x, y, size, words, more=""):
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}"{more}>{html.escape(words)}</text>'


def title(src, folder, uses):
    parts = [folder, first_sentence(src / folder / "README.md"), "uses " + ", ".join(uses) if uses else ""]
    return f"<title>{html.escape(chr(10).join(part for part in parts if part))}</title>"


def box(src, module, right, colours):
    fill, strong = colours
    x, y = MARGIN, module.top
    inner = right - x - NAME_WIDTH - 14
    purpose = first_sentence(src / module.name / "README.md")
    yield f"<g>{title(src, module.name, module.rows.get(module.name, []))}"
    yield f'<rect x="{x}" y="{y}" width="{right - x}" height="{module.height}" rx="8" fill="{fill}" stroke="{strong}"/>'
    yield text(x + 14, y + 25, 15, module.name, ' font-weight="bold" fill="#1c2733"')
    yield text(x + NAME_WIDTH, y + 25, 13, shortened(purpose, inner), ' fill="#3d4a57"')
    yield "</g>"
    for folder, left, line, wide in chips_of(module, inner):
        cx, cy = x + NAME_WIDTH + left, y + HEAD - 2 + line * (CHIP + CHIP_GAP)
        yield f"<g>{title(src, folder, module.rows[folder])}"
        yield (f'<rect x="{cx:g}" y="{cy}" width="{wide:g}" height="{CHIP}" rx="5" fill="#ffffff" stroke="{strong}"'
               ' stroke-opacity="0.55"/>')
        yield text(cx + wide / 2, cy + 15, 12, folder.partition("/")[2], ' text-anchor="middle" fill="#1c2733"')
        yield "</g>"


def lines(modules, kept, tracks, right, colour):
    for used, track in tracks.items():
        x = right + 20 + track * TRACK
        end = modules[used].top + ENTRY
        yield f'<g stroke="{colour[modules[used].group]}" fill="none">'
        reach = {BEND: end, -BEND: end}  # how far the line goes on from where it ends, upwards and downwards
        for name, user in modules.items():
            if used in kept[name]:
                start = user.top + user.height - 8 - PORT * sorted(kept[name], key=tracks.get).index(used)
                bend = BEND if start < end else -BEND
                reach[bend] = (min if bend > 0 else max)(reach[bend], start)
                yield f'<path d="M{right} {start}H{x - BEND}Q{x} {start} {x} {start + bend}"/>'
        for bend, start in reach.items():
            if start != end:
                yield f'<path d="M{x} {start + bend}V{end - bend}Q{x} {end} {x - BEND} {end}H{right + 6}"/>'
        yield f'<path d="M{right + 1} {end}l7 -4v8z" fill="{colour[modules[used].group]}" stroke="none"/>'
        yield "</g>"


def drawing(root):
    src = root / "src"
    modules, groups = read_modules(src / "layers.txt")
    colours = {group: PALETTE[number % len(PALETTE)] for number, group in enumerate(groups)}
    kept = reduced(modules)
    place(modules, kept, WIDTH)  # the order is enough to count the lines, and they say how wide the boxes can be
    right = WIDTH - MARGIN - 20 - TRACK * max(tracks_of(modules, kept).values(), default=0)
    captions, bottom = place(modules, kept, right - MARGIN - NAME_WIDTH - 14)
    tracks = tracks_of(modules, kept)
    height = bottom + 30
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
           ' font-family="Helvetica, Arial, \'DejaVu Sans\', sans-serif">')
    yield "<!-- made by scripts/draw_layers.py from src/layers.txt; do not edit -->"
    yield "<title>The modules of tandem</title>"
    yield '<g stroke-width="1.5">'
    yield from lines(modules, kept, tracks, right, {group: strong for group, (_, strong) in colours.items()})
    yield "</g>"
    for group, y in captions:
        yield text(MARGIN + 2, y, 12, group, f' font-weight="bold" letter-spacing="0.6" fill="{colours[group][1]}"')
    for module in reversed(modules.values()):
        yield from box(src, module, right, colours[module.group])
    yield text(MARGIN + 2, bottom + 12, 12, NOTE, ' fill="#7d8791"')
    yield "</svg>"


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    root = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).parent.parent
    file = root / "docs" / "architecture.svg"
    wanted = "\n".join(drawing(root)) + "\n"
    if "--check" not in sys.argv:
        file.write_text(wanted)
    elif not file.exists() or file.read_text() != wanted:
        print(f"{file}:1: differs from src/layers.txt or a README.md; run scripts/draw_layers.py")
        sys.exit(1)
    print(f"{file} shows src/layers.txt")


main()
