"""Defines pages that load their text on demand: chats, feeds, clipped articles, buttons.

Variants are as in hard_page.py.
"""

import json

from articles import body_html, page
from case import AFTER_RESULT, READER, WINDOW, Case, plain, same

# The number of messages of a chat, and of those in a batch.
MESSAGES, BATCH = 300, 20

CHAT = """<script>{
const messages = MESSAGES, batch = BATCH, inner = INNER;
const list = document.getElementById('list');
const scroller = inner ? document.querySelector('.bench-reader') : document.scrollingElement;
let first = messages.length, busy = false;
const add = () => {
    const from = Math.max(0, first - batch);
    const height = scroller.scrollHeight;
    list.insertAdjacentHTML('afterbegin', messages.slice(from, first).join(''));
    first = from;
    if (COMPENSATES) scroller.scrollTop += scroller.scrollHeight - height;
};
const more = () => {
    if (busy || first === 0) return;
    busy = true;
    setTimeout(() => { add(); busy = false; }, LATENCY);
};
add();
scroller.scrollTop = scroller.scrollHeight;
const events = inner ? scroller : document;
LOADER
// The reader scrolls up until the messages of a part of the chat have been loaded.
globalThis.benchGo = async (part) => {
    const wanted = Math.round(messages.length * (0.35 + part / 2));
    while (first > wanted) {
        scroller.scrollTop = 200;
        await new Promise((done) => setTimeout(done, 40));
        scroller.scrollTop = 0;
        await new Promise((done) => setTimeout(done, LATENCY + 60));
    }
    const message = list.children[wanted - first];
    const top = inner ? scroller.getBoundingClientRect().top : 0;
    for (let left = 2; left > 0; left -= 1) {
        scroller.scrollTop += message.getBoundingClientRect().top - top - 7;
        await new Promise((done) => setTimeout(done, LATENCY + 60));
    }
    return null;
};
}</script>"""
LOADERS = {
    "sentinel": "new IntersectionObserver((entries) => {"
                " if (entries.some((entry) => entry.isIntersecting)) more(); },"
                " {root: inner ? scroller : null}).observe(document.getElementById('start'));",
    "near the top": "events.addEventListener('scroll', () => { if (scroller.scrollTop < 120) more(); });",
    "at the top": "events.addEventListener('scroll', () => { if (scroller.scrollTop === 0) more(); });",
}


def message(article, key):
    length = article.random.choice([3, 9, 16, 30, 60])
    who = ["Ada", "Grace", "Linus"][article.random.randrange(3)]
    words = " ".join(article.words(length))
    return f"<div class=message style='padding:6px 0'><b>{who}</b><p><!--k:{key}-->{words}</p></div>"


def chat_page(article, messages, loader, compensates, inner, latency):
    script = (CHAT.replace("MESSAGES", json.dumps(messages)).replace("BATCH", str(BATCH))
              .replace("INNER", json.dumps(inner)).replace("COMPENSATES", json.dumps(compensates))
              .replace("LATENCY", str(latency)).replace("LOADER", LOADERS[loader]))
    extra = "p{margin:4px 0}.bench-reader{height:620px;overflow-y:auto;border:1px solid}#start{height:1px}"
    body = "<div id=start></div><div id=list></div>"
    body = f"<h1>Chat</h1><div class=bench-reader>{body}</div>" if inner else body
    return page(article.title, body + script, extra=extra)


def chat(loader, compensates):
    """The reader has scrolled up; later the chat begins at its end again, with new messages or without."""
    def made(article, number):
        messages = [message(article, key) for key in range(MESSAGES)]
        latency = [80, 250][number % 2]
        inner = number // 2 % 2 == 0
        new = [message(article, MESSAGES + key) for key in range(12)] if number // 4 % 2 == 0 else []
        build = lambda texts: chat_page(article, texts, loader, compensates, inner, latency)  # noqa: E731
        return Case(build(messages), same(build(messages + new)), scroller=READER if inner else WINDOW,
                    go="benchGo(PART)", late=0.6, hold=0.5)
    return made


