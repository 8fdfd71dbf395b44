// The view of the settings, the backup and access.

import { api } from './api.js';
import { element, part } from './elements.js';
import {
    lossesText, planDirectories, planOmissions, planQuestion, summaryMessages, summaryRows,
} from './import-plan.js';
import { setMotion } from './motion.js';
import { attempt, clearToast, copyText, makeProblemNotice, showToast } from './notices.js';
import { session } from './session.js';
import { SessionList } from './sessions.js';
import { hasSingleKeys, setSingleKeys } from './shortcuts.js';
import { count, withFormNames } from './text.js';

const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (part(id));

/** @typedef {{downloadDirectory: string | null, motion: string, privateHosts: string[],
 *   usualDownloadDirectory?: string | null, downloadDirectories?: string[],
 *   copyText: boolean, copyPicture: boolean, pictureImages: boolean,
 *   pictureLimit: number, readerSize: string, copyBudget: number, whenCopiesAreFull: string,
 *   neverCaptured: string[]}} Settings */

/** The number of bytes of a gigabyte. */
const GIGABYTE = 1e9;
/** The number of bytes of a megabyte. */
const MEGABYTE = 1e6;

/** More messages about one imported file would make the page slow. */
const listedOmissions = 500;

export class SettingsView {
    /**
     * @param {() => void} showKeys
     */
    constructor(showKeys) {
        this.sessions = new SessionList();
        this.addFormListeners();
        this.addKeyListeners(showKeys);
        this.addAccessListeners();
        this.addBackupListeners();
    }

    addFormListeners() {
        onSubmit('set-directory', () => {
            this.save({ downloadDirectory: field('directory').value.trim() || null }, 'Saved the folder.', 'directory');
        });
        onSubmit('set-hosts', () => {
            this.save({ privateHosts: listIn('hosts') }, 'Saved the hosts.', 'hosts');
        });
        onSubmit('set-copies', () => this.saveCopies());
        onSubmit('set-motion', () => undefined);
        part('set-motion').addEventListener('change', (event) => {
            const motion = /** @type {HTMLInputElement} */ (event.target).value;
            setMotion(motion);
            this.save({ motion }, 'Saved.', 'set-motion');
        });
    }

    /** @param {() => void} showKeys */
    addKeyListeners(showKeys) {
        onSubmit('set-keys', () => undefined);
        field('keys').checked = hasSingleKeys();
        field('keys').addEventListener('change', () => setSingleKeys(field('keys').checked));
        part('show-keys').addEventListener('click', showKeys);
    }

    addAccessListeners() {
        const dialog = /** @type {HTMLDialogElement} */ (part('rotate-dialog'));
        part('login').addEventListener('click', () => attempt(() => this.login()));
        part('rotate').addEventListener('click', () => {
            dialog.returnValue = '';
            dialog.showModal();
        });
        dialog.addEventListener('close', () => {
            if (dialog.returnValue === 'rotate') attempt(() => this.rotateTokens());
        });
    }

    addBackupListeners() {
        for (const button of document.querySelectorAll('[data-export]')) {
            const { export: format = '' } = /** @type {HTMLElement} */ (button).dataset;
            button.addEventListener('click', () => attempt(() => exportAll(format)));
        }
        const files = field('import-file');
        files.addEventListener('change', () => {
            const chosen = [...(files.files ?? [])];
            files.value = '';
            this.import(chosen);
        });
        const drop = part('drop');
        drop.addEventListener('dragover', (event) => {
            event.preventDefault();
            drop.classList.add('over');
        });
        drop.addEventListener('dragleave', () => drop.classList.remove('over'));
        drop.addEventListener('drop', (event) => {
            event.preventDefault();
            drop.classList.remove('over');
            this.import([...(event.dataTransfer?.files ?? [])]);
        });
    }

    async open() {
        try {
            this.show(await api.settings());
            this.sessions.open();
            part('settings-notice').replaceChildren();
            part('settings-body').hidden = false;
        } catch (problem) {
            part('settings-body').hidden = true;
            part('settings-notice').replaceChildren(makeProblemNotice(problem, () => this.open()));
        }
    }

