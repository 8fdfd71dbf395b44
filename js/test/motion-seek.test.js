import assert from 'node:assert/strict';
import test from 'node:test';

import { MotionSearch } from '../restore/motion-seek.js';
import { MovedPage } from '../restore/moved-page.js';

const FRAME = 16;
const VIEW = 800;

/** @typedef {(page: FakePage, amount: number, now: number) => void} Answer moves the page */

/** A page that moves its content when it receives events. */
class FakePage {
    /**
     * @param {{off: number, slides?: boolean, means: Answer[]}} options the means of slides are discrete
     */
    constructor({ off, slides = false, means }) {
        this.off = off;
        this.now = 0;
        /** The error of a rough measurement. */
        this.shift = 0;
        this.isRough = false;
        this.isWithSlides = slides;
        this.isInView = (/** @type {number} */ left) => Math.abs(left) < (slides ? 1 : VIEW / 2);
        this.answers = means;
        /** @type {number[]} */
        this.sent = means.map(() => 0);
    }

    isMoved() {
        return true;
    }

    hasSlides() {
        return this.isWithSlides;
    }

    measure() {
        const off = Math.round(this.off * 100) / 100 + this.shift;
        return { off, mark: String(Math.round(this.off * 2)), isRough: this.isRough };
    }

    isSeen() {
        return this.isInView(this.off);
    }

    length() {
        return VIEW;
    }

    means() {
        return this.answers.map((answer, at) => ({
            gain: 0, hits: 0, misses: 0, stalls: 0, isDiscrete: this.isWithSlides,
            send: (/** @type {number} */ amount) => {
                this.sent[at] += 1;
                answer(this, amount, this.now);
            },
        }));
    }
}

/**
 * @param {FakePage} page
 * @param {(page: FakePage) => void} [draw] is called in each frame
 */
function run(page, draw = () => {}) {
    const search = new MotionSearch(/** @type {any} */ (page));
    const target = /** @type {any} */ ({});
    for (let frames = 0; frames < 1000; frames += 1) {
        const state = search.step(target, page.now);
        if (state !== 'moving') return { state, seconds: page.now / 1000, search };
        page.now += FRAME;
        draw(page);
    }
    return { state: 'endless', seconds: page.now / 1000, search };
}

/** @param {number} gain */
const moving = (gain) => (/** @type {FakePage} */ page, /** @type {number} */ amount) => { page.off -= amount * gain; };
const still = () => {};

test('a place further down is reached by the wheel', () => {
    const page = new FakePage({ off: 4000, means: [moving(1)] });
    assert.equal(run(page).state, 'there');
    assert.equal(Math.abs(page.off) <= 2, true, String(page.off));
});

test('a place further up is reached too', () => {
    const page = new FakePage({ off: -2500, means: [moving(1)] });
    assert.equal(run(page).state, 'there');
});

test('the distance of a wheel is learned, also if it moves the other way', () => {
    for (const gain of [0.3, 2.5, -1, -0.4]) {
        const page = new FakePage({ off: 3000, means: [moving(gain)] });
        assert.equal(run(page).state, 'there', String(gain));
        assert.equal(Math.abs(page.off) <= 2, true, String(page.off));
    }
});

test('a page that follows the wheel slowly is awaited', () => {
    let wanted = 4000;
    const page = new FakePage({ off: 4000, means: [(_, amount) => { wanted -= amount; }] });
    const { state, seconds } = run(page, (each) => { each.off += (wanted - each.off) * 0.1; });
    assert.equal(state, 'there');
    assert.equal(Math.abs(page.off) <= 4, true, String(page.off));
    assert.equal(seconds < 7, true, String(seconds));
});

test('a page that has brought the place into view is given a second more', () => {
    let wanted = 4000;
    const page = new FakePage({ off: 4000, means: [(_, amount) => { wanted -= amount; }] });
    const { state, seconds } = run(page, (each) => { each.off += (wanted - each.off) * 0.03; });
    assert.equal(state, 'there');
    assert.equal(Math.abs(page.off) <= 4, true, String(page.off));
    assert.equal(seconds > 7 && seconds < 8.1, true, String(seconds));
});

