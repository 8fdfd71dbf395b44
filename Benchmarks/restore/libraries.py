"""Measures restored places on pages made with real libraries, which are not part of this repository. See README.md."""

import argparse
import base64
import json
import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Tests" / "Browser"))

import measure  # noqa: E402
import report  # noqa: E402
from articles import Article, block_html, body_html, page  # noqa: E402
from browsers import Chromium, Firefox  # noqa: E402
from case import Case, plain, same  # noqa: E402
from hard_motion import FIXED  # noqa: E402
from loopback import Site  # noqa: E402

PARTS = [0.45, 0.2, 0.72, 0.93]


def script(name):
    return f"<script src='/{name}'></script>"


def style(name):
    return f"<link rel=stylesheet href='/{name}'>"


def later(number, code):
    delay = [30, 400, 1200][number % 3]
    return f"<script>addEventListener('load', () => setTimeout(() => {{ {code} }}, {delay}))</script>"


def hydrated(library):
    """The server's markup is taken over by React or Vue, or replaced because a banner is missing in it."""
    def made(how):
        def case(article, number):
            blocks = [[kind, f"<!--k:{key}-->{' '.join(words)}"] for kind, key, words in article.blocks if kind != "li"]
            text = "".join(f"<{kind}>{html}</{kind}>" for kind, html in blocks)
            data = f"const blocks = {json.dumps(blocks)}; const how = '{how}';"
            if library == "react":
                code = data + """
                    const { createElement: h, useState, useEffect } = React;
                    const banner = h('div', { key: 'b', style: { height: 318 } }, 'A banner');
                    const texts = () => blocks.map(([kind, html], n) =>
                        h(kind, { key: n, dangerouslySetInnerHTML: { __html: html } }));
                    const Page = () => {
                        const [isShown, show] = useState(how === 'mismatch');
                        useEffect(() => { if (how === 'effect') setTimeout(() => show(true), 100); }, []);
                        return h('main', {}, isShown ? [banner, ...texts()] : texts());
                    };
                    if (how === 'render') ReactDOM.createRoot(document.getElementById('root')).render(h(Page));
                    else ReactDOM.hydrateRoot(document.getElementById('root'), h(Page));"""
                scripts = script("react.production.min.js") + script("react-dom.production.min.js")
                root = f"<div id=root><main>{text}</main></div>"
            else:
                code = data + """
                    new Vue({
                        data: { isShown: how === 'mismatch' },
                        mounted() { if (how === 'effect') setTimeout(() => { this.isShown = true; }, 100); },
                        render(h) {
                            const texts = blocks.map(([kind, html], n) =>
                                h(kind, { key: n, domProps: { innerHTML: html } }));
                            const banner = h('div', { key: 'b', style: { height: '318px' } }, 'A banner');
                            return h('main', {}, this.isShown ? [banner, ...texts] : texts);
                        },
                    }).$mount('#root > main', how !== 'render');"""
                scripts = script("vue.min.js")
                mark = "" if how == "render" else " data-server-rendered=true"
                root = f"<div id=root><main{mark}>{text}</main></div>"
            after = page(article.title, root + scripts + later(number, code))
            return Case(page(article.title, root), same(after), late=1.9, hold=1.5)
        return case
    return {how: made(how) for how in ["hydrate", "mismatch", "effect", "render"]}


def moved(before, head, body, code, go, extra=""):
    """A page that a library moves, unchanged or with a banner. TEXT and TOP stand for the text and the banner."""
    def made(article, number):
        parts = [body_html(article.blocks[at:at + 8]) for at in range(0, len(article.blocks), 8)]
        text = f"<h1>{article.title}</h1>" + "".join(f"<div data-scroll-section>{part}</div>" for part in parts)

        def build(top):
            filled = body.replace("TEXT", text).replace("TOP", top)
            return page(article.title, f"{before}{filled}<script>{code}</script>", head=head, extra=extra)
        banner = "<div style='height:280px'>A new banner</div>" if number % 2 else ""
        return Case(build(""), same(build(banner)), go=go, late=0.8, hold=1.2)
    return made


