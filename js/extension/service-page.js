// Runs in pages on loopback: tells the extension which place is resumed. A plain script, as content scripts are.

(() => {
    const { runtime } = globalThis.browser ?? globalThis.chrome;
    // Whether this is the service's page, and the extension may bring places back by itself; null while it is asked.
    /** @type {boolean | null} */
    let isReady = null;
    runtime.sendMessage({ type: 'ready' }).then(({ result }) => {
        isReady = result === true;
    }, () => undefined);
    /** @param {MouseEvent} event */
    const heard = (event) => {
        // The page's scripts may make clicks of their own, but not such that count as the reader's.
        if (isReady === false || !event.isTrusted || event.button > 1 || !(event.target instanceof Element)) return;
        const link = event.target.closest('a[data-resume]');
        if (!link) return;
        const { resume } = link.dataset;
        runtime.sendMessage({ type: 'resume', url: link.href, id: resume }).catch(() => undefined);
        if (!isReady) return;
        // The browser looks for the text of a fragment on and on, and would scroll again once it has found it.
        const href = link.getAttribute('href');
        link.setAttribute('href', href.replace(/(#?):~:.*$/, ''));
        setTimeout(() => link.setAttribute('href', href));
    };
    addEventListener('click', heard, true);
    addEventListener('auxclick', heard, true);
})();
