/**
 * The phases of a restore, as a pure state machine. It receives what happens in the page and returns what to do.
 *
 * - `searching`: the place is searched for until it is at its line.
 * - `locked`: nothing is moved until the page can scroll again.
 * - `holding`: the place is at its line. It is reported when it holds.
 * - `watching`: the place was reported, and is kept at its line while the page changes.
 * - `paused`: the reader has pressed something of the page.
 * - `waiting`: the place was not found, and is searched for again if the reader presses something that changes the
 *   page.
 */

/**
 * @typedef {'searching' | 'locked' | 'holding' | 'watching' | 'paused' | 'waiting' | 'over'} Phase
 * @typedef {import('./verdict.js').Status} Status
 * @typedef {import('./place-search.js').Reason} Reason
 * @typedef {import('./place-search.js').Sight} Sight
 * @typedef {'attempt' | 'place' | 'report' | 'release' | 'undo' | 'watch' | 'stop'} Action
 */

/**
 * @typedef {object} PhaseState
 * @property {Phase} phase
 * @property {boolean} isProbe
 * @property {number} started in ms, as all times
 * @property {number} deadline the end of the search
 * @property {number | null} heldSince the time since which the place has needed no correction
 * @property {number} changedAt the time of the last structural change; negative infinity if there was none
 * @property {number} answers the number of times that the page has scrolled away, or has been locked again
 * @property {number} answeredAt
 * @property {Phase} pausedPhase the phase before a pause
 * @property {number} pressedAt
 * @property {number} restlessAt the time of the last press or change during a pause
 * @property {boolean} isObstructed true if there was a scroll lock or an overlay at the time of the press
 * @property {boolean} hasPressed true if the reader has pressed something while the restore waits
 * @property {number} unlockedChecks the number of checks since the page can scroll again
 * @property {number} tries the number of searches after the first report
 * @property {number} waitEnd
 * @property {number} windowStart the start of the present part of the watching
 * @property {number} windowEnd its end
 * @property {number} changes the number of structural changes in that part
 * @property {number} work the time that watching has cost in that part
 * @property {boolean} isResting true if it has cost too much, so that the place is not looked at before the next part
 * @property {number} rests the number of successive parts before this one that have cost too much
 * @property {boolean} isLost true if the words have vanished after the report
 * @property {boolean} hasReported
 * @property {Status | null} status of the last report
 * @property {Reason | null} reason of the last report
 */

/**
 * @typedef {object} PhaseEvent
 * @property {'check' | 'change' | 'scroll' | 'press' | 'input' | 'look' | 'time' | 'work' | 'stop'} kind
 *     `scroll` if the page has scrolled by itself, `press` if the reader has pressed something that need not scroll,
 *     `input` if the reader scrolls, `look` if the page has changed during a wait, `time` if time has passed, `work` if
 *     watching has cost time
 * @property {number} at
 * @property {Sight} [sight] of a `check`
 * @property {boolean} [isObstructed] of `press`, `input` and `look`: true if a scroll lock or an overlay is in the way
 * @property {boolean} [isVisible] of `time`
 * @property {number} [cost] of `work`
 * @property {boolean} [isLost] of `work`
 */

/** @typedef {{state: PhaseState, actions: Action[]}} Step */

/** In ms: the search ends after this time in any case. */
export const SEARCH_TIME = 10_000;
/** The same on a page that is only looked at, such as a login before the page of the place. */
const PROBE_TIME = 1500;
/** In ms: a place holds if it needed no correction and nothing has changed for this time. */
const HOLD_TIME = 600;
/**
 * In ms: a place also holds if it needed no correction for this time, although the page changes. A shorter time reports
 * places that the page's next rendering moves; a longer one delays reports on pages with a clock or a counter.
 */
const LONGEST_HOLD_TIME = 1500;
/** The number of times that a page which scrolls away is scrolled back. Then Leftoff lets it be. */
const MOST_ANSWERS = 3;
/** In ms: scrolling away several times within this time counts once, as applications do while they start. */
const ANSWER_INTERVAL = 250;
/** In ms: a pause ends when nothing has changed for this time. */
const PAUSE_QUIET = 300;
/** In ms: scrolling within this time after a press is the effect of the press. */
const PRESS_TIME = 600;
/** In ms: a pause ends after this time, although the page still changes. */
const LONGEST_PAUSE = 2000;
/** The page scrolls itself back after a lock, within this number of checks. */
const UNLOCKED_CHECKS = 2;
/** In ms: the longest wait for a lock, an overlay or a control. */
const WAIT_TIME = 300_000;
/** The number of searches after the first report, and their times in ms. */
const MOST_TRIES = 5;
const TRY_TIME = 3000;
const CONTROL_TRY_TIME = 10_000;
/** In ms: watching ends after this time, but goes on for as long again on a page that changes from time to time. */
export const WATCH_TIME = 10_000;
/** In ms: watching ends after this time in any case. It is longer than the tests of chats take. */
const LONGEST_WATCH_TIME = 360_000;
/** In ms: a page without a change for this time does not change any more. */
const LIVELY_TIME = 30_000;
/**
 * A page that changes more often than this number of times in a ms, 4 times in a second, renders itself again and
 * again. Some changes may follow each other.
 */
