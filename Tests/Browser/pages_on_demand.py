"""Pages that show a part of their text, and more of it on scrolling or when a button is pressed."""

from pages_text import STYLE, document, sentence

CHAT_STYLE = STYLE + "#list{height:600px;overflow-y:auto}#list.reverse{display:flex;flex-direction:column-reverse}"

CHAT = """<h1>Chat</h1><div id=list></div><script>
const words = WORDS, batch = 20;
let first = words.length - batch, isLoading = false, loads = 0;
const isReversed = KIND === 'reverse';
const mark = document.createElement('div');
mark.style.minHeight = '1px';
function add(texts) {
    const made = texts.map((text) => { const p = document.createElement('p'); p.textContent = text; return p; });
    if (isReversed) mark.before(...made.reverse());
    else mark.after(...made);
}
function older() {
    if (isLoading || (first === 0 && !IS_ENDLESS)) return;
    isLoading = true;
    setTimeout(() => {
        const before = list.scrollHeight;
        loads += 1;
        if (IS_ENDLESS) add(['Older message ' + loads + ' of a chat that never ends. '.repeat(40)]);
        else add(words.slice(Math.max(0, first - batch), first));
        first = Math.max(0, first - batch);
        if (KEEPS && !isReversed) list.scrollTop += list.scrollHeight - before;
        isLoading = false;
    }, 30);
}
if (isReversed) list.className = 'reverse';
list.append(mark);
add(words.slice(first));
if (!isReversed) list.scrollTop = list.scrollHeight;
if (KIND === 'scroll') list.addEventListener('scroll', () => { if (list.scrollTop === 0) older(); });
else {
    const onChange = (entries) => { if (entries.some(({isIntersecting}) => isIntersecting)) older(); };
    new IntersectionObserver(onChange, {root: list}).observe(mark);
}
</script>"""


def chat(query):
    """Returns a chat that shows its last twenty messages and loads older ones at its top.

    `kind` is what it notices: a mark in view (`sentinel`), the offset 0 (`scroll`), or a mark in a column in reverse
    order (`reverse`). `new` is the number of messages since the capture, `keeps` is 1 if the page keeps the view, and
    `endless` is 1 if there is always an older message.
    """
    count = 120 + int(query.get("new", "0"))
    return document(
        CHAT.replace("WORDS", str([sentence(n) for n in range(1, count + 1)]))
        .replace("KIND", repr(query["kind"])).replace("KEEPS", query.get("keeps", "1"))
        .replace("IS_ENDLESS", query.get("endless", "0")), CHAT_STYLE, title="A chat")


BOTH = """<div id=up style="height:1px"></div><div id=feed></div><div id=down style="height:1px"></div><script>
const words = WORDS, batch = 15;
let from = 100, to = 115;
const isLoading = new Set();
const make = (text) => { const p = document.createElement('p'); p.textContent = text; return p; };
function load(end) {
    if (isLoading.has(end) || (end === up ? from <= 0 : to >= words.length)) return;
    isLoading.add(end);
    setTimeout(() => {
        const before = document.documentElement.scrollHeight;
        if (end === up) {
            feed.prepend(...words.slice(Math.max(0, from - batch), from).map(make));
            from = Math.max(0, from - batch);
            scrollBy({top: document.documentElement.scrollHeight - before, behavior: 'instant'});
        } else {
            feed.append(...words.slice(to, to + batch).map(make));
            to += batch;
        }
        isLoading.delete(end);
    }, 30);
}
document.documentElement.style.overflowAnchor = 'none';
feed.append(...words.slice(from, to).map(make));
scrollTo(0, document.documentElement.scrollHeight / 2);
const watch = new IntersectionObserver((entries) => {
    for (const {isIntersecting, target} of entries) if (isIntersecting) load(target);
});
watch.observe(up);
watch.observe(down);
</script>"""


