"""Defines pages that change or hide what was restored: rendered again, locked, covered, read beside a column.

Each class has variants: functions from an article and a number to a case. The number of a case, counted from 0, selects
delays and details, so that eight numbers cover them.
"""

import json

from articles import block_html, body_html, page
from case import Case, plain, same

BANNER = 318
DELAYS = [30, 250, 900, 2500]
# Replaces what the page shows in one of the ways of frameworks. `main` is the element that contains the text.
RENDERINGS = {
    "replaced": "main.replaceWith(main.cloneNode(true));",
    "innerHTML": "main.innerHTML = main.innerHTML + ' ';",
    "keyed": "const blocks = [...main.children]; const step = () => { for (const block of blocks.splice(0, 9))"
             " block.replaceWith(block.cloneNode(true)); if (blocks.length) requestAnimationFrame(step); }; step();",
    "texts": "const walker = document.createTreeWalker(main, 4); const texts = []; while (walker.nextNode())"
             " texts.push(walker.currentNode); for (const text of texts) text.replaceWith(text.cloneNode());",
    "shadow": "const host = document.createElement('div'); const root = host.attachShadow({mode: 'open'});"
              "const style = document.createElement('style'); style.textContent = 'p,li{margin:0 0 1em}';"
              "root.append(style, main.cloneNode(true)); main.replaceWith(host);",
    "body": "document.body.replaceChildren(...[...document.body.childNodes].map((node) => node.cloneNode(true)));",
}


def rendered(article, extra=""):
    """Returns a page whose text is in one element, with a script after it."""
    return page(article.title, f"<main><h1>{article.title}</h1>{body_html(article.blocks)}</main>{extra}")


def later(delay, code):
    """Returns a script that runs after a time in ms after the load."""
    return ("<script>addEventListener('load', () => setTimeout(() => {"
            f" const main = document.querySelector('main'); {code} }}, {delay}))</script>")


