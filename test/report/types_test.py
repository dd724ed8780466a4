#!/usr/bin/env python3
"""Checks the types of the scripts of the report's page, and a SARIF file of a real run against the types that are made
from the official schema. Skipped where there is no TypeScript compiler."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
deps = os.environ.get("TANDEM_DEPS") or pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "tandem"
tsc = pathlib.Path(deps) / "npm" / "node_modules" / "typescript" / "bin" / "tsc"
if shutil.which("node") is None or not tsc.exists():
    print("skipped: node or the TypeScript compiler is not installed; scripts/setup installs them")
    sys.exit(77)
assets = PROJECT / "src" / "report" / "page" / "assets"
for file in [*assets.glob("*.js"), assets / "style.css"]:
    if not file.read_bytes().isascii():
        sys.exit(f"{file}: write other characters as escapes, the build splits the text between bytes")
if subprocess.run(["node", tsc, "-p", assets]).returncode != 0:
    sys.exit(1)

sys.path.insert(0, str(PROJECT / "test" / "cli"))
from harness import run  # noqa: E402

with tempfile.TemporaryDirectory(prefix="tandem-sarif-") as holder:
    folder = pathlib.Path(holder)
    run("verify", "-q", "--check", "overflow", "--sarif", folder / "out.sarif", PROJECT / "examples" / "midpoint.c")
    log = (folder / "out.sarif").read_text()
    assert '"codeFlows"' in log, log
    (folder / "log.ts").write_text(f'import type {{ Log }} from "sarif";\nconst log: Log = {log};\nexport default log;\n')
    types = pathlib.Path(deps) / "npm" / "node_modules" / "@types"
    sys.exit(subprocess.run(["node", tsc, "--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--typeRoots", types,
                             "--types", "sarif", "--baseUrl", types, folder / "log.ts"]).returncode)