def both():
    """Returns a discussion that opens in its middle and loads more at both ends."""
    return document(BOTH.replace("WORDS", str([sentence(n) for n in range(1, 201)])), title="A discussion")


CLIPS = {
    "height": "max-height:300px;overflow:hidden",
    "lines": "display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:12;overflow:hidden",
    "rows": "display:grid;grid-template-rows:300px;overflow:hidden",
}


def clipped(query):
    """Returns an article that is cut off until its button is pressed, among others with buttons of their own."""
    style = STYLE + f".clip{{{CLIPS[query['by']]}}}.clip.open{{display:block;max-height:none;overflow:visible}}"

    def article(first, last, name):
        text = "".join(f"<p>{sentence(n)}</p>" for n in range(first, last))
        return (f"<div class=clip><div>{text}</div></div>"
                f"<button onclick=\"this.previousElementSibling.classList.add('open')\">{name}</button>")
    return document(
        article(1, 9, "Read more of the first") + article(10, 40, "Read more")
        + article(50, 60, "Read more of the last"), style, title="Articles")


def buttoned(query):
    """Returns a list that shows twenty more paragraphs whenever its button is pressed.

    `kind` is `pinned` if the whole page is, `component` if the button is in a shadow root, and `teasers` if other
    buttons with a name of their own follow.
    """
    made = [sentence(n) for n in range(1, 121)]
    name = query.get("name", "Load more")
    kind = query.get("kind", "")
    style = STYLE + ("#app{position:fixed;inset:0;overflow-y:auto}" if kind == "pinned" else "")
    button = f"<button id=more>{name}</button>"
    if kind == "component":
        button = ("<load-more id=more></load-more><script>more.attachShadow({mode: 'open'}).innerHTML ="
                  f" '<button>{name}</button>'</script>")
    teasers = "<section><p>Another page<p><button>Read more</button></section>" * (3 if kind == "teasers" else 0)
    return document(
        f"<div id=app><main id=feed></main>{teasers}{button}</div>"
        "<footer><p>The end of the page<p><button>More languages</button></footer><script>"
        f"const words = {made}; let shown = 0;"
        "function load() { for (const text of words.slice(shown, shown + 20)) { const p = document.createElement('p');"
        " p.textContent = text; feed.append(p); } shown += 20; }"
        "load(); more.addEventListener('click', load);</script>", style, title="A list with a button")


VIRTUAL = """<h1>Chat</h1><div id=list><div id=rows></div></div><script>
// Rows that were not in view have an estimated height. Some of them are alike.
const words = WORDS, heights = words.map(() => 70);
const total = (count) => heights.slice(0, count).reduce((sum, height) => sum + height, 0);
function draw() {
    let top = 0, isNew = false, html = '';
    words.forEach((text, at) => {
        const isNear = top + heights[at] > list.scrollTop - 300 && top < list.scrollTop + 900;
        if (isNear) html += `<p data-at=${at} style="position:absolute;margin:0;top:${top}px">${text}</p>`;
        top += heights[at];
    });
    rows.innerHTML = html;
    rows.style.height = top + 'px';
    for (const row of rows.children) {
        const height = row.offsetHeight + 8;
        isNew = isNew || heights[row.dataset.at] !== height;
        heights[row.dataset.at] = height;
    }
    if (isNew) draw();
}
list.addEventListener('scroll', () => requestAnimationFrame(draw));
draw();
list.scrollTop = 1e6;
</script>"""


def virtual():
    """Returns a chat that begins at its end and contains only the rows in view."""
    made = [sentence(n) if n % 3 else "Yes, that is right" for n in range(1, 201)]
    return document(VIRTUAL.replace("WORDS", str(made)), CHAT_STYLE + "#rows{position:relative}", title="A chat")


PAGES = {
    "/virtual": lambda query: virtual(),
    "/chat": chat,
    "/both": lambda query: both(),
    "/clipped": clipped,
    "/buttoned": buttoned,
}
