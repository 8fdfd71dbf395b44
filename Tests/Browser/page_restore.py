"""Restores a place with the modules of js/ in an open page, so that a test also sees the later results."""

import json

from browsers import wait_for

# Resolves with the result. `later` holds the results that follow it, and `THEN` is done with the result. `began` is the
# time of the start, which follows when the modules have been loaded.
RESTORE = """import('/js/restore/restore.js').then(({restorePlace}) => {
    globalThis.later = [];
    globalThis.began = performance.now();
    const result = restorePlace(window, SNAPSHOT, {...OPTIONS, onLater: (result) => later.push(result)});
    globalThis.hasBegun = true;
    return result;
}).then((result) => { THEN; return result; })"""

# Adds what the pages of the tests do when they render themselves again. `main` is the element that contains the text.
RENDERINGS = """(() => {
    const again = (main) => main.cloneNode(true);
    globalThis.renderings = {
        replaced: (main) => main.replaceWith(again(main)),
        innerHTML: (main) => { main.innerHTML += ' '; },
        texts: (main) => {
            const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
            const texts = [];
            while (walker.nextNode()) texts.push(walker.currentNode);
            for (const text of texts) text.replaceWith(text.cloneNode());
        },
        shadow: (main) => {
            const host = document.createElement('div');
            host.id = 'host';
            host.attachShadow({mode: 'open'}).append(document.querySelector('style').cloneNode(true), again(main));
            main.replaceWith(host);
        },
        skeleton: (main) => {
            const old = again(main);
            const {height} = main.getBoundingClientRect();
            main.replaceChildren();
            main.style.height = height + 'px';
            globalThis.finish = () => { main.style.height = ''; main.replaceChildren(...old.childNodes); };
        },
        banner: (main) => {
            const banner = document.createElement('div');
            banner.style.height = '318px';
            banner.textContent = 'A banner of the day';
            document.body.prepend(banner);
            main.replaceWith(again(main));
        },
    };
    globalThis.renders = (kind) => renderings[kind](document.getElementById('app'));
})()"""


def restore_in_page(snapshot, then="", **options):
    """Returns an expression that restores a snapshot in the open page; `then` is done at once with the result."""
    return (RESTORE.replace("SNAPSHOT", json.dumps(snapshot)).replace("OPTIONS", json.dumps(options))
            .replace("THEN", then))


def load_modules(browser):
    """Loads the modules, so that a later restore begins at once: a clock of frames goes on while they are loaded."""
    browser.run("import('/js/restore/restore.js').then(() => null)")


def start_restore(browser, snapshot, **options):
    """Starts a restore whose result `finish` waits for, and waits until it has begun."""
    browser.start(restore_in_page(snapshot, **options))
    wait_for(lambda: browser.run("globalThis.hasBegun ?? false"))
