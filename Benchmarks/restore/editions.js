// Marks the text of a page, so that the same characters can be found in every edition of it, and measures where they
// are. A mark is a private-use character before each text node, which survives extraction and serialization. In the
// pages that are opened it is a comment, which no script under test reads.
globalThis.editions = (() => {
    const FIRST_MARK = 0xf0000;
    const INLINE = new Set(('a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small'
        + ' span strike strong sub sup time tt u var wbr').split(' '));
    const NOT_READ = /^(script|style|template|title|noscript|textarea|head|select|svg)$/i;

    function* textNodes(root) {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (/\S/.test(node.data) && !node.parentElement?.closest('script,style,template,title,noscript,textarea'))
                yield node;
        }
    }

    // Puts a mark before the first visible character of each text node, and returns the page.
    function mark() {
        let count = 0;
        for (const node of [...textNodes(document.body)]) {
            const at = node.data.search(/\S/);
            node.data = node.data.slice(0, at) + String.fromCodePoint(FIRST_MARK + count) + node.data.slice(at);
            count += 1;
        }
        return '<!doctype html>' + document.documentElement.outerHTML;
    }

    // Returns the key of the text node of a character, and the number of visible characters before it in the node.
    function keyOf(node, offset) {
        const comment = node.previousSibling;
        if (!comment || comment.nodeType !== 8 || !comment.data.startsWith('k:')) return null;
        return { key: comment.data, count: node.data.slice(0, offset).replace(/\s/g, '').length };
    }

    function characterAt(key, count) {
        const walker = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
        for (let comment = walker.nextNode(); comment; comment = walker.nextNode()) {
            if (comment.data !== key) continue;
            const node = comment.nextSibling;
            if (!node || node.nodeType !== 3) return null;
            let left = count;
            for (let offset = 0; offset < node.length; offset += 1) {
                if (/\s/.test(node.data[offset])) continue;
                if (left === 0) return { node, offset };
                left -= 1;
            }
        }
        return null;
    }

    function edges() {
        const header = document.querySelector('.bench-header');
        return { from: header ? header.getBoundingClientRect().bottom : 0, to: innerHeight };
    }

    // Returns the position of a character relative to the visible top, and the one that scrolling could bring it to.
    function where(key, count, wanted) {
        const found = characterAt(key, count);
        if (!found) return null;
        const range = document.createRange();
        range.setStart(found.node, found.offset);
        range.setEnd(found.node, found.offset + 1);
        const rect = range.getClientRects()[0];
        if (!rect || rect.height === 0) return null;
        const { from, to } = edges();
        const y = rect.top - from;
        const root = document.scrollingElement;
        const best = Math.max(0, Math.min(root.scrollHeight - root.clientHeight, scrollY + y - wanted));
        return {
            y, error: Math.abs(best - scrollY), reach: Math.abs(scrollY + y - wanted - best), extent: to - from,
            line: rect.height, isInView: rect.top >= from - 2 && rect.bottom <= to + 2 && rect.left < innerWidth
                && rect.right > 0,
        };
    }

    // Returns the reading line and the keys of texts near it that are in other blocks, nearest first.
    function reading(strict) {
        const line = truth.line();
        if (!line) return null;
        const ordinal = Number(line.key.slice(2));
        let count = -1;
        for (const node of textNodesOf(document)) {
            count += 1;
            if (count !== ordinal) continue;
            const known = keyOf(node, line.word);
            const read = { y: line.y, line: line.line, extent: line.extent, text: line.text };
            return known && { ...known, ...read, rest: restOf(node, line) };
        }
        return null;
    }

    // Returns the starts of the texts that follow on the reading line, in its block: an extractor may drop its first
    // words, and then the line begins with one of these.
    function restOf(first, line) {
        const found = [];
        const block = blockOf(first);
        let isAfter = false;
        for (const node of textNodesOf(document)) {
            if (node === first) isAfter = true;
            else if (isAfter) {
                const known = blockOf(node) === block ? keyOf(node, 0) : null;
                if (!known) break;
                const range = document.createRange();
                const at = node.data.search(/\S/);
                range.setStart(node, at);
                range.setEnd(node, at + 1);
                const rect = range.getClientRects()[0];
                if (!rect || rect.top >= line.top + line.line || rect.bottom <= line.top) break;
                found.push({ ...known, y: line.y + rect.top - line.top });
            }
        }
        return found;
    }

    // As in truth.js, whose ordinals count these.
    function* textNodesOf(root) {
        const walker = document.createTreeWalker(root, 0xffffffff);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const owner = node.nodeType === 3 ? node.parentElement : null;
            if (owner && !/^(script|style|template|title|noscript)$/i.test(owner.localName) && /\S/.test(node.data))
                yield node;
        }
    }

    function blockOf(node) {
        let element = node.parentElement;
        while (element && getComputedStyle(element).display.startsWith('inline')) element = element.parentElement;
        return element;
    }

    // Returns the keys of the block around a key, and those of the blocks before and after it, nearest first.
    function around(key) {
        const all = [];
        let at = -1;
        for (const node of textNodesOf(document.body)) {
            const comment = node.previousSibling;
            if (!comment || comment.nodeType !== 8 || !comment.data.startsWith('k:')) continue;
            if (comment.data === key) at = all.length;
            all.push({ key: comment.data, block: blockOf(node) });
        }
        if (at < 0) return null;
        const { block } = all[at];
        return {
            own: all.filter((each) => each.block === block).map((each) => each.key),
            before: all.slice(0, at).filter((each) => each.block !== block).reverse().slice(0, 40).map((e) => e.key),
            after: all.slice(at).filter((each) => each.block !== block).slice(0, 40).map((e) => e.key),
        };
    }

    // Reads an article out of the document with Readability, as Firefox's reader view does.
    function article(source) {
        (0, eval)(source + ';globalThis.Readability = Readability');
        const parsed = new Readability(document.cloneNode(true), { keepClasses: false }).parse();
        return parsed && { title: parsed.title, byline: parsed.byline, content: parsed.content, dir: parsed.dir,
            lang: parsed.lang, site: parsed.siteName };
    }

    // Returns the blocks of a piece of markup, as in the text copy of a page.
    function blocks(markup) {
        const root = new DOMParser().parseFromString(markup, 'text/html').body;
        const found = [];
        let text = '';
        const flush = (kind) => {
            const trimmed = text.replace(/\s+/g, ' ').trim();
            if (trimmed) found.push({ kind, text: trimmed });
            text = '';
        };
        const kindOf = (element) => /^h[1-6]$/.test(element.localName) ? 'h2' : element.closest('li') ? 'li'
            : element.closest('blockquote') ? 'blockquote' : element.closest('pre') ? 'pre' : 'p';
        const walk = (element) => {
            for (const child of element.childNodes) {
                if (child.nodeType === 3) text += child.data;
                if (child.nodeType !== 1 || NOT_READ.test(child.localName)) continue;
                if (INLINE.has(child.localName)) walk(child);
                else { flush(kindOf(element)); walk(child); flush(kindOf(child)); }
            }
        };
        walk(root);
        flush('p');
        return found;
    }

    return { mark, where, reading, around, article, blocks };
})();
