// Work in a later task of the page's thread, so that the page can respond before it. Timers are delayed in background
// tabs, and messages are not.

/**
 * Runs a function in a later task.
 *
 * @param {() => void} task
 * @returns {boolean} false if the page has removed a function that this needs
 */
export function inLaterTask(task) {
    try {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
            port1.close();
            task();
        };
        port2.postMessage(null);
        return true;
    } catch {
        return false;
    }
}
