"""Tests the capture script on ordinary and hostile pages."""

import json

import pytest
from pages_text import sentence
from place import STOPPED_CLOCK, assert_same_place, capture, first_line

STATE = (
    "[new XMLSerializer().serializeToString(document), scrollX, scrollY, document.activeElement?.localName,"
    " String(getSelection()), performance.getEntriesByType('resource')"
    ".filter(({name}) => !name.endsWith('/favicon.ico')).length, document.cookie]")

# Returns the first word that is fully in view, by the boxes of the words' own elements.
FIRST_WORD = """(() => {
    for (const word of document.querySelectorAll('b')) {
        const box = word.getBoundingClientRect();
        if (box.top >= -0.5) return {word: word.textContent, top: box.top, left: box.left};
    }
    return null;
})()"""

# Captures in a page whose built-in functions are broken, and repairs them afterwards for the test itself.
SAFE_CAPTURE = """(() => {
    const kept = [Array.prototype, JSON].map((held) => [held, Object.getOwnPropertyDescriptors(held)]);
    const define = Object.defineProperty, keys = Reflect.ownKeys, run = (0, eval), source = SCRIPT;
    let problem = '';
    let url = null;
    onerror = (message) => { problem = String(message) };
    try {
        BREAK;
        run(source);
        ExtensionPreprocessingJS.run({completionFunction: (given) => { url = given.url; }});
    } catch (error) {
        problem = String(error);
    }
    for (let at = 0; at < kept.length; at += 1) {
        const held = kept[at][0], all = kept[at][1], own = keys(all);
        for (let n = 0; n < own.length; n += 1) {
            try { define(held, own[n], all[own[n]]); } catch { continue; }
        }
    }
    return {url, problem};
})()"""

# Counts the other tasks that run before the capture is complete.
TURNS = """(() => {
    (0, eval)(SCRIPT);
    return new Promise((resolve) => {
        let others = 0;
        let isDone = false;
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
            if (!isDone) channel.port2.postMessage(null);
            others += isDone ? 0 : 1;
        };
        channel.port2.postMessage(null);
        ExtensionPreprocessingJS.run({completionFunction: (given) => {
            isDone = true;
            resolve({others, anchors: given.anchors.length});
        }});
    });
})()"""

# Captures in a page with a named element, once for each of some names, by default those of all properties of the
# document, or for a field of the form that is being read. Returns the number of properties that were shadowed, and the
# names with which the snapshot is another one.
NAMED = """(() => {
    const run = (0, eval), body = document.body, made = document.createElement.bind(document);
    const form = made('form');
    if ('TAG' === 'input') {
        form.append(...body.childNodes);
        form.style.cssText = 'overflow: auto; height: 80vh';
        body.append(form);
        form.scrollTop = 600;
    }
    const [holder, owner] = 'TAG' === 'input' ? [form, form] : [body, document];
    const append = holder.append.bind(holder);
    const properties = new Set();
    for (let held = owner; held; held = Object.getPrototypeOf(held)) {
        for (const name of Object.getOwnPropertyNames(held)) properties.add(name);
    }
    const capture = () => {
        let found = null;
        run(SCRIPT);
        ExtensionPreprocessingJS.run({completionFunction: (given) => { found = {...given, capturedAt: ''}; }});
        return JSON.stringify(found);
    };
    const expected = capture();
    const lost = [];
    let count = 0;
    for (const name of NAMES ?? properties) {
        const element = made('TAG');
        element.setAttribute('name', name);
        element.style.display = 'none';
        append(element);
        if ([element, element.contentWindow].includes(owner[name])) {
            count += 1;
            if (capture() !== expected) lost.push(name);
        }
        element.remove();
    }
    return {count, lost, anchors: JSON.parse(expected).anchors.length};
})()"""

# Properties of the document that the capture reads.
READ = [
    "querySelector", "querySelectorAll", "createRange", "elementFromPoint", "documentElement", "body", "defaultView"]

