"""Defines the changes between capture and restore: one function per class, from an article to the two pages."""

import json

import hard_demand
import hard_motion
import hard_page
import hard_pictures
import hard_words
from articles import Article, block_html, body_html, edited, page
from case import READER, ROOM, Case, number, plain, same


def unchanged(article):
    return Case(plain(article), same(plain(article)))


def narrower(article):
    return Case(plain(article), same(plain(article)), widths=(1280, 390))


def wider(article):
    return Case(plain(article), same(plain(article)), widths=(390, 1280))


def larger_font(article):
    return Case(plain(article), same(plain(article, "body{font-size:23px}")))


def other_font(article):
    return Case(plain(article), same(plain(article, "body{font-family:'DejaVu Sans Mono',monospace}")))


def banner(article):
    return Case(plain(article), same(plain(article, top="<div style='height:310px'>A new banner is here</div>")))


def late_banner(article):
    script = (
        "<script>setTimeout(() => { const d = document.createElement('div'); d.style.height = '280px'; "
        "d.textContent = 'A late banner'; document.body.prepend(d); }, 300)</script>")
    return Case(plain(article), same(plain(article) .replace("</body>", script + "</body>")), late=0.8)


def late_images(article):
    images = "".join(f"<img src='/image.svg?h={120 + 90 * n}&ms={500 + 250 * n}'>" for n in range(3))
    return Case(plain(article, top=images), same(plain(article, top=images)), late=1.6)


def edit(share):
    def made(article):
        def after(reading):
            blocks = article.copy_blocks()
            at = article.index_of(number(reading))
            kind, key, words = blocks[at]
            changed, slot = edited(words, reading["word"], share, article)
            blocks[at] = (kind, key, changed)
            return page(article.title, f"<h1>{article.title}</h1>" + body_html(blocks)), (reading["key"], slot)
        return Case(plain(article), after)
    return made


def deleted(article):
    def after(reading):
        at = article.index_of(number(reading))
        blocks = article.copy_blocks()
        del blocks[at]
        following = next((key for _, key, _ in blocks[at:] if key is not None), None)
        truth = (f"k:{following}", 0) if following is not None else None
        return page(article.title, f"<h1>{article.title}</h1>" + body_html(blocks)), truth
    return Case(plain(article), after, words_exist=False)


def lookalikes(article):
    def after(reading):
        blocks = article.copy_blocks()
        at = article.index_of(number(reading))
        kind, key, words = blocks[at]
        for offset in (4, 9, -5):
            near, _ = edited(words, -1, 0.08, article)
            blocks.insert(max(0, min(len(blocks), at + offset)), (kind, 900 + offset, near))
        return page(article.title, f"<h1>{article.title}</h1>" + body_html(blocks)), (reading["key"], reading["word"])
    return Case(plain(article), after)


def duplicates(article):
    blocks = []
    _, _, repeated = next(block for block in article.blocks if block[0] == "p" and len(block[2]) > 40)
    for kind, key, words in article.blocks:
        blocks.append((kind, key, words))
        if key is not None and key % 3 == 0:
            blocks.append(("p", 1000 + key, repeated))
    before = page(article.title, body_html(blocks))
    more = [("p", 2000, repeated), *blocks]
    return Case(before, same(page(article.title, body_html(more))))


def reordered(article):
    def after(reading):
        sections, current = [], []
        for block in article.blocks:
            if block[0] == "h2" and current:
                sections.append(current)
                current = []
            current.append(block)
        sections.append(current)
        article.random.shuffle(sections)
        body = body_html([block for section in sections for block in section]) + ROOM
        return page(article.title, f"<h1>{article.title}</h1>" + body), (reading["key"], reading["word"])
    return Case(plain(article), after)


