import assert from 'node:assert/strict';
import test from 'node:test';
import { IDLE_TIME, NativeHost, RESPONSE_TIMEOUT } from '../extension/native-host.js';
import { ServiceClient } from '../shared/service-client.js';
import { Clock, settle } from './clock.js';
import { failureOf } from './failure.js';

/** A browser whose ports are operated by the test. */
class Ports {
    constructor() {
        /** @type {{sent: any[], reply: (message: any) => void, end: () => void, isClosed: boolean}[]} */
        this.opened = [];
    }

    connect() {
        /** @type {((value?: any) => void)[]} */
        const onMessage = [];
        /** @type {((value?: any) => void)[]} */
        const onDisconnect = [];
        const port = {
            sent: /** @type {any[]} */ ([]), isClosed: false,
            reply: (/** @type {any} */ message) => onMessage.forEach((listener) => listener(message)),
            end: () => {
                port.isClosed = true;
                onDisconnect.forEach((listener) => listener(null));
            },
        };
        this.opened.push(port);
        return {
            postMessage: (/** @type {any} */ message) => {
                if (port.isClosed) throw new Error('Attempting to use a disconnected port object');
                port.sent.push(message);
            },
            disconnect: () => {
                port.isClosed = true;
            },
            onMessage: { addListener: (/** @type {any} */ listener) => onMessage.push(listener) },
            onDisconnect: { addListener: (/** @type {any} */ listener) => onDisconnect.push(listener) },
        };
    }
}

function make() {
    const ports = new Ports();
    const clock = new Clock();
    const host = new NativeHost({
        connect: () => ports.connect(), schedule: (run, time) => clock.schedule(run, time),
    });
    const client = new ServiceClient({ transport: (request) => host.send(request), unreachable: 'Leftoff stopped.' });
    return { ports: ports.opened, clock, client };
}

test('Requests are numbered messages, and responses are matched in any order', async () => {
    const { ports, client } = make();
    const all = [client.addSnapshot({ url: 'https://example.org/' }), client.snapshot('a'), client.snapshot('b')];
    await settle();
    assert.deepEqual(ports[0].sent, [
        { id: 1, method: 'POST', path: '/api/snapshots', body: '{"url":"https://example.org/"}' },
        { id: 2, method: 'GET', path: '/api/snapshots/a' }, { id: 3, method: 'GET', path: '/api/snapshots/b' },
    ]);
    for (const id of [3, 1, 2]) ports[0].reply({ id, status: 200, body: `{"n":${id}}` });
    assert.deepEqual(await Promise.all(all), [{ n: 1 }, { n: 2 }, { n: 3 }]);
    assert.equal(ports.length, 1);
});

test('The parts of responses are joined, also if two responses alternate', async () => {
    const { ports, client } = make();
    const all = [client.snapshot('a'), client.snapshot('b')];
    await settle();
    const [port] = ports;
    port.reply({ id: 1, status: 200, body: '["on', more: true });
    port.reply({ id: 2, status: 200, body: '["other', more: true });
    port.reply({ id: 1, body: 'e",', more: true });
    port.reply({ id: 2, body: '"]' });
    port.reply({ id: 1, body: '"two"]' });
    assert.deepEqual(await Promise.all(all), [['one', 'two'], ['other']]);
});

test('An error has the status and the detail of the problem document', async () => {
    const { ports, client } = make();
    const failure = failureOf(client.snapshot('a'));
    await settle();
    ports[0].reply({ id: 1, status: 404, body: '{"detail":"no such place"}' });
    assert.deepEqual(await failure, [404, 'no such place']);
});

test('Requests without a response are sent once more, in their order, when the port breaks', async () => {
    const { ports, client } = make();
    const all = ['a', 'b', 'c'].map((id) => client.snapshot(id));
    await settle();
    ports[0].reply({ id: 2, status: 200, body: '"b"' });
    // A part of a response is not a response, and parts of two attempts are not joined.
    ports[0].reply({ id: 3, status: 500, body: '"lost', more: true });
    ports[0].end();
    assert.deepEqual(ports[1].sent.map(({ path }) => path), ['/api/snapshots/a', '/api/snapshots/c']);
    // The old port has nothing to say any more.
    ports[0].reply({ id: 1, status: 200, body: '"old"' });
    ports[0].end();
    for (const id of [1, 3]) ports[1].reply({ id, status: 200, body: `"${id}"` });
    assert.deepEqual(await Promise.all(all), ['1', 'b', '3']);
    assert.equal(ports.length, 2);
});

