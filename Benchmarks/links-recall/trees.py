"""Compares the links of documents in which tree construction matters with Chromium's tree.

The documents are the inputs of html5lib's tree-construction tests, with a link planted in each start tag, the same with
a link appended, and generated documents of tags that the tree builder treats in a special way. The links of a document
are exact if the set of elements, attributes and values is equal to that of Chromium's tree. Formatting elements that
the tree builder repeats count once.
"""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# The attributes that hold the planted links; any other element has one that every element can have.
ATTRIBUTES = {
    "a": "href", "area": "href", "link": "href", "script": "src", "iframe": "src", "frame": "src", "img": "src",
    "image": "src", "input": "src", "source": "src", "audio": "src", "video": "src", "track": "src", "bgsound": "src",
    "embed": "src", "object": "data", "form": "action", "button": "formaction", "blockquote": "cite", "q": "cite",
    "del": "cite", "ins": "cite", "html": "manifest", "head": "profile",
}
TAG = re.compile(r"<([a-zA-Z][^\s/>\0]*)(?=[\s/>])")
STARTS = ("html head body frameset frame noframes form table caption colgroup col tbody thead tfoot tr td th select"
          " option optgroup hr input textarea button a b p div li dd h1 svg math foreignobject desc title mi mtext"
          " annotation-xml template script style plaintext iframe xmp noembed noscript object applet marquee image"
          " base link meta ruby rt rp keygen br img pre listing nobr font span dl").split()
ENDS = ("html head body frameset form table caption colgroup tbody tr td th select option optgroup p div li svg math"
        " foreignobject desc template a b h1 br sarcasm object button").split()
# Tags that swallow the rest of a document are rare, or nothing else would be measured.
RARE = {"plaintext", "iframe", "xmp", "noembed", "noframes", "script", "style", "title", "textarea"}


def inputs(directory):
    """Returns the inputs of the tests, each once."""
    found = {}
    for path in sorted(directory.rglob("*.dat")):
        for test in re.split(r"(?m)^#data\n", path.read_text(encoding="utf-8", errors="surrogateescape"))[1:]:
            data = re.split(r"(?m)^#(?:errors|new-errors)\n?", test)[0].removesuffix("\n")
            if not re.search(r"[\ud800-\udfff]", data):
                found[data] = None
    return list(found)


def planted(text):
    """Returns a document with a numbered link in each start tag."""
    count = 0

    def plant(match):
        nonlocal count
        count += 1
        name = match[1].lower()
        return f"{match[0]} {ATTRIBUTES.get(name, 'background')}=/{count}"
    return TAG.sub(plant, text)


def generated(seed, count):
    """Returns documents of random tags."""
    source = random.Random(seed)
    documents = []
    for _ in range(count):
        parts = []
        if source.random() < 0.3:
            parts.append("<!doctype html>")
        focus = source.sample(STARTS, source.randint(2, 6)) + ["a"]
        for _ in range(source.randint(3, 16)):
            kind = source.random()
            if kind < 0.62:
                name = source.choice(focus if source.random() < 0.7 else STARTS)
                if name in RARE and source.random() < 0.6:
                    name = "a"
                extra = ""
                if name == "annotation-xml" and source.random() < 0.5:
                    extra = " encoding=text/html"
                elif name == "input" and source.random() < 0.5:
                    extra = " type=hidden"
                elif name == "font" and source.random() < 0.5:
                    extra = " color=red"
                parts.append(f"<{name}{extra}{'/' if source.random() < 0.08 else ''}>")
                if name in RARE and source.random() < 0.8:
                    parts.append(f"x</{name}>")
            elif kind < 0.9:
                parts.append(f"</{source.choice(focus if source.random() < 0.6 else ENDS)}>")
            else:
                parts.append(source.choice(["x", " ", "<!--c-->", "<![CDATA[<a href=/999>]]>", "<!doctype html>"]))
        documents.append("".join(parts))
    return documents


