// Runs in pages on loopback, and reports to the extension which place the reader resumes. It is a plain script, since
// content scripts cannot be modules.

(() => {
    // A copy is the work of another site, although the service shows it, and must not start anything.
    if (self.origin === 'null' || location.pathname.startsWith('/copies/')) return;
    const { runtime } = globalThis.browser ?? globalThis.chrome;
    /**
     * True if this is the service's page and the extension may restore places in pages; null until that is known.
     * @type {boolean | null}
     */
    let isReady = null;
    runtime.sendMessage({ type: 'ready' }).then(({ result }) => {
        isReady = result === true;
        if (!isReady) return;
        // The page then offers to bring windows back.
        document.documentElement.dataset.extension = 'ready';
    }, () => undefined);
    /**
     * Brings a window back, and reports the outcome to the page.
     *
     * @param {string} id
     */
    const bringBack = async (id) => {
        const { dataset } = document.documentElement;
        try {
            const { problem } = await runtime.sendMessage({ type: 'bring-back', id });
            dataset.broughtBack = problem ?? '';
        } catch {
            dataset.broughtBack = 'The extension was updated. Reload this page and try again.';
        }
    };
    /** @param {MouseEvent} event */
    const reportClick = (event) => {
        // The page's scripts can create clicks, but not trusted ones.
        if (isReady === false || !event.isTrusted || event.button > 1 || !(event.target instanceof Element)) return;
        const button = /** @type {HTMLElement | null} */ (event.target.closest('button[data-bring-back]'));
        if (button && isReady) bringBack(button.dataset.bringBack ?? '');
        const links = 'a[data-resume], a[data-resume-tab]';
        const link = /** @type {HTMLAnchorElement | null} */ (event.target.closest(links));
        if (!link) return;
        const { resume, resumeTab } = link.dataset;
        runtime.sendMessage({ type: 'resume', url: link.href, id: resume ?? resumeTab }).catch(() => undefined);
        if (!isReady) return;
        // Browsers keep searching for the text of a fragment while a page loads, and would scroll again later.
        const href = link.getAttribute('href') ?? '';
        link.setAttribute('href', href.replace(/(#?):~:.*$/, ''));
        setTimeout(() => link.setAttribute('href', href));
    };
    addEventListener('click', reportClick, true);
    addEventListener('auxclick', reportClick, true);
})();
