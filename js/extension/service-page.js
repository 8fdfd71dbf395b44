// Runs in pages on loopback, and reports to the extension which place the reader resumes. It is a plain script, since
// content scripts cannot be modules.

(() => {
    const { runtime } = globalThis.browser ?? globalThis.chrome;
    /**
     * True if this is the service's page and the extension may restore places in pages; null until that is known.
     * @type {boolean | null}
     */
    let isReady = null;
    runtime.sendMessage({ type: 'ready' }).then(({ result }) => {
        isReady = result === true;
    }, () => undefined);
    /** @param {MouseEvent} event */
    const reportClick = (event) => {
        // The page's scripts can create clicks, but not trusted ones.
        if (isReady === false || !event.isTrusted || event.button > 1 || !(event.target instanceof Element)) return;
        const link = /** @type {HTMLAnchorElement | null} */ (event.target.closest('a[data-resume]'));
        if (!link) return;
        const { resume } = link.dataset;
        runtime.sendMessage({ type: 'resume', url: link.href, id: resume }).catch(() => undefined);
        if (!isReady) return;
        // Browsers keep searching for the text of a fragment while a page loads, and would scroll again later.
        const href = link.getAttribute('href') ?? '';
        link.setAttribute('href', href.replace(/(#?):~:.*$/, ''));
        setTimeout(() => link.setAttribute('href', href));
    };
    addEventListener('click', reportClick, true);
    addEventListener('auxclick', reportClick, true);
})();
