"""Pages that move their content by themselves instead of scrolling."""

from pages_text import STYLE, document, paragraphs, sentence

FIXED = STYLE + (
    "html,body{height:100%;overflow:hidden;margin:0;padding:0;max-width:none}#clip{height:100%;overflow:hidden}")

# `at` is the offset of the content, in CSS px or in slides.
MOVED = """<script>
let at = 0, wanted = 0;
const isTrusted = (event) => KIND !== 'trusted' || event.isTrusted;
const range = () => IS_ACROSS ? moved.scrollWidth - innerWidth : moved.scrollHeight - innerHeight;
function go(to) { wanted = Math.max(0, Math.min(range(), to)); }
function jump(to) { go(to); at = wanted; draw(); }
function draw() { moved.style.transform = IS_ACROSS ? `translateX(${-at}px)` : `translate3d(0, ${-at}px, 0)`; }
addEventListener('wheel', (event) => {
    if (KIND !== 'keys' && isTrusted(event)) go(wanted + event.deltaY);
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

    `kind` is `wheel`, `keys`, `across` for paragraphs side by side, or `trusted` for a page that ignores what scripts
    send.
    """
    across = query["kind"] == "across"
    style = FIXED + ("#moved{display:flex;width:max-content}p{width:400px;padding:40px}" if across else "")
    script = MOVED.replace("KIND", repr(query["kind"])).replace("IS_ACROSS", str(across).lower())
    return document(f"<div id=clip><div id=moved>{paragraphs(40)}</div></div>{script}", style, title="An article")


SLIDES = """<script>
const slides = [...document.querySelectorAll('section')];
let at = 0, lockedUntil = 0;
function jump(to) {
    at = Math.max(0, Math.min(slides.length - 1, to));
    if (KIND === 'stacked') deck.style.transform = `translateY(${-at * innerHeight}px)`;
    else slides.forEach((slide, index) => { slide.className = index === at ? 'slide shown' : 'slide'; });
    if (KIND === 'hash') history.replaceState(null, '', at ? '#' + at : location.pathname + location.search);
}
function turn(by) {
    if (performance.now() < lockedUntil) return;
    lockedUntil = performance.now() + LOCK;
    jump(at + by);
}
addEventListener('wheel', ({deltaY}) => { if (KIND === 'stacked' && Math.abs(deltaY) > 30) turn(Math.sign(deltaY)); });
addEventListener('keydown', ({key}) => {
    if (KIND === 'keys') turn({ArrowRight: 1, ArrowLeft: -1}[key] ?? 0);
});
addEventListener('hashchange', () => { if (KIND === 'hash') jump(+location.hash.slice(1)); });
jump(+location.hash.slice(1));
</script>"""


def slides(query):
    """Returns slides.

    `kind` is `stacked` (one above the other, and moved by the wheel, once in 700 ms), `keys` (hidden, and shown by
    arrows) or `hash` (shown by the address alone).
    """
    kind = query["kind"]
    style = FIXED + ("section{height:100vh;overflow:hidden;padding:40px;box-sizing:border-box}" + (
        "" if kind == "stacked" else "section{display:none}section.shown{display:block}"))
    made = "".join(f"<section class=slide><h2>Slide {n}</h2><p>{sentence(n, count=30)}</p></section>" for n in range(9))
    script = SLIDES.replace("KIND", repr(kind)).replace("LOCK", "700" if kind == "stacked" else "0")
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
    "/slides": slides,
    "/mapped": lambda query: mapped(),
}
