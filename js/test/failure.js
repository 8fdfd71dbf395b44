import assert from 'node:assert/strict';
import { ServiceError } from '../shared/service-client.js';

/**
 * Returns the status and the message of a request that fails; null if it succeeds.
 *
 * @param {Promise<unknown>} work
 * @returns {Promise<[number, string] | null>}
 */
export function failureOf(work) {
    return work.then(() => null, (error) => {
        assert(error instanceof ServiceError, `found ${error}, expected a ServiceError`);
        return [error.status, error.message];
    });
}