# Shadows every property of the document that an element can shadow, also those of its nodes and events.
ALL_NAMED = """(() => {
    const {body} = document, made = document.createElement.bind(document);
    for (let held = document; held; held = Object.getPrototypeOf(held)) {
        for (const name of Object.getOwnPropertyNames(held)) {
            const form = made('form');
            form.setAttribute('name', name);
            body.append(form);
        }
    }
    return document.querySelector instanceof Element && document.body instanceof HTMLFormElement;
})()"""

SELECTED = sentence(1)[4:30]

HOSTILE = [
    "/clobbered", "/overridden", "/empty", "/frameset", "/picture.svg", "/feed.xml", "/plain.txt", "/short", "/shadow",
    "/framed",
]


@pytest.mark.parametrize("path", ["/sixty", "/nested", "/duplicates", *HOSTILE])
def test_capture_changes_nothing_and_throws_nothing(browser, site, leftoff, capture_script, path):
    browser.open(site.origin + path)
    browser.run("(scrollTo(0, 300), null)")
    before = browser.run(STATE)
    snapshot = capture(browser, capture_script)
    assert browser.run(STATE) == before
    assert snapshot["url"] == site.origin + path
    assert snapshot["schema"] == 1
    assert {"pageXOffset", "pageYOffset", "pageScale", "baseURI"} <= snapshot.keys()
    assert snapshot["scrollers"][0]["path"] == []
    assert leftoff.keep(snapshot)


@pytest.mark.parametrize("break_it", [
    "document.body.remove()", "document.documentElement.remove()", "document.open()",
    "document.createRange = null", "document.elementFromPoint = () => { throw 1 }",
    "Object.defineProperty(document, 'scrollingElement', {value: null})",
    "document.querySelectorAll = null", "window.getComputedStyle = () => { throw 1 }",
    "Document.prototype.caretPositionFromPoint = undefined, Document.prototype.caretRangeFromPoint = undefined",
    "delete Element.prototype.checkVisibility", "window.visualViewport.__proto__ = null",
])
def test_capture_works_although_a_page_has_changed_its_document_and_functions(browser, site, capture_script, break_it):
    browser.open(f"{site.origin}/sixty")
    browser.run(f"(() => {{ {break_it}; return null }})()")
    snapshot = capture(browser, capture_script)
    assert snapshot["baseURI"].startswith(site.origin) or snapshot["baseURI"] == "about:blank"


def test_lines_are_found_without_the_functions_for_caret_positions(browser, site, capture_script):
    browser.open(f"{site.origin}/sixty")
    browser.run("(scrollTo(0, 2345), null)")
    wanted = capture(browser, capture_script)["anchors"][0]
    browser.run("(Document.prototype.caretPositionFromPoint = undefined, Document.prototype.caretRangeFromPoint ="
                " undefined, null)")
    found = capture(browser, capture_script)["anchors"][0]
    assert (found["quote"], found["offset"]) == (wanted["quote"], wanted["offset"])


def test_the_reading_line_is_the_first_line_fully_in_view(browser, site, capture_script):
    for width in (1280, 600):
        for top in (0, 777, 2345, 100000):
            browser.open(f"{site.origin}/sixty", width)
            browser.run(f"(scrollTo(0, {top}), null)")
            line = first_line(browser)
            anchor = capture(browser, capture_script)["anchors"][0]
            quote, offset = anchor["quote"]["exact"], anchor["offset"]
            assert quote[offset["character"]:].startswith(line["words"].strip()[:20])
            assert abs(offset["y"] - line["distance"]) < 0.1
            assert len(anchor["quote"]["prefix"]) >= 32 or top == 0
            assert anchor["occurrences"] == 1