locomotive = moved(
    script("locomotive-scroll.min.js"), style("locomotive-scroll.min.css"),
    "<div data-scroll-container><div data-scroll-section>TOP</div>TEXT</div>",
    "const scroll = new LocomotiveScroll({el: document.querySelector('[data-scroll-container]'), smooth: true});"
    "globalThis.benchGo = (part) => new Promise((done) => { scroll.update(); scroll.scrollTo(part *"
    " (document.querySelector('[data-scroll-container]').scrollHeight - innerHeight),"
    " {duration: 0, disableLerp: true}); setTimeout(() => done(null), 900); });", "benchGo(PART)",
    "body{max-width:none;padding:0 20%}")
lenis = moved(
    script("lenis.js"), "", "TOPTEXT",
    "const lenis = new Lenis({autoRaf: true}); globalThis.benchGo = (part) => { lenis.scrollTo(part *"
    " (document.documentElement.scrollHeight - innerHeight), {immediate: true}); return null; };", "benchGo(PART)",
    "html.lenis,html.lenis body{height:auto}")
iscroll = moved(
    script("iscroll.js"), "", "<div id=wrap><div id=content>TOPTEXT</div></div>",
    "addEventListener('load', () => { globalThis.scroller = new IScroll('#wrap', {mouseWheel: true, keyBindings: true,"
    " scrollbars: true}); }); globalThis.benchGo = (part) => { scroller.scrollTo(0, part * scroller.maxScrollY, 0);"
    " return null; };", "benchGo(PART)", FIXED + "body{max-width:none;padding:0}")


def slide_texts(article, count):
    parts = []
    for at in range(count):
        words = block_html("h2", 700 + at, article.words(4))
        parts.append(words + "".join(block_html("p", 3 * at + n, article.words(20)) for n in range(2)))
    return parts


def full_page(has_hash):
    def made(article, number):
        texts = slide_texts(article, 14)
        anchors = json.dumps([f"part{n}" for n in range(len(texts))]) if has_hash else "[]"
        code = (
            f"new fullpage('#fullpage', {{licenseKey: 'gplv3-license', anchors: {anchors}, scrollingSpeed: 400}});"
            "globalThis.benchGo = (part) => new Promise((done) => {"
            " fullpage_api.silentMoveTo(1 + Math.round(part * 13)); setTimeout(() => done(null), 900); });")

        def build(sections):
            inner = "".join(f"<div class=section><div style='padding:0 20%'>{text}</div></div>" for text in sections)
            body = f"<div id=fullpage>{inner}</div>{script('fullpage.min.js')}<script>{code}</script>"
            return page(article.title, body, head=style("fullpage.min.css"), extra="body{max-width:none;padding:0}")
        new = [texts[0], "<h2>A new part</h2>", *texts[1:]] if number % 2 and not has_hash else texts
        return Case(build(texts), same(build(new)), go="benchGo(PART)", late=1, hold=1.2, at_address=has_hash)
    return made


def reveal(options, opens_hash=False):
    def made(article, number):
        texts = slide_texts(article, 15)
        sections = [f"<section>{text}</section>" for text in texts]
        if "vertical" in options:
            sections = [f"<section>{''.join(sections[at:at + 3])}</section>" for at in range(0, 15, 3)]
        code = (
            f"Reveal.initialize({{hash: {str('hash' in options).lower()}, transition: 'none', progress: false}});"
            "globalThis.benchGo = (part) => { const all = Reveal.getSlides(); const {h, v} ="
            " Reveal.getIndices(all[Math.round(part * (all.length - 1))]); Reveal.slide(h, v);"
            # The address follows within a second.
            " return new Promise((done) => setTimeout(() => done(null), 1300)); };")

        def build(parts):
            body = f"<div class=reveal><div class=slides>{''.join(parts)}</div></div>{script('reveal.js')}"
            return page(article.title, f"{body}<script>{code}</script>", style="", head=style("reveal.css"),
                        extra="body{font:24px serif}")
        new = [sections[0], "<section><h2>A new slide</h2></section>", *sections[1:]]
        return Case(build(sections), same(build(new if number % 2 and "hash" not in options else sections)),
                    go="benchGo(PART)", late=0.8, hold=1.2, at_address=opens_hash)
    return made


