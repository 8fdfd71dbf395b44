/**
 * Returns a port of the native messaging host.
 *
 * @param {(message: any, respond: (response: object) => void) => void} onMessage receives each request, and a function
 *     that sends a response
 */
export function fakePort(onMessage) {
    /** @type {(response: object) => void} */
    let receive = () => undefined;
    return {
        disconnect: () => undefined,
        onDisconnect: { addListener: () => undefined },
        onMessage: { addListener: (/** @type {any} */ listener) => { receive = listener; } },
        postMessage: (/** @type {any} */ message) => onMessage(message, (response) => receive(response)),
    };
}