const CHANGE_RATE = 4 / 1000;
const FEW_CHANGES = 10;
/**
 * In ms: watching rests until its next part if it has cost more in one of them: 3 % of the time. A busy machine makes a
 * single look cost that much, so watching does not end then: each successive rest is twice as long as the one before.
 */
const MOST_WORK = 300;

/** The reasons with which a restore goes on when the page changes. */
const CONTINUED = ['locked', 'covered', 'control'];

/**
 * Returns the state of a restore that begins.
 *
 * @param {number} at in ms
 * @param {boolean} [isProbe] true to wait for no late content
 * @returns {PhaseState}
 */
export function firstPhase(at, isProbe = false) {
    return {
        phase: 'searching', isProbe, started: at, deadline: at + (isProbe ? PROBE_TIME : SEARCH_TIME), heldSince: null,
        changedAt: -Infinity, answers: 0, answeredAt: -Infinity, pausedPhase: 'searching', pressedAt: -Infinity,
        restlessAt: at, isObstructed: false, hasPressed: false, unlockedChecks: 0, tries: 0, waitEnd: Infinity,
        windowStart: at, windowEnd: Infinity, changes: 0, work: 0, isResting: false, rests: 0, isLost: false,
        hasReported: false, status: null, reason: null,
    };
}

/**
 * Returns true if a restore with a reason goes on when the page changes.
 *
 * @param {Reason | null} reason
 * @returns {boolean}
 */
export function continuesAfter(reason) {
    return reason !== null && CONTINUED.includes(reason);
}

/**
 * @param {PhaseState} state
 * @param {PhaseEvent} event
 * @returns {Step} the actions are to be done in their order
 */
export function nextPhase(state, event) {
    if (state.phase === 'over') return { state, actions: [] };
    switch (event.kind) {
        case 'check': return event.sight ? check(state, event.at, event.sight) : stay(state);
        case 'change': return change(state, event.at);
        case 'scroll': return scroll(state, event.at);
        case 'press': return press(state, event.at, event.isObstructed);
        case 'input': return input(state, event.isObstructed);
        case 'look': return look(state, event.at, event.isObstructed);
        case 'time': return passTime(state, event.at, Boolean(event.isVisible));
        case 'work': return work(state, event.cost ?? 0, Boolean(event.isLost));
        default: return state.hasReported ? end(state) : abort(state);
    }
}

/**
 * @param {PhaseState} state
 * @param {Partial<PhaseState>} [changes]
 * @param {Action[]} [actions]
 * @returns {Step}
 */
function stay(state, changes = {}, actions = []) {
    return { state: { ...state, ...changes }, actions };
}

/**
 * @param {PhaseState} state
 * @returns {Step}
 */
function end(state) {
    return stay(state, { phase: 'over' }, ['stop']);
}

/**
 * Ends the restore because of the reader.
 *
 * @param {PhaseState} state
 * @returns {Step}
 */
function abort(state) {
    return stay(state, { phase: 'over', status: 'aborted', reason: null, hasReported: true },
        ['release', 'report', 'stop']);
}

/**
 * @param {PhaseState} state
 * @param {number} at
 * @param {Sight} sight
 * @returns {Step}
 */
function check(state, at, sight) {
    switch (state.phase) {
        case 'locked': return checkLock(state, at, sight);
        case 'paused': return checkPause(state, at);
        case 'holding': return checkHold(state, at, sight);
        case 'searching': {
            if (sight.isLocked) return lock(state, at);
            if (sight.words === 'there') return checkHold({ ...state, phase: 'holding', heldSince: at }, at, sight);
            const isOver = sight.isSettled && sight.words === 'missing';
            return isOver || at >= state.deadline ? reportSight(state, at, sight) : stay(state);
        }
        default: return stay(state);
    }
}

/**
 * Waits for the end of a lock, but not for one that returns again and again.
 *
 * @param {PhaseState} state
 * @param {number} at
 * @returns {Step}
 */
function lock(state, at) {
    const answers = state.answers + (state.unlockedChecks > 0 ? 1 : 0);
    const locked = { ...state, answers, phase: /** @type {Phase} */ ('locked'), unlockedChecks: 0 };
    return answers > MOST_ANSWERS ? report(locked, at, 'abstained', 'locked', false) : stay(locked);
}