test('A request whose port breaks twice fails with one message, and the next request opens a new port', async () => {
    const { ports, client } = make();
    const failure = failureOf(client.snapshot('a'));
    await settle();
    ports[0].end();
    ports[1].end();
    assert.deepEqual(await failure, [0, 'Leftoff stopped.']);
    assert.equal(ports.length, 2);
    const next = client.snapshot('b');
    await settle();
    ports[2].reply({ id: 2, status: 200, body: '"b"' });
    assert.equal(await next, 'b');
});

test('A request that arrives while another one is repeated is itself repeated once', async () => {
    const { ports, client } = make();
    const first = failureOf(client.snapshot('a'));
    await settle();
    ports[0].end();
    const second = client.snapshot('b');
    await settle();
    ports[1].end();
    assert.deepEqual(await first, [0, 'Leftoff stopped.']);
    assert.deepEqual(ports[2].sent.map(({ path }) => path), ['/api/snapshots/b']);
    ports[2].reply({ id: 2, status: 200, body: '"b"' });
    assert.equal(await second, 'b');
});

test('A deletion whose response was lost succeeds if the place is gone', async () => {
    const { ports, client } = make();
    const done = client.forgetSnapshot('a');
    await settle();
    ports[0].end();
    ports[1].reply({ id: 1, status: 404, body: '{"detail":"no such place"}' });
    assert.equal(await done, null);
    const failure = failureOf(client.forgetSnapshot('b'));
    await settle();
    ports[1].reply({ id: 2, status: 404, body: '{"detail":"no such place"}' });
    assert.deepEqual(await failure, [404, 'no such place']);
});

test('A browser that opens no port fails the request', async () => {
    let attempts = 0;
    const host = new NativeHost({
        connect: () => {
            attempts += 1;
            throw new Error('not allowed');
        },
        schedule: () => () => undefined,
    });
    const client = new ServiceClient({ transport: (request) => host.send(request), unreachable: 'Leftoff stopped.' });
    assert.deepEqual(await failureOf(client.snapshot('a')), [0, 'Leftoff stopped.']);
    assert.equal(attempts, 2);
});

test('A message that belongs to no request is ignored, and one without a status fails its request', async () => {
    const { ports, client } = make();
    const failure = failureOf(client.snapshot('a'));
    await settle();
    for (const message of [null, 'text', {}, { id: 9, status: 200, body: '"other"' }]) ports[0].reply(message);
    ports[0].reply({ id: 1, body: '"no status"' });
    assert.deepEqual(await failure, [0, 'Leftoff stopped.']);
});

test('The port closes after the idle time, but not while a request waits', async () => {
    const { ports, clock, client } = make();
    const first = client.snapshot('a');
    await settle();
    clock.advance(RESPONSE_TIMEOUT - 1);
    assert.equal(ports[0].isClosed, false);
    ports[0].reply({ id: 1, status: 200, body: '"a"' });
    assert.equal(await first, 'a');
    clock.advance(IDLE_TIME - 1);
    assert.equal(ports[0].isClosed, false);
    const second = client.snapshot('b');
    await settle();
    clock.advance(IDLE_TIME);
    assert.equal(ports[0].isClosed, false);
    ports[0].reply({ id: 2, status: 200, body: '"b"' });
    assert.equal(await second, 'b');
    clock.advance(IDLE_TIME);
    assert.equal(ports[0].isClosed, true);
    assert.equal(clock.timers.size, 0);
    const third = client.snapshot('c');
    await settle();
    assert.equal(ports.length, 2);
    ports[1].reply({ id: 3, status: 200, body: '"c"' });
    assert.equal(await third, 'c');
});

test('A host that does not respond is ended, and its other requests are repeated', async () => {
    const { ports, clock, client } = make();
    const first = failureOf(client.snapshot('a'));
    await settle();
    clock.advance(RESPONSE_TIMEOUT / 2);
    const second = client.snapshot('b');
    await settle();
    clock.advance(RESPONSE_TIMEOUT / 2);
    assert.deepEqual(await first, [0, 'Leftoff stopped.']);
    assert.equal(ports[0].isClosed, true);
    ports[1].reply({ id: 2, status: 200, body: '"b"' });
    assert.equal(await second, 'b');
});
