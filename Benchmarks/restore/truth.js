// Finds the true positions of words. Keys are in comments (<!--k:7-->), which no strategy reads. The nodes after a
// key, up to the next key or the end of the parent, are a unit whose words are counted.
globalThis.truth = (() => {
    const isKey = (node) => node.nodeType === 8 && node.data.startsWith('k:');

    function* nodesOf(tree) {
        const walker = tree.ownerDocument ? tree.ownerDocument.createTreeWalker(tree, 0xffffffff)
            : tree.createTreeWalker(tree, 0xffffffff);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            yield node;
            // A page with a closed root keeps it there for the benchmark.
            const root = node.shadowRoot ?? node.benchRoot;
            if (root) yield* nodesOf(root);
            if (node.localName === 'iframe' && node.contentDocument) yield* nodesOf(node.contentDocument);
        }
    }

    function* words(comment) {
        const { parentNode } = comment;
        const walker = comment.ownerDocument.createTreeWalker(parentNode, 0xffffffff);
        walker.currentNode = comment;
        const pattern = comment.data.endsWith(':c') ? /\S/gu : /\S+/gu;
        for (let node = walker.nextNode(); node && !isKey(node); node = walker.nextNode()) {
            if (node.nodeType !== 3) continue;
            for (const match of node.data.matchAll(pattern)) yield { node, offset: match.index, text: match[0] };
        }
    }

    function rectOf({ node, offset }) {
        const range = node.ownerDocument.createRange();
        range.setStart(node, offset);
        range.setEnd(node, offset + 1);
        return range.getClientRects()[0] ?? null;
    }

    // Returns the element or window that scrolls a node.
    function scrollerOf(node, axis) {
        const view = node.ownerDocument.defaultView;
        for (let at = node.nodeType === 1 ? node : node.parentNode; at; at = at.parentNode ?? at.host) {
            if (at.nodeType !== 1 || at === at.ownerDocument.documentElement || at === at.ownerDocument.body) continue;
            const style = view.getComputedStyle(at);
            const [over, size, client] = axis === 'y' ? [style.overflowY, at.scrollHeight, at.clientHeight]
                : [style.overflowX, at.scrollWidth, at.clientWidth];
            if (/auto|scroll/.test(over) && size > client + 1) return at;
        }
        return null;
    }

    // Returns the visible edges of a scroller in its own window; the part below a sticky header is not visible.
    function edgesOf(node, axis) {
        const view = node.ownerDocument.defaultView;
        const scroller = scrollerOf(node, axis);
        const visual = view.visualViewport;
        let [from, to] = [0, axis === 'y' ? view.innerHeight : view.innerWidth];
        if (view === globalThis && axis === 'y') [from, to] = [visual.offsetTop, visual.offsetTop + visual.height];
        if (scroller) {
            const rect = scroller.getBoundingClientRect();
            if (axis === 'y') [from, to] = [Math.max(from, rect.top + scroller.clientTop), Math.min(to, rect.bottom)];
            else [from, to] = [Math.max(from, rect.left + scroller.clientLeft), Math.min(to, rect.right)];
        }
        const header = view.document.querySelector('.bench-header');
        if (header && axis === 'y' && !scroller) from = Math.max(from, header.getBoundingClientRect().bottom);
        return { from, to };
    }

    const distance = (rect, edges, axis) => (axis === 'y' ? rect.top - edges.from : edges.to - rect.right);

    function measured(comment, place, rect, axis, word) {
        const edges = edgesOf(place, axis);
        return {
            key: comment.data, word, y: distance(rect, edges, axis), extent: edges.to - edges.from,
            line: axis === 'y' ? rect.height : rect.width,
        };
    }

    // Returns true if a word is in the column that is read: the box of its block crosses the middle, or nearly does.
    function crosses(node, rect, parts) {
        const view = node.ownerDocument.defaultView;
        const scroller = scrollerOf(node, 'y');
        const root = view.document.documentElement;
        const around = scroller ? scroller.getBoundingClientRect() : { left: 0, width: root.clientWidth };
        let block = node.parentElement;
        while (block && view.getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
        const fragment = block ? [...block.getClientRects()].find((part) => part.left <= rect.left + 1
            && rect.right <= part.right + 1 && part.top <= rect.bottom && rect.top <= part.bottom) : null;
        return Boolean(fragment) && parts.some((part) => {
            const x = around.left + around.width * part;
            return fragment.left <= x && x <= fragment.right;
        });
    }

    function isOnTop(node, rect) {
        const hit = node.ownerDocument.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
        return hit !== null && (hit.contains(node) || node.parentElement.contains(hit));
    }

    // Returns the first word of the first line that is fully in view, in the middle column if there are several.
    // `isStrict` accepts only text that crosses the middle and is not covered: on real pages the rest is ambiguous.
    function reading(axis = 'y', isStrict = false) {
        if (isStrict) return readingIn(axis, (node, rect) => crosses(node, rect, [0.5]) && isOnTop(node, rect));
        const middle = axis === 'y' ? readingIn(axis, (node, rect) => crosses(node, rect, [0.5])) : null;
        const near = middle || axis !== 'y' ? middle : readingIn(axis, (node, rect) => crosses(node, rect, [0.4, 0.6]));
        return near ?? readingIn(axis, () => true);
    }

    function readingIn(axis, isMeant) {
        let best = null;
        let covering = null;
        for (const comment of nodesOf(document)) {
            if (!isKey(comment)) continue;
            const { parentElement } = comment;
            if (parentElement && !parentElement.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
                continue;
            const image = comment.nextElementSibling;
            if (image && /^(img|iframe|video)$/.test(image.localName)) {
                const found = measured(comment, image, image.getBoundingClientRect(), axis, -1);
                found.line = 20;
                if (found.y >= -0.5 && found.y < found.extent - 20 && (!best || found.y < best.y)) best = found;
                else if (found.y < 0 && found.y + image.offsetHeight > found.extent / 2) covering = found;
                continue;
            }
            let count = -1;
            for (const word of words(comment)) {
                count += 1;
                const rect = rectOf(word);
                if (!rect || rect.width === 0) continue;
                const found = measured(comment, word.node, rect, axis, count);
                if (found.y < -0.5 || !isMeant(word.node, rect)) continue;
                if (found.y + found.line <= found.extent && (!best || found.y < best.y - 1))
                    best = { ...found, text: word.text };
                break;
            }
            if (best && best.y < best.line) break;
        }
        // A picture may be higher than the view.
        return best ?? covering;
    }

    // Returns false for words that are hidden, or in a slide that is not the present one.
    function isShown(element, rect) {
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
        const view = element.ownerDocument.defaultView;
        return !element.closest('#slides, .slides') || (rect.right > 0 && rect.left < view.innerWidth);
    }

    // Returns the current position of a word; null if it is not shown.
    function where(key, number, axis = 'y') {
        for (const comment of nodesOf(document)) {
            if (!isKey(comment) || comment.data !== key) continue;
            if (number < 0) {
                const image = comment.nextElementSibling;
                return image ? measured(comment, image, image.getBoundingClientRect(), axis, -1) : null;
            }
            let count = -1;
            let last = null;
            for (const word of words(comment)) {
                last = word;
                count += 1;
                if (count === number) break;
            }
            const rect = last ? rectOf(last) : null;
            return rect && rect.height > 0 && isShown(last.node.parentElement, rect)
                ? measured(comment, last.node, rect, axis, number) : null;
        }
        return null;
    }

    function* textNodes(root) {
        for (const node of nodesOf(root)) {
            const owner = node.nodeType === 3 ? node.parentElement : null;
            if (owner && !/^(script|style|template|title|noscript)$/i.test(owner.localName) && /\S/.test(node.data))
                yield node;
        }
    }

    // Returns the offset of the first character of a node in a line, which is given by the box of a part of it.
    function firstIn(node, line) {
        for (let offset = 0; offset < node.length; offset += 1) {
            const rect = /\s/.test(node.data[offset]) ? null : rectOf({ node, offset });
            const isOnLine = rect && rect.width > 0 && Math.abs(rect.top - line.top) < 1;
            if (isOnLine && rect.left >= line.left - 1) return offset;
        }
        return -1;
    }

    // Returns the first character of the first line that is fully in view in the column in the middle, in any element.
    // Unlike `reading`, it needs no keys, so the page must not change between capture and restore except in style.
    function line() {
        let best = null;
        let ordinal = -1;
        for (const node of textNodes(document)) {
            ordinal += 1;
            if (!node.parentElement.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
            const range = node.ownerDocument.createRange();
            range.selectNodeContents(node);
            const edges = edgesOf(node, 'y');
            for (const rect of range.getClientRects()) {
                const isInView = rect.top >= edges.from - 0.5 && rect.bottom <= edges.to + 0.5 && rect.left >= 0
                    && rect.right <= innerWidth;
                if (rect.width < 2 || !isInView || !isOnTop(node, rect) || !crosses(node, rect, [0.5])) continue;
                // Of the parts of one line, the first one counts.
                const isBefore = !best || rect.bottom - rect.height / 2 < best.top
                    || (rect.top < best.top + best.line / 2 && rect.left < best.left);
                const offset = isBefore ? firstIn(node, rect) : -1;
                if (offset < 0) continue;
                best = {
                    key: 'n:' + ordinal, word: offset, y: rectOf({ node, offset }).top - edges.from,
                    extent: edges.to - edges.from, line: rect.height, top: rect.top, left: rect.left,
                    text: node.data.slice(offset, offset + 24),
                };
            }
        }
        return best;
    }

    function whereCharacter(ordinal, offset) {
        let count = -1;
        for (const node of textNodes(document)) {
            count += 1;
            if (count !== ordinal) continue;
            const rect = rectOf({ node, offset });
            return rect && rect.height > 0 ? { y: rect.top - edgesOf(node, 'y').from, left: rect.left } : null;
        }
        return null;
    }

    return {
        reading, line,
        where: (key, number, axis) => {
            return key.startsWith('n:') ? whereCharacter(Number(key.slice(2)), number) : where(key, number, axis);
        },
    };
})();
