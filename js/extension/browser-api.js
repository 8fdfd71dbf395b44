/** The WebExtension interface: `browser` in Firefox, `chrome` in Chromium. Its functions return Promises in both. */
export const browserAPI = globalThis.browser ?? globalThis.chrome;

/** Returns true if this browser is Firefox. */
export function isFirefox() {
    return browserAPI.runtime.getURL('').startsWith('moz-extension:');
}