    /**
     * @param {Settings} settings
     */
    show(settings) {
        const { downloadDirectory, motion, privateHosts, usualDownloadDirectory } = settings;
        this.showCopies(settings);
        field('directory').value = downloadDirectory ?? '';
        if (usualDownloadDirectory) field('directory').placeholder = usualDownloadDirectory;
        const folders = settings.downloadDirectories ?? [];
        part('confirmed-directories').textContent = folders.length > 0
            ? `The folder must be one of these or below it, and not hidden: ${folders.join(', ')}.`
            : 'No folder is confirmed on this computer, so the web page cannot add downloads.';
        field('hosts').value = privateHosts.join('\n');
        checkRadio('set-motion', motion);
        setMotion(motion);
    }

    /**
     * @param {Settings} settings
     */
    showCopies(settings) {
        const { copyBudget, whenCopiesAreFull, neverCaptured } = settings;
        field('set-copy-text').checked = settings.copyText;
        field('set-copy-picture').checked = settings.copyPicture;
        field('picture-images').checked = settings.pictureImages;
        field('picture-limit').value = String(settings.pictureLimit / MEGABYTE);
        field('reader-size').value = settings.readerSize;
        field('copy-budget').value = String(copyBudget / GIGABYTE);
        field('never-captured').value = neverCaptured.join('\n');
        checkRadio('set-copies', whenCopiesAreFull);
    }

    saveCopies() {
        const policy = /** @type {HTMLInputElement | null} */ (
            part('set-copies').querySelector(':checked[type=radio]'));
        this.save({
            copyText: field('set-copy-text').checked,
            copyPicture: field('set-copy-picture').checked,
            pictureImages: field('picture-images').checked,
            pictureLimit: byteCount('picture-limit', MEGABYTE),
            readerSize: field('reader-size').value,
            copyBudget: byteCount('copy-budget', GIGABYTE),
            whenCopiesAreFull: policy?.value ?? null,
            neverCaptured: listIn('never-captured'),
        }, 'Saved.', 'never-captured');
    }

    /**
     * @param {Record<string, unknown>} patch
     * @param {string} done
     * @param {string} id of the control
     */
    async save(patch, done, id) {
        const about = part(id);
        clearToast();
        try {
            const settings = await api.changeSettings(patch);
            about.removeAttribute('aria-invalid');
            about.closest('.tile')?.querySelector('.problem')?.remove();
            this.show(settings);
            showToast(done);
        } catch (problem) {
            const { message } = /** @type {Error} */ (problem);
            const tile = about.closest('.tile');
            tile?.querySelector('.problem')?.remove();
            const line = element('p', { text: withFormNames(message), className: 'problem' });
            line.setAttribute('role', 'alert');
            tile?.append(line);
            if (about.matches('input, textarea')) {
                about.setAttribute('aria-invalid', 'true');
                about.focus();
            }
        }
    }

    async rotateTokens() {
        await session.replaceSecret((secret) => api.rotateTokens(secret));
        this.sessions.open();
        showToast('The tokens were replaced. Set up the bookmarklets, the extension and the userscript again.');
    }

    /** Shows an address that signs another browser in. */
    async login() {
        const { address } = await api.login();
        const button = element('button', { text: 'Copy' });
        button.addEventListener('click', () => copyText(address, 'Copied the address.'));
        part('login-outcome').replaceChildren(
            element('p', {}, element('code', { text: address })), element('p', { className: 'actions' }, button));
    }

    /**
     * Imports files one after the other; each is imported completely or not at all.
     *
     * @param {File[]} files
     */
    async import(files) {
        const outcome = part('import-outcome');
        outcome.replaceChildren();
        for (const file of files) {
            const name = files.length > 1 ? `${file.name}: ` : '';
            const line = element('p', { text: `Reading ${file.name}…` });
            outcome.append(line);
            try {
                const { plan, summary } = await api.importPreview(file);
                const choice = await askAboutImport(file.name, plan, summary);
                if (choice !== 'all' && choice !== 'places') {
                    line.textContent = `${name}Not imported.`;
                    continue;
                }
                const receipt = await api.import(file, choice === 'all');
                line.textContent = name + describeReceipt(receipt);
                /** @type {string[]} */
                const omissions = receipt.omissions.slice(0, listedOmissions);
                if (receipt.losses.length > 0) omissions.unshift(`No counterpart: ${lossesText(receipt.losses)}`);
                const rest = receipt.omissions.length - listedOmissions;
                if (rest > 0) omissions.push(`${rest.toLocaleString()} more`);
                if (omissions.length > 0) {
                    line.after(element('ul', { className: 'plain' },
                        ...omissions.map((text) => element('li', { text }))));
                }
            } catch (problem) {
                line.textContent = `${name}The import failed: ${/** @type {Error} */ (problem).message}`;
                line.className = 'problem';
            }
        }
    }
}

