/**
 * The search for a place that the page has not loaded yet, in lists that load more at their ends and in lists that
 * contain only the rows in view.
 */

import { scrollState } from '../dom/scroller.js';
import { BriefSeek, GROWTH_TIMEOUT, SEEK_QUIET, SHORTER, SPARSE_TEXT } from './brief-seek.js';
import { findScroller } from './place.js';
import { offsetRange, presentOrigin } from './undoable-scrolling.js';

/**
 * @typedef {import('../dom/scroller.js').Scroller} Scroller
 * @typedef {import('./snapshot-reader.js').Place} Place
 * @typedef {import('./snapshot-reader.js').ScrollerRecord} ScrollerRecord
 * @typedef {import('./place.js').Move} Move
 * @typedef {import('./undoable-scrolling.js').Origin} Origin
 * @typedef {'up' | 'down'} Direction
 * @typedef {{isAtEnd: boolean, isInMiddle: boolean}} Start
 *     `isAtEnd` is true if the page began at its end, as a chat does; `isInMiddle` if it began away from its start, at
 *     a message that its address names, and is only a part of what it was
 * @typedef {{scroller: Scroller, record: ScrollerRecord, isSparse: boolean, start: Start}} Found
 *     `isSparse` is true if the list may contain only the rows in view
 */

/** A list that loads more is loaded up to this multiple of its old height. */
const MOST_LONGER = 2;
/**
 * The same for a page that did not begin at its start: it may lack a paragraph only, and both directions take time.
 */
const PART = 0.8;
/** Limits of loading in one direction: a list without end would be loaded until the restore ends, and then scrolled. */
const MOST_LOADS = 40;
const MOST_TIME = 8000;
/** In CSS px. */
const MOST_GROWTH = 60_000;
/** In ms: the time for which the one of two directions is tried that loads nothing. */
const TURN = 800;
/** The same at a view from the limit, where nothing is loaded: two frames. */
const SHORT_PAUSE = 30;
/** A loader that adds no text this number of times in succession adds only space. */
const MOST_EMPTY_LOADS = 3;
/** In CSS px: scroll offsets are rounded. */
const TOLERANCE = 2;

/** A search. `step` is called when the page has not changed for a moment and the place is still missing. */
export class Seek extends BriefSeek {
    /**
     * @param {Place} place
     * @param {Window} top
     * @param {(scroller: Scroller) => Origin | null} originOf returns the offset that a scroller had before it was
     *     moved; null if it was not
     */
    constructor(place, top, originOf) {
        super(place, top);
        this.originOf = originOf;
        /** @type {Set<Direction>} The directions in which the search has failed. */
        this.failed = new Set();
        /** @type {Start | null} */
        this.start = null;
        /** @type {Partial<Record<Direction, Loading>>} What the page has loaded in each direction. */
        this.loaded = {};
        this.turnedAt = 0;
    }

    /**
     * @returns {boolean} true if the page has loaded more because it was scrolled, so that no control is needed
     */
    get isGrowing() {
        const loading = this.loaded[this.direction];
        return loading !== undefined && loading.loads > 0 && !this.failed.has(this.direction);
    }

    /**
     * Returns true if the page has probably not loaded the place yet, so that a doubtful result is not the best one: it
     * began at its end or in its middle, or loads more and more.
     *
     * @param {number} textLength the present length of the page's text
     * @returns {boolean}
     */
    isExpectant(textLength) {
        if (this.isGrowing) return true;
        const found = this.find(textLength);
        if (!found || (!found.start.isAtEnd && !found.start.isInMiddle)) return false;
        return this.directionsFor(found, false).some((direction) => !this.failed.has(direction));
    }

