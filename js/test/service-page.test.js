import assert from 'node:assert/strict';
import test from 'node:test';
import { settle } from './clock.js';

/**
 * Runs the script in a page of the service.
 *
 * @param {string} pathname
 * @param {string} origin
 * @param {(message: any) => Promise<any>} sendMessage
 */
async function run(pathname, origin, sendMessage, hash = '') {
    /** @type {string[]} */
    const listeners = [];
    /** @type {Record<string, (event: any) => void>} */
    const handlers = {};
    /** @type {Record<string, string>} */
    const dataset = {};
    /** @type {any[]} */
    const messages = [];
    const runtime = { sendMessage: (/** @type {any} */ message) => {
        messages.push(message);
        return sendMessage(message);
    } };
    Object.assign(globalThis, {
        chrome: { runtime }, location: { pathname, hash }, self: { origin }, document: { documentElement: { dataset } },
        addEventListener: (/** @type {string} */ name, /** @type {(event: any) => void} */ handler) => {
            listeners.push(name);
            handlers[name] = handler;
        },
        Element: Object,
        open: (/** @type {string} */ address) => void messages.push({ opened: address }),
    });
    await import(`../extension/service-page.js?${encodeURIComponent(pathname + origin + hash)}`);
    await settle();
    const click = (/** @type {boolean} */ isTrusted) => {
        handlers.click({ isTrusted, button: 0, target: new Button() });
        return settle();
    };
    const clickLink = async (/** @type {object} */ event) => {
        let isPrevented = false;
        const link = new Link();
        handlers[link.name]({
            isTrusted: true, button: 0, target: link, preventDefault: () => { isPrevented = true; }, ...event,
        });
        await settle();
        return { isPrevented, href: link.href };
    };
    return { listeners, dataset, messages, click, clickLink };
}

/** The button of a window in the list. */
class Button {
    dataset = { bringBack: '0123456789ab' };

    /** @param {string} selector */
    closest(selector) {
        return selector.startsWith('button') ? this : null;
    }
}

/** The link Resume of a place. */
class Link {
    dataset = { resume: 'place' };
    name = 'click';
    href = 'https://example.org/a#:~:text=words';

    /** @param {string} selector */
    closest(selector) {
        return selector.startsWith('a[') ? this : null;
    }

    getAttribute() {
        return this.href;
    }

    /**
     * @param {string} _
     * @param {string} value
     */
    setAttribute(_, value) {
        this.href = value;
    }
}

const ORIGIN = 'http://127.0.0.1:5338';

test('In a copy, which is the work of another site, the script observes no clicks and sends nothing', async () => {
    for (const [path, origin] of [['/copies/abc/picture', ORIGIN], ['/copies/abc/text', 'null'], ['/other', 'null']]) {
        const { listeners, messages } = await run(path, origin, async () => ({ result: 'ready' }));
        assert.deepEqual([listeners, messages], [[], []]);
    }
    const { listeners, dataset } = await run('/', ORIGIN, async () => ({ result: 'ready' }));
    assert.deepEqual([listeners, dataset.extension], [['click', 'auxclick'], 'ready']);
});

test('Only a click of the reader brings a window back, and no address of the page does', async () => {
    for (const [path, hash] of [['/', '#windows/0123456789ab/open'], ['/windows', '#0123456789ab']]) {
        const { messages, click } = await run(path, ORIGIN, async () => ({ result: 'ready' }), hash);
        await click(false);
        assert.deepEqual(messages, [{ type: 'ready' }]);
        await click(true);
        assert.deepEqual(messages.slice(1), [{ type: 'bring-back', id: '0123456789ab' }]);
    }
});

test('The page learns that the extension was updated meanwhile', async () => {
    const { dataset, messages, click } = await run('/windows', ORIGIN, async ({ type }) => {
        if (type === 'ready') return { result: 'ready' };
        throw new Error('Extension context invalidated.');
    });
    await click(true);
    assert.equal(messages.at(-1).type, 'bring-back');
    assert(dataset.broughtBack.includes('Reload this page'));
});

test('Without the permission, the extension opens the page itself; elsewhere the browser does', async () => {
    for (const [access, isPrevented] of /** @type {[string | null, boolean][]} */ ([
        ['ready', false], ['limited', true], [null, false],
    ])) {
        const { messages, clickLink, dataset } = await run(`/${access}`, ORIGIN, async ({ type }) =>
            ({ result: type === 'ready' ? access : null }));
        assert.equal(dataset.extension, access ?? undefined);
        for (const [event, isActive] of /** @type {[object, boolean][]} */ ([
            [{}, true], [{ ctrlKey: true }, false], [{ metaKey: true }, false], [{ button: 1 }, false],
        ])) {
            messages.length = 0;
            const clicked = await clickLink(event);
            assert.equal(clicked.isPrevented, isPrevented);
            const opened = { type: 'open', id: 'place', isActive };
            if (access === 'limited') assert.deepEqual(messages, [opened]);
            else if (access === null) assert.deepEqual(messages, []);
            else assert.equal(messages[0].type, 'resume');
        }
    }
});

test('If the extension cannot open the page, the browser does', async () => {
    const { messages, clickLink } = await run('/failing', ORIGIN, async ({ type }) =>
        (type === 'ready' ? { result: 'limited' } : { problem: 'No.' }));
    await clickLink({});
    assert.deepEqual(messages.at(-1), { opened: 'https://example.org/a#:~:text=words' });
});
