/**
 * Writes plain data as JSON. Implemented here, since `JSON.stringify` calls `toJSON`, which old libraries add to the
 * prototypes of arrays and strings.
 */

const ESCAPED = /["\\\u0000-\u001f\u007f\u2028\u2029\ud800-\udfff]/g;
/** The characters that are changed or checked, as in `ESCAPED`. */
const UNPLAIN = /["\\\u0000-\u001f\u007f\u2028\u2029\ud800-\udfff]/;
const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/;

/**
 * @param {string} text
 * @returns {string}
 */
function stringJSON(text) {
    if (!UNPLAIN.test(text)) return '"' + text + '"';
    const wellFormed = text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, (unit) => {
        return PAIRS.test(unit) ? unit : '\ufffd';
    });
    const body = wellFormed.replace(ESCAPED, (unit) => {
        const code = unit.charCodeAt(0);
        if (code >= 0xd800 && code <= 0xdfff) return unit;
        if (unit === '"' || unit === '\\') return '\\' + unit;
        return '\\u' + ('000' + code.toString(16)).slice(-4);
    });
    return '"' + body + '"';
}

/**
 * Returns the length of a text in a JSON string, without encoding it.
 *
 * @param {string} text
 * @returns {number} in bytes; two too many for each character outside of the Basic Multilingual Plane
 */
export function lengthInJSON(text) {
    let length = 0;
    for (let i = 0; i < text.length; i += 1) {
        const unit = text.charCodeAt(i);
        if (unit < 0x20 || unit === 0x7f || unit === 0x2028 || unit === 0x2029) length += 6;
        else if (unit === 0x22 || unit === 0x5c) length += 2;
        else length += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    }
    return length;
}

/**
 * @param {any} value null, booleans, numbers, strings, and arrays and plain objects of these; undefined members are
 *     omitted
 * @returns {string} well-formed JSON: a lone surrogate becomes U+FFFD, a number that is not finite becomes null
 */
export function encodeJSON(value) {
    if (value === null || value === undefined) return 'null';
    if (typeof value === 'string') return stringJSON(value);
    if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
    if (typeof value === 'boolean') return value ? 'true' : 'false';
    if (Array.isArray(value)) {
        let items = '';
        for (let i = 0; i < value.length; i += 1) items += (i > 0 ? ',' : '') + encodeJSON(value[i]);
        return '[' + items + ']';
    }
    let members = '';
    for (const key of Object.keys(value)) {
        if (value[key] === undefined) continue;
        members += (members === '' ? '' : ',') + stringJSON(key) + ':' + encodeJSON(value[key]);
    }
    return '{' + members + '}';
}
