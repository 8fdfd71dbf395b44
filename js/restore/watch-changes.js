/**
 * Reports changes that may move a page's content.
 */

import { call, read } from '../dom/node.js';

/**
 * @typedef {{observeSize: (element: Element) => void, observeTree: (root: Node) => boolean, discard: () => void,
 *     stop: () => void}} ChangeWatch
 */

/**
 * @param {Window} top
 * @param {(isStructural: boolean) => void} onChange
 * @param {(node: Node) => boolean} isIgnored returns true for what Leftoff itself adds to the page
 * @returns {ChangeWatch} `observeTree` returns true if the tree was not observed yet; `discard` drops changes that have
 *     not been reported
 */
export function watchChanges(top, onChange, isIgnored) {
    const { document } = top;
    const sizes = new WeakMap();
    const resizes = new ResizeObserver((entries) => {
        let hasChanged = false;
        for (const { target, contentRect } of entries) {
            const known = sizes.get(target);
            const size = contentRect.width + 'x' + contentRect.height;
            sizes.set(target, size);
            hasChanged = hasChanged || (known !== undefined && known !== size);
        }
        if (hasChanged) onChange(false);
    });
    const mutations = new MutationObserver((records) => {
        const isOwn = (/** @type {MutationRecord} */ { target, addedNodes, removedNodes }) => {
            return isIgnored(target) || (addedNodes.length + removedNodes.length > 0
                && [...addedNodes, ...removedNodes].every(isIgnored));
        };
        if (!records.every(isOwn)) onChange(true);
    });
    const onLoad = () => onChange(true);
    /** @type {Set<Node>} */
    const trees = new Set();
    const observeTree = (/** @type {Node} */ root) => {
        if (trees.has(root)) return false;
        trees.add(root);
        mutations.observe(root, {
            subtree: true,
            childList: true,
            characterData: true,
            attributes: true,
            attributeFilter: ['class', 'style', 'hidden', 'open', 'width', 'height', 'src'],
        });
        call(root, 'addEventListener', 'load', onLoad, true);
        return true;
    };
    const observeSize = (/** @type {Element} */ element) => {
        if (!sizes.has(element)) resizes.observe(element);
        sizes.set(element, sizes.get(element));
    };
    observeTree(document);
    const parts = [read(document, 'documentElement'), read(document, 'body')];
    for (const element of parts) if (element) observeSize(element);
    top.addEventListener('load', onLoad);
    top.addEventListener('resize', onLoad);
    const fonts = read(document, 'fonts');
    if (fonts) fonts.addEventListener('loadingdone', onLoad);
    return {
        observeSize,
        observeTree,
        discard: () => {
            mutations.takeRecords();
        },
        stop: () => {
            resizes.disconnect();
            mutations.disconnect();
            for (const root of trees) call(root, 'removeEventListener', 'load', onLoad, true);
            top.removeEventListener('load', onLoad);
            top.removeEventListener('resize', onLoad);
            if (fonts) fonts.removeEventListener('loadingdone', onLoad);
        },
    };
}