/**
 * Handles the submission of a form, which the browser then does not send.
 *
 * @param {string} id of the form
 * @param {() => void} handle
 */
function onSubmit(id, handle) {
    part(id).addEventListener('submit', (event) => {
        event.preventDefault();
        handle();
    });
}

/**
 * Returns the entries of a list in a field, which are separated by white space or commas.
 *
 * @param {string} id of the field
 */
function listIn(id) {
    return field(id).value.split(/[\s,]+/).filter(Boolean);
}

/**
 * Checks the radio button with a value.
 *
 * @param {string} id of the form
 * @param {string} value
 */
function checkRadio(id, value) {
    const radios = /** @type {NodeListOf<HTMLInputElement>} */ (part(id).querySelectorAll('input[type=radio]'));
    for (const radio of radios) radio.checked = radio.value === value;
}

/**
 * Saves everything as a file. It may be larger than what a page can hold, so the browser downloads it.
 *
 * @param {string} format
 */
async function exportAll(format) {
    const link = element('a', { href: await api.ticket(`/api/export?format=${format}`) });
    link.setAttribute('download', '');
    link.click();
}

/**
 * Shows the contents of a file before it is imported, its downloads, and where their files go.
 *
 * @param {string} name of the file
 * @param {import('./import-plan.js').ImportPlan} plan
 * @param {import('./import-plan.js').ImportSummary} summary
 * @returns {Promise<string>} `all`, `places`, or an empty text to import nothing
 */
function askAboutImport(name, plan, summary) {
    const dialog = /** @type {HTMLDialogElement} */ (part('import-dialog'));
    part('import-heading').textContent = planQuestion(name, plan);
    part('import-summary').replaceChildren(...summaryRows(summary)
        .flatMap(([label, text]) => [element('dt', { text: label }), element('dd', { text })]));
    const messages = summaryMessages(summary);
    part('import-messages').replaceChildren(...messages.map((text) => element('li', { text })));
    part('import-unreadable').hidden = messages.length === 0;
    const hasDownloads = plan.downloads > 0;
    part('import-downloads').hidden = !hasDownloads;
    part('import-places').hidden = !hasDownloads;
    part('import-all').textContent = hasDownloads ? 'Import everything' : 'Import';
    part('import-directories').replaceChildren(...planDirectories(plan).map((text) => element('li', { text })));
    const omissions = planOmissions(plan);
    part('import-omissions').replaceChildren(...omissions.map((text) => element('li', { text })));
    part('import-omitted').hidden = omissions.length === 0;
    dialog.returnValue = '';
    dialog.showModal();
    return new Promise((resolve) => {
        dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true });
    });
}

/**
 * Returns the number of bytes that a field contains.
 *
 * @param {string} id of the field
 * @param {number} unit in bytes
 * @returns {number | null} null if the field is empty
 */
function byteCount(id, unit) {
    const value = field(id).valueAsNumber;
    return Number.isNaN(value) ? null : Math.round(value * unit);
}

/**
 * Returns a text about the outcome of an import.
 *
 * @param {{places: {added: number, known: number, highlights: number, approximate: number}, unreadable: number,
 *     windows: number, knownWindows: number, marks: number, downloads: {queued: number, ended: number}}} receipt
 */
function describeReceipt({ places, windows, knownWindows, marks, downloads, unreadable }) {
    const windowCount = `${count(windows, 'window')} added`;
    const sentences = knownWindows > 0 ? [`${windowCount}, ${knownWindows} already known.`]
        : [`${count(places.added, 'place')} added, ${places.known} already known.`];
    if (windows > 0 && knownWindows === 0) sentences.push(`${windowCount}.`);
    if (places.highlights > 0) {
        sentences.push(`${count(places.highlights, 'place is', 'places are')} at highlighted words.`);
    }
    if (places.approximate > 0) {
        sentences.push(`${count(places.approximate, 'place is', 'places are')} only known approximately.`);
    }
    if (marks > 0) {
        sentences.push(`${count(marks, 'page is', 'pages are')} finished or to be read later, as in the file.`);
    }
    if (downloads.queued + downloads.ended > 0) {
        sentences.push(`${count(downloads.queued, 'download')} queued, ${downloads.ended} already ended.`);
    }
    if (unreadable > 0) sentences.push(`${count(unreadable, 'entry', 'entries')} could not be read:`);
    return sentences.join(' ');
}