REVERSE = """<script>{
const messages = MESSAGES;
const list = document.querySelector('.bench-reader');
let first = messages.length, busy = false;
const add = () => {
    for (let left = 20; left > 0 && first > 0; left -= 1) list.insertAdjacentHTML('beforeend', messages[first -= 1]);
};
add();
list.addEventListener('scroll', () => {
    if (busy || list.scrollTop - list.clientHeight > 200 - list.scrollHeight) return;
    busy = true;
    setTimeout(() => { add(); busy = false; }, 120);
});
globalThis.benchGo = async (part) => {
    const wanted = Math.round(messages.length * (0.35 + part / 2));
    while (first > wanted) {
        list.scrollTop = -1e6;
        await new Promise((done) => setTimeout(done, 180));
    }
    const message = list.children[messages.length - 1 - wanted];
    list.scrollTop += message.getBoundingClientRect().top - list.getBoundingClientRect().top - 7;
    return null;
};
}</script>"""


def column_reverse(article, number):
    """The messages stand in reverse order in the document; the offset is 0 at the end of the chat."""
    messages = [message(article, key) for key in range(MESSAGES)]
    new = [message(article, MESSAGES + key) for key in range(12)] if number % 2 == 0 else []
    extra = ("p{margin:4px 0}.bench-reader{height:620px;overflow-y:auto;display:flex;flex-direction:column-reverse}"
             ".message{flex:none}")

    def build(texts):
        script = REVERSE.replace("MESSAGES", json.dumps(texts))
        return page(article.title, f"<h1>Chat</h1><div class=bench-reader></div>{script}", extra=extra)
    return Case(build(messages), same(build(messages + new)), scroller=READER, go="benchGo(PART)", late=0.6, hold=0.5)


FEED = """<script>{
const posts = POSTS;
const feed = document.getElementById('feed');
let [from, to] = [START, START], busy = false;
const down = () => { feed.insertAdjacentHTML('beforeend', posts.slice(to, to += 12).join('')); };
const up = () => {
    const next = Math.max(0, from - 12);
    const height = document.documentElement.scrollHeight;
    feed.insertAdjacentHTML('afterbegin', posts.slice(next, from).join(''));
    from = next;
    if (COMPENSATES) scrollBy({top: document.documentElement.scrollHeight - height, behavior: 'instant'});
};
const watch = (id, isOver, add) => new IntersectionObserver((entries) => {
    if (busy || isOver() || !entries.some((entry) => entry.isIntersecting)) return;
    busy = true;
    setTimeout(() => { busy = false; add(); }, 150);
}, {rootMargin: '150px'}).observe(document.getElementById(id));
down();
if (START > 0) scrollTo({top: 60, behavior: 'instant'});
watch('end', () => to >= posts.length, down);
watch('start', () => from <= 0, up);
globalThis.benchGo = async (part) => {
    const wanted = Math.round(posts.length * part);
    const pause = (time) => new Promise((done) => setTimeout(done, time));
    for (let left = 90; left > 0 && !(from <= wanted && wanted < to); left -= 1) {
        scrollTo({top: 400, behavior: 'instant'});
        await pause(30);
        scrollTo({top: wanted < from ? 0 : 1e7, behavior: 'instant'});
        await pause(200);
    }
    scrollBy({top: feed.children[wanted - from].getBoundingClientRect().top - 7, behavior: 'instant'});
    await pause(300);
    return null;
};
}</script>"""


def feed(start, compensates, new=0):
    """Loads at both ends. `start` is the fraction at which the feed begins, and `new` a number of posts on top."""
    def made(article, number):
        posts = [f"<article>{message(article, key)}</article>" for key in range(160)]
        fresh = [f"<article>{message(article, 500 + key)}</article>" for key in range(new)]

        def build(texts, begin):
            script = (FEED.replace("POSTS", json.dumps(texts)).replace("START", str(begin))
                      .replace("COMPENSATES", json.dumps(compensates)))
            ends = "<div id=start style='height:2px'></div><div id=feed></div><div id=end>Loading</div>"
            return page(article.title, f"<h1>Feed</h1>{ends}{script}")
        begin = round(160 * start)
        return Case(build(posts, begin), same(build(fresh + posts, begin)), go="benchGo(PART)", late=0.6, hold=0.5)
    return made


# The styles that hide the rest of a text, on the element around it.
CLIPS = {
    "max-height": "max-height:420px;overflow:hidden",
    "line-clamp": "display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:9;overflow:hidden",
    "grid rows": "display:grid;grid-template-rows:380px",
    "faded": "max-height:60vh;overflow:hidden;-webkit-mask-image:linear-gradient(#000 60%,transparent)",
}
MORE = ["Read more", "Weiterlesen", "Lire la suite", "続きを読む", "Show full text"]


