#!/usr/bin/env python3
"""Measures recall and precision of `leftoff links` against Chromium. See README.md."""

import argparse
import collections
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
RULES = CHECKOUT / "Sources" / "LinkHarvest" / "HTML" / "LinkRules.swift"
BATCH = 50
# Elements that the tree builder reopens if they are not closed in time (HTML Standard, 13.2.4.3), and those whose tags
# it drops in a wrong position.
FORMATTING = {"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}
DROPPED = {"body", "html", "head", "form", "table", "tbody", "thead", "tfoot", "tr", "td", "th", "col",
           "frame", "frameset"}
APOSTROPHE = "Chromium departs from the URL Standard: %27 in the query of a scheme that is not special"

import css  # noqa: E402
import rules  # noqa: E402


class Site:
    """Serves the pages on loopback, byte for byte, without a charset in the header field."""

    def __init__(self, pages):
        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                body = pages.get(urllib.parse.unquote(self.path).lstrip("/"))
                try:
                    self.respond(body)
                except (BrokenPipeError, ConnectionResetError):
                    pass

            def respond(self, body):
                self.send_response(404 if body is None else 200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body or b"")))
                self.end_headers()
                self.wfile.write(body or b"")

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def address(self, name):
        return f"{self.origin}/{urllib.parse.quote(name)}"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def chromium_links(site, names, table):
    """Yields the name and the links in Chromium's tree of each page."""
    from playwright.sync_api import Error, sync_playwright
    evaluate = (HERE / "truth.js").read_text().split("\n", 1)[1]
    with sync_playwright() as playwright:
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium") or "/usr/bin/chromium", args=root)
        for name in names:
            # Each page has its own context, so that nothing is shared.
            context = browser.new_context(java_script_enabled=False, service_workers="block")
            page = context.new_page()
            address = site.address(name)
            page.route("**/*", lambda route: route.continue_() if route.request.url == address
                       and route.request.is_navigation_request() and route.request.frame == page.main_frame
                       else route.abort())
            try:
                page.goto(address, wait_until="domcontentloaded", timeout=60_000)
                yield name, page.evaluate(evaluate, table)
            except Error as error:
                print(f"links-recall: skipped {name}: {str(error).splitlines()[0]}", file=sys.stderr)
                yield name, None
            context.close()
        browser.close()


def leftoff_links(leftoff, site, names):
    """Returns the links of each page."""
    links = collections.defaultdict(list)
    by_address = {site.address(name): name for name in names}
    with tempfile.TemporaryDirectory() as home:
        for start in range(0, len(names), BATCH):
            command = [leftoff, "links", *[site.address(name) for name in names[start:start + BATCH]]]
            run = subprocess.run([*command, "--format", "ndjson", "--invalid", "--keep-duplicates"],
                                 capture_output=True,
                                 env={**os.environ, "LEFTOFF_HOME": home, "NO_COLOR": "1"}, timeout=600)
            if run.returncode:
                sys.exit(f"links-recall: leftoff: exit code {run.returncode}: {run.stderr.decode(errors='replace')}")
            for line in run.stdout.decode("utf-8").split("\n"):
                if line:
                    link = json.loads(line)
                    links[by_address[link["source"]]].append(link)
    return links


def key(link):
    """Returns what must be equal: the URL, or the value if there is no URL."""
    return link["url"] if link["url"] is not None else "invalid: " + link["raw"]


def grouped(links):
    groups = collections.defaultdict(lambda: collections.defaultdict(list))
    for link in links:
        groups[link["element"], link["attribute"]][key(link)].append(link)
    return groups


def compare(name, truth, found, differences, totals):
    """Counts the equal links of one page, and classifies the differences."""
    expected, found = grouped(truth["found"]), grouped(found)
    standing = css.addresses(truth["styles"])
    for pair in {*expected, *found}:
        theirs, ours = expected.get(pair, {}), found.get(pair, {})
        count = totals[pair]
        count["expected"] += sum(map(len, theirs.values()))
        count["found"] += sum(map(len, ours.values()))
        common = {address: min(len(theirs[address]), len(ours[address])) for address in theirs if address in ours}
        count["common"] += sum(common.values())
        missed = [link for address, links in theirs.items() for link in links[common.get(address, 0):]]
        extra = [link for address, links in ours.items() for link in links[common.get(address, 0):]]
        for link in missed:
            differences.append(("missed", pair, reason_of_miss(pair, link, ours, extra), name, link))
        for link in extra:
            differences.append(("extra", pair, reason_of_extra(pair, link, missed, standing), name, link))


def departs(link, others):
    """Returns true if the other side's URL for the same value differs only in the encoding of apostrophes.

    Chromium writes %27 for an apostrophe in any query, the URL Standard only in those of special schemes.
    """
    return any(link["raw"] == other["raw"] and link["url"] and other["url"]
               and link["url"].replace("%27", "'") == other["url"].replace("%27", "'") for other in others)