def cookie_consent(layout):
    """The dialog of cookieconsent 3 with `disablePageInteraction`, which the reader accepts."""
    def made(article, number):
        click = [0.6, 1.5, 4][number % 3]
        code = (
            "CookieConsent.run({cookie: {name: 'cc' + Math.random()}, disablePageInteraction: true,"
            # Otherwise the dialog is not shown to a browser that a program drives.
            f"hideFromBots: false, guiOptions: {{consentModal: {{layout: '{layout}', position: 'middle center'}}}},"
            "categories: {necessary: {enabled: true, readOnly: true}, analytics: {}}, language: {default: 'en',"
            "translations: {en: {consentModal: {title: 'We use cookies', description: 'We and our partners do.',"
            "acceptAllBtn: 'Accept all', acceptNecessaryBtn: 'Reject all'}, preferencesModal: {sections: []}}}}});")
        after = plain(article, head=style("cookieconsent.css")).replace(
            "</body>", f"{script('cookieconsent.umd.js')}<script>{code}</script></body>")
        return Case(plain(article), same(after), late=click + 0.8, hold=1,
                    during=[(click, "click #cc-main [data-role=all]")])
    return made


MODAL = (
    "<div class='modal' id=modal data-bs-backdrop=static><div class=modal-dialog><div class=modal-content><div"
    " class=modal-body><h2>Welcome</h2><p>Subscribe to the letter of this site.</p><button id=accept"
    " data-bs-dismiss=modal>Close</button></div></div></div></div>")


def bootstrap(is_captured):
    """A modal of Bootstrap, open at the capture or at the restore."""
    def made(article, number):
        click = [0.6, 1.5, 4][number % 3]
        libraries = script("bootstrap.bundle.min.js")
        body = f"<h1>{article.title}</h1>{body_html(article.blocks)}{MODAL}{libraries}"
        opened = "<script>addEventListener('load', () => new bootstrap.Modal('#modal').show())</script>"
        before = page(article.title, body, head=style("bootstrap.min.css"))
        if is_captured:
            return Case(before, same(before), at_capture="new bootstrap.Modal('#modal').show();")
        return Case(before, same(page(article.title, body + opened, head=style("bootstrap.min.css"))), late=click + 0.8,
                    hold=1, during=[(click, "click #accept")])
    return made


def pdf_of(article, pages=24):
    """Returns a PDF with a page of lines for each number."""
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]
    kids = []
    for _ in range(pages):
        lines = "".join(f"({article.sentence(11)}) Tj T*" for _ in range(44))
        content = f"BT /F1 11 Tf 15 TL 60 760 Td {lines} ET"
        objects.append(f"<</Length {len(content)}>>stream\n{content}\nendstream")
        objects.append(f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {len(objects)} 0 R"
                       "/Resources<</Font<</F1 3 0 R>>>>>>")
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<</Type/Pages/Kids[{' '.join(kids)}]/Count {pages}>>"
    text, offsets = "%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(text))
        text += f"{number} 0 obj{content}endobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(offsets) + 1
    return (f"{text}xref\n0 {size}\n0000000000 65535 f \n{table}trailer<</Size {size}/Root 1 0 R>>\n"
            f"startxref\n{len(text)}\n%%EOF").encode()


PDF = """<script>
document.addEventListener('webviewerloaded', async () => {
    PDFViewerApplicationOptions.set('workerSrc', '/pdf.worker.js');
    PDFViewerApplicationOptions.set('defaultUrl', '');
    PDFViewerApplicationOptions.set('defaultZoomValue', 'SCALE');
    // The viewer would return to its last position by itself.
    PDFViewerApplicationOptions.set('viewOnLoad', 1);
    await PDFViewerApplication.initializedPromise;
    // Keys as in other pages; no strategy reads comments.
    PDFViewerApplication.eventBus.on('textlayerrendered', ({ pageNumber }) => {
        const layer = document.querySelector(`.page[data-page-number="${pageNumber}"] .textLayer`);
        layer.querySelectorAll('span').forEach((span, n) => {
            if (span.firstChild?.nodeType === 3) span.prepend(document.createComment('k:' + (pageNumber * 1000 + n)));
        });
    });
    PDFViewerApplication.open(Uint8Array.from(atob('DATA'), (each) => each.charCodeAt(0)));
});
</script>"""
# The texts of the files that pages are made from, by name.
sources = {}


def pdf(article, number):
    """The viewer of pdf.js, which renders the pages near the view, at the same or at another zoom."""
    data = base64.b64encode(pdf_of(article)).decode()
    html = sources["viewer.html"]
    for name in ("../build/pdf.js", "viewer.js", "viewer.css"):
        html = html.replace(f'"{name}"', f'"/{name.split("/")[-1]}"')

    def build(scale):
        code = PDF.replace("DATA", data).replace("SCALE", scale)
        return html.replace("</head>", code + "</head>")
    return Case(build("140"), same(build(["140", "110"][number % 2])), late=2.5, hold=1,
                scroller="(document.getElementById('viewerContainer'))")