def test_the_snapshot_has_the_fields_of_the_contract(browser, site, capture_script):
    browser.open(f"{site.origin}/nested")
    browser.run("(document.querySelector('main').scrollTop = 3000, null)")
    snapshot = capture(browser, capture_script)
    window, main = snapshot["scrollers"]
    assert window["path"] == [] and main["path"] == ["main"]
    assert main["y"] == 3000 and 0 < main["fractionY"] < 1 and main["scrollHeight"] > main["height"]
    assert [anchor["role"] for anchor in snapshot["anchors"]] == ["primary", "above", "below"]
    assert {anchor["scroller"] for anchor in snapshot["anchors"]} == {1}
    assert 0 <= snapshot["bracket"]["fraction"] <= 1
    assert 0 < snapshot["progress"]["px"] < 1 and 0 < snapshot["progress"]["text"] < 1
    assert (snapshot["title"], snapshot["lang"], snapshot["dir"]) == ("Sixty paragraphs", "en", "ltr")
    assert snapshot["viewport"]["width"] == 1280 and snapshot["visualViewport"]["scale"] == 1


def test_links_media_and_selection_are_captured(browser, site, capture_script):
    browser.open(f"{site.origin}/sixty")
    browser.run(
        "(() => { const a = document.createElement('a'); a.href = '/short#x'; a.textContent = 'A  link\\n here';"
        " const b = a.cloneNode(); b.href = 'javascript:alert(1)'; b.textContent = 'no place';"
        " document.body.prepend(a, b);"
        " const p = document.querySelectorAll('p')[1]; getSelection().setBaseAndExtent(p.firstChild, 4,"
        " p.firstChild, 30);"
        " return null })()")
    snapshot = capture(browser, capture_script)
    assert [(link["url"], link["text"]) for link in snapshot["links"]] == [(f"{site.origin}/short#x", "A link here")]
    assert snapshot["selection"]["exact"] == browser.run("String(getSelection())")
    assert snapshot["media"] == []


def test_typed_text_is_not_captured(browser, site, capture_script):
    browser.open(f"{site.origin}/clobbered")
    browser.run("(document.querySelector('textarea').focus(), document.querySelector('textarea').select(), null)")
    snapshot = capture(browser, capture_script)
    assert "SECRET" not in json.dumps(snapshot)
    assert snapshot["selection"] is None
    assert snapshot["anchors"], "the form's paragraphs should give anchors"


def test_credentials_are_not_captured(chromium, site, capture_script):
    address = site.origin.replace("http://", "http://reader:secret@")
    chromium.page.goto(f"{address}/sixty")
    chromium.run("(() => { const link = document.createElement('a'); link.href = 'http://ada:secret@a.example/in';"
                 " link.textContent = 'A link here'; document.body.prepend(link); return null })()")
    snapshot = capture(chromium, capture_script)
    assert "http://a.example/in" in [link["url"] for link in snapshot["links"]]
    assert "secret" not in json.dumps(snapshot)


def test_the_size_of_a_snapshot_is_limited(browser, site, capture_script):
    browser.open(f"{site.origin}/sixty")
    browser.run(
        "(() => { document.title = 'ü'.repeat(100000); for (let i = 0; i < 400; i += 1) {"
        " const a = document.createElement('a'); a.href = '/' + 'x'.repeat(2000) + i; a.textContent = 'y'.repeat(500);"
        " document.body.prepend(a); } history.replaceState(null, '', '?' + 'q'.repeat(60000)); return null })()")
    snapshot = capture(browser, capture_script)
    assert len(json.dumps(snapshot, ensure_ascii=False).encode()) <= 65536
    assert snapshot["anchors"]


def test_the_snapshot_of_an_article_is_small(browser, site, capture_script):
    browser.open(f"{site.origin}/sixty")
    browser.run("(scrollTo(0, 2345), null)")
    snapshot = capture(browser, capture_script)
    assert len(json.dumps(snapshot, separators=(",", ":"), ensure_ascii=False).encode()) < 4096


def test_a_line_of_many_elements_starts_at_its_first_word(browser, site, capture_script):
    browser.open(f"{site.origin}/split")
    for top in (333, 1500):
        browser.run(f"(scrollTo(0, {top}), null)")
        found = capture(browser, capture_script)["anchors"][0]
        wanted = browser.run(FIRST_WORD)
        quote, offset = found["quote"]["exact"], found["offset"]
        assert quote[offset["character"]:].startswith(wanted["word"]), (quote, offset, wanted)
        assert abs(offset["y"] - wanted["top"]) < 0.1
        assert abs(offset["x"] - wanted["left"]) < 0.1


