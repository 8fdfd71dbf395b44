// Values in the extension's storage that several events change.

import { SerialQueue } from './concurrency.js';

const changes = new SerialQueue();

/**
 * Changes a stored value.
 *
 * @template Result
 * @param {ExtensionStorage} area
 * @param {string} key
 * @param {any} standard the value if none is stored
 * @param {(value: any) => [any, Result]} decide returns the new value and the result; nothing is stored if the value is
 *     the same
 * @returns {Promise<Result>}
 */
export function changeStored(area, key, standard, decide) {
    return changes.run(async () => {
        const old = (await area.get(key))[key] ?? standard;
        const [value, result] = decide(old);
        if (value !== old) await area.set({ [key]: value });
        return result;
    });
}
