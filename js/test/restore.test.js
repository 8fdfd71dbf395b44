import assert from 'node:assert/strict';
import test from 'node:test';

import { beginRestore } from '../restore/restore.js';

/** An observer of a page that never changes. */
class QuietObserver {
    observe() {}
    disconnect() {}
    takeRecords() { return []; }
}
Object.assign(globalThis, { MutationObserver: QuietObserver, ResizeObserver: QuietObserver });

/** A page that counts the listeners in it, and whose styles cannot be read while `isBroken`. */
class FakePage {
    constructor() {
        this.isBroken = false;
        this.now = 0;
        this.listeners = 0;
        /** @type {(() => void)[]} */
        this.frames = [];
        const listening = {
            addEventListener: () => { this.listeners += 1; },
            removeEventListener: () => { this.listeners -= 1; },
        };
        const style = { overflowX: 'visible', overflowY: 'visible', position: 'static', left: '0px', top: '0px' };
        const root = { scrollHeight: 0, clientHeight: 0, style: null };
        const document = {
            ...listening, documentElement: root, body: null, fonts: null, readyState: 'loading',
            querySelector: () => null,
        };
        this.top = /** @type {any} */ ({
            ...listening, document, location: { href: 'https://site.example/' }, innerWidth: 800, innerHeight: 600,
            performance: { now: () => this.now },
            getComputedStyle: () => {
                if (this.isBroken) throw new Error('The page is broken.');
                return style;
            },
            requestAnimationFrame: (/** @type {() => void} */ check) => this.frames.push(check),
            setTimeout: () => 0,
            clearTimeout: () => undefined,
        });
    }

    /** @param {number} time in ms */
    draw(time) {
        this.now += time;
        for (const frame of this.frames.splice(0)) frame();
    }
}

test('a page in which a restore cannot start has a result, and no listeners', async () => {
    const page = new FakePage();
    page.isBroken = true;
    const { result, state } = beginRestore(page.top, {}, {});
    assert.equal((await result).status, 'abstained');
    assert.deepEqual([state().phase, page.listeners], ['over', 0]);
});

test('a restore goes on in a page that fails for a moment, and ends in time in one that fails for ever', async () => {
    const page = new FakePage();
    const { result, state } = beginRestore(page.top, {}, {});
    page.isBroken = true;
    page.draw(16);
    page.draw(9000);
    assert.equal(state().phase, 'searching');
    assert.equal(page.frames.length, 1);
    page.draw(1000);
    assert.equal((await result).status, 'abstained');
    assert.deepEqual([state().phase, page.listeners, page.frames.length], ['over', 0, 0]);
});