def rehashed(article):
    def render(prefix, wraps):
        parts = []
        for number_, block in enumerate(article.blocks):
            html = block_html(*block, attributes=f" class='{prefix}-{number_ * 7919 % 997}' id='{prefix}{number_}'")
            parts.append("<div><div>" + html + "</div></div>" if wraps else html)
        return page(article.title, f"<main class={prefix}m><section>{''.join(parts)}</section></main>")
    return Case(render("css", False), same(render("x9", True)))


def nested_page(article, delay=None):
    extra = (
        "body{max-width:none;padding:0;display:flex}nav{width:180px}"
        ".bench-reader{flex:1;height:calc(100vh - 70px);margin-top:40px;overflow-y:auto;padding:0"
        " 3em;border:4px solid}")
    reader = f"<main class=bench-reader><h1>{article.title}</h1>{body_html(article.blocks)}</main>"
    if delay is None:
        return page(article.title, f"<nav>Contents<p>One<p>Two</nav>{reader}", extra=extra)
    script = (
        f"<nav>Contents</nav><template id=t>{reader}</template><script>setTimeout(() => "
        f"document.body.append(document.getElementById('t').content.cloneNode(true)), {delay})</script>")
    return page(article.title, script, extra=extra)


def nested(article):
    return Case(nested_page(article), same(nested_page(article)), widths=(1280, 1000), scroller=READER)


def nested_late(article):
    delay = article.random.choice([500, 1200, 2500, 5000])
    return Case(nested_page(article), same(nested_page(article, delay)), scroller=READER, late=delay / 1000 + 0.4)


def rendered_late(article):
    delay = article.random.choice([500, 1000, 2000, 3000])
    script = (
        f"<div id=app>Loading</div><template"
        f" id=t><h1>{article.title}</h1>{body_html(article.blocks)}</template><script>"
        "setTimeout(() => document.getElementById('app').replaceChildren(document.getElementById('t').content"
        f".cloneNode(true)), {delay})</script>")
    return Case(plain(article), same(page(article.title, script)), late=delay / 1000 + 0.4)


def virtual_list(article):
    rows = [" ".join(article.words(article.random.choice([8, 14, 30]))) for _ in range(1500)]
    script = (
        "<div class=bench-reader><div id=inner></div></div><script>const rows = " + json.dumps(rows) + ";"
        "const list = document.querySelector('.bench-reader'); const inner = document.getElementById('inner');"
        "const heights = rows.map((r) => 34 + Math.ceil(r.length / 70) * 24); const tops = [0];"
        "heights.forEach((h, n) => tops.push(tops[n] + h)); inner.style.height = tops[rows.length] + 'px';"
        "const render = () => { inner.replaceChildren(); let n = Math.max(0, tops.findIndex((t) => t >"
        " list.scrollTop) - 3);"
        "for (; n < rows.length && tops[n] < list.scrollTop + list.clientHeight + 150; n += 1) {"
        "const p = document.createElement('p'); p.append(document.createComment('k:' + n), rows[n]); p.style.cssText ="
        "'position:absolute;margin:0;overflow:hidden;top:' + tops[n] + 'px;height:' + heights[n] + 'px';"
        " inner.append(p); } };"
        "list.addEventListener('scroll', () => requestAnimationFrame(render)); render();</script>")
    extra = ".bench-reader{height:640px;overflow-y:auto;position:relative}#inner{position:relative}"
    html = page(article.title, f"<h1>{article.title}</h1>" + script, extra=extra)
    return Case(html, same(html), scroller=READER, late=0.6)


def infinite_scroll(article):
    batches = [body_html(article.blocks[n:n + 14]) for n in range(0, len(article.blocks), 14)]
    script = (
        "<div id=feed></div><div id=end style='height:2px'></div><script>const batches = " + json.dumps(batches) + ";"
        "let next = 0; let busy = false; const feed = document.getElementById('feed'); const add = () => {"
        "if (next < batches.length) feed.insertAdjacentHTML('beforeend', batches[next++]); }; add();"
        "new IntersectionObserver((entries) => {"
        "if (busy || !entries.some((entry) => entry.isIntersecting)) return; busy = true;"
        "setTimeout(() => { busy = false; add(); }, 180); }, {rootMargin:"
        " '200px'}).observe(document.getElementById('end'));"
        "</script>")
    html = page(article.title, script)
    return Case(html, same(html), stepwise=True, late=3.0)