def reason_of_miss(pair, link, ours, extra):
    if departs(link, extra):
        return APOSTROPHE
    if any(link["raw"] == other["raw"] for other in extra):
        return "UNEXPLAINED: resolved differently"
    if key(link) in ours and pair[0] in FORMATTING:
        return "tree construction repeats the formatting element"
    return "UNEXPLAINED"


def reason_of_extra(pair, link, missed, standing):
    if departs(link, missed):
        return APOSTROPHE
    if any(link["raw"] == other["raw"] for other in missed):
        return "UNEXPLAINED: resolved differently"
    if pair == ("script", "text()"):
        return "JSON-LD: addresses in structured data, which are not attributes"
    if pair[1] in ("style", "text()") and link["raw"] in standing:
        return ("CSS: in the source, but Chromium drops the declaration (a later one overrides it, or Chromium"
                " does not support it)")
    if pair[0] in DROPPED:
        return "tree construction drops the tag"
    return "UNEXPLAINED"


def share(part, whole):
    return f"{part / whole:9.3%}" if whole else f"{'-':>9}"


def report(totals, differences, details, out):
    out(f"{'element':12} {'attribute':14} {'chromium':>9} {'leftoff':>9} {'common':>9} {'recall':>9} {'precision':>9}")
    whole = collections.Counter()
    for (element, attribute), count in sorted(totals.items(), key=lambda item: -item[1]["expected"]):
        whole.update(count)
        out(f"{element:12} {attribute:14} {count['expected']:9} {count['found']:9} {count['common']:9}"
            f" {share(count['common'], count['expected'])} {share(count['common'], count['found'])}")
    out(f"{'all':27} {whole['expected']:9} {whole['found']:9} {whole['common']:9}"
        f" {share(whole['common'], whole['expected'])} {share(whole['common'], whole['found'])}")
    classes = collections.Counter((kind, why) for kind, _, why, _, _ in differences)
    for (kind, why), number in classes.most_common():
        out(f"\n{kind}, {number}: {why}")
        shown = [row for row in differences if (row[0], row[2]) == (kind, why)]
        for _, (element, attribute), _, name, link in shown[:None if why.startswith("UNEXPLAINED") else details]:
            place = f":{link['line']}:{link['column']}" if "line" in link else ""
            out(f"  {name}{place} {element}[{attribute}] {link['raw'][:90]!r} -> {str(link['url'])[:110]}")
    return whole


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=pathlib.Path, default=CHECKOUT.parent / "shared" / "pages")
    parser.add_argument("--limit", type=int, help="compare only this number of pages")
    parser.add_argument("--details", type=int, default=8, help="differences to show of each class; unexplained ones are"
                        " all shown")
    parser.add_argument("--lexbor", action="store_true", help="compare a[href] with lexbor instead of Chromium")
    parser.add_argument("--trees", type=pathlib.Path, metavar="DIR", nargs="?",
                        const=CHECKOUT.parent / "shared" / "conformance" / "html5lib" / "tree-construction",
                        help="compare documents in which tree construction matters: html5lib's tests in DIR, and"
                        " generated ones")
    parser.add_argument("--seed", type=int, default=15, help="of the generated documents")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    leftoff = os.path.abspath(os.environ["LEFTOFF_BIN"])
    if options.trees:
        import trees
        sys.exit(trees.run(leftoff, options.trees, options.details, print, seed=options.seed))
    names = sorted(path.name for path in options.pages.glob("*.htm*"))[:options.limit]
    if not names:
        sys.exit(f"links-recall: no pages in {options.pages}: nothing to compare")
    if options.lexbor:
        import lexbor
        sys.exit(lexbor.run(leftoff, [options.pages / name for name in names], print))
    table = rules.read(RULES)
    pages = {name: (options.pages / name).read_bytes() for name in names}
    site = Site(pages)
    totals, differences, compared = collections.defaultdict(collections.Counter), [], 0
    try:
        ours = leftoff_links(leftoff, site, names)
        for name, truth in chromium_links(site, names, table):
            if truth is not None:
                compared += 1
                compare(name, truth, ours[name], differences, totals)
    finally:
        site.stop()
    print(f"== {compared} pages in Chromium without scripts, and in {os.path.basename(leftoff)} links")
    whole = report(totals, differences, options.details, print)
    if options.json:
        options.json.write_text(json.dumps([{**link, "side": kind, "pair": pair, "why": why, "page": name}
                                            for kind, pair, why, name, link in differences],
                                            ensure_ascii=False, indent=1))
    unexplained = sum(why.startswith("UNEXPLAINED") for _, _, why, _, _ in differences)
    sys.exit(1 if unexplained or compared < len(names) or not whole["expected"] else 0)


if __name__ == "__main__":
    main()
