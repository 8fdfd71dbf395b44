// The strategies of other programs, each as a capture and a restore that return at once.
globalThis.strategies = (() => {
    const bodyText = () => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const nodes = [];
        let text = '';
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (/^(SCRIPT|STYLE|TEMPLATE)$/.test(node.parentNode.nodeName)) continue;
            nodes.push([text.length, node]);
            text += node.data;
        }
        return { nodes, text };
    };
    const firstVisible = () => {
        for (const x of [0.5, 0.3, 0.7]) {
            for (let y = 2; y < innerHeight; y += 8) {
                const range = document.caretRangeFromPoint ? document.caretRangeFromPoint(innerWidth * x, y) : null;
                const position = range ? [range.startContainer, range.startOffset]
                    : document.caretPositionFromPoint ? (({ offsetNode, offset }) => [offsetNode, offset])(
                        document.caretPositionFromPoint(innerWidth * x, y)
                            ?? { offsetNode: null, offset: 0 }) : [null, 0];
                const [node, offset] = position;
                if (!node || node.nodeType !== 3 || !node.data.trim()) continue;
                const at = document.createRange();
                at.setStart(node, Math.min(offset, node.length - 1));
                at.setEnd(node, Math.min(offset, node.length - 1) + 1);
                const rect = at.getBoundingClientRect();
                if (rect.height > 0 && rect.top >= 0)
                    return { node, offset: Math.min(offset, node.length - 1), y: rect.top };
            }
        }
        return null;
    };
    // As in scroll_anchor.cc: for each ancestor a unique id, a unique tag, a unique class, or else :nth-child.
    const selectorOf = (element) => {
        const parts = [];
        for (let at = element; at && at.nodeType === 1; at = at.parentElement) {
            const only = (selector) => document.querySelectorAll(selector).length === 1;
            if (at.id && only('#' + CSS.escape(at.id))) return ['#' + CSS.escape(at.id), ...parts].join('>');
            const name = at.localName;
            if (only(name)) return [name, ...parts].join('>');
            const unique = [...at.classList].map((c) => '.' + CSS.escape(c)).find(only);
            if (unique) return [unique, ...parts].join('>');
            parts.unshift(`${name}:nth-child(${[...at.parentElement.children].indexOf(at) + 1})`);
        }
        return parts.join('>');
    };
    // As in Hypothesis: the match with the fewest errors, at most min(256, half the quote); Sellers' algorithm.
    const matches = (text, pattern, most) => {
        const found = [];
        let column = Array.from({ length: pattern.length + 1 }, (_, i) => i);
        for (let j = 0; j < text.length; j += 1) {
            let diagonal = column[0];
            for (let i = 1; i <= pattern.length; i += 1) {
                const above = column[i];
                column[i] = Math.min(above + 1, column[i - 1] + 1, diagonal + (text[j] === pattern[i - 1] ? 0 : 1));
                diagonal = above;
            }
            if (column[pattern.length] <= most) found.push({ end: j + 1, errors: column[pattern.length] });
        }
        return found;
    };
    const similarity = (text, wanted) => {
        if (wanted === '') return 1;
        const best = matches(text, wanted, wanted.length).reduce((a, b) => Math.min(a, b.errors), wanted.length);
        return 1 - best / wanted.length;
    };
    const scrollToCharacter = (node, offset, y) => {
        const range = document.createRange();
        range.setStart(node, offset);
        range.setEnd(node, Math.min(node.length, offset + 1));
        const rect = range.getBoundingClientRect();
        if (rect.height > 0) scrollBy({ top: rect.top - y, behavior: 'instant' });
    };
    return {
        scrollTo: {
            capture: () => ({ x: pageXOffset, y: pageYOffset }),
            restore: ({ x, y }) => scrollTo({ left: x, top: y, behavior: 'instant' }),
        },
        percent: {
            capture: () => ({ part: pageYOffset / Math.max(1, document.documentElement.scrollHeight - innerHeight) }),
            restore: ({ part }) => scrollTo({
                top: part * (document.documentElement.scrollHeight - innerHeight), behavior: 'instant' }),
        },
        selector: {
            capture: () => {
                const at = firstVisible();
                const element = at && at.node.parentElement;
                return element ? { selector: selectorOf(element),
                          y: element.getBoundingClientRect().top, at: pageYOffset }
                    : { selector: '', y: 0, at: pageYOffset };
            },
            restore: ({ selector, y, at }) => {
                const element = selector ? document.querySelector(selector) : null;
                if (element) scrollBy({ top: element.getBoundingClientRect().top - y, behavior: 'instant' });
                else scrollTo({ top: at, behavior: 'instant' });
            },
        },
        quote: {
            capture: () => {
                const at = firstVisible();
                if (!at) return null;
                const { nodes, text } = bodyText();
                const start = nodes.find(([, node]) => node === at.node);
                if (!start) return null;
                const from = start[0] + at.offset;
                return {
                    exact: text.slice(from, from + 120), prefix: text.slice(Math.max(0, from - 32), from),
                    suffix: text.slice(from + 120, from + 152), from, y: at.y,
                };
            },
            restore: (quote) => {
                if (!quote) return;
                const { nodes, text } = bodyText();
                const candidates = [];
                for (let at = text.indexOf(quote.exact); at >= 0; at = text.indexOf(quote.exact, at + 1)) {
                    candidates.push({ start: at, errors: 0 });
                }
                if (candidates.length === 0) {
                    const most = Math.min(256, quote.exact.length / 2);
                    const found = matches(text, quote.exact, most).sort((a, b) => a.errors - b.errors).slice(0, 40);
                    for (const { end, errors } of found)
                        candidates.push({ start: Math.max(0, end - quote.exact.length), errors });
                }
                const score = ({ start, errors }) => {
                    const { length } = quote.exact;
                    const prefix = similarity(text.slice(Math.max(0, start - quote.prefix.length), start),
                        quote.prefix);
                    const suffix = similarity(text.slice(start + length, start + length + quote.suffix.length),
                        quote.suffix);
                    const near = 1 - Math.abs(start - quote.from) / text.length;
                    return 50 * (1 - errors / length) + 20 * prefix + 20 * suffix + 2 * near;
                };
                const [best] = candidates.sort((a, b) => score(b) - score(a));
                if (!best) return;
                const [start, node] = nodes.findLast(([position]) => position <= best.start) ?? nodes[0];
                scrollToCharacter(node, Math.max(0, Math.min(node.length - 1, best.start - start)), quote.y);
            },
        },
    };
})();