def folded(opened, closed):
    def made(article):
        def render(wrap):
            first, rest = article.blocks[:2], article.blocks[2:]
            parts = [body_html(first)]
            for at in range(0, len(rest), 8):
                inner = body_html(rest[at:at + 8])
                parts.append(wrap.replace("ID", f"s{at}").replace("BODY", inner))
            script = (
                "<script>document.addEventListener('click', (event) => { const b ="
                " event.target.closest('[aria-controls]');"
                "if (!b) return; const panel = document.getElementById(b.getAttribute('aria-controls'));"
                "const open = b.getAttribute('aria-expanded') === 'true'; b.setAttribute('aria-expanded',"
                " String(!open));"
                "panel.hidden = open; })</script>")
            return page(article.title, "".join(parts) + script)
        return Case(render(opened), same(render(closed)), late=0.5)
    return made


details = folded("<details open><summary>More of it</summary>BODY</details>",
                 "<details><summary>More of it</summary>BODY</details>")
until_found = folded("<section>BODY</section>", "<section hidden=until-found>BODY</section>")
accordion = folded(
    "<h3><button aria-expanded=true aria-controls=ID>Part ID</button></h3><div id=ID>BODY</div>",
    "<h3><button aria-expanded=false aria-controls=ID>Part ID</button></h3><div id=ID hidden>BODY</div>")


def shadow_root(article):
    html = page(article.title, (
        f"<template id=t><style>p,li{{margin:0 0 1em}}</style><article>{body_html(article.blocks)}</article></template>"
        "<div id=host></div><script>document.getElementById('host').attachShadow({mode: 'open'}).append("
        "document.getElementById('t').content.cloneNode(true))</script>"))
    return Case(html, same(html), widths=(1280, 700))


def frame(article):
    inner = plain(article).replace("'", "&#39;")
    html = page(article.title, f"<p>Around the frame.</p><iframe class=bench-frame srcdoc='{inner}'></iframe>",
                extra="iframe{width:100%;height:82vh;border:2px solid}")
    scroller = "(document.querySelector('.bench-frame').contentDocument.scrollingElement)"
    return Case(html, same(html), scroller=scroller, widths=(1280, 900), late=0.4)


def sticky(article):
    def render(height):
        style = f"position:sticky;top:0;height:{height}px;background:#ccc"
        top = f"<header class=bench-header style='{style}'>A header</header>"
        return plain(article, top=top)
    heights = article.random.choice([(60, 120), (120, 60)])
    return Case(render(heights[0]), same(render(heights[1])))


def right_to_left(article):
    article = Article(article.random.random(), script="arabic")
    html = plain(article, attributes="lang=ar dir=rtl")
    return Case(html, same(html), widths=(1280, 800))


def vertical(article):
    article = Article(article.random.random(), paragraphs=30, script="kanji")
    html = page(article.title, body_html(article.blocks), style="html{writing-mode:vertical-rl}body{font:18px/1.6"
                " sans-serif;margin:1em}")
    larger = html.replace("font:18px", "font:20px")
    return Case(html, same(larger), axis="x")


def pinched(article):
    return Case(plain(article), same(plain(article)), scale=article.random.choice([(1.5, 1), (1, 1.5)]))


def gallery(article):
    images = "".join(
        f"<figure><!--k:{n}--><img src='/image.svg?h={150 + 37 * (n * 7 % 11)}&n={n}' width=500"
        f" height={150 + 37 * (n * 7 % 11)}></figure>"
        for n in range(60))
    banner_ = "<div style='height:210px'></div>"
    return Case(page("Gallery", images), same(page("Gallery", banner_ + images)))