def test_lines_in_adjacent_columns_are_separate(browser, site, capture_script):
    browser.open(f"{site.origin}/columns")
    found = capture(browser, capture_script)["anchors"][0]
    assert found["offset"]["y"] < 60
    assert found["quote"]["exact"][found["offset"]["character"]:] != ""
    left = browser.run(
        "(() => { const range = document.createRange(); for (const p of document.querySelectorAll('p')) {"
        " const node = p.firstChild; for (let i = 0; i < node.length; i += 1) { range.setStart(node, i);"
        " range.setEnd(node, i + 1); const box = range.getBoundingClientRect(); if (box.width > 0 && Math.abs(box.left"
        " - LEFT) < 1"
        " && Math.abs(box.top - TOP) < 1) return node.data.slice(i, i + 12) } } return null })()"
        .replace("LEFT", str(found["offset"]["x"])).replace("TOP", str(found["offset"]["y"])))
    assert left and found["quote"]["exact"][found["offset"]["character"]:].startswith(left)


@pytest.mark.parametrize("path,x,y", [("/vertical-rl", -900, 0), ("/vertical-lr", 900, 0), ("/rtl-text", 0, 900)])
def test_a_line_starts_at_the_side_of_its_writing_direction(browser, site, capture_script, path, x, y):
    browser.open(site.origin + path)
    browser.run(f"(scrollTo({x}, {y}), null)")
    snapshot = capture(browser, capture_script)
    anchor, view = snapshot["anchors"][0], snapshot["viewport"]
    if path == "/rtl-text":
        assert 0 <= anchor["offset"]["y"] < 40 and anchor["offset"]["x"] > view["width"] / 2
        assert snapshot["scrollers"][0]["fractionY"] > 0
    else:
        assert 0 <= anchor["offset"]["start"] < 45 and anchor["offset"]["y"] < 60
        assert snapshot["scrollers"][0]["x"] == x and 0 < snapshot["scrollers"][0]["fractionX"] < 1
    assert 15 < anchor["line"] < 60


def test_rows_of_a_list_have_neighbours_in_the_same_list(browser, site, capture_script):
    browser.open(f"{site.origin}/rows")
    browser.run("(document.querySelector('ul').scrollTop = 4000, null)")
    primary, above, below = [a for a in capture(browser, capture_script)["anchors"] if a["role"] != "middle"]
    assert [a["quote"]["exact"] for a in (above, primary, below)] == ["Row 100 of 700", "Row 101 of 707",
                                                                      "Row 102 of 714"]
    assert [a["occurrences"] for a in (above, primary, below)] == [1, 1, 1]


def test_an_anchor_has_its_ordinal_among_equal_texts(browser, site, capture_script):
    browser.open(f"{site.origin}/identical")
    browser.run("(document.querySelectorAll('p')[20].scrollIntoView(), null)")
    anchor = capture(browser, capture_script)["anchors"][0]
    assert (anchor["occurrences"], anchor["ordinal"]) == (80, 20)
    assert len(anchor["hash"]) == 16 and int(anchor["hash"], 16)
    assert anchor["line"] > 15


def test_only_a_page_with_text_has_a_sketch(browser, site, capture_script):
    browser.open(f"{site.origin}/sixty")
    sketch = capture(browser, capture_script)["sketch"]
    browser.run("(scrollTo(0, 9999), null)")
    assert sketch and capture(browser, capture_script)["sketch"] == sketch
    browser.open(f"{site.origin}/short")
    assert capture(browser, capture_script)["sketch"] is None


def test_a_view_without_text_is_anchored_to_a_picture(browser, site, capture_script):
    browser.open(f"{site.origin}/gallery")
    browser.run("(scrollTo(0, 3 * 920 - 50), null)")
    [anchor] = capture(browser, capture_script)["anchors"]
    assert anchor["role"] == "primary" and anchor["quote"] is None
    assert anchor["image"]["alt"] == "Picture 4" and anchor["selector"] and anchor["rect"]["height"] == 900
    assert abs(anchor["offset"]["y"] - 50) < 1


