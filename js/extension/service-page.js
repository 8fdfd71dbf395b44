// Runs in pages on loopback, and reports to the extension which place the reader resumes. It is a plain script, since
// content scripts cannot be modules.

(() => {
    // A copy is the work of another site, although the service shows it, and must not start anything.
    if (self.origin === 'null' || location.pathname.startsWith('/copies/')) return;
    const { runtime } = globalThis.browser ?? globalThis.chrome;
    /**
     * `ready` if this is the service's page and the extension may restore places in all pages, `limited` if the reader
     * has not allowed that, an empty string if this is another page, and null until that is known.
     * @type {string | null}
     */
    let access = null;
    runtime.sendMessage({ type: 'ready' }).then(({ result }) => {
        access = result ?? '';
        // The page then offers to bring windows back, or says that a place needs one more click.
        if (access) document.documentElement.dataset.extension = access;
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
        if (access === '' || !event.isTrusted || event.button > 1 || !(event.target instanceof Element)) return;
        const button = /** @type {HTMLElement | null} */ (event.target.closest('button[data-bring-back]'));
        if (button && access === 'ready') bringBack(button.dataset.bringBack ?? '');
        const links = 'a[data-resume], a[data-resume-tab]';
        const link = /** @type {HTMLAnchorElement | null} */ (event.target.closest(links));
        if (!link) return;
        const { resume, resumeTab } = link.dataset;
        const id = resume ?? resumeTab;
        if (access === 'limited') {
            // The extension opens the page itself, since it may have to ask for the permission first.
            event.preventDefault();
            const isActive = event.button === 0 && !event.ctrlKey && !event.metaKey;
            runtime.sendMessage({ type: 'open', id, isActive }).then(({ problem }) => {
                if (problem) throw new Error(problem);
            }).catch(() => open(link.href, '_blank', 'noopener'));
            return;
        }
        runtime.sendMessage({ type: 'resume', url: link.href, id }).catch(() => undefined);
        if (!access) return;
        // Browsers keep searching for the text of a fragment while a page loads, and would scroll again later.
        const href = link.getAttribute('href') ?? '';
        link.setAttribute('href', href.replace(/(#?):~:.*$/, ''));
        setTimeout(() => link.setAttribute('href', href));
    };
    addEventListener('click', reportClick, true);
    addEventListener('auxclick', reportClick, true);
})();
