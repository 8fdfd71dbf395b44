import assert from 'node:assert/strict';
import test from 'node:test';
import { ServiceClient, ServiceError } from '../shared/service-client.js';
import { failureOf } from './failure.js';

/**
 * A client whose transport records its requests.
 *
 * @param {number} status
 * @param {string} text the body of each response
 * @param {{token?: string, unauthorized?: string}} [options]
 */
const recording = (status, text, options) => {
    /** @type {import('../shared/service-client.js').ServiceRequest[]} */
    const requests = [];
    const transport = async (/** @type {import('../shared/service-client.js').ServiceRequest} */ request) => {
        requests.push(request);
        return { status, ok: status < 300, text: async () => text };
    };
    return { requests, client: new ServiceClient({ origin: 'http://127.0.0.1:5338', transport, ...options }) };
};

test('A snapshot is sent as JSON with the token', async () => {
    const { requests, client } = recording(201, '{"id":"a"}', { token: 'secret' });
    assert.deepEqual(await client.addSnapshot({ url: 'https://example.org/' }), { id: 'a' });
    assert.deepEqual(requests, [{
        method: 'POST', url: 'http://127.0.0.1:5338/api/snapshots', signal: undefined,
        headers: { 'Content-Type': 'application/json', Authorization: 'Bearer secret' },
        body: '{"url":"https://example.org/"}',
    }]);
});

test('A request without a body and without a token has no header fields', async () => {
    const { requests, client } = recording(200, '[]');
    assert.deepEqual(await client.snapshotsOn('https://example.org/?a=b&c', 2), []);
    assert.equal(requests[0].url,
        'http://127.0.0.1:5338/api/snapshots?page=https%3A%2F%2Fexample.org%2F%3Fa%3Db%26c&limit=2');
    assert.deepEqual([requests[0].headers, requests[0].body], [{}, undefined]);
});

test('Identifiers are encoded as a part of the path', async () => {
    const { requests, client } = recording(204, '');
    assert.equal(await client.forgetSnapshot('../a?b'), null);
    assert.equal(await client.undo('a/b', 'ticket', 'other'), null);
    assert.deepEqual(requests.map(({ url }) => new URL(url).pathname),
        ['/api/snapshots/..%2Fa%3Fb', '/api/snapshots/a%2Fb/undo']);
    assert.equal(requests[1].headers.Authorization, 'Bearer other');
});

test('A failure has the message of the service, or its status', async () => {
    assert.deepEqual(await failureOf(recording(403, '{"detail":"wrong code"}').client.pair('x')), [403, 'wrong code']);
    assert.deepEqual(await failureOf(recording(500, '<html>').client.pair('x')),
        [500, 'The service responded with status 500.']);
});

test('Status 401 has the message of the client, if there is one', async () => {
    const body = '{"detail":"no token"}';
    assert.deepEqual(await failureOf(recording(401, body).client.snapshot('a')), [401, 'no token']);
    const { client } = recording(401, body, { unauthorized: 'Pair it again.' });
    assert.deepEqual(await failureOf(client.snapshot('a')), [401, 'Pair it again.']);
});

test('A request without a response has status 0', async () => {
    const client = new ServiceClient({ transport: () => Promise.reject(new Error('refused')) });
    const message = 'Cannot reach the Leftoff service. Is “leftoff serve” running?';
    assert.deepEqual(await failureOf(client.snapshot('a')), [0, message]);
});

test('An aborted request fails with the error of its transport', async () => {
    const controller = new AbortController();
    controller.abort();
    const client = new ServiceClient({ transport: () => Promise.reject(new Error('aborted')) });
    const problem = await client.snapshot('a', controller.signal).then(() => null, (error) => error);
    assert.deepEqual([problem instanceof ServiceError, problem.message], [false, 'aborted']);
});