    /**
     * Returns the scroller that was being read, and what is known of it.
     *
     * @param {number} textLength
     * @returns {Found | null}
     */
    find(textLength) {
        const { primary, scrollers, textLength: captured } = this.place;
        if (!primary || (!primary.quote && !primary.image)) return null;
        const record = scrollers[primary.scroller];
        const scroller = record ? findScroller(record, this.top) : null;
        if (!record || !scroller || !(record.scrollHeight > 0)) return null;
        const { scrollHeight } = scrollState(scroller);
        const isSparse = (captured !== null && captured < record.scrollHeight * SPARSE_TEXT)
            || textLength <= scrollHeight * SPARSE_TEXT;
        const { y, isAtEnd } = this.originOf(scroller) ?? presentOrigin(scroller);
        const isAway = y > offsetRange(scroller).low + TOLERANCE;
        const start = this.start ?? { isAtEnd, isInMiddle: isAway && scrollHeight < record.scrollHeight * PART };
        return { scroller, record, isSparse, start };
    }

    /**
     * Scrolls to the next position.
     *
     * @param {number} textLength the present length of the page's text
     * @param {number} now in ms
     * @param {Move} move
     * @param {boolean} isFound true if the place exists but the page ends too soon to bring it to its height
     * @returns {boolean} false if there is no further position
     */
    step(textLength, now, move, isFound) {
        const found = this.find(textLength);
        if (!found) return false;
        const { scroller, record, isSparse } = found;
        this.start = found.start;
        const directions = this.directionsFor(found, isFound);
        this.pause = SEEK_QUIET;
        if (directions.length > 0 && this.loadMore(directions, found, textLength, now, move)) return true;
        // A list that contains only the rows in view may estimate its height anew.
        if (isFound || !isSparse) return false;
        if (record.y < scrollState(scroller).height / 2 && this.steps === 0) return false;
        return this.scrollAround(scroller, record.fractionY, move);
    }

    /**
     * Returns the directions in which the page may load the place: upward first if it began at its end, as chats do.
     *
     * @param {Found} found
     * @param {boolean} isFound
     * @returns {Direction[]} empty if the page is as long as it was
     */
    directionsFor({ scroller, record, isSparse, start }, isFound) {
        const { y, height, scrollHeight } = scrollState(scroller);
        const isShorter = scrollHeight < record.scrollHeight * SHORTER;
        const endsBefore = isShorter && scrollHeight < record.y + height;
        const isAtStart = y <= offsetRange(scroller).low + TOLERANCE;
        if (isFound && start.isAtEnd && isAtStart && record.y !== 0) return ['up'];
        // A list that loads more may have become longer above the place too.
        const mayBeBelow = this.isGrowing && scrollHeight < record.scrollHeight * MOST_LONGER;
        if (isFound) return endsBefore ? ['down'] : [];
        if (!start.isAtEnd && !start.isInMiddle) return endsBefore || mayBeBelow ? ['down'] : [];
        if (start.isInMiddle && !start.isAtEnd) return ['down', 'up'];
        if (!isShorter && isSparse) return [];
        return endsBefore ? ['up', 'down'] : ['up'];
    }

    /**
     * Scrolls to the start or to the end, where the page loads more. If the place may be on both sides, these take
     * turns, since a list may have no end on one of them.
     *
     * @param {Direction[]} directions
     * @param {Found} found
     * @param {number} textLength
     * @param {number} now
     * @param {Move} move
     * @returns {boolean} false if the page loads nothing more
     */
    loadMore(directions, { scroller, record, start }, textLength, now, move) {
        const { scrollHeight } = scrollState(scroller);
        const present = this.loaded[this.direction];
        const hasGrown = present !== undefined && present.record(now, scrollHeight, textLength);
        const longest = Math.max(MOST_GROWTH, record.scrollHeight);
        const needsText = Boolean(this.place.primary?.quote);
        if (present && present.isOver(now, longest, needsText)) this.failed.add(this.direction);
        const left = directions.filter((direction) => !this.failed.has(direction));
        if (left.length === 0) return false;
        const isOtherTurn = !start.isAtEnd && (hasGrown || now - this.turnedAt > TURN);
        if (!present || !left.includes(this.direction) || (isOtherTurn && left.length > 1)) {
            if (present) present.pause(now);
            this.direction = (present && left.find((direction) => direction !== this.direction)) ?? left[0];
            this.turnedAt = now;
        }
        const loading = this.loaded[this.direction] ?? new Loading(now, scrollHeight, textLength);
        this.loaded[this.direction] = loading;
        if (loading !== present) loading.resume(now, scrollHeight, textLength);
        this.scrollToLimit(scroller, loading, hasGrown && loading === present, move);
        return true;
    }

