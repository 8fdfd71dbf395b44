// How things are said: pure functions, all text comes out as text.

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/**
 * A size in the decimal units that browsers show.
 * @param {number} count bytes
 */
export function bytes(count) {
    let value = count;
    let unit = 0;
    while (value >= 999.5 && unit < units.length - 1) {
        value /= 1000;
        unit += 1;
    }
    return `${unit === 0 || value >= 99.5 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
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
        return address;
    }
}

/**
 * The last part of a path or an address, to name a download by.
 * @param {string | null | undefined} path
 * @param {string} address
 */
export function fileName(path, address) {
    const fromPath = path?.split('/').filter(Boolean).pop();
    if (fromPath) return fromPath;
    try {
        const last = new URL(address).pathname.split('/').filter(Boolean).pop();
        return last ? decodeURIComponent(last) : site(address);
    } catch {
        return address;
    }
}
