"""Defines pages that move by transforms, and slides. Variants are as in hard_page.py."""

from articles import block_html, page
from case import Case, same

# A wrapper whose content follows a target with a delay, as smooth-scrolling libraries do.
GLIDE = """<script>{
const wrap = document.getElementById('wrap'), content = document.getElementById('content');
let target = 0, now = 0;
const extent = () => (AXIS === 'y' ? content.scrollHeight - wrap.clientHeight : content.scrollWidth - wrap.clientWidth);
const set = (value) => { target = Math.max(0, Math.min(extent(), value)); };
const draw = () => {
    content.style.transform = AXIS === 'y' ? `translate3d(0, ${-now}px, 0)` : `translate3d(${-now}px, 0, 0)`;
};
const step = () => {
    now = Math.abs(target - now) < 0.3 ? target : now + (target - now) * EASE;
    draw();
    requestAnimationFrame(step);
};
addEventListener('wheel', (event) => { event.preventDefault(); set(target + event.deltaY * GAIN); }, {passive: false});
addEventListener('keydown', ({key}) => {
    const view = AXIS === 'y' ? innerHeight : innerWidth;
    const page = view * .9;
    const by = {ArrowDown: 40, ArrowRight: 40, ArrowUp: -40, ArrowLeft: -40, PageDown: page, PageUp: -page}[key];
    if (by) set(target + by);
});
step();
globalThis.benchGo = (part) => { set(part * extent()); now = target; draw(); return null; };
}</script>"""
FIXED = "html,body{overflow:hidden;height:100%}#wrap{position:fixed;inset:0;overflow:hidden}"


def glide(axis, ease, gain):
    return GLIDE.replace("AXIS", f"'{axis}'").replace("EASE", str(ease)).replace("GAIN", str(gain))


def vertical(article, number):
    """A page of a smooth-scrolling library; it changes by a banner or by larger words."""
    script = glide("y", [0.1, 0.2, 1][number % 3], [1, 0.6, 1.7, 1][number % 4])
    text = "".join(block_html(*block) for block in article.blocks)

    def build(top="", extra=""):
        body = f"<div id=wrap><div id=content>{top}<h1>{article.title}</h1>{text}</div></div>{script}"
        style = FIXED + "body{max-width:none;padding:0}#content{max-width:44em;margin:0 auto}" + extra
        return page(article.title, body, extra=style)
    banner = "<div style='height:310px'>New</div>"
    changed = [build(), build(banner), build(extra="#content{font-size:21px}")][number % 3]
    return Case(build(), same(changed), go="benchGo(PART)", late=0.5, hold=1)


def layers(article, number):
    """As vertical; some parts move at another speed, and the text is in sections with transforms of their own."""
    script = glide("y", 0.12, 1).replace("const step =", """
    const parallax = () => { for (const each of document.querySelectorAll('[data-speed]'))
        each.style.transform = `translate3d(0, ${now * Number(each.dataset.speed) % 60}px, 0)`; };
    const step =""").replace("draw();\n    request", "draw(); parallax();\n    request")
    blocks = [block_html(*block) for block in article.blocks]
    parts = ["<section style='transform:translateZ(0)'><div data-speed=.1 style='height:120px;background:#9ab'></div>"
             f"<div style='transform:translate(0,10px)'>{''.join(blocks[at:at + 6])}</div></section>"
             for at in range(0, len(blocks), 6)]
    style = FIXED + "body{max-width:none;padding:0}#content{max-width:44em;margin:0 auto}"
    html = page(article.title, f"<div id=wrap><div id=content>{''.join(parts)}</div></div>{script}", extra=style)
    return Case(html, same(html), go="benchGo(PART)", late=0.5, hold=1)


def horizontal(article, number):
    """Columns side by side, which the wheel moves sideways."""
    script = glide("x", [0.1, 0.2][number % 2], 1)
    parts = []
    for at in range(24):
        words = block_html("h2", 700 + at, article.words(3)) + block_html("p", at, article.words(70))
        parts.append(f"<section style='flex:none;width:560px;padding:0 30px'>{words}</section>")
    style = FIXED + "body{max-width:none;padding:0}#content{display:flex;width:max-content;height:100%}"
    before = page(article.title, f"<div id=wrap><div id=content>{''.join(parts)}</div></div>{script}", extra=style)
    new = "<section style='flex:none;width:400px'><h2>New</h2></section>" if number % 2 else ""
    after = before.replace("<div id=content>", f"<div id=content>{new}")
    return Case(before, same(after), axis="x", go="benchGo(PART)", late=0.5, hold=1)