def renders_again(kind):
    def made(article, number):
        delay = DELAYS[number % 4]
        banner = ("const banner = document.createElement('div'); banner.textContent = 'A banner of the day';"
                  f"banner.style.height = '{BANNER}px'; document.body.prepend(banner);")
        code = RENDERINGS[kind] + (banner if number // 4 % 2 == 0 else "")
        return Case(rendered(article), same(rendered(article, later(delay, code))), late=delay / 1000 + 0.6,
                    hold=max(0, delay / 1000 - 0.5) + 0.8)
    return made


def skeleton(code):
    """Shows something else for a time, and then the text again."""
    def made(article, number):
        delay, shown = DELAYS[number % 3], [400, 1500][number % 2]
        script = later(delay, f"const shown = {shown}; const old = main.cloneNode(true); {code}")
        return Case(rendered(article), same(rendered(article, script)), late=(delay + 2 * shown) / 1000 + 0.6, hold=2)
    return made


SKELETON = ("const bones = () => old.childNodes.forEach(() => main.insertAdjacentHTML('beforeend',"
            " `<div style='background:#ddd;margin:0 0 1em;height:${HEIGHT}px'></div>`));"
            "main.replaceChildren(); bones();"
            "setTimeout(() => main.replaceChildren(...old.cloneNode(true).childNodes), shown);")
SPINNER = ("main.innerHTML = '<p>Loading'; setTimeout(() => main.replaceChildren(...old.cloneNode(true).childNodes),"
           " shown);")
TWICE = "const once = () => { " + SPINNER + " }; once(); setTimeout(once, shown + 200);"


def words_vanish(article, number):
    other = body_html([(kind, None, article.words(len(words))) for kind, _, words in article.blocks])
    code = f"main.innerHTML = {json.dumps(other)};"
    html = rendered(article, later(DELAYS[number % 2], code))
    return Case(rendered(article), lambda reading: (html, None), late=1, hold=1, metric="honest")


def scrolls_back(code, metric):
    def made(article, number):
        delay = [150, 700, 1200][number % 3]
        return Case(rendered(article), same(rendered(article, later(delay, code))), late=delay / 1000 + 0.8, hold=2,
                    metric=metric)
    return made


# Locks of libraries for dialogs. `y` is the offset at the time of the lock.
LOCKS = {
    "body": "body.style.cssText = `position:fixed;top:-${y}px;left:0;right:0`;",
    "html": "root.style.cssText = `position:fixed;top:-${y}px;left:0;right:0`;",
    "hidden": "root.style.overflow = body.style.overflow = 'hidden';",
    "body with width": "body.style.cssText ="
                       " `position:fixed;top:-${y}px;width:100%;overflow-y:scroll;padding-right:15px`;",
    "scrolled body": "root.style.cssText = body.style.cssText = 'height:100%;overflow:hidden'; body.scrollTop = y;",
    "absolute": "body.style.cssText = `position:absolute;top:-${y}px;left:0;right:0;overflow:hidden`;",
}
LOCK = "const root = document.documentElement; const { body } = document; const y = root.scrollTop; "
DIALOG = (
    "root.insertAdjacentHTML('beforeend', `<div role=dialog style='position:fixed;inset:0;background:#0008;z-index:9'>"
    "<div style='position:absolute;inset:12% 25%;background:#fff;padding:2em'><h2>Subscribe to the letter</h2><p>You"
    " get one letter a week, and can leave at any time.</p><input><button>Subscribe</button></div></div>`);")


def captured_under(lock, has_dialog=False):
    def made(article, number):
        # Without a header, the margin of the heading does not collapse any more under the lock, which moves the text.
        html = plain(article, top="" if number % 2 else "<header>The Morning Harbour</header>")
        change = "" if number // 2 % 2 else "<div style='height:240px'>A new banner is here</div>"
        return Case(html, same(html.replace("<body>", "<body>" + change)),
                    at_capture=LOCK + LOCKS[lock] + (DIALOG if has_dialog else ""))
    return made


CONSENT = (
    "<div id=consent style='position:fixed;inset:0;background:#000a;z-index:9'><div role=dialog"
    " style='position:absolute;left:20%;right:20%;bottom:10%;background:#fff;padding:2em'><h2>We value your"
    " privacy</h2><p>We and our 812 partners store information on this device.</p><button id=accept>Accept all</button>"
    " <button>Reject</button></div></div>")
# The same with a backdrop that is a pseudo-element, in front of which the dialog is fixed by itself.
BACKDROP = (
    "<style>#consent::before{content:'';position:fixed;inset:0;background:#000a;z-index:9}</style><div id=consent"
    " style='position:fixed'><div role=dialog style='position:fixed;z-index:10;left:20%;right:20%;top:30%;"
    "background:#fff;padding:2em'><h2>Cookies</h2><p>We and our partners use them.</p><button id=accept>Accept"
    " all</button></div></div>")
CLICKS = [0.3, 1.5, 4.0]


# The styles of a lock before consent, and what ends it. A library that fixes the body scrolls back to where it was.
CONSENT_LOCKS = {
    "fixed, style": ("body.style.cssText = `position:fixed;top:-${y}px;left:0;right:0`;",
                     "const back = -parseFloat(body.style.top); body.style.cssText = ''; scrollTo(0, back);"),
    "fixed, variable": ("body.style.cssText = 'position:fixed;left:0;right:0';",
                        "body.style.cssText = ''; scrollTo(0, y);"),
    "hidden": ("root.style.overflow = 'hidden';", "root.style.overflow = '';"),
    "full height": ("root.style.cssText = body.style.cssText = 'height:100%;overflow:hidden';",
                    "root.style.cssText = body.style.cssText = '';"),
}


def consent(lock, dialog=CONSENT):
    """Locks the page until the reader accepts."""
    def made(article, number):
        click = CLICKS[number % 3]
        shut, opened = CONSENT_LOCKS[lock]
        gone = ["consent.remove();", "consent.style.display = 'none';",
                "consent.style.cssText += ';transition:opacity .3s;opacity:0';"
                "setTimeout(() => consent.remove(), 320);"][number // 3 % 3]
        script = (
            f"<script>{{ {LOCK} const consent = document.getElementById('consent'); {shut}"
            f"document.getElementById('accept').onclick = () => {{ {opened} {gone} }}; }}</script>")
        html = plain(article).replace("</body>", dialog + script + "</body>")
        return Case(plain(article), same(html), late=click + 0.6, during=[(click, "click #accept")], hold=1)
    return made


def consent_hides(kind):
    def made(article, number):
        click = CLICKS[number % 3]
        text = f"<h1>{article.title}</h1>{body_html(article.blocks)}"
        shut, opened = {
            "display": (f"<main style='display:none'>{text}</main>", "main.style.display = '';"),
            "visibility": (f"<main style='visibility:hidden'>{text}</main>", "main.style.visibility = '';"),
            "template": (f"<main></main><template>{text}</template>",
                         "main.append(document.querySelector('template').content.cloneNode(true));"),
            "short": (f"<main style='height:70vh;overflow:hidden'>{text}</main>", "main.style.cssText = '';"),
        }[kind]
        script = (
            "<script>document.getElementById('accept').onclick = () => { const main = document.querySelector('main');"
            f" {opened} document.getElementById('consent').remove(); }}</script>")
        html = page(article.title, shut + CONSENT + script)
        return Case(rendered(article), same(html), late=click + 0.6, during=[(click, "click #accept")], hold=1)
    return made


def consent_bar(article, number):
    """Shows a bar that locks nothing, while the text loads."""
    bar = CONSENT.replace("inset:0", "left:0;right:0;bottom:0;height:260px")
    text = f"<h1>{article.title}</h1>{body_html(article.blocks)}"
    script = (
        "<script>document.getElementById('accept').onclick = () => document.getElementById('consent').remove();"
        "setTimeout(() => document.querySelector('main').append("
        "document.querySelector('template').content.cloneNode(true)), 1500)</script>")
    html = page(article.title, f"<main></main><template>{text}</template>{bar}{script}")
    return Case(rendered(article), same(html), late=2, during=[(0.3 + 0.3 * (number % 3), "click #accept")], hold=1)


def not_accepted(variant):
    def made(article, number):
        case = variant(article, number)
        case.during, case.late, case.metric = [], 0.2, "honest"
        return case
    return made


def overlay_returns(lock):
    def made(article, number):
        shut, opened = CONSENT_LOCKS[lock]
        script = (
            f"<script>{{ {LOCK} const consent = document.getElementById('consent'); const shut = () => {{"
            f" scrollTo(0, 0); {shut} consent.style.display = ''; }}; shut();"
            f"document.getElementById('accept').onclick = () => {{ {opened} consent.style.display = 'none';"
            f" setTimeout(shut, {[200, 400, 900][number % 3]}); }}; }}</script>")
        html = plain(article).replace("</body>", CONSENT + script + "</body>")
        return Case(plain(article), same(html), late=4.2, hold=1, metric="honest",
                    during=[(0.5, "click #accept"), (2, "click #accept"), (3.5, "click #accept")])
    return made


FILM = ("<!--k:{n}--><{kind} style='display:block;border:0;width:100%;aspect-ratio:16/10;background:#234;"
        "margin:0 0 16px'>{end}")


def video_column(kind, width):
    """The column in the middle has only media without pictures; the column at the side has text."""
    def made(article, number):
        end = {"iframe": "</iframe>", "video": "</video>", "embed": ""}[kind]
        films = "".join(FILM.format(n=n, kind=kind, end=end) for n in range(24))
        side = "".join(f"<p>{' '.join(words)}</p>" for _, _, words in article.blocks[:60])
        extra = ("body{max-width:none;display:grid;grid-template-columns:60% 1fr;gap:2em}aside{font-size:14px}"
                 "@media(max-width:900px){body{display:block}}")
        html = page("Films", f"<main>{films}</main><aside>{side}</aside>", extra=extra)
        banner = "<div style='height:310px;grid-column:1/3'>A new banner is here</div>"
        after = html if width != 1280 else html.replace("<body>", "<body>" + banner)
        # Films become lower in a narrow window. The one that is kept may begin above the view: then the next is nearer.
        metric = "exact" if width == 1280 else "view"
        return Case(html, same(after), widths=(1280, width), late=0.4, metric=metric)
    return made


def white_space(kind):
    """White space has boxes: blank lines of preformatted text, gaps between inline blocks, indented cells."""
    def made(article, number):
        if kind == "pre-wrap":
            parts = [block_html("span", key, words) + "\n \n   \n\n" for _, key, words in article.blocks if key < 500]
            html = page(article.title, f"<div style='white-space:pre-wrap'>{''.join(parts)}</div>")
        elif kind == "pre":
            lines = [article.sentence(article.random.choice([3, 9])) for _ in range(400)]
            parts = [f"<span><!--k:{n}-->{line}</span>\n" + "    \n" * (n % 4) for n, line in enumerate(lines)]
            html = page(article.title, f"<pre style='font:15px/1.5 monospace'>{''.join(parts)}</pre>")
        else:
            style = "display:inline-block;width:48%;vertical-align:top"
            parts = [f"<div style='{style}'>{block_html('p', key, words)}</div>\n" for _, key, words in article.blocks]
            html = page(article.title, f"<div style='white-space:break-spaces'>{''.join(parts)}</div>")
        top = "<div style='height:260px'>A new banner is here</div>" if number % 2 else ""
        return Case(html, same(html.replace("<body>", "<body>" + top)), widths=(1280, [1280, 900][number // 2 % 2]))
    return made


def second_column(start):
    """A column that begins right of the middle stands beside the article, and below it in a narrow window."""
    def made(article, number):
        picture = "<div style='height:340px;background:#9ab;margin:0 0 1em'></div>"
        parts = [picture + block_html(*block) for block in article.blocks]
        side = "".join(f"<p>{article.sentence(12)}</p>" for _ in range(260))
        extra = (f"body{{max-width:none;display:grid;grid-template-columns:{start - 3}% 1fr;gap:3%}}"
                 "@media(max-width:900px){body{display:block}}")
        html = page(article.title, f"<main>{''.join(parts)}</main><aside>{side}</aside>", extra=extra)
        return Case(html, same(html), widths=(1280, 390), by_lines=True)
    return made


def caption(place):
    """Captions with an absolute position lie over the text."""
    def made(article, number):
        where = {"top": "top:0", "middle": "top:40px", "below": "bottom:0"}[place]
        parts = []
        for kind, key, words in article.blocks:
            style = f"position:absolute;{where};left:30%;width:40%;background:#ffe;font-size:13px"
            over = f"<div class=caption style='{style}'>{article.sentence(26)}</div>"
            parts.append(f"<div style='position:relative'>{over}{block_html(kind, key, words)}</div>")
        html = page(article.title, "".join(parts), extra="@media(max-width:900px){.caption{position:static!important}}")
        return Case(html, same(html), widths=(1280, [1280, 390][number // 2 % 2]))
    return made


HARD = {
    "renders again": {kind: renders_again(kind) for kind in RENDERINGS},
    "skeleton": {
        "of the same height": skeleton(SKELETON.replace("HEIGHT", "90")),
        "spinner": skeleton(SPINNER), "twice": skeleton(TWICE),
    },
    "words vanish": {"other text": words_vanish},
    "scrolls back": {
        "once": scrolls_back("scrollTo(0, 0);", "exact"),
        "three times": scrolls_back("let left = 3; const back = () => { scrollTo(0, 0); if (left -= 1)"
                                    " setTimeout(back, 500); }; back();", "exact"),
        "always": scrolls_back("scrollTo(0, 0); addEventListener('scroll', () => scrollTo(0, 0));", "honest"),
        "each second": scrolls_back("scrollTo(0, 0); setInterval(() => scrollTo(0, 0), 1000);", "honest"),
    },
    "captured under a lock": {
        **{kind: captured_under(kind) for kind in LOCKS},
        **{f"{kind}, dialog": captured_under(kind, True) for kind in LOCKS},
    },
    "consent locks": {
        **{lock: consent(lock) for lock in CONSENT_LOCKS}, "hidden, backdrop": consent("hidden", BACKDROP),
        "bar, late text": consent_bar,
    },
    "consent hides": {kind: consent_hides(kind) for kind in ["display", "visibility", "template", "short"]},
    "not accepted": {
        **{lock: not_accepted(consent(lock)) for lock in CONSENT_LOCKS},
        "display": not_accepted(consent_hides("display")),
    },
    "overlay returns": {lock: overlay_returns(lock) for lock in ["fixed, style", "full height"]},
    "video column": {"iframe, banner": video_column("iframe", 1280), "iframe, 390": video_column("iframe", 390),
                     "video, 390": video_column("video", 390)},
    "white space has boxes": {kind: white_space(kind) for kind in ["pre-wrap", "pre", "inline-block"]},
    "column from 0.6": {f"{start} %": second_column(start) for start in [56, 62, 70]},
    "caption over text": {place: caption(place) for place in ["top", "middle", "below"]},
}