def code(article):
    lines = []
    for n in range(400):
        lines.append(f"<!--k:{n}-->" + " " * (4 * (n % 4)) + " ".join(article.words(article.random.choice([3, 9, 40])))
                     + "\n")
    body = f"<h1>Code</h1><pre style='overflow-x:auto;font:14px/1.4 monospace'>{''.join(lines)}</pre>"
    return Case(page("Code", body), same(page("Code", "<p>A note above.</p>" + body)), widths=(1280, 800))


def smooth(article):
    return Case(plain(article), same(plain(article, "html{scroll-behavior:smooth}", top="<div"
                                           " style='height:90px'></div>")), late=0.6)


def content_visibility(article):
    extra = "p,li{content-visibility:auto;contain-intrinsic-size:auto 90px}"
    return Case(plain(article), same(plain(article, extra)), late=0.5)


def strict_policy(article):
    policy = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
    return Case(plain(article), same(plain(article, top="<div style='height:90px'></div>")), headers=policy)


def snapping(article):
    extra = "html{scroll-snap-type:y proximity}h2{scroll-snap-align:start}"
    return Case(plain(article), same(plain(article, extra)))


def several(article):
    def after(reading):
        blocks = article.copy_blocks()
        at = article.index_of(number(reading))
        kind, key, words = blocks[at]
        changed, slot = edited(words, reading["word"], 0.1, article)
        changed[slot] = words[reading["word"]]
        blocks[at] = (kind, key, changed)
        body = "".join(f"<div class=z{n % 7}>{block_html(*block)}</div>" for n, block in enumerate(blocks))
        return page(article.title, "<div style='height:200px'>New here</div>" + body), (reading["key"], slot)
    return Case(plain(article), after, widths=(1280, 500))


def moved(article):
    def after(reading):
        blocks = article.copy_blocks()
        at = article.index_of(number(reading))
        kind, key, words = blocks.pop(at)
        changed, slot = edited(words, reading["word"], 0.1, article)
        changed[slot] = words[reading["word"]]
        blocks.insert((at + 25) % len(blocks), (kind, key, changed))
        return page(article.title, f"<h1>{article.title}</h1>" + body_html(blocks) + ROOM), (reading["key"], slot)
    return Case(plain(article), after)


def late_style(article):
    head = "<link rel=stylesheet href='/late.css?ms=700'>"
    script = (
        "<script>setTimeout(() => { const s = document.createElement('style'); s.textContent = 'body{font-size:21px;"
        "line-height:1.8}'; document.head.append(s); }, 600)</script>")
    return Case(plain(article), same(plain(article, head=head).replace("</body>", script + "</body>")), late=1.4)


CLASSES = {
    "nothing changed": unchanged, "1280 to 390 px": narrower, "390 to 1280 px": wider, "larger font": larger_font,
    "other font": other_font, "banner above": banner, "late banner": late_banner, "late images": late_images,
    "10 % edited": edit(0.1), "30 % edited": edit(0.3), "50 % edited": edit(0.5), "anchor deleted": deleted,
    "lookalikes": lookalikes, "duplicates": duplicates, "reordered": reordered, "rehashed and wrapped": rehashed,
    "nested scroller": nested, "nested late": nested_late, "rendered late": rendered_late, "virtual list": virtual_list,
    "infinite scroll": infinite_scroll, "details": details, "until-found": until_found, "accordion": accordion,
    "shadow root": shadow_root, "frame": frame, "sticky header": sticky, "right to left": right_to_left,
    "vertical": vertical, "pinch zoom": pinched, "gallery": gallery, "code": code, "smooth": smooth,
    "content-visibility": content_visibility, "strict policy": strict_policy, "snapping": snapping,
    "several at once": several, "moved and edited": moved, "late style": late_style,
}
# Each of these has variants, by name.
HARD = {**hard_page.HARD, **hard_demand.HARD, **hard_words.HARD, **hard_motion.HARD, **hard_pictures.HARD}