def test_selections_in_shadow_roots_and_frames_are_captured(browser, site, capture_script):
    browser.open(f"{site.origin}/framed")
    browser.run(
        "(() => { const inner = document.querySelector('iframe').contentWindow; const [p] ="
        " inner.document.querySelectorAll('p');"
        " inner.getSelection().setBaseAndExtent(p.firstChild, 4, p.firstChild, 30); return null })()")
    assert capture(browser, capture_script)["selection"]["exact"] == SELECTED
    browser.open(f"{site.origin}/shadow")
    browser.run(
        "(() => { const p = host.shadowRoot.querySelector('p'); getSelection().setBaseAndExtent(p.firstChild, 4,"
        " p.firstChild, 30);"
        " return null })()")
    assert capture(browser, capture_script)["selection"]["exact"] == SELECTED


def test_every_scrolled_container_is_captured(browser, site, capture_script):
    browser.open(f"{site.origin}/scrolled-parts")
    browser.run(
        "(scrollTo(0, 700), document.getElementById('rtl').scrollLeft = -300,"
        " host.shadowRoot.querySelector('#in').scrollTop = 77,"
        " document.querySelector('iframe').contentWindow.scrollTo(0, 555), null)")
    scrollers = {"/".join(s["path"]): s for s in capture(browser, capture_script)["scrollers"]}
    assert scrollers[""]["y"] == 700
    assert scrollers["#rtl"]["x"] == -300 and abs(scrollers["#rtl"]["fractionX"] - 300 / 800) < 0.02
    assert scrollers["#host/#in"]["y"] == 77
    assert scrollers["iframe"]["y"] == 555


def test_long_lines_of_code_start_at_their_beginning(browser, site, capture_script):
    browser.open(f"{site.origin}/code")
    browser.run("(scrollTo(0, 1000), document.querySelector('pre').scrollLeft = 0, null)")
    anchor = capture(browser, capture_script)["anchors"][0]
    assert anchor["quote"]["exact"][anchor["offset"]["character"]:].startswith("value_")


@pytest.mark.parametrize("break_it", [
    "Array.prototype.map = Array.prototype.push = Array.prototype.find = Array.prototype.slice = null",
    "Array.prototype[Symbol.iterator] = function* () {}", "JSON.parse = JSON.stringify = null",
    "window.getSelection = () => { throw 1 }", "Object.freeze(Array.prototype), Object.freeze(Element.prototype),"
    " Object.freeze(Object.prototype)",
    "performance.now = () => NaN", "window.MessageChannel = undefined", "Object.defineProperty(document, 'body',"
    " {value: null})",
    "document.head.innerHTML += \"<base href='javascript:1'>\"",
    "document.head.innerHTML += \"<base href='https://nowhere.test/x/' target=_blank>\"",
    "document.body.innerHTML = \"<img name=querySelector><img name=createRange><form"
    " name=getElementsByTagName></form>\"",
])
def test_capture_works_on_broken_pages(browser, site, capture_script, break_it):
    browser.open(f"{site.origin}/sixty")
    outcome = browser.run(SAFE_CAPTURE.replace("SCRIPT", json.dumps(capture_script)).replace("BREAK", break_it))
    assert outcome["url"] == f"{site.origin}/sixty" and outcome["problem"] == ""


@pytest.mark.parametrize("tag,names", [
    ("form", None), ("input", None), ("img", READ), ("embed", READ), ("object", READ), ("iframe", READ)])
def test_named_elements_do_not_shadow_what_the_capture_reads(browser, site, capture_script, tag, names):
    """The page's clock stands still, so that each capture completes within its call."""
    browser.open(f"{site.origin}/sixty")
    browser.run("(scrollTo(0, 600), null)")
    browser.run(STOPPED_CLOCK)
    found = browser.run(
        NAMED.replace("TAG", tag).replace("NAMES", json.dumps(names)).replace("SCRIPT", json.dumps(capture_script)))
    assert found["anchors"] >= 3
    assert found["count"] >= len(names or range(150)), "the elements shadow no properties: the test shows nothing"
    assert found["lost"] == []


