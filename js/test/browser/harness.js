/**
 * A small test framework for modules that need a document. `Tests/Browser/test_modules.py` runs the tests in the
 * browsers.
 */

/**
 * @typedef {{name: string, body: () => void | Promise<void>}} Case
 */

/** The tests of one file. */
export class Suite {
    constructor() {
        /** @type {Case[]} */
        this.cases = [];
    }

    /**
     * Adds a test.
     *
     * @param {string} name a sentence
     * @param {() => void | Promise<void>} body
     */
    test(name, body) {
        this.cases.push({ name, body });
    }

    /**
     * Runs the tests, each in an empty document.
     *
     * @returns {Promise<{name: string, problem: string | null}[]>}
     */
    async run() {
        const results = [];
        for (const { name, body } of this.cases) {
            document.body.replaceChildren();
            let problem = null;
            try {
                await body();
            } catch (error) {
                problem = String(error);
            }
            results.push({ name, problem });
        }
        return results;
    }
}

/**
 * Fails unless two values have the same JSON.
 *
 * @param {unknown} actual
 * @param {unknown} expected
 */
export function equal(actual, expected) {
    const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (a !== b) throw new Error('found ' + a + ', expected ' + b);
}

/**
 * Fails unless two nodes are the same one.
 *
 * @param {Node | null} actual
 * @param {Node | null} expected
 */
export function same(actual, expected) {
    const text = (/** @type {Node | null} */ node) => (node instanceof Element ? node.outerHTML : String(node));
    if (actual !== expected) throw new Error('found ' + text(actual) + ', expected ' + text(expected));
}

/**
 * Fails unless a number lies between two others.
 *
 * @param {number} actual
 * @param {number} lowest exclusive
 * @param {number} [highest] exclusive
 */
export function between(actual, lowest, highest = Infinity) {
    if (!(actual > lowest && actual < highest)) {
        throw new Error('found ' + actual + ', expected a number between ' + lowest + ' and ' + highest);
    }
}

/**
 * Returns a value, and fails if it is missing.
 *
 * @template T
 * @param {T | null | undefined} value
 * @returns {T}
 */
export function present(value) {
    if (value === null || value === undefined) throw new Error('found ' + value + ', expected a value');
    return value;
}

/**
 * Replaces the content of the document.
 *
 * @param {string} html
 * @returns {HTMLElement} the body
 */
export function page(html) {
    document.body.innerHTML = html;
    return document.body;
}
