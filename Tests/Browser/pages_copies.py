"""Pages for the tests of copies: every kind of block, hostile markup, and large pages."""

import functools
import random
import struct
import zlib

from pages_text import STYLE, document, paragraphs, sentence

SECRETS = ["SECRET-TYPED", "SECRET-PASSWORD", "SECRET-AREA", "SECRET-OPTION", "SECRET-EDITED", "SECRET-HIDDEN",
           "SECRET-INVISIBLE", "SECRET-STORED", "SECRET-COOKIE", "SECRET-ATTRIBUTE", "SECRET-COMMENT",
           "SECRET-TEMPLATE", "SECRET-CLOSED"]


def article():
    """Returns an article with all kinds of blocks between a navigation and a footer."""
    navigation = "".join(f"<li><a href='/{n}'>Section {n} of the site</a></li>" for n in range(12))
    secrets = """
        <form><input value=SECRET-ATTRIBUTE id=typed><input type=password value=SECRET-PASSWORD>
        <textarea>SECRET-AREA</textarea><select><option selected>SECRET-OPTION</option></select></form>
        <div contenteditable>SECRET-EDITED</div><p style=display:none>SECRET-HIDDEN</p>
        <p style=visibility:hidden>SECRET-INVISIBLE</p><!-- SECRET-COMMENT --><template>SECRET-TEMPLATE</template>
        <details><summary>More</summary>SECRET-CLOSED</details><p data-private=SECRET-ATTRIBUTE>Ordinary words</p>
        <script>document.cookie = 'name=SECRET-COOKIE'; localStorage.setItem('name', 'SECRET-STORED');
        document.getElementById('typed').value = 'SECRET-TYPED'</script>"""
    body = f"""
        <nav><ul>{navigation}</ul></nav>
        <article><h1>The lighthouse</h1>{paragraphs()}
        <h2>Of <em>lamps</em> and <a href='/lenses?a=1#b'>lenses</a></h2>
        <p>Plain, <b>strong</b>, <i>leaning</i>, <code>coded</code> and <a href='mailto:ada@example.org'>mailed</a>;
        not <a href='javascript:alert(1)'>this one</a>.</p>
        <ul><li>First item<ul><li>Inner item</li></ul></li><li>Second item</li></ul><ol><li>Ordered item</li></ol>
        <blockquote><p>A quoted thought that is long enough to be one.</p></blockquote>
        <pre>let a = 1;\n  let b = 2;</pre>
        <table><tr><th>Year</th><th>Height</th></tr><tr><td>1822</td><td>40 m</td></tr></table>
        <figure><img src='/copies/noise.png?1' alt='A lens on a table' width=300 height=200>
        <figcaption>The lens</figcaption></figure>
        {secrets}</article>
        <aside class=sidebar><p>{sentence(70)}</p></aside>
        <section class=comments><p>{sentence(80)}</p><p>{sentence(81)}</p></section>
        <footer>Imprint and terms</footer>"""
    return document(body, STYLE + "article{color:rgb(1,2,3)}h2{letter-spacing:3px}")


def private():
    """Returns an article whose byline, images and editors contain what the reader typed, or what is hidden."""
    image = "<img src='/copies/noise.png?{0}' alt='{0}' width=120 height=100>"
    body = f"""
        <article><h1>The lighthouse</h1>
        <div class=byline>By <b>A</b>da<span hidden>SECRET-1</span><span contenteditable>SECRET-2</span></div>
        {paragraphs()}
        <p>{image.format("shown")}<span style=visibility:hidden>{image.format("SECRET-3")}</span></p>
        <div contenteditable>{image.format("SECRET-4")}</div>
        <div class=monaco-editor><div class=view-line>SECRET-5</div></div><pre class=ace_editor>SECRET-6</pre>
        <div class="box CodeMirror"><pre>SECRET-7</pre></div><div class=cm-editor>SECRET-8</div>
        <div role=textbox>SECRET-9<p>SECRET-10</p></div>
        <div id=context>SECRET-11<p>SECRET-12</p></div><canvas id=drawn width=90 height=90></canvas>
        <x-editor></x-editor><video id=camera width=160 height=120 autoplay muted></video></article>
        <script>
        if (window.EditContext) document.getElementById('context').editContext = new EditContext();
        else document.getElementById('context').contentEditable = 'true';
        if (window.EditContext) document.getElementById('drawn').editContext = new EditContext();
        else document.getElementById('drawn').remove();
        document.querySelector('x-editor').attachShadow({{mode: 'open'}}).innerHTML =
            '<p>Shadow words</p><div class=cm-editor><p>SECRET-14</p></div>';
        const canvas = document.createElement('canvas'); canvas.width = 160; canvas.height = 120;
        const draw = () => {{ const context = canvas.getContext('2d');
            context.fillStyle = context.fillStyle === '#ff0000' ? '#00ff00' : '#ff0000';
            context.fillRect(0, 0, 160, 120) }};
        draw(); setInterval(draw, 40); document.getElementById('camera').srcObject = canvas.captureStream(25);
        </script>"""
    return document(body)


