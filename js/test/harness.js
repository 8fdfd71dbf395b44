/**
 * A few lines of test framework: modules are tested where they run, in a browser.
 */

/**
 * @typedef {{name: string, body: () => void | Promise<void>}} Case
 */

/** Tests of one file. */
export class Suite {
    constructor() {
        /** @type {Case[]} */
        this.cases = [];
    }

    /**
     * @param {string} name a sentence
     * @param {() => void | Promise<void>} body
     */
    test(name, body) {
        this.cases.push({ name, body });
    }

    /**
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
 * @param {unknown} found
 * @param {unknown} wanted compared as JSON
 */
export function equal(found, wanted) {
    const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (a !== b) throw new Error(a + ' is not ' + b);
}

/**
 * @param {string} html
 * @returns {HTMLElement} the body
 */
export function page(html) {
    document.body.innerHTML = html;
    return document.body;
}
