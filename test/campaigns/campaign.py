#!/usr/bin/env python3
"""Random programs against every way to ask tandem about them; see README.md.

    campaign.py tempting --count 200 --seed 1 [--jobs J] [--minutes M] [--out FOLDER]
    campaign.py csmith   --count 50  --seed 1 ...
    campaign.py summary  --out FOLDER       # of what a campaign has found so far

Exit code 1 if a verdict contradicts the compiled program or tandem breaks, 77 if a tool is missing. With --out, each
program's result is a line of results.jsonl there, a campaign that is started again goes on behind the last one, and the
programs of wrong verdicts are kept, shrunk, in a folder of their own.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import re
import shutil
import sys
import tempfile
import time

import csmith_programs
import features
import oracle
import shrink
import tempting
import ways

MODELS = ["LP64", "ILP32"]


def write_files(files, folder):
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, text in files:
        (folder / name).write_text(text)
        paths.append(folder / name)
    return paths


def make_program(seed, folder, options):
    """The files of a program, its data model, its runs, and the features in it."""
    source = random.Random(f"kind {seed}")
    model = source.choice(MODELS)
    if options.kind == "csmith":
        program = csmith_programs.generate(seed, model, folder)
    else:
        program = tempting.Generator(seed, model, features.FEATURES).program()
    probes = write_files([(name, tempting.probed(text)) for name, text in program.files], folder / "probe")
    program.values = oracle.run_sanitized(probes, model, folder).values
    files = tempting.decide_checks(program, source.random() < 0.5)
    if files is None:
        raise oracle.Discard("no check is reached")
    paths = write_files(files, folder / "program")
    return files, paths, model, oracle.run_plain(paths, model, folder), program.features


def judge(seed, options):
    """One program: a record for results.jsonl."""
    record = {"seed": seed, "asked": [], "wrong": []}
    with tempfile.TemporaryDirectory(prefix="tandem-campaign-") as name:
        folder = pathlib.Path(name)
        try:
            files, paths, model, runs, made_of = make_program(seed, folder, options)
        except oracle.Discard as reason:
            return {**record, "discarded": str(reason)[:120]}
        record.update(model=model, fails=runs.fails, features=made_of)
        doubt = None
        for way in ways.choose(random.Random(f"ways {seed}"), options.ways):
            verdict = way.ask(paths, model, folder, options)
            record["asked"].append([way.name, verdict.word, verdict.reason[:200]])
            if verdict.contradicts(runs.fails):
                doubt = doubt or doubt_about(paths, model, folder)
                case = {"seed": seed, "way": way.name, "verdict": verdict.word, "reason": verdict.reason,
                        "fails": runs.fails, "model": model, "commands": verdict.commands, "doubt": doubt}
                record["wrong"].append(keep(case, files, way, verdict, folder, options))
    return record


def doubt_about(paths, model, folder):
    """Why the truth about the program is not certain; empty if it is."""
    try:
        oracle.confirm(paths, model, folder)
        return ""
    except oracle.Discard as reason:
        return str(reason)


def keep(case, files, way, verdict, folder, options):
    """Shrinks the program of a wrong verdict and writes it down."""
    if options.shrink and not case["doubt"] and seen_before(case, options) < 2:
        files = shrink.shrink(files, case["model"], way, verdict, folder, options)
    target = pathlib.Path(options.cases) / f"case-{case['seed']}-{re.sub(r'[^a-z0-9]+', '-', way.name)}"
    write_files(files, target)
    (target / "case.json").write_text(json.dumps(case, indent=2) + "\n")
    return {**case, "folder": str(target)}


def seen_before(case, options):
    """How many cases of the same kind there are already; one cause would otherwise cost all the time."""
    cases = [json.loads(path.read_text()) for path in pathlib.Path(options.cases).glob("case-*/case.json")]
    kind = lambda one: [one["way"].split()[0], one["verdict"], one["fails"], one["reason"][:40]]
    return sum(kind(one) == kind(case) for one in cases)


# Summaries.


def print_summary(records):
    records = list(records)
    judged = [r for r in records if "discarded" not in r]
    print(f"{len(records)} programs, {len(judged)} judged ({sum(r['fails'] for r in judged)} fail for some input), "
          f"{len(records) - len(judged)} discarded")
    for reason, count in collections.Counter(re.sub(r"[‘'].*?[’']", "...", r["discarded"]) for r in records if "discarded" in r).most_common(8):
        print(f"  discarded {count:5}  {reason}")
    by_way = collections.defaultdict(collections.Counter)
    reasons = collections.Counter()
    for way, word, reason in (asked for r in judged for asked in r["asked"]):
        by_way[way][word] += 1
        if word in ("UNKNOWN", "REFUSED"):
            reasons[f"{word} " + re.sub(r"/\S+/|\d+", "", reason)[:100]] += 1
    words = ["TRUE", "FALSE", "UNKNOWN", "REFUSED", "BROKEN"]
    print(f"{'way':<44}" + "".join(f"{w:>9}" for w in words))
    for way, counts in sorted(by_way.items()):
        print(f"{way:<44}" + "".join(f"{counts[w]:>9}" for w in words))
    total = sum(by_way.values(), collections.Counter())
    print(f"{'all':<44}" + "".join(f"{total[w]:>9}" for w in words))
    for reason, count in reasons.most_common(25):
        print(f"  undecided {count:5}  {reason}")
    wrong = [w for r in judged for w in r["wrong"]]
    for w in wrong:
        doubt = f" (in doubt: {w['doubt']})" if w["doubt"] else ""
        print(f"WRONG{doubt}: seed {w['seed']} {w['way']} {w['model']}: {w['verdict']} but the program "
              f"{'fails' if w['fails'] else 'never fails'}; {w['folder']}\n    {w['commands'][-1]}\n    {w['reason'][:300]}")
    print(f"{len(wrong)} wrong verdicts, {sum(bool(w['doubt']) for w in wrong)} of them in doubt")
    return sum(not w["doubt"] for w in wrong)


def read_results(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def run_campaign(options):
    log = pathlib.Path(options.out) / "results.jsonl" if options.out else None
    records = read_results(log) if log else []
    if log:
        log.parent.mkdir(parents=True, exist_ok=True)
    done = {r["seed"] for r in records}
    seeds = [s for s in range(options.seed, options.seed + options.count) if s not in done]
    until = time.monotonic() + options.minutes * 60

    def one(seed):
        return judge(seed, options) if time.monotonic() < until else None

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for record in pool.map(one, seeds):
            if record is None:
                continue
            records.append(record)
            if log:
                with log.open("a") as out:
                    out.write(json.dumps(record) + "\n")
            for wrong in record["wrong"]:
                print(f"WRONG: seed {wrong['seed']} {wrong['way']}: {wrong['folder']}", flush=True)
    return records


def main():
    parser = argparse.ArgumentParser(description="random programs against every way to ask tandem about them")
    parser.add_argument("kind", choices=["tempting", "csmith", "summary"])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no program after this time")
    parser.add_argument("--cpu", type=int, default=3, help="seconds for one call of tandem")
    parser.add_argument("--out", help="folder for results and kept programs; a campaign goes on where it was")
    parser.add_argument("--ways", type=int, default=4, help="how many ways to ask about one program; 0: all")
    parser.add_argument("--shrink-seconds", type=int, default=120)
    parser.add_argument("--no-shrink", dest="shrink", action="store_false")
    options = parser.parse_args()
    options.includes = []
    options.cases = options.out or tempfile.mkdtemp(prefix="tandem-campaign-cases-")
    if options.kind == "csmith" and csmith_programs.missing():
        print("skipped: " + csmith_programs.missing())
        sys.exit(77)
    records = read_results(pathlib.Path(options.out) / "results.jsonl") if options.kind == "summary" else run_campaign(options)
    sys.exit(1 if print_summary(records) else 0 if records else 77)


if __name__ == "__main__":
    main()
