/**
 * Requests to the service through the userscript manager, which no page's policy binds and no page sees.
 */

/**
 * @param {string} method
 * @param {string} address
 * @param {string} token may be empty
 * @param {string} body JSON
 * @returns {Promise<any>} what the answer says
 * @throws {Error} with words for people
 */
export function requestService(method, address, token, body) {
    return new Promise((resolve, reject) => {
        const fail = () => reject(new Error('The service does not answer. Is “leftoff serve” running?'));
        /** @type {Record<string, string>} */
        const headers = { 'Content-Type': 'application/json' };
        if (token) headers.Authorization = 'Bearer ' + token;
        GM.xmlHttpRequest({
            method, url: address, headers, data: body, anonymous: true, timeout: 10_000,
            onerror: fail,
            ontimeout: fail,
            onload: (/** @type {any} */ answer) => {
                const said = readJSON(answer.responseText);
                if (answer.status >= 200 && answer.status < 300) resolve(said);
                else reject(new Error(said && said.detail ? said.detail : 'The service answered ' + answer.status));
            },
        });
    });
}

/**
 * @param {string} text
 * @returns {any} null where it is no JSON
 */
function readJSON(text) {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}