SLIDES = """<script>{
const slides = [...document.querySelectorAll('#slides > section')];
let at = 0, busyUntil = 0;
const show = () => { DRAW };
const go = (to) => {
    to = Math.max(0, Math.min(slides.length - 1, to));
    if (to === at || performance.now() < busyUntil) return;
    at = to;
    busyUntil = performance.now() + LOCK;
    show();
};
const input = {
    wheel: () => addEventListener('wheel', (event) => { event.preventDefault(); go(at + Math.sign(event.deltaY)); },
        {passive: false}),
    keys: () => addEventListener('keydown', ({key, keyCode}) => {
        if (['ArrowDown', 'ArrowRight', 'PageDown', ' '].includes(key) || [34, 39, 40].includes(keyCode)) go(at + 1);
        else if (['ArrowUp', 'ArrowLeft', 'PageUp'].includes(key) || [33, 37, 38].includes(keyCode)) go(at - 1);
    }),
    hash: () => {
        const read = () => {
            at = Math.max(0, Math.min(slides.length - 1, Number(location.hash.slice(2)) || 0));
            show();
        };
        addEventListener('hashchange', read);
        read();
    },
    trusted: () => addEventListener('wheel', (event) => { if (event.isTrusted) go(at + Math.sign(event.deltaY)); }),
};
for (const kind of INPUTS) input[kind]();
show();
globalThis.benchGo = (part) => {
    at = Math.round(part * (slides.length - 1));
    if (INPUTS.includes('hash')) location.hash = '#/' + at;
    show();
    return new Promise((done) => setTimeout(() => done(null), 700));
};
}</script>"""
# How the slides are shown.
DRAWS = {
    "moved": "document.getElementById('slides').style.transform = `translate3d(0, ${-at * innerHeight}px, 0)`;",
    "hidden": "slides.forEach((each, n) => { each.style.display = n === at ? '' : 'none'; });",
    "pushed": "slides.forEach((each, n) => { each.style.transform = `translate3d(${(n - at) * 100}%, 0, 0)`;"
              " each.style.visibility = Math.abs(n - at) < 2 ? '' : 'hidden'; });",
    "faded": "slides.forEach((each, n) => { each.style.opacity = n === at ? 1 : 0;"
             " each.style.pointerEvents = n === at ? '' : 'none'; });",
}
PLACED = {
    "moved": "section{height:100vh;overflow:hidden;box-sizing:border-box;padding:40px}"
             "#slides{transition:transform .5s}",
    "hidden": "section{padding:40px}",
    "pushed": "section{position:absolute;inset:0;padding:40px}#slides{transition:none}",
    "faded": "section{position:absolute;inset:0;padding:40px;background:#fff}",
}


def slides(draw, inputs, opens_hash=False, metric="exact"):
    def made(article, number):
        count = [9, 16, 26][number % 3]
        parts = []
        for at in range(count):
            words = [block_html("h2", 700 + at, article.words(4))]
            words += [block_html("p", 3 * at + n, article.words(article.random.choice([14, 25, 40]))) for n in range(3)]
            parts.append(f"<section>{''.join(words)}</section>")
        script = SLIDES.replace("DRAW", DRAWS[draw]).replace("LOCK", "700" if draw == "moved" else "250")
        script = script.replace("INPUTS", str(inputs))
        style = FIXED + "body{max-width:none;padding:0}" + PLACED[draw]

        def build(sections):
            body = f"<div id=wrap><div id=slides style='position:relative;height:100%'>{''.join(sections)}</div></div>"
            return page(article.title, body + script, extra=style)
        # A slide is inserted near the start, unless the address numbers the slides.
        new = "hash" not in inputs and number % 2 == 1
        after = [parts[0], "<section><h2>A new slide</h2></section>", *parts[1:]] if new else parts
        return Case(build(parts), same(build(after)), go="benchGo(PART)", late=0.7, hold=1.2, metric=metric,
                    at_address=opens_hash)
    return made


