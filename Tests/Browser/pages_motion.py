"""Pages that move their content by themselves instead of scrolling."""

from pages_text import STYLE, WORDS, document, paragraphs, sentence

FIXED = STYLE + (
    "html,body{height:100%;overflow:hidden;margin:0;padding:0;max-width:none}#clip{height:100%;overflow:hidden}")

# `at` is the offset of the content, in CSS px or in slides.
MOVED = """<script>
let at = 0, wanted = 0;
const isTrusted = (event) => KIND !== 'trusted' || event.isTrusted;
const distance = ({deltaY, wheelDeltaY}) => KIND === 'older' ? -0.4 * wheelDeltaY : deltaY;
const range = () => IS_ACROSS ? moved.scrollWidth - innerWidth : moved.scrollHeight - innerHeight;
function go(to) { wanted = Math.max(0, Math.min(range(), to)); }
function jump(to) { go(to); at = wanted; draw(); }
function draw() { moved.style.transform = IS_ACROSS ? `translateX(${-at}px)` : `translate3d(0, ${-at}px, 0)`; }
addEventListener('wheel', (event) => {
    if (KIND !== 'keys' && isTrusted(event)) go(wanted + distance(event));
    event.preventDefault();
}, {passive: false});
addEventListener('keydown', ({key, isTrusted}) => {
    if (KIND !== 'keys') return;
    const steps = {PageDown: 600, PageUp: -600, ArrowDown: 40, ArrowUp: -40};
    go(wanted + (steps[key] ?? 0));
});
(function follow() {
    at += (wanted - at) * (Math.abs(wanted - at) < 0.5 ? 1 : 0.2);
    draw();
    requestAnimationFrame(follow);
})();
</script>"""


def shifted(query):
    """Returns an article in an element that follows the wheel, or the keys, slowly.

    `kind` is `wheel`, `older` for a page that reads the older name of the distance, `keys`, `across` for paragraphs
    side by side, or `trusted` for a page that ignores what scripts send.
    """
    across = query["kind"] == "across"
    style = FIXED + ("#moved{display:flex;width:max-content}p{width:400px;padding:40px}" if across else "")
    script = MOVED.replace("KIND", repr(query["kind"])).replace("IS_ACROSS", str(across).lower())
    return document(f"<div id=clip><div id=moved>{paragraphs(40)}</div></div>{script}", style, title="An article")


SECTIONS = """<script>
let at = 0, wanted = 0;
const sections = [...document.querySelectorAll('#moved > div')];
const limits = sections.map((each) => [each.offsetTop - innerHeight, each.offsetTop + each.offsetHeight]);
function go(to) { wanted = Math.max(0, Math.min(moved.offsetHeight - innerHeight, to)); }
function jump(to) { go(to); at = wanted; draw(); }
function draw() {
    sections.forEach((each, n) => {
        const isNear = at >= limits[n][0] && at <= limits[n][1];
        each.style.transform = `translate3d(0, ${isNear ? -at : 0}px, 0)`;
        each.style.opacity = isNear ? 1 : 0;
        each.style.pointerEvents = isNear ? 'all' : 'none';
    });
}
moved.addEventListener('wheel', ({deltaY}) => go(wanted + deltaY));
(function follow() {
    at += (wanted - at) * (Math.abs(wanted - at) < 0.5 ? 1 : 0.2);
    draw();
    requestAnimationFrame(follow);
})();
</script>"""


def sections():
    """Returns an article whose sections are hidden, and not moved, while they are out of view."""
    parts = "".join(f"<div>{''.join(f'<p>{sentence(5 * at + n)}</p>' for n in range(5))}</div>" for at in range(8))
    # The window has content to scroll, but only for scripts.
    style = STYLE + "html,body{overflow:hidden;margin:0;padding:0;max-width:none}"
    return document(f"<div id=moved>{parts}</div>{SECTIONS}", style, title="Sections")


SLIDES = """<script>
const slides = [...document.querySelectorAll(KIND === 'plane' ? 'section > div' : 'section')];
let at = 0, lockedUntil = 0;
function jump(to) {
    at = Math.max(0, Math.min(slides.length - 1, to));
    if (IS_STACKED) deck.style.transform = `translateY(${-at * innerHeight}px)`;
    else slides.forEach((slide, index) => { slide.className = index === at ? 'slide shown' : 'slide'; });
    if (START) history.replaceState(null, '', at ? START + at : location.pathname + location.search);
}
function turn(by) {
    if (performance.now() < lockedUntil) return;
    lockedUntil = performance.now() + LOCK;
    jump(at + by);
}
addEventListener('wheel', ({deltaY}) => { if (IS_STACKED && Math.abs(deltaY) > 30) turn(Math.sign(deltaY)); });
addEventListener('keydown', ({key}) => {
    if (['keys', 'plane'].includes(KIND)) turn({ArrowRight: 1, ArrowLeft: -1}[key] ?? 0);
});
addEventListener('hashchange', () => { if (START) jump(+location.hash.slice(START.length)); });
jump(+location.hash.slice(START.length));
</script>"""


def slides(query):
    """Returns slides.

    `kind` is `stacked` (one above the other, and moved by the wheel, once in 700 ms), `short` (the same, in a deck as
    high as one slide), `keys` (hidden, and shown by arrows), `plane` (the same, in stacks of three) or `hash` and
    `route` (shown by the address alone, `#4` or `#/4`). With `other` the words are others.
    """
    kind = query["kind"]
    is_stacked = kind in ("stacked", "short")
    style = FIXED + ("section{height:100vh;overflow:hidden;padding:40px;box-sizing:border-box}" + (
        "" if is_stacked else ".slide{display:none}.slide.shown{display:block}")) + (
        {"short": "#deck{height:100%}", "plane": "section{height:auto}"}.get(kind, ""))
    other = f"<h2>Lunch</h2><p>{' '.join(reversed(WORDS))}</p>"
    texts = [other if "other" in query else f"<h2>Slide {n}</h2><p>{sentence(n, count=30)}</p>" for n in range(9)]
    if kind == "plane":
        slides = [f"<div>{text}</div>" for text in texts]
        made = "".join(f"<section>{''.join(slides[at:at + 3])}</section>" for at in range(0, 9, 3))
    else:
        made = "".join(f"<section class=slide>{text}</section>" for text in texts)
    start = {"hash": "#", "route": "#/"}.get(kind, "")
    script = SLIDES.replace("KIND", repr(kind)).replace("LOCK", "700" if is_stacked else "0")
    script = script.replace("IS_STACKED", str(is_stacked).lower()).replace("START", repr(start))
    return document(f"<div id=clip><div id=deck>{made}</div></div>{script}", style, title="Slides")


def mapped():
    """Returns an article that is cut off below a map, which turns the wheel into its scale."""
    script = ("<script>let wheels = 0; addEventListener('wheel', () => { wheels += 1; map.style.transform ="
              " `scale(${1 + wheels})`; }); addEventListener('keydown', () => { wheels += 1; })</script>")
    style = STYLE + "#map{height:300px;overflow:hidden}#text{height:300px;overflow:hidden}#text.open{height:auto}"
    return document(f"<div id=map><canvas></canvas></div><div id=text>{paragraphs(30)}</div>{script}", style,
                    title="A map")


PAGES = {
    "/shifted": shifted,
    "/sections": lambda query: sections(),
    "/slides": slides,
    "/mapped": lambda query: mapped(),
}