/**
 * @param {PhaseState} state
 * @param {number} at
 * @param {Sight} sight
 * @returns {Step}
 */
function checkLock(state, at, sight) {
    const unlockedChecks = sight.isLocked ? 0 : state.unlockedChecks + 1;
    if (unlockedChecks >= UNLOCKED_CHECKS) return stay(state, { phase: 'searching', unlockedChecks }, ['attempt']);
    if (sight.isLocked && at >= state.deadline) return report(state, at, 'abstained', 'locked', false);
    return stay(state, { unlockedChecks });
}

/**
 * @param {PhaseState} state
 * @param {number} at
 * @returns {Step}
 */
function checkPause(state, at) {
    const { restlessAt, pressedAt, isObstructed, pausedPhase } = state;
    const isQuiet = at - restlessAt >= PAUSE_QUIET && (isObstructed || at - pressedAt >= PRESS_TIME);
    if (!isQuiet && at - pressedAt < LONGEST_PAUSE) return stay(state);
    const phase = pausedPhase === 'holding' ? 'searching' : pausedPhase;
    return stay(state, { phase }, phase === 'locked' ? [] : ['attempt']);
}

/**
 * @param {PhaseState} state
 * @param {number} at
 * @param {Sight} sight
 * @returns {Step}
 */
function checkHold(state, at, sight) {
    const isLate = at >= state.deadline;
    if (sight.words === 'missing') {
        const searching = { ...state, phase: /** @type {Phase} */ ('searching'), heldSince: null };
        return isLate ? reportSight(searching, at, sight) : stay(searching);
    }
    if (sight.words === 'unknown') return isLate ? reportSight(state, at, sight) : stay(state);
    const heldSince = sight.isCorrected ? at : state.heldSince ?? at;
    const held = { ...state, heldSince };
    // A page that has scrolled away once may do so again.
    const isAnswered = at - state.answeredAt < LONGEST_HOLD_TIME;
    const isHeld = isLate || (!isAnswered && holds(sight, at, heldSince, state.changedAt));
    return isHeld ? reportSight(held, at, sight) : stay(held);
}

/**
 * Returns true if a place that is at its line will stay there.
 *
 * @param {Sight} sight
 * @param {number} at
 * @param {number} heldSince the time since which the place has needed no correction
 * @param {number} changedAt the time of the last structural change
 * @returns {boolean}
 */
export function holds({ isLoading, isStill }, at, heldSince, changedAt) {
    const isUnchanged = at - Math.max(heldSince, changedAt) >= HOLD_TIME;
    return !isLoading && (isStill || isUnchanged || at - heldSince >= LONGEST_HOLD_TIME);
}

/**
 * Reports what a check has seen.
 *
 * @param {PhaseState} state
 * @param {number} at
 * @param {Sight} sight
 * @returns {Step}
 */
function reportSight(state, at, { words, status, reason, hasTarget }) {
    // At the end of the time, a page that changes all the time has not been searched since its last change.
    const isSure = words === 'there' || status !== 'restored';
    return report(state, at, isSure ? status : 'approximate', reason, hasTarget);
}

/**
 * @param {PhaseState} state
 * @param {number} at
 * @param {Status} status
 * @param {Reason | null} reason
 * @param {boolean} hasTarget
 * @returns {Step}
 */
function report(state, at, status, reason, hasTarget) {
    const reported = { ...state, status, reason, hasReported: true };
    if (status === 'restored' || status === 'approximate') {
        if (!hasTarget) return stay(reported, { phase: 'over' }, ['release', 'report', 'stop']);
        const windowEnd = state.started + WATCH_TIME;
        const phase = /** @type {Phase} */ ('watching');
        const watching = { phase, windowStart: at, windowEnd, changes: 0, work: 0, isLost: false };
        return stay(reported, watching, ['release', 'report', 'watch']);
    }
    if (continuesAfter(reason) && !state.isProbe && state.tries < MOST_TRIES) {
        const waitEnd = Math.min(state.waitEnd, at + WAIT_TIME);
        return stay(reported, { phase: 'waiting', waitEnd, hasPressed: false }, ['undo', 'release', 'report']);
    }
    return stay(reported, { phase: 'over' }, ['undo', 'release', 'report', 'stop']);
}

/**
 * Records that the structure of the page has changed.
 *
 * @param {PhaseState} state
 * @param {number} at
 * @returns {Step}
 */
function change(state, at) {
    const { phase, changes } = state;
    return stay(state, {
        changedAt: at,
        restlessAt: phase === 'paused' ? at : state.restlessAt,
        changes: phase === 'watching' ? changes + 1 : changes,
    });
}

