// The page that waits in place of a tab of a window set. When the reader views it, it replaces itself by the tab's
// page, so that the tab's history does not contain it.

import { browserAPI } from './browser-api.js';
import { delay } from './concurrency.js';
import { makeButton, part, showActions } from './outcome.js';
import { request } from './request.js';
import { isWebAddress } from './web-address.js';
import { readWaitingAddress } from './window-tabs.js';

const { tabs } = browserAPI;
/** In ms: if the background script does not respond sooner, the page is loaded without restoring the place. */
const PREPARATION_TIME = 1500;

const waiting = readWaitingAddress(location.href);
let isLeaving = false;

/** Replaces this page by the tab's own page, where the place is then restored. */
async function leave() {
    if (!waiting || isLeaving) return;
    isLeaving = true;
    const { set, number, url } = waiting;
    const preparation = request({ type: 'window-tab', set, number, url }).catch(() => undefined);
    await Promise.race([preparation, delay(PREPARATION_TIME)]);
    location.replace(url);
}

/** Leaves if the reader views this tab. Chromium can call a page in a background tab visible. */
async function leaveIfViewed() {
    const own = await tabs.getCurrent();
    if (own?.active && document.visibilityState === 'visible') await leave();
}

if (waiting) {
    document.title = waiting.title || waiting.url;
    part('title').textContent = waiting.title || waiting.url;
    part('address').textContent = waiting.url;
    if (isWebAddress(waiting.url)) {
        showActions(makeButton('Open', leave, 'primary'));
        document.addEventListener('visibilitychange', leaveIfViewed);
        tabs.onActivated.addListener(leaveIfViewed);
        await leaveIfViewed();
    } else {
        part('explanation').hidden = false;
        const copied = makeButton('Copy the address', async () => {
            copied.textContent = await navigator.clipboard.writeText(waiting.url)
                .then(() => 'Copied', () => 'Not copied');
        }, 'primary');
        showActions(copied);
    }
}
