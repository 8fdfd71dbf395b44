// The popup: opening it captures the page, and it says what was kept.

import { browserAPI } from './browser-api.js';
import { pairing, service } from './service.js';
import { button, offer, say } from './signs.js';

const { runtime, tabs } = browserAPI;

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Has the background do it, so that it is done even where the popup closes before.
 * @param {Record<string, unknown>} message
 */
async function ask(message) {
    const { result, problem, status } = await runtime.sendMessage(message);
    if (problem !== undefined) throw Object.assign(new Error(problem), { status });
    return result;
}

/** @param {{url: string, title: string | null, quote: string | null}} place */
function showPlace(place) {
    part('site').textContent = siteOf(place.url);
    part('title').textContent = place.title || place.url;
    part('quote').textContent = place.quote ?? '';
    part('quote').hidden = !place.quote;
    part('place').hidden = false;
}

/** @param {string} address */
function siteOf(address) {
    try {
        return new URL(address).host.replace(/^www\./, '');
    } catch {
        return address;
    }
}

const closing = (/** @type {Promise<unknown>} */ work) => work.then(() => window.close());
const showPairing = () => closing(tabs.create({ url: runtime.getURL('pair.html') }));

/** @param {{id: number, url?: string}} tab */
async function capture(tab) {
    say('Capturing…', '');
    offer();
    try {
        const place = await ask({ type: 'capture', tab: tab.id });
        say('Captured', 'You can read on.', 'check');
        showPlace(place);
        await offerAfter(tab, place);
    } catch (problem) {
        refuse(tab, /** @type {any} */ (problem));
    }
}

/** @param {{id: number, url?: string}} tab @param {{id: string, url: string}} place */
async function offerAfter(tab, place) {
    const undo = button('Undo', async () => {
        try {
            await service.forget(place.id);
            part('place').hidden = true;
            say('Forgotten', 'Nothing was kept.');
            offer(button('Keep it after all', () => capture(tab)));
        } catch (problem) {
            say('Not undone', /** @type {Error} */ (problem).message, 'cross');
        }
    });
    const paired = await pairing();
    const all = button('All places', () => closing(tabs.create({ url: paired?.service ?? '' })));
    offer(undo, all);
    const places = await service.placesOn(place.url, 2);
    const earlier = places.find((/** @type {{id: string}} */ one) => one.id !== place.id);
    if (!earlier) return;
    const go = () => closing(ask({ type: 'restore', tab: tab.id, id: earlier.id }));
    offer(undo, button('Go to the place before', go), all);
}

/** @param {{id: number}} tab @param {Error & {status?: number}} problem */
function refuse(tab, problem) {
    const isStranger = problem.status === -1 || problem.status === 401;
    say(isStranger ? 'Not paired' : 'Not kept', problem.message, 'cross');
    offer(isStranger ? button('Pair', showPairing, 'primary') : button('Try again', () => capture(tab), 'primary'));
}

const [tab] = await tabs.query({ active: true, currentWindow: true });
if (!(await pairing())) {
    say('Pair this browser first', 'It takes a code from Leftoff’s install page.');
    offer(button('Pair', showPairing, 'primary'));
} else {
    await capture(tab);
}
