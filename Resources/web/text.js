// Texts for people: pure functions that return plain text.

/**
 * The formats that were made so far. A list formats hundreds of numbers and times, and making a format takes 0.1 ms.
 *
 * @type {Map<string, any>}
 */
const formats = new Map();

/**
 * Returns a format, which is made once.
 *
 * @template Format
 * @template Options
 * @param {new (language: string | undefined, options: Options) => Format} type such as `Intl.NumberFormat`
 * @param {string | undefined} language
 * @param {Options} options
 * @returns {Format}
 */
function formatOf(type, language, options) {
    const key = JSON.stringify([type.name, language, options]);
    let format = formats.get(key);
    if (!format) {
        format = new type(language, options);
        formats.set(key, format);
    }
    return format;
}

/**
 * Formats a day in the reader's language.
 *
 * @param {Date} day a valid date
 * @param {string | undefined} language
 * @param {Intl.DateTimeFormatOptions} options
 */
export function dateText(day, language, options) {
    return formatOf(Intl.DateTimeFormat, language, options).format(day);
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/**
 * Formats a size with at most three digits, as the command line does.
 *
 * @param {number} count in bytes
 */
export function bytes(count) {
    let value = Math.max(0, count);
    let unit = 0;
    while (value >= 999.5 && unit < units.length - 1) {
        value /= 1024;
        unit += 1;
    }
    return `${unit === 0 || value >= 9.95 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/**
 * Formats a duration in one unit, or in two if the second one is significant.
 *
 * @param {number} seconds
 */
export function duration(seconds) {
    const whole = Math.max(1, Math.round(seconds));
    if (whole < 60) return `${whole} s`;
    if (whole < 600) return `${Math.floor(whole / 60)} min${whole % 60 ? ` ${whole % 60} s` : ''}`;
    const minutes = Math.round(whole / 60);
    if (minutes < 60) return `${minutes} min`;
    if (minutes < 2880) return `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`;
    return `${Math.round(whole / 86_400)} days`;
}

/**
 * Formats a number with its noun.
 *
 * @param {number} number
 * @param {string} one
 * @param {string} many
 */
export function count(number, one, many = `${one}s`) {
    return `${formatOf(Intl.NumberFormat, undefined, {}).format(number)} ${number === 1 ? one : many}`;
}

/**
 * Shortens a text that is too long for a sentence.
 *
 * @param {string} text
 * @param {number} length
 */
export function short(text, length = 60) {
    return text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
}

/**
 * Formats the time since a date in the reader's language, or the date itself after a week.
 *
 * @param {Date} date
 * @param {Date} now
 * @param {string | undefined} language
 */
export function ago(date, now = new Date(), language = undefined) {
    const seconds = (date.getTime() - now.getTime()) / 1000;
    const format = formatOf(Intl.RelativeTimeFormat, language, /** @type {const} */ ({ numeric: 'auto' }));
    const past = Math.abs(seconds);
    if (past < 45) return format.format(0, 'second');
    if (past < 3600) return format.format(Math.round(seconds / 60), 'minute');
    if (past < 86_400) return format.format(Math.round(seconds / 3600), 'hour');
    if (past < 7 * 86_400) return format.format(Math.round(seconds / 86_400), 'day');
    const sameYear = date.getFullYear() === now.getFullYear();
    return dateText(date, language, { day: 'numeric', month: 'long', ...(sameYear ? {} : { year: 'numeric' }) });
}

/**
 * Returns an address that may become a link.
 *
 * Addresses of other schemes than http and https are only shown as text.
 *
 * @param {string | null | undefined} address
 * @returns {string | null}
 */
export function safeLink(address) {
    if (!address) return null;
    try {
        const url = new URL(address);
        return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
    } catch {
        return null;
    }
}

/**
 * Returns the site of an address, for people.
 *
 * @param {string} address
 */
export function site(address) {
    try {
        const url = new URL(address);
        if (url.protocol === 'file:') return 'a file on this computer';
        return url.host.replace(/^www\./, '');
    } catch {
        return sanitize(address);
    }
}

// Control characters and bidirectional formatting characters, which make “x\u202egpj.exe” look like “xexe.jpg”.
const deceptive = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Replaces the characters that could make a name, an address or a tag look like another one.
 *
 * @param {string} text
 */
export function sanitize(text) {
    return text.replace(deceptive, '\ufffd');
}

/** A text of which nothing can be seen; U+2800 is the blank Braille pattern. */
const unseen = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Returns a title on one line without bidirectional formatting characters; empty if nothing of it can be seen.
 *
 * @param {string | null | undefined} text
 */
export function title(text) {
    const line = (text ?? '').replace(/[\t\n\f\r]+/g, ' ').replace(deceptive, '').trim();
    return unseen.test(line) ? '' : line;
}

/**
 * Returns the last part of the path, or of the address if there is no path, as the name of a download.
 *
 * @param {string | null | undefined} path
 * @param {string} address
 */
export function fileName(path, address) {
    const fromPath = path?.split('/').filter(Boolean).pop();
    if (fromPath) return sanitize(fromPath);
    try {
        const last = new URL(address).pathname.split('/').filter(Boolean).pop();
        return last ? sanitize(decodeURIComponent(last)) : site(address);
    } catch {
        return sanitize(address);
    }
}

/** The names that the forms use for the fields of the API. */
const fields = /** @type {Record<string, string>} */ ({
    downloadDirectory: 'The folder', privateHosts: 'The list of hosts', motion: 'Motion', urls: 'The list of addresses',
    url: 'The address', neverCaptured: 'The list of hosts', copyBudget: 'The space for copies',
    pictureLimit: 'The size of a picture',
});

/**
 * Replaces the field name at the start of an error message of the service by the name that the form uses.
 *
 * @param {string} message
 */
export function withFormNames(message) {
    return message.replace(/^"(\w+)"/, (quoted, name) => (Object.hasOwn(fields, name) ? fields[name] : quoted));
}

/**
 * Compares two texts by their code units, such as times in the same format.
 *
 * @param {string} one
 * @param {string} other
 */
export function compare(one, other) {
    return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * Returns the file name extension of an address's path in lower case, or an empty string.
 *
 * @param {string} address
 */
export function extension(address) {
    try {
        const { protocol, pathname } = new URL(address);
        if (!protocol.startsWith('http')) return '';
        const last = pathname.split('/').pop() ?? '';
        return /\.([A-Za-z0-9]{1,10})$/.exec(last)?.[1]?.toLowerCase() ?? '';
    } catch {
        return '';
    }
}
