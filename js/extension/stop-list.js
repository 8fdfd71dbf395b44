// The sites on which no automatic place is kept, and the test of a host against a list of sites.

/** Examples of banks, mail and health. The reader changes the list on the options page. */
export const STOP_LIST = [
    // Banks and payments
    'americanexpress.com', 'bankofamerica.com', 'barclays.co.uk', 'chase.com', 'commerzbank.de', 'deutsche-bank.de',
    'dkb.de', 'hsbc.com', 'ing.com', 'klarna.com', 'n26.com', 'paypal.com', 'revolut.com', 'santander.com',
    'sparkasse.de', 'stripe.com', 'wellsfargo.com', 'wise.com',
    // Mail and messages
    'mail.google.com', 'mail.yahoo.com', 'mail.proton.me', 'mail.zoho.com', 'outlook.live.com', 'outlook.office.com',
    'app.fastmail.com', 'gmx.net', 'web.de', 'web.whatsapp.com', 'messages.google.com', 'discord.com',
    // Health
    'doctolib.de', 'doctolib.fr', 'healthcare.gov', 'kp.org', 'medicare.gov', 'mychart.org', 'nhs.uk', 'teladoc.com',
    'zocdoc.com',
];

/** The number of sites in a list, and of characters in a site. */
const LIMITS = { sites: 500, length: 253 };

/**
 * Returns the site of a list that is a host or a domain above it.
 *
 * @param {string[]} sites
 * @param {string} host as the URL Standard serializes it
 * @returns {string | undefined}
 */
export function coveringSite(sites, host) {
    const name = host.replace(/\.$/, '');
    return sites.find((site) => name === site || name.endsWith('.' + site));
}

/**
 * Returns true if a list contains a host, or a domain above it.
 *
 * @param {string[]} sites
 * @param {string} host as the URL Standard serializes it
 */
export function covers(sites, host) {
    return coveringSite(sites, host) !== undefined;
}

/**
 * Returns the sites in a text with one per line, as the URL Standard serializes hosts.
 *
 * @param {string} text each line is a host or an address; `*.` and `www.` at its start are ignored
 * @returns {{sites: string[], wrong: string[]}} `wrong` contains the lines that name no host
 */
export function parseSites(text) {
    /** @type {string[]} */
    const sites = [];
    /** @type {string[]} */
    const wrong = [];
    for (const line of text.split(/[\s,]+/).filter(Boolean).slice(0, LIMITS.sites)) {
        const site = hostOf(line);
        if (!site) wrong.push(line);
        else if (!sites.includes(site)) sites.push(site);
    }
    return { sites, wrong };
}

/**
 * @param {string} line
 * @returns {string} empty if the line names no host
 */
function hostOf(line) {
    const bare = line.toLowerCase().replace(/^(\*|[a-z]+):\/\//, '').replace(/^\*\./, '').replace(/^www\./, '');
    try {
        const { hostname } = new URL('https://' + bare);
        const isHost = /^[^*%]+$/.test(hostname) && hostname.length <= LIMITS.length;
        return isHost ? hostname.replace(/\.$/, '') : '';
    } catch {
        return '';
    }
}

/**
 * Returns the match patterns of sites and their subdomains. Browsers compare each pattern with those of the manifest,
 * which have one scheme each.
 *
 * @param {string[]} sites
 * @returns {string[]}
 */
export function patternsOf(sites) {
    return sites.flatMap((site) => {
        const isAddress = site.startsWith('[') || /^[0-9.]+$/.test(site);
        const hosts = isAddress ? [site] : [site, `*.${site}`];
        return hosts.flatMap((host) => [`http://${host}/*`, `https://${host}/*`]);
    });
}
