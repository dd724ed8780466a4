"""A command, and the CPU time of all processes that it started, for the studies here.

The CPU time of a killed process is reported to the process that waits for it, and its orphaned children are waited for by
init. So each command gets a parent that adopts all its descendants (Linux: PR_SET_CHILD_SUBREAPER) and outlives them.

    measured.py SECONDS COMMAND…     # the output, then a line of JSON; the command is killed after this many seconds
"""
import collections
import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
import time

Measured = collections.namedtuple("Measured", "lines cpu wall")
PR_SET_CHILD_SUBREAPER = 36


def measured(command, wall):
    """The lines of the standard output, the CPU seconds of all processes and the seconds it took."""
    done = subprocess.run([sys.executable, __file__, str(wall), *map(str, command)], stdout=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, text=True, errors="replace", check=True)
    *lines, last = done.stdout.split("\n")
    return Measured(lines, **json.loads(last))


def keep(wall, command):
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    start = time.monotonic()
    child = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        child.wait(wall)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
    seconds = time.monotonic() - start
    try:
        while True:
            os.wait()
    except ChildProcessError:
        pass
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print("\n" + json.dumps({"cpu": used.ru_utime + used.ru_stime, "wall": seconds}), end="", flush=True)


if __name__ == "__main__":
    keep(float(sys.argv[1]), sys.argv[2:])
