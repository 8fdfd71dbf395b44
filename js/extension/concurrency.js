// The order and the time of asynchronous work: one after another, a few at a time, once at a time, or within a time.

/** Work that is done one after another, since each reads what the previous one has written. */
export class SerialQueue {
    constructor() {
        /**
         * Resolves when the work so far is done, even if it failed.
         *
         * @type {Promise<unknown>}
         */
        this.settled = Promise.resolve();
    }

    /**
     * Does work when the work before it is done.
     *
     * @template Result
     * @param {() => Promise<Result>} work
     * @returns {Promise<Result>}
     */
    run(work) {
        const result = this.settled.then(work);
        this.settled = result.catch(() => undefined);
        return result;
    }
}

/**
 * Work that is done once at a time for each key: a second click while the first one is at work has the same result.
 *
 * @template Key, Result
 */
export class SingleFlight {
    constructor() {
        /** @type {Map<Key, Promise<Result>>} */
        this.running = new Map();
    }

    /**
     * Does work, or returns the result of the work for the same key that is being done.
     *
     * @param {Key} key
     * @param {() => Promise<Result>} work
     * @returns {Promise<Result>}
     */
    run(key, work) {
        const known = this.running.get(key);
        if (known) return known;
        const result = work().finally(() => this.running.delete(key));
        this.running.set(key, result);
        return result;
    }
}

/**
 * Applies a function to items, a few at a time.
 *
 * @template Item, Result
 * @param {Item[]} items
 * @param {number} count the number of items at once
 * @param {(item: Item) => Promise<Result>} work
 * @returns {Promise<Result[]>} in the order of the items
 */
export async function mapConcurrently(items, count, work) {
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
export function withTimeout(time, work) {
    return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('The page does not respond.')), time);
        work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
}

/**
 * Resolves after a time.
 *
 * @param {number} time in ms
 * @returns {Promise<null>}
 */
export function delay(time) {
    return new Promise((resolve) => setTimeout(() => resolve(null), time));
}
