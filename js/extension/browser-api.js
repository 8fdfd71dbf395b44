/** The WebExtension interface: `browser` in Firefox, `chrome` in Chromium. Its functions return Promises in both. */
export const browserAPI = globalThis.browser ?? globalThis.chrome;