PLANE = """<script>{
const columns = [...document.querySelectorAll('#slides > section')];
const rows = columns.map((column) => [...column.children]);
let [h, v] = [0, 0];
const show = () => rows.forEach((column, x) => column.forEach((slide, y) => {
    slide.style.display = x === h && y === v ? '' : 'none';
    slide.setAttribute('aria-hidden', String(!(x === h && y === v)));
}));
addEventListener('keydown', ({key, keyCode}) => {
    const is = (name, code) => key === name || keyCode === code;
    if (is('ArrowRight', 39)) [h, v] = [Math.min(rows.length - 1, h + 1), 0];
    else if (is('ArrowLeft', 37)) [h, v] = [Math.max(0, h - 1), 0];
    else if (is('ArrowDown', 40)) v = Math.min(rows[h].length - 1, v + 1);
    else if (is('ArrowUp', 38)) v = Math.max(0, v - 1);
    else if (is('PageDown', 34) || is(' ', 32)) {
        if (v + 1 < rows[h].length) v += 1; else if (h + 1 < rows.length) [h, v] = [h + 1, 0];
    } else if (is('PageUp', 33)) {
        if (v > 0) v -= 1; else if (h > 0) { h -= 1; v = rows[h].length - 1; }
    }
    HASH
    show();
});
const read = () => {
    const [x, y] = location.hash.slice(2).split('/').map(Number);
    h = Math.max(0, Math.min(rows.length - 1, x || 0));
    v = Math.max(0, Math.min(rows[h].length - 1, y || 0));
    show();
};
if (USES_HASH) { addEventListener('hashchange', read); read(); }
show();
globalThis.benchGo = (part) => {
    h = Math.round(part * (rows.length - 1));
    v = rows[h].length - 1;
    if (USES_HASH) location.hash = `#/${h}/${v}`;
    show();
    return new Promise((done) => setTimeout(() => done(null), 200));
};
}</script>"""


def plane(uses_hash):
    """Slides in two dimensions, as in reveal.js: stacks side by side."""
    def made(article, number):
        keys = iter(range(1000))
        stacks = []
        for _ in range([6, 9, 12][number % 3]):
            stack = "".join(
                f"<div>{block_html('h2', 700 + (key := next(keys)), article.words(4))}"
                f"{block_html('p', key, article.words(30))}</div>" for _ in range(article.random.choice([1, 2, 3])))
            stacks.append(f"<section>{stack}</section>")
        script = PLANE.replace("USES_HASH", str(uses_hash).lower())
        script = script.replace("HASH\n", "location.hash = `#/${h}/${v}`;\n" if uses_hash else "\n")
        style = FIXED + "body{max-width:none;padding:0}section div{padding:60px}"
        html = page(article.title, f"<div id=wrap><div id=slides>{''.join(stacks)}</div></div>{script}", extra=style)
        return Case(html, same(html), go="benchGo(PART)", late=0.4, hold=1)
    return made


MAP = """<script>{
const map = document.getElementById('map');
let zoom = 1;
map.addEventListener('wheel', (event) => {
    event.preventDefault();
    zoom *= event.deltaY < 0 ? 1.1 : 0.9;
    map.firstElementChild.style.transform = `scale(${zoom})`;
}, {passive: false});
}</script>"""


def beside_a_map(article, number):
    """An ordinary article with a map in it that takes the wheel, which must stay as it is."""
    blocks = [block_html(*block) for block in article.blocks]
    tile = ("<div id=map style='height:400px;overflow:hidden'>"
            "<div style='height:400px;background:#ac9'>Harbour</div></div>")
    html = page(article.title, "".join(blocks[:5]) + tile + "".join(blocks[5:]) + MAP)
    banner = html.replace("<body>", "<body><div style='height:280px'>New</div>")
    return Case(html, same(banner), hold=0.5)


HARD = {
    "moved by transforms": {
        "vertical": vertical, "layers": layers, "horizontal": horizontal,
        "slider, wheel": slides("moved", ["wheel", "keys"]), "slider, wheel only": slides("moved", ["wheel"]),
        "beside a map": beside_a_map,
    },
    "slides": {
        "keys, hidden": slides("hidden", ["keys"]), "keys, pushed": slides("pushed", ["keys"]),
        "keys, faded": slides("faded", ["keys"]),
        "hash, opened with it": slides("hidden", ["hash", "keys"], opens_hash=True),
        "hash, opened without": slides("hidden", ["hash"]),
        "two dimensions": plane(False), "two dimensions, hash": plane(True),
    },
    "moves only for the reader": {"slider": slides("moved", ["trusted"], metric="honest")},
}