def parts():
    """Returns a page whose text is in shadow trees with slots and in a frame."""
    script = (
        "<div id=outer><p>Slotted paragraph of the light tree.</p></div><script>outer.attachShadow({mode: 'open'})"
        ".innerHTML = `<style>p{color:rgb(9,8,7)}</style><p>Paragraph of the shadow tree.</p><slot></slot>`</script>"
        "<iframe src='/short' width=600 height=200></iframe>")
    return document(paragraphs() + script)


HANDLERS = " ".join(f"{name}=\"ran('{name}')\"" for name in (
    "onclick", "onload", "onerror", "onfocus", "onmouseover", "onanimationstart", "ontoggle", "onbegin", "onpageshow",
    "onscroll", "onbeforetoggle", "onstart", "onloadstart"))


def hostile():
    """Returns a page whose markup runs and loads whatever it can, from /copies/trap."""
    trap = "/copies/trap"
    attacks = f"""
        <script>window.ran = (by) => {{ window.traces = (window.traces || []).concat(by) }}</script>
        <base href='/copies/base/'><meta http-equiv=refresh content='999;url={trap}?refresh'>
        <link rel=stylesheet href='{trap}.css?link'><link rel=preload as=image href='{trap}?preload'>
        <style>@import '{trap}.css?import'; @font-face {{ font-family: Trap; src: url({trap}?font) }}
        .bad {{ background: url({trap}?background); list-style-image: url({trap}?list);
          cursor: url({trap}?cursor), auto;
            font-family: Trap, '</style><img src={trap}?family onerror=ran(1)>'; --raw: \\75rl({trap}?raw);
            border-image: url({trap}?border) 1; mask: url({trap}?mask); filter: url({trap}?filter#f) }}
        .bad::before {{ content: url({trap}?content) }} .bad::marker {{ content: '</style>' }}</style>
        <div class=bad {HANDLERS} tabindex=0>Styled</div><p class="bad&quot;&gt;&lt;img src={trap}?class&gt;">Named</p>
        <img src='{trap}?image' srcset='{trap}?set 2x' alt='"><img src={trap}?alt onerror=ran(2)>' {HANDLERS}
            width=99 height=99>
        <picture><source srcset='{trap}?source'><img src='{trap}?picture' alt=pic width=99 height=99></picture>
        <video src='{trap}?video' poster='{trap}?poster' controls></video><audio src='{trap}?audio' controls></audio>
        <object data='{trap}?object' width=99 height=99></object><embed src='{trap}?embed' width=99 height=99>
        <iframe src='{trap}?frame' {HANDLERS}></iframe>
        <iframe srcdoc='<script>top.ran(3)</script><p>Inner</p>'></iframe>
        <iframe src='data:text/html,<script>parent.ran(4)</script>'></iframe>
        <iframe src='javascript:top.ran(5)'></iframe>
        <a href='javascript:ran(6)' id=run ping='{trap}?ping'>A script</a>
        <a href='data:text/html,<script>ran(7)</script>'>Data</a><a href=' java&#10;script:ran(8)'>Broken</a>
        <a href='vbscript:x'>Old</a><a href='https://user:SECRET@example.org/'>Named</a>
        <form action='{trap}?form'><input autofocus {HANDLERS} value=SECRET><button formaction='javascript:ran(9)'>Go
        </button><input type=image src='{trap}?input'></form>
        <svg width=99 height=99 {HANDLERS}><script>ran(10)</script><style>@import '{trap}.css?svg';</style>
        <image href='{trap}?svgimage' width=9 height=9 /><use href='{trap}.svg?use#a' /><a href='javascript:ran(11)'>
        <text y=20>Drawn words</text></a><foreignObject><body xmlns='http://www.w3.org/1999/xhtml' {HANDLERS}>
        <img src='{trap}?foreign'></body></foreignObject><animate attributeName=href values='javascript:ran(12)' />
        <set attributeName=onmouseover to='ran(13)' /><rect fill='url({trap}.svg?fill#a)' width=9 height=9 {HANDLERS} />
        <filter id=f><feImage href='{trap}?feimage' /></filter></svg>
        <math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src={trap}?math onerror=ran(14)&gt;">
        </mglyph></table></mtext><maction actiontype='statusline' xlink:href='javascript:ran(15)'>x</maction></math>
        <noscript><p title="</noscript><img src={trap}?noscript onerror=ran(16)>"></noscript>
        <xmp><script>ran(17)</script><img src={trap}?xmp></xmp>
        <details open ontoggle=ran(18)><summary>Sum</summary>Open</details><dialog open>Dialogue</dialog>
        <p id=text></p><p title='<img src={trap}?title>'>{sentence(3)}</p>
        <table background='{trap}?table'><tr><td background='{trap}?cell'>Cell</td></tr></table>
        <x-element {HANDLERS} style='background:url({trap}?custom)'>Custom</x-element>
        <script>document.getElementById('text').textContent =
            '<script>ran(19)<\\/script><img src={trap}?text onerror=ran(20)> &lt;b&gt; ]]> --> <\\/style><\\/title>';
        document.title = '<\\/title><script>ran(21)<\\/script><img src={trap}?heading>';
        const host = document.createElement('x-host'); document.body.append(host);
        host.attachShadow({{mode: 'open'}}).innerHTML = `<style>@import '{trap}.css?shadow';</style>
            <img src='{trap}?shadowimage' onerror='ran(22)' width=99 height=99><p onclick='ran(23)'>Shadow words</p>`;
        </script>"""
    return document(attacks + paragraphs())