test('means that move nothing are followed by the next ones', () => {
    const page = new FakePage({ off: 1500, means: [still, moving(0.9)] });
    const { state } = run(page);
    assert.deepEqual([state, page.sent[0]], ['there', 1]);
});

test('a page that answers nothing is left', () => {
    const page = new FakePage({ off: 1500, means: [still, still] });
    const { state, seconds } = run(page);
    assert.deepEqual([state, page.sent], ['failed', [1, 1]]);
    assert.equal(seconds < 2, true, String(seconds));
});

test('slides are counted', () => {
    const page = new FakePage({ off: 5, slides: true, means: [moving(1)] });
    const { state } = run(page);
    assert.deepEqual([state, page.off, page.sent], ['there', 0, [5]]);
});

test('slides are counted backward, and in the order that the page has', () => {
    for (const gain of [1, -1]) {
        const page = new FakePage({ off: -4, slides: true, means: [moving(gain)] });
        assert.deepEqual([run(page).state, page.off], ['there', 0]);
    }
});

test('a page that ignores the wheel for a time after each slide is given that time', () => {
    let lockedUntil = 0;
    const answer = (/** @type {FakePage} */ page, /** @type {number} */ amount, /** @type {number} */ now) => {
        if (now < lockedUntil) return;
        lockedUntil = now + 700;
        page.off -= amount;
    };
    const page = new FakePage({ off: 4, slides: true, means: [answer] });
    const { state } = run(page);
    assert.deepEqual([state, page.off], ['there', 0]);
});

/** @param {number} time in which the page ignores further events, in ms */
const locking = (time) => {
    let lockedUntil = 0;
    return (/** @type {FakePage} */ page, /** @type {number} */ amount, /** @type {number} */ now) => {
        if (now < lockedUntil) return;
        lockedUntil = now + time;
        page.off -= amount;
    };
};

test('the time in which a page ignores events is measured, so that a distant slide is reached too', () => {
    for (const [time, off] of [[250, 18], [450, 10], [700, 7]]) {
        const page = new FakePage({ off, slides: true, means: [locking(time)] });
        assert.deepEqual([run(page).state, page.off], ['there', 0], String(time));
    }
});

test('a slide that cannot be reached in time is given up soon, and the steps are taken back', () => {
    const page = new FakePage({ off: 40, slides: true, means: [locking(700)] });
    const { state, seconds } = run(page);
    assert.deepEqual([state, page.off], ['failed', 40]);
    assert.equal(seconds < 5, true, String(seconds));
});

test('steps toward a place that is never seen are taken back', () => {
    for (const slides of [true, false]) {
        const off = slides ? 4 : 1800;
        const page = new FakePage({ off, slides, means: [moving(1)] });
        page.isInView = () => false;
        const { state, seconds } = run(page);
        assert.equal(state, 'failed');
        assert.equal(Math.abs(page.off - off) <= 2, true, String(page.off));
        assert.equal(seconds < 9, true, String(seconds));
    }
});

test('content that has been moved as far as it goes is in position if the place can be seen', () => {
    const answer = (/** @type {FakePage} */ each, /** @type {number} */ amount) => {
        each.off = Math.max(200, each.off - amount);
    };
    const page = new FakePage({ off: 3000, means: [answer] });
    const { state } = run(page);
    assert.deepEqual([state, Math.round(page.off)], ['there', 200]);
});

test('content that moves on its own is left in time', () => {
    const page = new FakePage({ off: 3000, means: [still] });
    const { state, seconds } = run(page, (each) => { each.off += 7; });
    assert.equal(state, 'failed');
    assert.equal(seconds <= 9.1, true, String(seconds));
});

