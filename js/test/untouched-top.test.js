import assert from 'node:assert/strict';
import test from 'node:test';

import { isAtUntouchedTop } from '../shared/untouched-top.js';

const PRIMARY = { role: 'primary', quote: { exact: 'First words' } };

test('A place is at the untouched top if nothing is scrolled, selected or played', () => {
    for (const [members, isAtTop] of /** @type {[object, boolean][]} */ ([
        [{ pageYOffset: 0 }, true], [{ pageYOffset: 0, pageXOffset: 0, progress: { px: 0, text: 0.02 } }, true],
        [{ pageYOffset: 0, anchors: [PRIMARY] }, true], [{ title: 'A bookmark' }, true],
        [{ pageYOffset: 0, scrollers: [{ path: [], x: 0, y: 0 }], media: [], selection: null }, true],
        [{ pageYOffset: 1 }, false], [{ pageYOffset: 0, pageXOffset: -40 }, false],
        [{ pageYOffset: 0, scrollers: [{ x: 0, y: 0 }, { x: 0, y: 300 }] }, false],
        [{ pageYOffset: 0, scrollers: [{ x: 12, y: 0 }] }, false], [{ pageYOffset: 0, progress: { px: 0.2 } }, false],
        [{ pageYOffset: 0, visualViewport: { pageTop: 80 } }, false],
        [{ pageYOffset: 0, selection: { exact: 'words' } }, false], [{ pageYOffset: 0, media: [{ time: 12 }] }, false],
        [{ pageYOffset: 0, url: 'https://example.org/#:~:text=words' }, false],
        [{ anchors: [PRIMARY] }, false], [{ progress: { text: 0.4 } }, false],
    ])) assert.equal(isAtUntouchedTop(members), isAtTop, JSON.stringify(members));
});
