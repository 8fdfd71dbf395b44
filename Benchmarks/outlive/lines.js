// Finds the first line of text in view, and the same line in another document. Shares no code with the scripts under
// test. Blocks are compared by their text without white space.
globalThis.lines = (() => {
    const BLOCKS = 'p, li, h1, h2, h3, h4, h5, h6, blockquote, td, dd, figcaption, pre';
    const squeezed = (text) => text.replace(/[\s\u00ad\u200b\u2060]+/g, '');

    function* characters(block) {
        const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
        let count = 0;
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            for (let offset = 0; offset < node.length; offset += 1) {
                if (squeezed(node.data[offset]) === '') continue;
                yield { node, offset, count };
                count += 1;
            }
        }
    }

    function rectOf({ node, offset }) {
        const range = document.createRange();
        range.setStart(node, offset);
        range.setEnd(node, offset + 1);
        return range.getClientRects()[0] ?? null;
    }

    const innermost = () => [...document.querySelectorAll(BLOCKS)].filter((block) => !block.querySelector(BLOCKS));

    function first() {
        for (const block of innermost()) {
            const box = block.getBoundingClientRect();
            if (box.bottom < 0 || box.height === 0 || squeezed(block.textContent).length < 40) continue;
            if (box.top > innerHeight / 2) return null;
            for (const at of characters(block)) {
                const rect = rectOf(at);
                if (!rect || rect.width === 0 || rect.top < -0.5) continue;
                if (rect.right < 0 || rect.left > innerWidth) break;
                return { text: squeezed(block.textContent), count: at.count, top: rect.top, line: rect.height };
            }
        }
        return null;
    }

    function where({ text, count }) {
        const found = innermost().filter((block) => squeezed(block.textContent) === text);
        const tops = found.map((block) => {
            for (const at of characters(block)) if (at.count === count) return rectOf(at)?.top ?? null;
            return null;
        }).filter((top) => top !== null);
        return tops;
    }

    return { first, where };
})();
