"""Measures copying a page in real browsers. See README.md."""

import argparse
import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "Tests" / "Browser"), str(HERE.parent / "restore")]

import captures  # noqa: E402
import observation  # noqa: E402
import sizes  # noqa: E402
import slices  # noqa: E402
from browsers import Chromium, Firefox  # noqa: E402
from conftest import Leftoff  # noqa: E402
from site_server import Site  # noqa: E402

BROWSERS = {"chromium": Chromium, "firefox": Firefox}
PARTS = ["slices", "captures", "sizes", "observation"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=PARTS, action="append", help="measure only this part")
    parser.add_argument("--browser", choices=BROWSERS, action="append", help="measure slices only in this browser")
    parser.add_argument("--runs", type=int, default=5, help="the number of copies of each page")
    parser.add_argument("--captures", type=int, default=20, help="the number of captures with each setting")
    parser.add_argument("--before", help="the directory of an earlier extension, to compare the time of a capture with")
    return parser.parse_args()


def main():
    options = arguments()
    parts = options.only or PARTS
    binary = os.environ["LEFTOFF_BIN"]
    site = Site()
    try:
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            leftoff = Leftoff(binary, directory / "home")
            leftoff("extension", str(directory / "extension"))
            script = (directory / "extension/page/copy.js").read_text().strip().rstrip(";")
            if "slices" in parts:
                for browser in options.browser or BROWSERS:
                    slices.measure(BROWSERS[browser], site, script, options.runs)
            if "captures" in parts:
                captures.measure(directory, site, binary, options.before, options.captures)
            if "sizes" in parts:
                sizes.measure(Chromium, script)
            if "observation" in parts:
                observation.measure(directory, site, binary)
    finally:
        site.stop()


if __name__ == "__main__":
    main()
