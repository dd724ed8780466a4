"""scripts/performance: compares with what is recorded, and draws the history."""
import contextlib
import importlib.machinery
import importlib.util
import io
import xml.dom.minidom

import harness
from harness import CliTest, main

LOADER = importlib.machinery.SourceFileLoader("performance", str(harness.PROJECT / "scripts" / "performance"))
performance = importlib.util.module_from_spec(importlib.util.spec_from_loader("performance", LOADER))
LOADER.exec_module(performance)


def row(name, ratio, most, date="2026-01-01"):
    return {"date": date, "commit": "abc", "name": name, "ratio": str(ratio), "least": str(ratio), "most": str(most)}


class Performance(CliTest):
    def compared(self, found, history):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            worse = performance.compare(found, history)
        return worse, said.getvalue()

    def test_worse_only_beyond_the_spread(self):
        slower = {"load": (1.5, 1.4, 1.6)}
        worse, said = self.compared(slower, [row("load", 1.0, 1.1)])
        self.assertTrue(worse)
        self.assertIn("WORSE", said)
        self.assertFalse(self.compared(slower, [row("load", 1.0, 1.45)])[0])  # the spreads overlap
        self.assertFalse(self.compared({"load": (1.2, 1.19, 1.3)}, [row("load", 1.0, 1.1)])[0])
        self.assertFalse(self.compared(slower, [])[0])
        self.assertFalse(self.compared(slower, [row("load", 1.0, 1.1), row("load", 1.5, 1.6)])[0])  # the last record counts

    def test_the_history_is_drawn_and_the_committed_one_is_readable(self):
        drawing = self.folder / "history.svg"
        performance.draw([row("load", 1, 1), row("bmc", 2, 2), row("load", 2, 2, "2026-02-01")], drawing)
        xml.dom.minidom.parse(str(drawing))
        names = {each["name"] for each in performance.read_history(harness.PROJECT / "bench" / "history.csv")}
        self.assertEqual(names, {"start-up", "load", "interpreter", "bmc", "predicate", "reduce", "combine"})


if __name__ == "__main__":
    main()