def read_more(clip, is_pressed):
    """The text is clipped until a control is pressed, which states nothing about it."""
    def made(article, number):
        inner = "min-height:0;overflow:hidden" if clip == "grid rows" else "display:contents"
        text = f"<div id=text style='CLIP'><div style='{inner}'>{body_html(article.blocks)}</div></div>"
        label = MORE[number % len(MORE)]
        control = [f"<button id=more>{label}</button>", f"<a id=more href='#'>{label}</a>",
                   f"<div id=more role=button tabindex=0>{label}</div>", f"<span id=more class=link>{label}</span>"
                   "<style>.link{cursor:pointer;color:#00c}</style>"][number // 2 % 4]
        script = (
            "<script>document.getElementById('more').addEventListener('click', (event) => { event.preventDefault();"
            " document.getElementById('text').style.cssText = ''; event.currentTarget.remove(); })</script>")
        footer = "".join(f"<h3>{article.sentence(5)}</h3>" for _ in range(12 if number % 2 else 60))
        html = page(article.title, f"<h1>{article.title}</h1>{text}{control}<footer>{footer}</footer>{script}")
        return Case(html.replace("CLIP", "").replace(control, ""), same(html.replace("CLIP", CLIPS[clip])), late=0.2,
                    during=[(AFTER_RESULT, "click #more")] if is_pressed else [],
                    hold=2 if is_pressed else 0, metric="exact" if is_pressed else "honest")
    return made


def load_more(presses, by_wheel=False):
    """A button loads the next part of the list; the reader presses it after the result."""
    def made(article, number):
        parts = [body_html(article.blocks[at:at + 26]) for at in range(0, len(article.blocks), 26)]
        label = ["Load more", "Mehr laden", "Afficher plus", "もっと見る"][number % 4]
        control = [f"<button id=more>{label}</button>", f"<a id=more href='#'>{label}</a>"][number // 2 % 2]
        script = (
            f"<script>{{ const parts = {json.dumps(parts[1:])}; const more = document.getElementById('more');"
            "more.addEventListener('click', (event) => { event.preventDefault(); setTimeout(() => {"
            "document.getElementById('list').insertAdjacentHTML('beforeend', parts.shift());"
            f"if (!parts.length) more.remove(); }}, {[60, 400][number % 2]}); }}); }}</script>")
        html = page(article.title, f"<h1>{article.title}</h1><div id=list>{parts[0]}</div>{control}{script}"
                    "<footer>Imprint and privacy</footer>")
        press = [(AFTER_RESULT, "wheel 20000"), (AFTER_RESULT, "wait 0.3")] if by_wheel else []
        press += [(AFTER_RESULT, "click #more"), (AFTER_RESULT, "wait 1.2")] * presses
        # The reader has read as far as the first, or the second, press of the button leads.
        wanted = article.blocks[[30, 38, 45][number % 3] if presses < 2 else [56, 62, 68][number % 3]][1]
        go = f"(benchPlace('k:{wanted}'), null)"
        helper = (
            "<script>globalThis.benchPlace = (key) => { const walker = document.createTreeWalker(document.body, 128);"
            "while (walker.nextNode()) if (walker.currentNode.data === key) { scrollBy(0,"
            " walker.currentNode.parentNode.getBoundingClientRect().top - 7); return; } }</script>")
        before = plain(article).replace("</body>", helper + "</body>")
        return Case(before, same(html), late=0.3, during=press, hold=2 if presses else 0, go=go,
                    metric="exact" if presses and not by_wheel else "honest")
    return made


HARD = {
    "chat loads above": {
        **{loader: chat(loader, False) for loader in LOADERS},
        **{f"{loader}, compensates": chat(loader, True) for loader in LOADERS},
        "column-reverse": column_reverse,
    },
    "feed both ways": {
        "from the middle, compensates": feed(0.5, True), "from the middle": feed(0.5, False),
        "from the top, 25 new": feed(0, True, 25),
    },
    "read more": {clip: read_more(clip, True) for clip in CLIPS},
    "read more unpressed": {clip: read_more(clip, False) for clip in CLIPS},
    "load more": {"once": load_more(1), "twice": load_more(2)},
    "load more unpressed": {"not pressed": load_more(0), "wheel first": load_more(1, True)},
}