# Scripts that make one part of a page so large that work of quadratic time on it would take minutes.
HOSTILE_SIZES = {
    "white space in code": (
        "const e = document.createElement('pre');"
        " e.textContent = 'a' + ' '.repeat(2e6) + 'b' + '\\n'.repeat(2e6) + 'c'; document.body.append(e)"),
    "long names": (
        "const names = 'side bar '.repeat(25000); for (let n = 0; n < 3000; n += 1) {"
        " const e = document.createElement('p'); e.className = names; e.id = names; e.textContent = 'Word ' + n;"
        " document.body.append(e) }"),
    "a long text": (
        "const e = document.createElement('p'); e.textContent = 'Words and more. '.repeat(6e4);"
        " document.body.append(e)"),
    "long addresses": (
        "for (let n = 0; n < 300; n += 1) { const e = document.createElement('a');"
        " e.setAttribute('href', 'data:text/plain,' + 'x'.repeat(2e6)); e.textContent = 'Link';"
        " document.body.append(e) }"),
}


def large(count):
    """Returns a page with many elements, four to a paragraph."""
    words = "".join(
        f"<p class='c{n % 40}'><span>{n}</span> <a href='/{n}'>{sentence(n % 200)}</a> <b>{n * 7}</b></p>"
        for n in range(count // 4))
    return document(words, STYLE + "".join(f".c{n}{{margin-left:{n}px;color:rgb({n},0,0)}}" for n in range(40)))


@functools.cache
def noise(width, height):
    """Returns a PNG of random pixels, which cannot be compressed."""
    source = random.Random(width * height)
    rows = b"".join(b"\0" + source.randbytes(3 * width) for _ in range(height))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")


def gallery(count):
    images = "".join(f"<img src='/copies/large.png?{n}' alt='Image {n}' width=640 height=420><p>{sentence(n)}</p>"
                     for n in range(count))
    return document(images)


def foreign(origin):
    """Returns a page with an image of its own, one of another origin, and one that is missing."""
    return document(
        f"<p>{sentence(1)}</p><img src='/copies/noise.png' alt='Own' width=60 height=50>"
        f"<img src='{origin}/copies/noise.png' alt='Foreign' width=70 height=50>"
        "<img src='/copies/missing.png' alt='Missing' width=80 height=50>" + paragraphs())


def illustrated(origin):
    """Returns a page with every kind of image between its paragraphs, one of them of another origin."""
    kinds = [
        f"<img src='{origin}/copies/noise.png' alt='Foreign' width=400 height=300>",
        "<img src='/copies/noise.png' alt='Own' width=420 height=280>", "<canvas width=300 height=200></canvas>",
        "<svg width=200 height=100><title>Plan</title><rect width=90 height=90 fill=red /></svg>",
        "<svg width=210 height=110><circle cx=9 cy=9 r=9 /><text y=40>Drawn words</text></svg>",
        "<video poster='/copies/noise.png' width=320 height=180></video>", "<div class=hero></div>"]
    body = "".join(kinds[n] + f"<p>{sentence(n)}</p>" for n in range(len(kinds))) + paragraphs()
    return document(
        body + "<script>document.querySelector('canvas').getContext('2d').fillRect(9, 9, 99, 99)</script>",
        STYLE + ".hero{height:120px;background-image:url(/copies/noise.png)}"
        "body{background-image:linear-gradient(rgb(250,250,240),rgb(240,250,250))}")


def sizes():
    """Returns a page that begins with its largest image."""
    return document("".join(
        f"<img src='/copies/large.png?{width}' alt={width} width={width} height={width * 2 // 3}>"
        f"<p>{sentence(width)}</p>" for width in (480, 120, 240)) + paragraphs())


PAGES = {
    "/copies/illustrated": lambda query: illustrated(query["origin"]),
    "/copies/sizes": lambda query: sizes(),
    "/copies/article": lambda query: article(),
    "/copies/parts": lambda query: parts(),
    "/copies/private": lambda query: private(),
    "/copies/hostile": lambda query: hostile(),
    "/copies/large": lambda query: large(int(query["count"])),
    "/copies/gallery": lambda query: gallery(int(query["count"])),
    "/copies/foreign": lambda query: foreign(query["origin"]),
    "/copies/noise.png": lambda query: noise(60, 50),
    "/copies/large.png": lambda query: noise(1280, 1060),
}