# The library, the files that it needs, and its pages.
LIBRARIES = {
    "React": (["react.production.min.js", "react-dom.production.min.js"], hydrated("react")),
    "Vue": (["vue.min.js"], hydrated("vue")),
    "locomotive-scroll": (["locomotive-scroll.min.js", "locomotive-scroll.min.css"], {"smooth": locomotive}),
    "Lenis": (["lenis.js"], {"smooth": lenis}),
    "iScroll": (["iscroll.js"], {"wheel": iscroll}),
    "fullPage.js": (["fullpage.min.js", "fullpage.min.css"], {
        "no anchors": full_page(False), "anchors": full_page(True)}),
    "reveal.js": (["reveal.js", "reveal.css"], {
        "no hash": reveal([]), "vertical": reveal(["vertical"]), "hash, opened with it": reveal(["hash"], True),
        "hash, opened without": reveal(["hash"])}),
    "cookieconsent": (["cookieconsent.umd.js", "cookieconsent.css"], {
        "box": cookie_consent("box"), "cloud": cookie_consent("cloud")}),
    "Bootstrap": (["bootstrap.bundle.min.js", "bootstrap.min.css"], {
        "captured under a modal": bootstrap(True), "modal at the restore": bootstrap(False)}),
    "pdf.js": (["pdf.js", "pdf.worker.js", "viewer.js", "viewer.css", "viewer.html"], {"viewer": pdf}),
}


def found_in(directory):
    """Returns the path of each needed file below a directory, by name; a shorter path is preferred."""
    paths = sorted(directory.rglob("*"), key=lambda path: len(str(path)), reverse=True)
    return {path.name: path for path in paths if path.is_file()}


def run(browser, site, leftoff, options, files):
    rows = []
    for name, (needed, pages) in LIBRARIES.items():
        if options.libraries and name not in options.libraries.split(","):
            continue
        missing = [each for each in needed if each not in files]
        if missing:
            print(f"{name}: skipped: {', '.join(missing)} not below {options.source}", file=sys.stderr)
            continue
        for each in needed:
            site.show(files[each].read_bytes(), path=f"/{each}")
            sources[each] = files[each].read_text()
        for variant, made in pages.items():
            for number in range(options.pages):
                case, part = made(Article(4000 + number * 17 + len(name)), number), PARTS[(number + number // 4) % 4]
                found = measure.run_case(browser, site, leftoff, case, part, options.strategies.split(","))
                if found is None:
                    print(f"{name}, {variant}: no text in view at {part}", file=sys.stderr)
                    continue
                rows.append({"class": name, "variant": variant, "page": number, "part": part, "late": case.late,
                             "metric": case.metric, "wordsExist": True, **found})
                if report.is_failure(rows[-1]):
                    print(f"  {report.described(rows[-1])}", file=sys.stderr, flush=True)
    return rows


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--from", dest="source", type=pathlib.Path, required=True,
                        help="the directory below which the files of the libraries are")
    parser.add_argument("--browser", choices=["chromium", "firefox", "both"], default="both")
    parser.add_argument("--libraries", default="", help="the libraries to measure, separated by commas")
    parser.add_argument("--strategies", default="scrollTo,quote,fragment,leftoff")
    parser.add_argument("--pages", type=int, default=6)
    parser.add_argument("--scripts", type=pathlib.Path, help="measure the scripts of a directory, such as js/generated")
    parser.add_argument("--json", help="write all results to this file")
    return parser.parse_args()


def main():
    options = arguments()
    site = Site()
    files = found_in(options.source)
    everything = {}
    with tempfile.TemporaryDirectory() as home:
        leftoff = measure.Leftoff(os.environ["LEFTOFF_BIN"], home, options.scripts)
        for kind in (Chromium, Firefox):
            if options.browser not in ("both", kind.name):
                continue
            browser = kind()
            try:
                rows = run(browser, site, leftoff, options, files)
            finally:
                browser.quit()
            print(f"\n== {kind.name}")
            report.hard_table(rows, options.strategies.split(","), print)
            everything[kind.name] = rows
    site.stop()
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(everything, ensure_ascii=False))


if __name__ == "__main__":
    main()
