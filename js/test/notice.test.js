import assert from 'node:assert/strict';
import test from 'node:test';

import { showNotice } from '../restore/notice.js';
import { Clock } from './clock.js';

const clock = new Clock().install();

/**
 * Returns the text of the notice for a result, and checks that the notice disappears.
 *
 * @param {object} result
 * @returns {string | null} null if there is none
 */
function noticeFor(result) {
    /** @type {Set<any>} */
    const shown = new Set();
    const createElement = () => ({
        textContent: '', style: { setProperty: () => undefined }, setAttribute: () => undefined,
        remove() {
            shown.delete(this);
        },
    });
    const document = /** @type {any} */ ({
        createElement, body: { append: (/** @type {any} */ notice) => shown.add(notice) },
    });
    showNotice(document, /** @type {any} */ (result));
    const [text = null] = [...shown].map(({ textContent }) => textContent);
    clock.advance(5000);
    assert.equal(shown.size, 0);
    return text;
}

test('The notice names the button that shows more, or says that there is one', () => {
    const result = { status: 'abstained', reason: 'control', continues: true };
    assert.equal(noticeFor({ ...result, control: 'Load more' }),
        'Leftoff: your place is further on. Press “Load more”, and Leftoff goes there.');
    assert.equal(noticeFor(result),
        'Leftoff: your place is further on. Press the button that shows more, and Leftoff goes there.');
});

test('The notice says that something covers the page only if the restore waits for that', () => {
    for (const reason of ['locked', 'covered']) {
        assert.equal(noticeFor({ status: 'abstained', reason, continues: true }),
            'Leftoff: something covers the page. Close it, and Leftoff goes to your place.');
        assert.equal(noticeFor({ status: 'abstained', reason }),
            'Leftoff: your place was not found on this page.');
    }
});

test('A place that was restored needs no notice, nor one that the reader has left', () => {
    assert.equal(noticeFor({ status: 'restored' }), null);
    assert.equal(noticeFor({ status: 'aborted' }), null);
    assert.equal(noticeFor({ status: 'wrongPage' }), 'Leftoff: your place is on another page.');
});