def test_a_place_is_restored_although_named_elements_shadow_the_whole_document(
        browser, site, leftoff, capture_script):
    browser.open(f"{site.origin}/sixty")
    browser.run("(scrollTo(0, document.documentElement.scrollHeight * 0.47), null)")
    line = first_line(browser)
    assert browser.run(ALL_NAMED)
    snapshot = capture(browser, capture_script)
    assert len(snapshot["anchors"]) == 3
    leftoff.keep(snapshot)
    browser.run("(scrollTo(0, 0), null)")
    assert browser.run(leftoff.restore())["status"] == "restored"
    browser.run("([...Document.prototype.querySelectorAll.call(document, 'form')]"
                ".forEach((form) => form.remove()), null)")
    assert_same_place(browser, line)


@pytest.mark.parametrize("path", ["/deep-shadow", "/many", "/split", "/scrolled-parts", "/gallery"])
def test_large_and_deep_pages_are_captured(browser, site, leftoff, capture_script, path):
    browser.open(site.origin + path)
    browser.run("(scrollTo(0, 600), null)")
    snapshot = capture(browser, capture_script)
    assert snapshot["anchors"]
    assert leftoff.keep(snapshot)


def test_other_tasks_run_during_the_capture_of_a_large_page(browser, site, capture_script):
    browser.open(f"{site.origin}/megabytes?paragraphs=2500")
    browser.run("(scrollTo(0, 40000), null)")
    found = browser.run(TURNS.replace("SCRIPT", json.dumps(capture_script)))
    assert found["others"] > 0, "no other task ran during the capture"
    assert found["anchors"] >= 3


def test_the_capture_of_a_small_page_completes_within_the_call(browser, site, capture_script):
    """The page's clock stands still, because a busy machine may interrupt the capture for longer than a task."""
    browser.open(f"{site.origin}/sixty")
    browser.run(STOPPED_CLOCK)
    is_complete = browser.run("""(() => {
        (0, eval)(SCRIPT);
        let isComplete = false;
        ExtensionPreprocessingJS.run({completionFunction: () => { isComplete = true; }});
        return isComplete;
    })()""".replace("SCRIPT", json.dumps(capture_script)))
    assert is_complete


def expect_first_line(browser, capture_script):
    """Checks that a capture quotes the first line of the view, at its distance."""
    line = first_line(browser)
    anchor = capture(browser, capture_script)["anchors"][0]
    assert anchor["quote"] and anchor["quote"]["exact"].startswith(line["words"][:20])
    assert abs(anchor["offset"]["y"] - line["distance"]) <= 2


@pytest.mark.parametrize("height", [450, 560, 660, 800])
def test_text_below_a_tall_picture_is_captured(browser, site, capture_script, height):
    browser.open(f"{site.origin}/below-picture?height={height}", 1280, 900)
    browser.run("(document.querySelector('canvas').scrollIntoView(), null)")
    expect_first_line(browser, capture_script)


def test_text_below_a_picture_that_nearly_fills_a_high_window_is_captured(browser, site, capture_script):
    browser.open(f"{site.origin}/below-picture?height=450", 1280, 1440)
    browser.run("(() => { const picture = document.querySelector('canvas');"
                " picture.style.height = `${innerHeight - 120}px`; picture.scrollIntoView(); return null })()")
    expect_first_line(browser, capture_script)


def test_each_text_is_measured_once_where_the_browser_reports_no_carets(browser, site, capture_script):
    browser.open(f"{site.origin}/sixty", 1280, 900)
    browser.run("""(() => {
        Document.prototype.caretPositionFromPoint = Document.prototype.caretRangeFromPoint = undefined;
        const lines = 'A line of bare text.<br>'.repeat(250);
        document.body.innerHTML = `<div style="padding-bottom:3000px">${lines}</div>`;
        const measure = Range.prototype.getClientRects;
        globalThis.measured = 0;
        Range.prototype.getClientRects = function () {
            globalThis.measured += 1;
            return measure.call(this);
        };
        scrollTo(0, document.documentElement.scrollHeight - 1500);
        return null })()""")
    capture(browser, capture_script)
    # At several hundred points, each of the texts was measured.
    assert browser.run("measured") < 5000