def chromium_links(documents):
    """Returns the links of each document."""
    from playwright.sync_api import sync_playwright
    evaluate = (HERE / "trees.js").read_text().split("\n", 1)[1]
    with sync_playwright() as playwright:
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium") or "/usr/bin/chromium", args=root)
        page = browser.new_page()
        found = []
        for start in range(0, len(documents), 500):
            found += page.evaluate(evaluate, documents[start:start + 500])
        browser.close()
    return [{tuple(link) for link in links if is_link(*link)} for links in found]


def is_link(element, attribute, _):
    """Returns true for the planted attributes that hold a link, which depends on the element that the tag created."""
    # An `image` that is an element of its own belongs to SVG or MathML, where `src` has no meaning.
    return attribute == "background" or element != "image" and ATTRIBUTES.get(element) == attribute


def leftoff_links(leftoff, documents):
    """Returns the links of each document, and the documents whose links are not in the order of the source."""
    found = [set() for _ in documents]
    with tempfile.TemporaryDirectory() as home:
        for index, document in enumerate(documents):
            pathlib.Path(home, f"{index}.html").write_text(document, encoding="utf-8", newline="")
        (pathlib.Path(home) / "list").write_text("".join(f"{home}/{index}.html\n" for index in range(len(documents))))
        command = [leftoff, "links", "-i", f"{home}/list", "--base", "https://example.org/", "--format", "ndjson",
                   "--keep-duplicates", "--invalid"]
        run = subprocess.run(command, capture_output=True, env={**os.environ, "LEFTOFF_HOME": home, "NO_COLOR": "1"})
    last = {}
    late = set()
    for line in run.stdout.decode("utf-8").split("\n"):
        if not line:
            continue
        link = json.loads(line)
        index = int(pathlib.Path(link["source"]).stem)
        value = re.fullmatch(r"/(\d+)", link["raw"])
        if not value:
            continue
        number = int(value[1])
        found[index].add((link["element"], link["attribute"], number))
        if number < last.get(index, 0):
            late.add(index)
        last[index] = number
    return found, late


def lexbor_links(documents):
    """Returns the links of each document, without those in templates, which lexbor keeps in separate trees."""
    from selectolax.lexbor import LexborHTMLParser
    found = []
    for document in documents:
        links = set()
        for node in LexborHTMLParser(document).css("*"):
            for name, value in node.attributes.items():
                value = re.fullmatch(r"/(\d+)", value or "")
                if value and is_link(node.tag.lower(), name.lower(), value):
                    links.add((node.tag.lower(), name.lower(), int(value[1])))
        found.append(links)
    return found


def run(leftoff, directory, details, out, seed=15, count=3000):
    """Compares all classes and returns the exit code: 1 if less than 99 % of a class are exact."""
    texts = inputs(directory) if directory.is_dir() else []
    if not texts:
        out(f"links-recall: no tests in {directory}: only generated documents are compared")
    plants = [planted(text) for text in texts if text]
    classes = {
        "html5lib, links planted": plants,
        "html5lib, link appended": [text + "<a href=/998>" for text in plants],
        "generated": [planted(text) + "<a href=/998>" for text in generated(seed, count)],
    }
    out(f"{'documents':26} {'count':>6} {'leftoff':>8} {'lexbor':>8}  exact, in percent")
    worst = 100
    for name, documents in classes.items():
        if not documents:
            continue
        truth = chromium_links(documents)
        ours, late = leftoff_links(leftoff, documents)
        try:
            theirs = lexbor_links(documents)
        except ImportError:
            theirs = None
        exact = 100 * sum(a == b for a, b in zip(truth, ours)) / len(documents)
        peer = f"{100 * sum(a == b for a, b in zip(truth, theirs)) / len(documents):8.2f}" if theirs else "       -"
        out(f"{name:26} {len(documents):6} {exact:8.2f} {peer}")
        if late:
            out(f"    not in the order of the source: {len(late)}")
            worst = 0
        worst = min(worst, exact)
        wrong = [index for index, (a, b) in enumerate(zip(truth, ours)) if a != b]
        for index in wrong[:details]:
            out(f"    {documents[index]!r}\n      missed {sorted(truth[index] - ours[index])}"
                f" extra {sorted(ours[index] - truth[index])}")
    return 0 if worst >= 99 else 1

