/* eslint-disable no-unused-vars */

/**
 * The phases of a restore.
 */

/**
 * @typedef {'searching' | 'locked' | 'holding' | 'watching' | 'paused' | 'waiting' | 'over'} Phase
 * @typedef {{phase: Phase}} PhaseState
 * @typedef {{kind: string, at: number}} PhaseEvent `at` is in ms
 * @typedef {'attempt' | 'place' | 'report' | 'release' | 'undo' | 'watch' | 'stop'} Action
 */

/**
 * @param {PhaseState} state
 * @param {PhaseEvent} event
 * @returns {{state: PhaseState, actions: Action[]}}
 */
export function nextPhase(state, event) {
    return { state, actions: [] };
}
