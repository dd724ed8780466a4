#!/usr/bin/env python3
"""Checks the types of the scripts of the report's page. Skipped where there is no TypeScript compiler."""
import os
import pathlib
import shutil
import subprocess
import sys

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
sys.exit(subprocess.run(["node", tsc, "-p", assets]).returncode)
