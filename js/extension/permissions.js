// The permissions that the extension asks the reader for.

import { browserAPI } from './browser-api.js';

/** The match patterns of all pages on which the extension could work. */
export const ALL_PAGES = ['http://*/*', 'https://*/*'];
/** The match pattern of the service. Firefox asks for this permission too. */
export const SERVICE_PAGES = ['http://127.0.0.1/*'];

/**
 * Returns the match pattern of the pages of a site. A permission concerns all ports of a host, and Firefox's patterns
 * have no ports.
 *
 * @param {string} address of a page
 */
export function pagesOfSite(address) {
    const { protocol, hostname } = new URL(address);
    return [`${protocol}//${hostname}/*`];
}

/** Returns the permissions that window sets need. Firefox rejects a request with a permission that it does not know. */
export function windowPermissions() {
    return { permissions: browserAPI.tabs.group ? ['tabs', 'tabGroups'] : ['tabs'], origins: ALL_PAGES };
}