/**
 * Answers a page that has scrolled away from the place by itself.
 *
 * @param {PhaseState} state
 * @param {number} at
 * @returns {Step}
 */
function scroll(state, at) {
    const { phase, answers, answeredAt, pressedAt, isObstructed, started } = state;
    if (phase === 'paused') {
        return !isObstructed && at - pressedAt <= PRESS_TIME ? input(state) : stay(state, { restlessAt: at });
    }
    if (phase !== 'holding' && phase !== 'watching') return stay(state);
    // Something that shows no input scrolls the page, such as the browser's search.
    if (phase === 'watching' && at - started > WATCH_TIME) return end(state);
    const heldSince = phase === 'holding' ? at : state.heldSince;
    if (at - answeredAt < ANSWER_INTERVAL) return stay(state, { heldSince }, ['place']);
    if (answers < MOST_ANSWERS) return stay(state, { heldSince, answers: answers + 1, answeredAt: at }, ['place']);
    const given = { status: /** @type {Status} */ ('abstained'), reason: /** @type {Reason} */ ('movedAway') };
    return stay(state, { phase: 'over', ...given, hasReported: true }, ['release', 'report', 'stop']);
}

/**
 * @param {PhaseState} state
 * @param {number} at
 * @param {boolean} [isObstructed]
 * @returns {Step}
 */
function press(state, at, isObstructed = false) {
    const { phase } = state;
    if (phase === 'waiting') return stay(state, { hasPressed: true });
    const pausedPhase = phase === 'paused' ? state.pausedPhase : phase;
    return stay(state, { phase: 'paused', pausedPhase, pressedAt: at, restlessAt: at, isObstructed });
}

/**
 * @param {PhaseState} state
 * @param {boolean} [isObstructed]
 * @returns {Step}
 */
function input(state, isObstructed) {
    const { phase, pausedPhase, reason } = state;
    // Whoever reads a consent dialog, or looks for the control, scrolls.
    if (phase === 'waiting' && (reason === 'control' || isObstructed)) return stay(state);
    const last = phase === 'paused' ? pausedPhase : phase;
    return last === 'watching' ? end(state) : abort(state);
}

/**
 * Searches again if the page has changed after a press, and nothing is in the way any more.
 *
 * @param {PhaseState} state
 * @param {number} at
 * @param {boolean} [isObstructed]
 * @returns {Step}
 */
function look(state, at, isObstructed) {
    const isControl = state.reason === 'control';
    if (state.phase !== 'waiting' || !state.hasPressed || (isObstructed && !isControl)) return stay(state);
    const deadline = at + (isControl ? CONTROL_TRY_TIME : TRY_TIME);
    return stay(state, {
        phase: 'locked', unlockedChecks: 0, tries: state.tries + 1, deadline, heldSince: null, answers: 0,
    });
}

/**
 * @param {PhaseState} state
 * @param {number} at
 * @param {boolean} isVisible
 * @returns {Step}
 */
function passTime(state, at, isVisible) {
    const { phase, waitEnd, windowStart, windowEnd, started, changedAt, changes } = state;
    if (phase === 'waiting' && at >= waitEnd) return stay(state, { phase: 'over' }, ['report', 'stop']);
    if (phase !== 'watching' || at < windowEnd) return stay(state);
    const isSlow = changes <= Math.max(FEW_CHANGES, CHANGE_RATE * (at - windowStart));
    const isLively = at - changedAt <= LIVELY_TIME && isSlow;
    if (!isLively || !isVisible || at - started >= LONGEST_WATCH_TIME) return endWatching(state);
    const { isResting } = state;
    const rests = isResting ? state.rests + 1 : 0;
    const next = { windowStart: at, windowEnd: at + WATCH_TIME, changes: 0, work: 0, isResting: false, rests };
    return stay(state, next, isResting ? ['attempt'] : []);
}

/**
 * @param {PhaseState} state
 * @param {number} cost in ms
 * @param {boolean} isLost
 * @returns {Step}
 */
function work(state, cost, isLost) {
    const worked = { ...state, work: state.work + cost, isLost };
    if (state.phase !== 'watching' || state.isResting || worked.work <= MOST_WORK) return stay(worked);
    return stay(worked, { isResting: true, windowEnd: state.windowEnd + WATCH_TIME * (2 ** state.rests - 1) });
}

/**
 * Ends the watching. If the words have vanished, the report that they were there no longer holds.
 *
 * @param {PhaseState} state
 * @returns {Step}
 */
function endWatching(state) {
    if (!state.isLost) return end(state);
    return stay(state, { phase: 'over', status: 'abstained', reason: 'lost' }, ['report', 'stop']);
}
