/**
 * A word to the reader where a bookmarklet could not bring the place back exactly: it has no other way to tell.
 */

/** In ms. */
const NOTICE_TIME = 5000;

/** What each status means to a reader; `restored` and `aborted` can be seen. */
const NOTICES = new Map([
    ['approximate', 'Leftoff: about here. The text has changed.'],
    ['abstained', 'Leftoff: the place was not found on this page.'],
    ['wrongPage', 'Leftoff: that place is on another page.'],
]);

/**
 * @param {Document} document
 * @param {import('./restore.js').Result} result
 */
export function tellReader(document, { status }) {
    const text = NOTICES.get(status);
    const parent = document.body ?? document.documentElement;
    if (!text || !parent) return;
    const notice = document.createElement('div');
    notice.textContent = text;
    notice.setAttribute('role', 'status');
    const style = {
        all: 'initial', position: 'fixed', bottom: '16px', left: '16px', padding: '10px 14px', color: '#fff',
        background: '#222', font: '14px/1.4 sans-serif', 'border-radius': '8px', 'z-index': '2147483647',
    };
    for (const [name, value] of Object.entries(style)) notice.style.setProperty(name, value, 'important');
    parent.append(notice);
    setTimeout(() => notice.remove(), NOTICE_TIME);
}
