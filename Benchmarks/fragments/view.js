// The positions of lines of text, by the page's text nodes in document order. Shares no code with the measured
// scripts.
globalThis.view = (() => {
    const nodes = () => {
        const found = [];
        const walk = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) found.push(walk.currentNode);
        return found;
    };
    const boxOf = (node, offset) => {
        const range = document.createRange();
        range.setStart(node, offset);
        range.setEnd(node, offset + 1);
        const rect = range.getClientRects()[0];
        return rect && rect.width > 0 && rect.height > 0 ? rect : null;
    };
    const shows = (node, box) => {
        const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        const owner = node.parentElement;
        const seen = owner.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        return seen && at !== null && (at === owner || owner.contains(at) || at.contains(owner));
    };
    const blockOf = (node) => {
        let owner = node.parentElement;
        while (owner.parentElement && /^inline/.test(getComputedStyle(owner).display)) owner = owner.parentElement;
        return owner;
    };
    const isFixed = (node) => {
        for (let at = node.parentElement; at; at = at.parentElement) {
            if (/fixed|sticky/.test(getComputedStyle(at).position)) return true;
        }
        return false;
    };
    return {
        // The character at the start of the first line fully in view; null if there is none.
        first() {
            let best = null;
            nodes().forEach((node, ordinal) => {
                if (node.data.trim() === '' || !node.parentElement) return;
                const all = document.createRange();
                all.selectNodeContents(node);
                const around = all.getBoundingClientRect();
                if (around.bottom <= 0 || around.top >= innerHeight || around.width === 0) return;
                for (let offset = 0; offset < node.length; offset += 1) {
                    if (node.data[offset].trim() === '') continue;
                    const box = boxOf(node, offset);
                    if (!box || box.top < -0.5 || box.bottom > innerHeight) continue;
                    if (best && (box.top > best.y - 1 && !(box.top < best.y + 3 && box.left < best.x))) break;
                    if (shows(node, box) && !isFixed(node)) {
                        best = { ordinal, offset, x: box.left, y: box.top, height: box.height };
                    }
                    break;
                }
            });
            return best;
        },
        // The character at a point, in the form in which the capture describes the start of its reading line.
        at(x, y) {
            const caret = document.caretPositionFromPoint(x, y);
            const node = caret ? caret.offsetNode : null;
            if (!node || node.nodeType !== 3) return null;
            const offset = Math.min(caret.offset, node.length - 1);
            return boxOf(node, offset) ? { ordinal: nodes().indexOf(node), offset } : null;
        },
        where({ ordinal, offset }) {
            const node = nodes()[ordinal];
            const box = node ? boxOf(node, offset) : null;
            const block = node ? blockOf(node).getBoundingClientRect() : null;
            return box && {
                y: box.top, line: box.height, scrolled: pageYOffset,
                farthest: document.documentElement.scrollHeight - innerHeight,
                blockTop: block.top, blockBottom: block.bottom, extent: innerHeight,
            };
        },
    };
})();
