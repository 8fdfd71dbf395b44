// How things are said: pure functions, all text comes out as text.

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/**
 * A size with three digits at most, as the command line writes it.
 * @param {number} count bytes
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
 * A time that something takes, in one unit, or two where that matters.
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
 * A number with its noun.
 * @param {number} number
 * @param {string} one
 * @param {string} many
 */
export function count(number, one, many = `${one}s`) {
    return `${number.toLocaleString()} ${number === 1 ? one : many}`;
}

/**
 * A text that is cut where it is too long for a sentence.
 * @param {string} text
 * @param {number} length
 */
export function short(text, length = 60) {
    return text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
}

/**
 * How far a time lies back, in the words of the reader's language.
 * @param {Date} date
 * @param {Date} now
 * @param {string | undefined} language
 */
export function ago(date, now = new Date(), language = undefined) {
    const seconds = (date.getTime() - now.getTime()) / 1000;
    const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
    const past = Math.abs(seconds);
    if (past < 45) return words.format(0, 'second');
    if (past < 3600) return words.format(Math.round(seconds / 60), 'minute');
    if (past < 86_400) return words.format(Math.round(seconds / 3600), 'hour');
    if (past < 7 * 86_400) return words.format(Math.round(seconds / 86_400), 'day');
    const sameYear = date.getFullYear() === now.getFullYear();
    return date.toLocaleDateString(language, { day: 'numeric', month: 'long', year: sameYear ? undefined : 'numeric' });
}

/**
 * An address that may become a link, or null: whatever is not of http or https is only ever shown as text.
 * @param {string | null | undefined} address
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
 * The site that an address is of, for people.
 * @param {string} address
 */
export function site(address) {
    try {
        const url = new URL(address);
        if (url.protocol === 'file:') return 'a file on this computer';
        return url.host.replace(/^www\./, '');
    } catch {
        return plain(address);
    }
}

// Controls, and marks that turn the direction of writing: “x\u202egpj.exe” would be read as “xexe.jpg”.
const deceptive = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A name, an address or a tag in which nothing passes for something else: what could is shown for what it is.
 * @param {string} text
 */
export function plain(text) {
    return text.replace(deceptive, '\ufffd');
}

/**
 * A title on one line, without what would turn the direction of writing.
 * @param {string | null | undefined} text
 */
export function title(text) {
    return (text ?? '').replace(/[\t\n\f\r]+/g, ' ').replace(deceptive, '').trim();
}

/**
 * The last part of a path or an address, to name a download by.
 * @param {string | null | undefined} path
 * @param {string} address
 */
export function fileName(path, address) {
    const fromPath = path?.split('/').filter(Boolean).pop();
    if (fromPath) return plain(fromPath);
    try {
        const last = new URL(address).pathname.split('/').filter(Boolean).pop();
        return last ? plain(decodeURIComponent(last)) : site(address);
    } catch {
        return plain(address);
    }
}

/** What went wrong with a download, by the class of its failure, and what helps. */
const failures = /** @type {Record<string, string>} */ ({
    dns: 'The name of the server is not known.',
    connect: 'The server could not be reached.',
    tls: 'The connection could not be made safe.',
    http: 'The server would not give the file.',
    protocol: 'The server answered in a way that makes no sense.',
    redirect: 'The address leads on and on, or to nowhere.',
    size: 'What came is not as long as the server said.',
    checksum: 'What came is not what the checksum says.',
    disk: 'The disk would not take the file.',
    permission: 'The folder may not be written to.',
    refused: 'This address may not be downloaded.',
    internal: 'Something in Leftoff itself went wrong.',
});

/**
 * A failure in words; the address that the message begins with stands above it already.
 * @param {{class: string, message: string}} error
 * @param {string} [address]
 */
export function failure({ class: kind, message }, address = '') {
    const cause = address && message.startsWith(`${address}: `) ? message.slice(address.length + 2) : message;
    const words = failures[kind];
    return plain(words ? `${words} (${cause})` : cause);
}

/**
 * The state of a download for people: a worker takes some ahead, which are its own already but not begun.
 * @param {{id: string, state: string, bytes: number}} item
 * @param {Map<string, unknown>} running those that the service's worker is at work on; of another worker's it knows none
 */
export function shownState({ id, state, bytes: kept }, running) {
    const isAhead = state === 'running' && kept === 0 && running.size > 0 && !running.has(id);
    return isAhead ? 'ready' : state;
}

/**
 * When a download that waits goes on; in the last two minutes by the second, before that seldom another.
 * @param {{state: string, error: unknown, nextTryAt?: string}} item
 * @param {number} now milliseconds
 */
export function nextTry({ state, error, nextTryAt }, now = Date.now()) {
    if (state !== 'waiting' || !nextTryAt) return '';
    const words = error ? 'Tries again' : 'Starts';
    const seconds = (Date.parse(nextTryAt) - now) / 1000;
    if (seconds < 0.5) return `${words} at any moment`;
    if (seconds < 119) return `${words} in ${Math.ceil(seconds)} s`;
    if (seconds < 7_170) return `${words} in ${Math.round(seconds / 60)} min`;
    if (seconds < 172_800) return `${words} in ${Math.round(seconds / 3600)} h`;
    return `${words} in ${Math.round(seconds / 86_400)} days`;
}

/** What the forms call the fields that the service names. */
const fields = /** @type {Record<string, string>} */ ({
    downloadDirectory: 'The folder', privateHosts: 'The list of hosts', motion: 'Motion', urls: 'The list of addresses',
    url: 'The address',
});

/**
 * The service's words about a field, as they are said beside the form that has it.
 * @param {string} message
 */
export function inWords(message) {
    return message.replace(/^"(\w+)"/, (quoted, name) => (Object.hasOwn(fields, name) ? fields[name] : quoted));
}

/**
 * The extension of an address's path, in small letters; empty where it has none.
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