@pytest.mark.parametrize("prepare", ["null", "Document.prototype.caretPositionFromPoint = undefined,"
                                             " Document.prototype.caretRangeFromPoint = undefined"])
def test_text_after_many_blocks_of_its_element_is_captured(browser, site, capture_script, prepare):
    browser.open(f"{site.origin}/bare-text")
    browser.run(f"({prepare}, scrollTo(0, document.documentElement.scrollHeight - 1500), null)")
    anchor = capture(browser, capture_script)["anchors"][0]
    assert anchor["quote"]["exact"].startswith("Bare line "), anchor
    assert 0 <= anchor["offset"]["y"] < 30


def quoted(snapshot):
    primary = snapshot["anchors"][0]
    return primary["quote"]["exact"][primary["offset"]["character"]:]


def test_a_film_beside_text_is_the_anchor(browser, site, capture_script):
    browser.open(f"{site.origin}/films", 1280, 800)
    browser.run("(scrollTo(0, 2 * 636 - 60), null)")
    snapshot = capture(browser, capture_script)
    primary, *neighbours = snapshot["anchors"]
    assert primary["quote"] is None and primary["selector"].endswith(":nth-child(3)")
    assert abs(primary["offset"]["y"] - 60) < 1
    assert [anchor["role"] for anchor in neighbours] == ["above", "below"]
    assert snapshot["progress"]["text"] is None


def test_white_space_with_a_box_is_no_line(browser, site, capture_script):
    browser.open(f"{site.origin}/blank-lines")
    for top in range(300, 700, 13):
        browser.run(f"(scrollTo(0, {top}), null)")
        snapshot = capture(browser, capture_script)
        assert snapshot["anchors"][0]["quote"], f"at {top} px"
        assert quoted(snapshot).strip()[:1] == quoted(snapshot)[:1] != ""


def test_a_column_beside_the_middle_does_not_hide_the_article(browser, site, capture_script):
    browser.open(f"{site.origin}/right-column", 1280, 800)
    for top in range(400, 1600, 97):
        browser.run(f"(scrollTo(0, {top}), null)")
        assert not quoted(capture(browser, capture_script)).startswith("Beside "), f"at {top} px"


def test_captions_do_not_hide_the_text_below_them(browser, site, capture_script):
    browser.open(f"{site.origin}/captions", 1280, 800)
    for top in range(400, 1100, 41):
        browser.run(f"(scrollTo(0, {top}), null)")
        assert "Caption" not in quoted(capture(browser, capture_script)), f"at {top} px"


def test_only_a_picture_that_is_seen_is_an_anchor(browser, site, capture_script):
    browser.open(f"{site.origin}/menus")
    browser.run("(scrollTo(0, 900), null)")
    [anchor] = capture(browser, capture_script)["anchors"]
    assert anchor["selector"] == "canvas"


@pytest.mark.parametrize("kind", ["window", "scroller", "mode"])
def test_an_editable_document_is_captured_without_its_words(browser, site, capture_script, kind):
    browser.open(f"{site.origin}/editor?kind={kind}", 1000, 800)
    scroller = "document.getElementById('editor')" if kind == "scroller" else "document.scrollingElement"
    browser.run(f"({scroller}.scrollTop = 1500, null)")
    block = browser.run(
        "(() => { const top = document.getElementById('editor')?.getBoundingClientRect().top ?? 0; const all ="
        " [...document.querySelectorAll('h2, p')]; return all.findIndex((each) => each.getBoundingClientRect().bottom"
        " > Math.max(0, top)) })()")
    snapshot = capture(browser, capture_script)
    assert "SECRET" not in json.dumps(snapshot)
    assert snapshot["unread"]["kind"] == "editable" and snapshot["unread"]["share"] >= 0.5
    assert (snapshot["shape"]["block"], snapshot["shape"]["blocks"]) == (block, 80)
    anchors = {anchor["role"]: anchor for anchor in snapshot["anchors"]}
    assert all(anchor["quote"] is None for anchor in anchors.values())
    assert {len(anchor["hash"]) for anchor in anchors.values()} <= {0, 16}
    assert any(anchor["hash"] for anchor in anchors.values())


