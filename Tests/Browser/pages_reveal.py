"""Pages that hide their text in folds, and one with media."""

import io
import struct
import wave

from pages_text import STYLE, document, sentence

SCRIPT = (
    "<script>globalThis.pressed = []; document.addEventListener('click', (event) => {"
    " const control = event.target.closest('[aria-controls], [type=submit], a'); if (!control) return;"
    " pressed.push(control.id); const panel = document.getElementById(control.getAttribute('aria-controls'));"
    " if (!panel) return;"
    " control.setAttribute('aria-expanded', 'true'); control.setAttribute('aria-selected', 'true'); panel.hidden ="
    " false; });"
    " document.addEventListener('beforematch', () => { globalThis.sawBeforeMatch = true; })</script>"
)
FOLDS = {
    "none": "<section>BODY</section>",
    "details": "<details><summary>Part N</summary>BODY</details>",
    "nested": "<details><summary>Part N</summary><details><summary>More</summary>BODY</details></details>",
    "until-found": "<section hidden=until-found>BODY</section>",
    "accordion": "<h3><button id=bN aria-expanded=false aria-controls=pN>Part N</button></h3><div id=pN"
    " hidden>BODY</div>",
    "tabs": "<button id=bN role=tab aria-selected=false aria-controls=pN>Part N</button><div id=pN role=tabpanel"
    " hidden>BODY</div>",
    "form": "<form action=/other><button id=bN type=button aria-expanded=false aria-controls=pN>Part N</button></form>"
    "<div id=pN hidden>BODY</div>",
    "fragment": "<a id=bN role=tab href=#pN aria-selected=false aria-controls=pN>Part N</a><div id=pN"
    " hidden>BODY</div>",
}
# Controls that leave the page, or submit or reset a form.
FOLDS |= {
    kind: control + "<div id=pN hidden>BODY</div>" for kind, control in {
        "submit": "<form action=/other><button id=bN type=submit CLOSED>Part N</button></form>",
        "typeless": "<form action=/other><button id=bN CLOSED>Part N</button></form>",
        "reset": "<form action=/other><button id=bN type=reset CLOSED>Part N</button></form>",
        "input": "<form action=/other><input id=bN type=submit role=button value='Part N' CLOSED></form>",
        "outside": "<form id=fN action=/other></form><button id=bN form=fN CLOSED>Part N</button>",
        "link": "<a id=bN href=/other CLOSED>Part N</a>",
        "role": "<a id=bN role=button href=/other CLOSED>Part N</a>",
        "within": "<a href=/other><span id=bN role=button CLOSED>Part N</span></a>",
        "base": "<base href=/other><a id=bN role=button href=#pN CLOSED>Part N</a>",
    }.items()
}


def folded(kind):
    """Returns six parts of ten paragraphs, each in a fold of its own."""
    parts = []
    for part in range(6):
        body = "".join(f"<p>{sentence(n)}</p>" for n in range(part * 10 + 1, part * 10 + 11))
        fold = FOLDS[kind].replace("CLOSED", "aria-expanded=false aria-controls=pN")
        parts.append(fold.replace("N", str(part)).replace("BODY", body))
    return document("".join(parts) + SCRIPT, STYLE)


def tone():
    """Returns twenty seconds of a quiet tone."""
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(b"".join(struct.pack("<h", (n % 20) * 8) for n in range(8000 * 20)))
    return file.getvalue()


PAGES = {
    "/folded": lambda query: folded(query["kind"]),
    "/media": lambda query: document(
        "<audio id=first src='/tone.wav' preload=auto controls></audio>"
        + "".join(f"<p>{sentence(n)}</p>" for n in range(1, 61))),
    "/tone.wav": lambda query: tone(),
}