    /**
     * Scrolls to the start or to the end. If the scroller is there, it leaves and returns, so that the limit comes into
     * view a second time: some pages miss the first.
     *
     * @param {Scroller} scroller
     * @param {Loading} loading
     * @param {boolean} hasGrown true if the page has loaded more since the last step
     * @param {Move} move
     */
    scrollToLimit(scroller, loading, hasGrown, move) {
        const { x, y, height } = scrollState(scroller);
        const { low, high } = offsetRange(scroller);
        const [limit, inside] = this.direction === 'up' ? [low, Math.min(high, low + height)]
            : [high, Math.max(low, high - height)];
        if (Math.abs(y - limit) > 1) {
            move(scroller, x, limit);
        } else if (hasGrown && !loading.needsFrames) {
            // An event is enough for most pages.
            move(scroller, x, inside);
            move(scroller, x, limit);
        } else {
            loading.isAway = !loading.isAway;
            move(scroller, x, loading.isAway ? inside : limit);
            loading.hasLeft = true;
            if (loading.isAway) this.pause = SHORT_PAUSE;
        }
    }
}

/** What a page has loaded in one direction. */
class Loading {
    /**
     * @param {number} now in ms
     * @param {number} height of the content, in CSS px
     * @param {number} textLength
     */
    constructor(now, height, textLength) {
        this.began = now;
        this.height = height;
        this.textLength = textLength;
        this.grewAt = now;
        /** In ms: the time without growth before the other direction took its turn. */
        this.idle = 0;
        this.growth = 0;
        this.loads = 0;
        this.emptyLoads = 0;
        /** True if the scroller is away from its limit, and true if it was since the last load. */
        this.isAway = false;
        this.hasLeft = false;
        /** True if the page loads only if the scroller is away for some frames. */
        this.needsFrames = false;
    }

    /**
     * @param {number} now
     * @param {number} height
     * @param {number} textLength
     * @returns {boolean} true if the page has grown
     */
    record(now, height, textLength) {
        if (height <= this.height) return false;
        this.emptyLoads = textLength > this.textLength ? 0 : this.emptyLoads + 1;
        this.loads += 1;
        this.growth += height - this.height;
        this.height = height;
        this.textLength = textLength;
        this.grewAt = now;
        this.needsFrames = this.needsFrames || (this.hasLeft && this.loads > 1);
        this.isAway = false;
        this.hasLeft = false;
        return true;
    }

    /**
     * @param {number} now
     */
    pause(now) {
        this.idle = now - this.grewAt;
    }

    /**
     * Goes on after the other direction has had its turn.
     *
     * @param {number} now
     * @param {number} height
     * @param {number} textLength
     */
    resume(now, height, textLength) {
        this.grewAt = now - this.idle;
        this.height = height;
        this.textLength = textLength;
    }

    /**
     * @param {number} now
     * @param {number} longest the most growth, in CSS px
     * @param {boolean} needsText true if content without text cannot contain the place
     * @returns {boolean}
     */
    isOver(now, longest, needsText) {
        return now - this.grewAt > GROWTH_TIMEOUT || now - this.began > MOST_TIME || this.loads >= MOST_LOADS
            || this.growth > longest || (needsText && this.emptyLoads >= MOST_EMPTY_LOADS);
    }
}
