/** The browser's extension interface: `browser` in Firefox, `chrome` in Chromium; both give Promises. */
export const browserAPI = globalThis.browser ?? globalThis.chrome;
