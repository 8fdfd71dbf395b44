import assert from 'node:assert/strict';
import test from 'node:test';
import { isAutomaticOn } from '../extension/automatic-settings.js';
import { distanceLabel, effectOf } from '../extension/reading-progress.js';
import { INPUT_TIME, READING_TIME, ReadingSession } from '../extension/reading-session.js';
import { STOP_LIST, covers, parseSites, patternsOf } from '../extension/stop-list.js';

test('Only the time counts in which the page is visible and the reader was active within a minute', () => {
    const session = new ReadingSession(0, true);
    session.update(10_000);
    assert.equal(session.total, 10_000);
    session.setVisible(false, 12_000);
    session.update(500_000);
    assert.equal(session.total, 12_000);
    session.setVisible(true, 600_000);
    session.update(600_000 + 3 * INPUT_TIME);
    assert.equal(session.total, 12_000 + INPUT_TIME);
    session.recordInput(1_000_000);
    session.update(1_001_000);
    assert.equal(session.total, 13_000 + INPUT_TIME);
});

test('A page is read after 30 s', () => {
    const session = new ReadingSession(0, true);
    session.update(29_999);
    assert(!session.isRead);
    session.update(30_000);
    assert(session.isRead);
});

test('A page that was opened in the background counts from the time at which it is shown', () => {
    const session = new ReadingSession(0, false);
    session.update(90_000);
    assert.equal(session.total, 0);
    assert.equal(session.remainingTime(90_000), null);
    session.setVisible(true, 90_000);
    assert.equal(session.remainingTime(90_000), READING_TIME);
    session.update(90_000 + READING_TIME);
    assert(session.isRead);
    assert.equal(session.remainingTime(90_000 + READING_TIME), null);
});

test('No timer runs while the reader is away', () => {
    const session = new ReadingSession(0, true);
    session.setVisible(false, 1000);
    assert.equal(session.remainingTime(1000), null);
    const idle = new ReadingSession(0, true);
    idle.total = READING_TIME - 100_000;
    idle.update(INPUT_TIME);
    assert.equal(idle.remainingTime(INPUT_TIME), null);
});

test('A clock that is set back adds no time', () => {
    const session = new ReadingSession(1000, true);
    session.update(5000);
    session.update(2000);
    session.update(5000);
    assert.equal(session.total, 4000);
});

/** @param {object} progress */
const snapshot = (progress) => ({ progress: { length: 5000, ...progress }, anchors: [{ quote: { exact: 'words' } }] });

test('A place is kept for a page that was read in part, and ends at its end', () => {
    const table = [
        [{ px: 0, text: 0 }, null], [{ px: 0.5, text: 0.05 }, null], [{ px: 0.1, text: 0.06 }, 'keep'],
        [{ px: 0.94, text: 0.9 }, 'keep'], [{ px: 0.95, text: 0.4 }, 'end'], [{ px: 0.4, text: 0.95 }, 'end'],
        [{ px: 0.5, text: null }, 'keep'], [{ px: 0.5, text: 0.5, length: 1499 }, null],
    ];
    for (const [progress, effect] of table) {
        assert.equal(effectOf(snapshot(/** @type {object} */ (progress))), effect, JSON.stringify(progress));
    }
    assert.equal(effectOf({ progress: { px: 0.5, text: 0.5, length: 5000 }, anchors: [] }), null);
    assert.equal(effectOf(null), null);
    assert.equal(effectOf({}), null);
});

test('The button says who is further', () => {
    assert.deepEqual(distanceLabel(0.5, 0.2, false), { text: '↑30', title: 'You are 30 % further than your place.' });
    assert.deepEqual(distanceLabel(0.2, 0.5, false), { text: '↓30', title: 'Your place is 30 % further on.' });
    assert.equal(distanceLabel(0.5, 0.505, true).title, 'You are at your place. Kept automatically.');
});

test('A site covers its subdomains, and nothing else', () => {
    const sites = ['example.org', '127.0.0.1'];
    for (const host of ['example.org', 'www.example.org', 'a.b.example.org', 'example.org.', '127.0.0.1']) {
        assert(covers(sites, host), host);
    }
    for (const host of ['example.com', 'badexample.org', 'org', 'example.org.evil.net', '']) {
        assert(!covers(sites, host), host);
    }
});

test('The stop list decides in every mode', () => {
    const settings = { sites: ['paypal.com', 'example.org'], stopped: STOP_LIST, showsDistance: false };
    for (const mode of /** @type {const} */ (['off', 'named', 'all'])) {
        assert(!isAutomaticOn({ ...settings, mode }, 'www.paypal.com'));
        assert.equal(isAutomaticOn({ ...settings, mode }, 'www.example.org'), mode !== 'off');
        assert.equal(isAutomaticOn({ ...settings, mode }, 'other.org'), mode === 'all');
    }
});

test('Sites are read as people write them, and each pattern covers the subdomains', () => {
    const { sites, wrong } = parseSites('Example.org, https://www.bücher.de/a?b\n*.mail.test\n*://x.y/*\n\nexample.org');
    assert.deepEqual(sites, ['example.org', 'xn--bcher-kva.de', 'mail.test', 'x.y']);
    assert.deepEqual(wrong, []);
    assert.deepEqual(parseSites('a b:99999 ex*mple.org').wrong, ['b:99999', 'ex*mple.org']);
    assert.deepEqual(patternsOf(['a.b', '127.0.0.1']), [
        'http://a.b/*', 'https://a.b/*', 'http://*.a.b/*', 'https://*.a.b/*', 'http://127.0.0.1/*',
        'https://127.0.0.1/*',
    ]);
    assert.deepEqual(parseSites(STOP_LIST.join('\n')), { sites: STOP_LIST, wrong: [] });
});
