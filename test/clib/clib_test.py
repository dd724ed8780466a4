#!/usr/bin/env python3
"""Compares the models of the C library (share/clib) with the C library of this machine.

Each driver NAME_test.c is linked with the model NAME.c, or with those that its line "// models: A.c B.c" names, in
which every defined name is called model_<name>; so the driver can call both. It must call each function of NAME.c and
of the models without a driver of their own, except those in its line "// untested: ...". Built for 64 bit with the
address and undefined behaviour sanitizers, and for 32 bit.

    clib_test.py [NAME ...]     # all drivers, or these; CLIB_SEED=N chooses other random arguments
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CLIB = ROOT / "share" / "clib"
sys.path.insert(0, str(ROOT / "scripts"))
import index_clib  # noqa: E402

GCC = ["gcc", "-std=gnu17", "-g", "-O1", "-Wall", "-Wextra", "-Werror"]
BUILDS = {"64 bit": ["-m64", "-fsanitize=undefined,address", "-fno-sanitize-recover=undefined"],
          "32 bit": ["-m32", "-msse2", "-mfpmath=sse"]}


def run(command, **options):
    """What a command wrote, and whether it succeeded."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", **options)
    return done.stdout, done.returncode == 0


def named_in(driver, key):
    """The words of the driver's line "// key: ...", or None."""
    found = re.search(rf"^// {key}: (.*)$", driver.read_text(), re.MULTILINE)
    return found[1].split() if found else None


def models_of(driver):
    return [CLIB / name for name in named_in(driver, "models") or [driver.name.replace("_test.c", ".c")]]


def own(driver, models):
    """The models that the driver tests: not those with a driver of their own, which it only needs."""
    drivers = {model: HERE / f"{model.stem}_test.c" for model in models}
    return [model for model in models if drivers[model] == driver or not drivers[model].exists()]


def can_build(flags):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "empty.c"
        source.write_text("#include <stdio.h>\nint main(void) { return 0; }\n")
        return run(["gcc", *flags, source, "-o", source.with_suffix("")])[1]


def build_and_run(driver, models, flags, folder):
    """An error message, or None; what the driver says about itself is printed."""
    names = {model: index_clib.definitions(model) for model in models}
    renamed = [f"-D{name}=model_{name}" for model in models for name in sorted(names[model])]
    objects = []
    for model in models:
        # Under its own name, for the compiler knows the prototypes of the standard's functions.
        said, good = run([*GCC, *flags[:1], "-fsyntax-only", model])
        objects.append(folder / f"{model.stem}.o")
        if good:
            said, good = run([*GCC, *flags, "-fno-builtin", *renamed, "-c", model, "-o", objects[-1]])
        if not good:
            return said
        symbols = run(["nm", "--defined-only", "--extern-only", "--format=just-symbols", objects[-1]])[0].split()
        defined = {symbol.removeprefix("model_") for symbol in symbols if "." not in symbol}
        if defined != names[model]:
            return f"{model.name}: index_clib.py does not see {sorted(defined ^ names[model])}"
    program = folder / driver.stem
    objects.append(folder / f"{driver.stem}.o")
    said, good = run([*GCC, *flags, "-fno-builtin", "-I", HERE, "-c", driver, "-o", objects[-1]])
    if good:
        said, good = run([*GCC, *flags, "-fno-builtin", HERE / "clib_support.c", *objects, "-o", program, "-lm"])
    if not good:
        return said
    used = run(["nm", "--undefined-only", "--format=just-symbols", objects[-1]])[0].split()
    known = {symbol[6:] for symbol in used if symbol.startswith("model_")} | set(named_in(driver, "untested") or [])
    missing = {name for model in own(driver, models) for name in names[model]}
    missing = {name for name in missing - known if not name.lstrip("_").startswith("tandem_")}
    if missing:
        return f"{driver.name} does not test {' '.join(sorted(missing))}"
    said, good = run(["timeout", "300", program])
    if not good:
        return said
    print("  " + said.strip().replace("\n", "\n  "))
    return None


def main():
    wanted = sys.argv[1:]
    drivers = [HERE / f"{name}_test.c" for name in wanted] or sorted(HERE.glob("*_test.c"))
    failed = []
    builds = {name: flags for name, flags in BUILDS.items() if can_build(flags)}
    for name in BUILDS.keys() - builds.keys():
        print(f"SKIPPED: this machine's gcc does not build for {name}")
    for driver in drivers:
        models = models_of(driver)
        for name, flags in builds.items():
            print(f"{driver.stem}, {name}", flush=True)
            with tempfile.TemporaryDirectory() as folder:
                wrong = build_and_run(driver, models, flags, pathlib.Path(folder))
            if wrong:
                print(wrong)
                failed.append(f"{driver.stem} ({name})")
    if not wanted:
        tested = {model for driver in drivers for model in own(driver, models_of(driver))}
        failed += [f"{model.name} has no driver" for model in sorted(CLIB.glob("*.c")) if model not in tested]
        said, good = run([sys.executable, ROOT / "scripts" / "index_clib.py", "--check"])
        failed += [] if good else [said.strip()]
    print("FAILED: " + "; ".join(failed) if failed else f"{len(drivers)} drivers passed")
    return 1 if failed else 0


if __name__ == "__main__":
    os.environ.setdefault("ASAN_OPTIONS", "detect_leaks=0:allocator_may_return_null=1")
    sys.exit(main())
