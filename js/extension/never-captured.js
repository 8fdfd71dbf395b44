// The list of hosts that are never captured, on the options page.

import { makeButton, part } from './outcome.js';
import { request } from './request.js';
import { openService } from './sign-in.js';

const list = () => /** @type {HTMLTextAreaElement} */ (part('hosts'));

/**
 * Shows the list. Only the service changes settings, so the list cannot be edited through the native connection.
 *
 * @param {string} kind of the connection to Leftoff, which holds the list; empty if there is none
 */
export async function showNeverCaptured(kind) {
    const response = kind ? await request({ type: 'settings' }).catch(() => null) : null;
    part('never').hidden = !response;
    list().readOnly = kind === 'native';
    part('save-hosts').hidden = kind === 'native';
    part('hosts-outcome').textContent = kind === 'native' ? 'The settings on Leftoff’s page change this list.' : '';
    if (kind === 'native') part('hosts-outcome').append(' ', makeButton('Open the settings', openSettings));
    if (response) list().value = response.result.neverCaptured.join('\n');
}

/** Opens the settings of the service, signed in. */
async function openSettings() {
    try {
        const { result } = await request({ type: 'sign-in' });
        openService(result, '/settings');
    } catch (problem) {
        part('hosts-outcome').textContent = `Not opened. ${/** @type {Error} */ (problem).message}`;
    }
}

/** Saves the list when the reader clicks the button. */
export function saveHostsOnClick() {
    part('save-hosts').addEventListener('click', async () => {
        const neverCaptured = list().value.split(/[\s,;]+/).filter(Boolean).map(hostOf);
        try {
            const { result } = await request({ type: 'change-settings', patch: { neverCaptured } });
            list().value = result.neverCaptured.join('\n');
            part('hosts-outcome').textContent = 'Saved.';
        } catch (problem) {
            part('hosts-outcome').textContent = `Not saved. ${/** @type {Error} */ (problem).message}`;
        }
    });
}

/**
 * @param {string} text a host, or the address of one of its pages
 * @returns {string}
 */
function hostOf(text) {
    try {
        return text.includes('://') ? new URL(text).hostname : text;
    } catch {
        return text;
    }
}