def test_a_field_is_no_editable_document(browser, site, capture_script):
    browser.open(f"{site.origin}/sixty", 1000, 800)
    browser.run("(document.body.insertAdjacentHTML('afterbegin', '<div contenteditable style=\"height:600px\">"
                "<p>Typed</div>'), null)")
    snapshot = capture(browser, capture_script)
    assert "unread" not in snapshot and snapshot["anchors"][0]["quote"]


def test_closed_shadow_roots_are_named(browser, site, capture_script):
    browser.open(f"{site.origin}/closed-roots", 1000, 800)
    browser.run("(scrollTo(0, 1500), null)")
    host = browser.run(
        "[...document.querySelectorAll('closed-text')].find((host) => host.getBoundingClientRect().bottom > 0)"
        ".matches(':nth-child(' + ([...document.querySelectorAll('closed-text')].findIndex((host) =>"
        " host.getBoundingClientRect().bottom > 0) + 2) + ')')")
    assert host
    snapshot = capture(browser, capture_script)
    unread, [anchor] = snapshot["unread"], snapshot["anchors"]
    assert unread["kind"] == "shadow" and unread["share"] >= 0.5 and 0 <= unread["within"] <= 1
    rect = browser.run(f"(() => {{ const {{top, bottom}} = document.querySelector({json.dumps(unread['selector'])})"
                       ".getBoundingClientRect(); return {top, bottom} })()")
    assert rect["top"] <= 1 and rect["bottom"] > 0
    assert anchor["quote"] is None and anchor["selector"] == unread["selector"]


def test_a_frame_that_cannot_be_read_is_named(browser, site, capture_script):
    browser.open(f"{site.origin}/unread-frame", 1000, 800)
    snapshot = capture(browser, capture_script)
    assert snapshot["unread"]["kind"] == "frame" and snapshot["unread"]["selector"] == "iframe"
    [frame] = snapshot["frame"]["path"]
    assert (frame["selector"], frame["path"], frame["index"], frame["name"]) == ("iframe", [], 0, "story")
    width = browser.run("document.documentElement.clientWidth")
    assert frame["src"] == f"{site.origin}/sixty" and (frame["width"], frame["height"]) == (width, 700)


def test_a_frame_with_a_film_does_not_hide_the_text_of_the_page(browser, site, capture_script):
    browser.open(f"{site.origin}/unread-frame?kind=player", 1000, 800)
    snapshot = capture(browser, capture_script)
    assert "unread" not in snapshot and "frame" not in snapshot


def test_the_main_medium_is_the_largest_in_view(browser, site, capture_script):
    browser.open(f"{site.origin}/sixty", 1000, 800)
    browser.run(
        "(() => { for (const size of [90, 300]) { const film = document.createElement('video');"
        " film.style.cssText = `display:block;width:${size}px;height:${size}px`;"
        " Object.defineProperty(film, 'currentTime', {value: size}); document.body.prepend(film); } return null })()")
    media = capture(browser, capture_script)["media"]
    assert {each["currentTime"]: each["main"] for each in media} == {90: False, 300: True}


@pytest.mark.parametrize("path", ["/sixty", "/nested", "/rows", "/framed", "/shadow"])
def test_ordinary_pages_have_none_of_the_rare_keys(browser, site, capture_script, path):
    browser.open(site.origin + path)
    browser.run("(scrollTo(0, 300), null)")
    assert not {"lock", "unread", "frame", "motion", "pictures"} & capture(browser, capture_script).keys()
