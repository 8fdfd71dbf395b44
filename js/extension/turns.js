// Work on many items, a few at a time and within a time.

/**
 * Applies a function to items, a few at a time.
 *
 * @template Item, Result
 * @param {Item[]} items
 * @param {number} count the number of items at once
 * @param {(item: Item) => Promise<Result>} work
 * @returns {Promise<Result[]>} in the order of the items
 */
export async function inTurns(items, count, work) {
    /** @type {Result[]} */
    const results = [];
    let next = 0;
    const worker = async () => {
        while (next < items.length) {
            const index = next;
            next += 1;
            results[index] = await work(items[index]);
        }
    };
    await Promise.all(Array.from({ length: count }, worker));
    return results;
}

/**
 * Waits for a result.
 *
 * @template Result
 * @param {number} time in ms
 * @param {Promise<Result>} work
 * @returns {Promise<Result>} rejects when the time is over
 */
export function within(time, work) {
    return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('The page does not respond.')), time);
        work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
}