test('steps are taken back at once if the restore ends during the search', () => {
    const page = new FakePage({ off: 4000, means: [moving(1)] });
    const search = new MotionSearch(/** @type {any} */ (page));
    for (let frames = 0; frames < 3; frames += 1) search.step(/** @type {any} */ ({}), frames * FRAME);
    for (let frames = 3; page.off > 3000; frames += 1) search.step(/** @type {any} */ ({}), frames * FRAME);
    search.undo();
    assert.equal(Math.abs(page.off - 4000) <= VIEW, true, String(page.off));
    assert.equal(search.step(/** @type {any} */ ({}), 0), 'failed');
});

test('words that the page lays out only near them are sought by the captured distance first', () => {
    const page = new FakePage({ off: 4000, means: [moving(1)] });
    Object.assign(page, { isRough: true, shift: -280 });
    const { state } = run(page, (each) => {
        if (each.off < 400) Object.assign(each, { isRough: false, shift: 0 });
    });
    assert.equal(state, 'there');
    assert.equal(Math.abs(page.off) <= 2, true, String(page.off));
});

test('words that appear while the page still moves are awaited, so that it is not moved too far', () => {
    let wanted = 4000;
    const page = new FakePage({ off: 4000, means: [(_, amount) => { wanted -= amount; }] });
    page.isRough = true;
    let least = Infinity;
    const { state } = run(page, (each) => {
        each.off += (wanted - each.off) * 0.1;
        each.isRough = each.off > 900;
        least = Math.min(least, each.off);
    });
    assert.equal(state, 'there');
    assert.equal(least > -200, true, String(least));
});

test('words that do not appear at the captured distance are given up, and the steps are taken back', () => {
    const page = new FakePage({ off: 3000, means: [moving(1)] });
    page.isRough = true;
    const { state, seconds } = run(page);
    assert.equal(state, 'failed');
    assert.equal(Math.abs(page.off - 3000) <= 2, true, String(page.off));
    assert.equal(seconds < 5, true, String(seconds));
});

/**
 * A page that shows its address only.
 *
 * @param {string} captured
 * @param {string} opened
 */
function pageAt(captured, opened) {
    const loads = /** @type {string[]} */ ([]);
    const location = {
        href: opened,
        replace(/** @type {string} */ address) {
            // An address with the same path and a fragment loads nothing (HTML Standard, 7.4.2.2).
            const isLoaded = !address.includes('#') || address.split('#')[0] !== location.href.split('#')[0];
            if (isLoaded) loads.push(address);
            location.href = address;
        },
    };
    const document = { activeElement: /** @type {any} */ (null), elementFromPoint: () => null };
    const visualViewport = { offsetLeft: 0, offsetTop: 0, width: 800, height: VIEW };
    const top = { location, document, visualViewport, innerWidth: 800, innerHeight: VIEW };
    const page = new MovedPage(/** @type {any} */ ({ address: captured, motion: null }), /** @type {any} */ (top));
    return { page, location, document, loads };
}

test('the address is changed and changed back without loading the page again', () => {
    for (const opened of ['https://site.example/deck', 'https://site.example/deck#1']) {
        const { page, location, loads } = pageAt('https://site.example/deck#4', opened);
        const [{ send }] = page.address();
        send(1);
        assert.equal(location.href, 'https://site.example/deck#4');
        send(-1);
        assert.equal(location.href.replace(/#$/, ''), opened);
        send(1);
        assert.equal(location.href, 'https://site.example/deck#4');
        assert.deepEqual(loads, []);
    }
});

test('an address with another path is left as it is', () => {
    const { page, location, loads } = pageAt('https://site.example/deck#4', 'https://site.example/deck');
    const [{ send }] = page.address();
    send(1);
    location.href = 'https://site.example/deck/4';
    send(-1);
    assert.deepEqual([location.href, loads], ['https://site.example/deck/4', []]);
});

test('nothing is sent while text is being typed', () => {
    const { page, location, document } = pageAt('https://site.example/deck#4', 'https://site.example/deck');
    const [means] = page.means();
    document.activeElement = { matches: () => true };
    means.send(1);
    assert.equal(location.href, 'https://site.example/deck');
    document.activeElement = { matches: () => false };
    means.send(1);
    assert.equal(location.href, 'https://site.example/deck#4');
});
