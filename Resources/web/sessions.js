// The list of the browsers that are signed in, in the settings.

import { api } from './api.js';
import { element, part } from './elements.js';
import { attempt, showToast } from './notices.js';
import { session } from './session.js';
import { ago, sanitize } from './text.js';

/**
 * A session as in the API. The times are RFC 3339.
 *
 * @typedef {{id: string, browser: string, createdAt: string, usedAt: string, endsAt: string,
 *     current: boolean}} BrowserSession
 */

export class SessionList {
    constructor() {
        part('end-others').addEventListener('click', () => attempt(async () => {
            await api.endOtherSessions();
            await this.reload('All other browsers were signed out.');
        }));
    }

    /** Shows the sessions. Without them, the other settings can still be changed. */
    async open() {
        const { sessions } = await api.sessions().catch(() => ({ sessions: [] }));
        part('end-others').hidden = !sessions.some(({ current }) => !current);
        // This browser first.
        const sorted = [...sessions.filter(({ current }) => current), ...sessions.filter(({ current }) => !current)];
        part('sessions').replaceChildren(...sorted.map((one) => this.makeRow(one)));
    }

    /**
     * Shows the sessions again after one that had the focus has ended.
     *
     * @param {string} done the message
     */
    async reload(done) {
        await this.open();
        part('sessions-heading').focus();
        showToast(done);
    }

    /**
     * @param {BrowserSession} one
     */
    makeRow(one) {
        const name = sanitize(one.browser) || 'A browser';
        const times = `Signed in ${ago(new Date(one.createdAt))}, last used ${ago(new Date(one.usedAt))}`;
        const button = element('button', { text: 'Sign out' });
        button.setAttribute('type', 'button');
        button.setAttribute('aria-label', one.current ? 'Sign out of this browser' : `Sign out ${name}. ${times}`);
        button.addEventListener('click', () => attempt(() => this.end(one)));
        const details = element('div', {}, element('strong', { text: name }), one.current ? ' (this browser)' : '',
            element('p', { text: times, className: 'meta' }));
        return element('li', {}, details, button);
    }

    /**
     * @param {BrowserSession} one
     */
    async end({ id, current }) {
        await api.endSession(current ? 'current' : id);
        if (!current) {
            await this.reload('The browser was signed out.');
            return;
        }
        session.forgetSecret();
        // Explains how to sign in again.
        location.replace('/');
    }
}
